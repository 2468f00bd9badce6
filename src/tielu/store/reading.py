"""A game as one look into the database found it, so that everything told of it fits together."""

from __future__ import annotations

from datetime import datetime

from tielu.errors import NotFound, TieluError
from tielu.store.log import UNDO, Undone, UndoRequest, parse_entry
from tielu.store.models import GameInfo, LoadedGame
from tielu.store.positions import Position
from tielu.store.validation import check_undo


class StoredGame:
    """The seats and the log of a game at one moment; what others write later is not in it."""

    __slots__ = ("_position", "by_bots", "info")

    def __init__(self, info: GameInfo, position: Position, by_bots: frozenset[int]) -> None:
        """`by_bots` are the entries that bots have made for people, as far as it matters for undo."""
        self.info = info
        self.by_bots = by_bots
        self._position = position

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self._position.log.seq

    @property
    def times(self) -> tuple[tuple[int, datetime], ...]:
        """The seat and time of each entry."""
        return self._position.log.times

    @property
    def request(self) -> UndoRequest | None:
        """The open undo request, even of a game that can no longer be replayed."""
        return self._position.log.request

    def load(self, at: int | None = None) -> LoadedGame:
        """The game after all entries, or after entry `at`.

        Raises RefusedAction if the rules now forbid one of its actions, and ChangedPosition if they now lead to another
        position than the one that was played.
        """
        log = self._position.log
        if at is None:
            return LoadedGame(self._position.game().clone(), log.seq, log.request)
        return LoadedGame(self._position.game_at(log.branches[self._checked(at)]).clone(), at, None)

    def effective_entries(self, at: int | None = None) -> list[int]:
        """The numbers of the entries whose actions are in effect after entry `at`, or after all entries."""
        return self._position.log.effective_entries(self.seq if at is None else self._checked(at))

    @property
    def automatic_entries(self) -> frozenset[int]:
        """The numbers of the effective entries that the table has made for people."""
        return frozenset(self._position.log.automatic_entries(self.seq))

    def known_actions(self, seq: int) -> int:
        """How many of the actions that are in effect now were in effect after entry `seq`, too."""
        log = self._position.log
        return log.branch.shared_with(log.branches[max(0, min(seq, log.seq))]).length

    def undone(self, at: int | None = None) -> list[Undone]:
        """What has been taken back and brought back up to entry `at`, or so far; nothing of it is ever removed."""
        return self._position.log.undone(self.seq if at is None else max(0, min(at, self.seq)))

    @property
    def redo_target(self) -> int | None:
        """The entry to which an undo brings back what was last taken back, None once somebody has acted since."""
        return self._position.log.redo_target()

    def may_undo(self, to: int, seat: int) -> bool:
        """Whether this seat may undo to entry `to` without asking the others."""
        draft = parse_entry({"type": UNDO, "to": to}, seat)
        try:
            check_undo(self.info, draft)
            self._position.log.undo_drafts(draft, self.info.undo, self.info, self.by_bots)
        except TieluError:
            return False
        return True

    def _checked(self, at: int) -> int:
        if not 0 <= at <= self.seq:
            raise NotFound("no_such_entry", at=at, entries=self.seq)
        return at
