"""The log of a game: what its entries mean and which undos are allowed; `Store.append` writes them.

An entry is JSON with a `type`: an action of the engine, or one of the five below. None of them ever changes or removes
another entry, so the position after an entry depends only on the entries up to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tielu import Action
from tielu.errors import InvalidInput, NotAllowed, TieluError
from tielu.store.errors import StoreError

if TYPE_CHECKING:
    from tielu.store.models import GameInfo

ACTION = "action"
# Return to the position after entry `to`; undo and redo are both written this way.
UNDO = "undo"
# With undo by consent, a player asks, and the others agree or one of them declines.
ASK, AGREE, DECLINE = "ask_undo", "agree_undo", "decline_undo"
# Go on with a position that is no longer the one that was played.
ACCEPT = "accept_position"

_FIELDS: dict[str, tuple[str, ...]] = {UNDO: ("to",), ASK: ("to",), AGREE: (), DECLINE: (), ACCEPT: ()}


@dataclass(frozen=True)
class Entry:
    """A row of the log: `data` is the entry's JSON, `seat` made it; some have a hash of the position after them.

    An `automatic` entry was made by the table on behalf of the seat.
    """

    seq: int
    kind: str
    data: dict[str, Any]
    seat: int
    at: datetime
    position_hash: str | None = None
    automatic: bool = False


@dataclass(frozen=True)
class DraftEntry:
    """A well-formed entry that has not been written yet."""

    kind: str
    data: dict[str, Any]
    seat: int
    position_hash: str | None = None
    automatic: bool = False


@dataclass(frozen=True)
class UndoRequest:
    """A request to return to the position after entry `to`; `agreed` includes the seat that asks."""

    seat: int
    to: int
    agreed: frozenset[int]


@dataclass(frozen=True)
class Undone:
    """An entry that led to another branch: the actions it took back, and those it brought back again.

    Each action comes with the number of its entry and the seat that took it.
    """

    seq: int
    taken: tuple[tuple[int, Action, int], ...]
    restored: tuple[tuple[int, Action, int], ...]


class Branch:
    """The effective actions after an entry, as a linked list that shares its tail with those of other entries.

    `seq` is the number of the entry with the last action, `position_hash` the hash of the position after it, and
    `automatic` tells whether the table made it.
    """

    __slots__ = ("action", "automatic", "before", "length", "position_hash", "seat", "seq")

    def __init__(
        self,
        before: Branch | None = None,
        action: Action | None = None,
        seat: int = -1,
        seq: int = 0,
        position_hash: str | None = None,
        automatic: bool = False,
    ) -> None:
        self.before = before
        self.action = action
        self.seat = seat
        self.seq = seq
        self.position_hash = position_hash
        self.automatic = automatic
        self.length: int = 0 if before is None else before.length + 1

    def chain(self) -> list[Branch]:
        """The branches after each of the actions, the first action's first."""
        found: list[Branch] = []
        branch = self
        while branch.before is not None:
            found.append(branch)
            branch = branch.before
        return found[::-1]

    def since(self, earlier: Branch) -> list[tuple[Action, int]]:
        """The actions after `earlier`, an ancestor of this branch, each with the seat that took it."""
        found: list[tuple[Action, int]] = []
        branch = self
        while branch is not earlier and branch.before is not None and branch.action is not None:
            found.append((branch.action, branch.seat))
            branch = branch.before
        return found[::-1]

    def steps_since(self, earlier: Branch) -> tuple[tuple[int, Action, int], ...]:
        """The same, each with the number of its entry as well, but without what the table did by itself."""
        chain = [step for step in self.chain()[earlier.length :] if not step.automatic]
        return tuple((step.seq, step.action, step.seat) for step in chain if step.action is not None)

    def shared_with(self, other: Branch) -> Branch:
        """The last common ancestor; branches of one log share at least the empty branch."""
        mine = self
        while mine is not other and mine.before is not None:
            if mine.length >= other.length:
                mine = mine.before
            else:
                assert other.before is not None
                other = other.before
        return mine


class Log:
    """The branch, seat and time of each entry, and the open undo request; immutable, so that threads can share it.

    Positions up to entry `accepted` have been accepted as they are, so their hashes no longer count.
    """

    __slots__ = ("accepted", "branches", "request", "times")

    def __init__(
        self,
        branches: tuple[Branch, ...] = (),
        times: tuple[tuple[int, datetime], ...] = (),
        request: UndoRequest | None = None,
        accepted: int = 0,
    ) -> None:
        self.branches = branches or (Branch(),)
        self.times = times
        self.request = request
        self.accepted = accepted

    @property
    def seq(self) -> int:
        """The number of the last entry; 0 before the first."""
        return len(self.branches) - 1

    @property
    def branch(self) -> Branch:
        return self.branches[-1]

    def extended(self, entries: Iterable[Entry]) -> Log:
        """Return the log with these entries appended; raises StoreError if they do not fit."""
        branches, times, request, accepted = list(self.branches), list(self.times), self.request, self.accepted
        for entry in entries:
            try:
                branches.append(_branch_after(branches, entry))
                times.append((entry.seat, entry.at))
                request = _request_after(request, entry)
            except (TieluError, LookupError, TypeError, ValueError) as error:
                raise StoreError("store_log_broken", seq=entry.seq) from error
            if entry.kind == ACCEPT:
                accepted = entry.seq
        return Log(tuple(branches), tuple(times), request, accepted)

    def automatic_entries(self, at: int) -> list[int]:
        """Those of the effective entries that the table has made."""
        return [branch.seq for branch in self.branches[at].chain() if branch.automatic]

    def effective_entries(self, at: int) -> list[int]:
        """The numbers of the entries whose actions are in effect after entry `at`, in order."""
        return [branch.seq for branch in self.branches[at].chain()]

    def undone(self, at: int) -> list[Undone]:
        """What the entries up to `at` have taken back, in order; what the table did by itself does not count."""
        found = []
        for seq in range(1, at + 1):
            before, after = self.branches[seq - 1], self.branches[seq]
            if after is not before and after.seq != seq:
                shared = before.shared_with(after)
                undone = Undone(seq, before.steps_since(shared), after.steps_since(shared))
                if undone.taken or undone.restored:
                    found.append(undone)
        return found

    def redo_target(self) -> int | None:
        """The entry to return to so that what was last taken back is in effect again; None if nothing can be."""
        for undone in reversed(self.undone(self.seq)):
            if undone.taken and self.branches[undone.seq] is self.branch:
                return undone.seq - 1
        return None

    def entry_before(self, index: int) -> int:
        """The entry of the last effective action before the one with this index; 0 is the start of the game."""
        return self.branch.chain()[index - 1].seq if index else 0

    # ---- undo ----

    def target(self, to: int) -> Branch:
        """The branch after entry `to`, the target of an undo; raises InvalidInput if it is the present one."""
        if not 0 <= to < self.seq or self.branches[to] is self.branch:
            raise InvalidInput("undo_nowhere", to=to)
        return self.branches[to]

    def undo_drafts(self, draft: DraftEntry, allowed: str, info: GameInfo, by_bots: frozenset[int]) -> list[DraftEntry]:
        """The entries to write for an entry about undo; raises NotAllowed or InvalidInput if that is not allowed.

        What the table has done for a seat, that seat may take back under every rule. `by_bots` are the entries that
        bots have made for people.
        """
        if draft.kind == UNDO and self._takes_back_automatic_entries(draft):
            return [draft]
        if allowed == "none":
            raise NotAllowed("undo_not_allowed")
        if draft.kind == UNDO:
            self._check_undo(draft, allowed, info, by_bots)
            return [draft]
        if allowed != "consent":
            raise InvalidInput("undo_without_consent")
        if draft.kind == ASK:
            self.target(draft.data["to"])
            return [draft, *_granted(UndoRequest(draft.seat, draft.data["to"], frozenset({draft.seat})), info.humans)]
        request = self.request
        if request is None:
            raise InvalidInput("undo_not_asked")
        if draft.kind == DECLINE:
            return [draft]
        if draft.seat in request.agreed:
            raise InvalidInput("undo_agreed_already")
        return [draft, *_granted(UndoRequest(request.seat, request.to, request.agreed | {draft.seat}), info.humans)]

    def _takes_back_automatic_entries(self, draft: DraftEntry) -> bool:
        """Whether the undo takes back nothing but what the table has done for its seat."""
        to = draft.data["to"]
        if not 0 <= to < self.seq or self.branch.shared_with(self.branches[to]) is not self.branches[to]:
            return False
        steps = self.branch.chain()[self.branches[to].length :]
        return bool(steps) and all(step.automatic and step.seat == draft.seat for step in steps)

    def _check_undo(self, draft: DraftEntry, allowed: str, info: GameInfo, by_bots: frozenset[int]) -> None:
        """Raise unless the undo is allowed; where players undo their own actions, moves of bots may go with them.

        What people have done themselves stays, also if a bot plays for them now.
        """
        if allowed == "consent":
            raise InvalidInput("undo_needs_consent")
        target = self.target(draft.data["to"])
        if allowed == "own":
            shared = self.branch.shared_with(target)
            changed = self.branch.chain()[shared.length :] + target.chain()[shared.length :]
            seats = {step.seat for step in changed if not step.automatic and step.seq not in by_bots}
            if draft.seat not in seats or seats & info.seats_of_people - {draft.seat}:
                raise NotAllowed("undo_not_own")


def _branch_after(branches: list[Branch], entry: Entry) -> Branch:
    if entry.seq != len(branches):
        raise ValueError("an entry is missing")
    if entry.kind == ACTION:
        return Branch(
            branches[-1], Action.from_json(entry.data), entry.seat, entry.seq, entry.position_hash, entry.automatic
        )
    return branches[entry.data["to"]] if entry.kind == UNDO else branches[-1]


def _request_after(request: UndoRequest | None, entry: Entry) -> UndoRequest | None:
    """The undo request after an entry; it is open until somebody declines, acts or undoes."""
    if entry.kind == ASK:
        return UndoRequest(entry.seat, entry.data["to"], frozenset({entry.seat}))
    if entry.kind == AGREE and request is not None:
        return UndoRequest(request.seat, request.to, request.agreed | {entry.seat})
    return None


def _granted(request: UndoRequest, humans: frozenset[int]) -> Iterator[DraftEntry]:
    """Yield the undo once every human player has agreed."""
    if humans <= request.agreed:
        yield DraftEntry(UNDO, {"type": UNDO, "to": request.to}, request.seat)


def parse_entry(data: object, seat: int) -> DraftEntry:
    """Parse an action, or the JSON of an entry; raises InvalidInput if it is malformed."""
    if isinstance(data, Action):
        data = data.to_json()
    kind = data.get("type") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(kind, str) or kind not in _FIELDS:
        return DraftEntry(ACTION, Action.from_json(data).to_json(), seat)
    fields = _FIELDS[kind]
    for name in data:
        if name != "type" and name not in fields:
            raise InvalidInput("unknown_field", type=kind, field=str(name)[:40])
    for name in fields:
        if data.get(name) is None:
            raise InvalidInput("missing_field", type=kind, field=name)
        if isinstance(data[name], bool) or not isinstance(data[name], int):
            raise InvalidInput("not_a_number", type=kind, field=name)
    return DraftEntry(kind, dict(data), seat)
