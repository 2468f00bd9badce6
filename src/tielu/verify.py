"""Recorded games replayed, and every state compared with the one that was recorded.

States are compared when a decision is complete and our game is not ahead of the platform: where the platform
splits a decision, after its last part; where our game does by itself what the platform asks for, after that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from tielu import Game
from tielu.core.errors import InvalidAction
from tielu.core.events import TrainsRun
from tielu.files import load_file
from tielu.interop import PLATFORM, RefusedAction, ReplayStep, open_replay
from tielu.interop.title import TitlePlatform, platform_of

Values = dict[str, Any]

# What is compared in every title: groups of keys by their first word, and one key more.
_GROUPS = frozenset({"phase", "finished", "bank", "p", "sh", "c", "m", "priv", "hex", "depot"})
_ROUND = "round.type"
_NOT_COMPARED = frozenset({"buyable"})
_UNORDERED = frozenset({"trains", "pool"})
STOCK = "Stock"


@dataclass(frozen=True)
class Mismatch:
    """Where a replay departs from the record: after which action, in what, and if refused by which rule."""

    index: int
    key: str
    expected: Any
    got: Any
    rule: str = ""


@dataclass
class Verification:
    """How the replay of one game went."""

    game: str
    actions: int = 0
    mismatches: list[Mismatch] = field(default_factory=list)


def verify_file(path: str | Path, edition: str | None = None) -> Verification:
    """Replay a recorded game and compare its states; raises InvalidAction if the file is none.

    In the platform's own edition every difference is listed; in a printed one the replay ends at the first.
    """
    return verify_game(Path(path).name, load_file(path).data, edition)


def verify_game(name: str, data: object, edition: str | None = None) -> Verification:
    """Replay the record in `data` under the name `name`, as `verify_file` does."""
    replay = open_replay(data, edition)
    keys = _ComparedKeys(platform_of(replay.game.title))
    recorded = Recorded(data, len(replay), keys)
    check = _Check(Verification(name), recorded, keys, only_first=replay.game.edition != PLATFORM)
    try:
        for step in replay.steps():
            check.after(step, replay.game)
            if check.ended:
                return check.report
        check.compare_pending()
        check.compare_result(replay.game)
    except RefusedAction as refusal:
        check.compare_pending()
        if not check.ended:
            check.refused(refusal)
    return check.report


class _ComparedKeys:
    """Which keys of a state are compared in a title, and how two states differ in them."""

    def __init__(self, platform: TitlePlatform) -> None:
        self._single = platform.compared_keys | {_ROUND}
        self._dropped_at_end = platform.dropped_at_end

    def __contains__(self, key: str) -> bool:
        return _is_in_a_group(key) or key in self._single

    def differences(self, expected: Values, got: Values) -> Iterator[tuple[str, tuple[Any, Any]]]:
        """The keys in which two states differ, with both values; absent is the same as 0, empty or none."""
        ended = bool(expected.get("finished"))
        keys = {key for key in got if key in self} | expected.keys()
        for key in keys:
            if expected.get(key) == got.get(key) or (ended and self._dropped_at_end(key)):
                continue
            values = _plain(key, expected.get(key)), _plain(key, got.get(key))
            if values[0] != values[1]:
                yield key, values


class Recorded:
    """What a record says beside its actions: the states, the revenue of each run and the result."""

    def __init__(self, data: object, actions: int, keys: _ComparedKeys) -> None:
        assert isinstance(data, dict), "the replay has checked it"
        self._keys = keys
        self._states = data.get("states")
        self._routes = _mapping(data, "routes")
        self._players = data["players"]
        self._result = _mapping(data, "result")
        self._now: Values = dict(_mapping(data, "initial"))
        self.share_round_began = False
        if self._states is not None and (not isinstance(self._states, list) or len(self._states) != actions):
            raise InvalidAction("states_malformed", actions=actions)

    def advance(self, index: int) -> bool:
        """Move on to the state after action `index`; False if the record has no states."""
        if self._states is None:
            return False
        before = self._now.get(_ROUND), self._now.get("turn")
        change = self._states[index]
        if not isinstance(change, dict):
            raise InvalidAction("states_malformed", index=index)
        if "full" in change:
            if not isinstance(change["full"], dict):
                raise InvalidAction("states_malformed", index=index)
            self._now = dict(change["full"])
        else:
            self._now = {key: value for key, value in {**self._now, **change}.items() if value is not None}
        after = self._now.get(_ROUND), self._now.get("turn")
        self.share_round_began |= after[0] == STOCK and after != before
        return True

    def expected(self) -> Values:
        """The values to compare with; the playing order is among them when a share round has begun."""
        expected = {key: value for key, value in self._now.items() if key in self._keys}
        if self.share_round_began:
            expected["order"] = self._now.get("order")
        return expected

    def revenue(self, step: ReplayStep) -> int | None:
        """What the trains earned in the run that the step records, or None if it is not known."""
        routes: Any = self._routes.get(str(step.index)) or step.foreign["routes"]
        if not isinstance(routes, list) or not all(isinstance(route, dict) for route in routes):
            raise InvalidAction("record_malformed", field="routes", index=step.index)
        earned = [route["revenue"] for route in routes if isinstance(route.get("revenue"), int)]
        return sum(earned) if len(earned) == len(routes) else None

    def worth(self) -> dict[str, int]:
        """The result by player name; empty if there is none."""
        names = {str(player.get("id", player["name"])): player["name"] for player in self._players}
        return {names[each]: worth for each, worth in self._result.items() if each in names}


def _mapping(data: dict[str, Any], field: str) -> Values:
    """A field of a record that may be missing; raises InvalidAction if it is no JSON object."""
    value = data.get(field) or {}
    if not isinstance(value, dict):
        raise InvalidAction("record_malformed", field=field)
    return value


class _Check:
    """Compares a replay with its record; the comparison waits until the next step shows that it is due."""

    def __init__(self, report: Verification, recorded: Recorded, keys: _ComparedKeys, only_first: bool) -> None:
        self.report = report
        self._recorded = recorded
        self._keys = keys
        self._only_first = only_first
        self._pending: tuple[int, Values, Values] | None = None
        self._off: set[str] = set()

    @property
    def ended(self) -> bool:
        return self._only_first and bool(self.report.mismatches)

    def after(self, step: ReplayStep, game: Game) -> None:
        self.report.actions += 1
        if step.absorbed:
            self._pending = None
        if step.complete:
            self.compare_pending()
        if step.foreign["type"] == "run_routes":
            self._compare_revenue(step)
        if self._recorded.advance(step.index) and step.complete:
            self._pending = step.index, self._recorded.expected(), game.snapshot()

    def compare_pending(self) -> None:
        if self._pending is None:
            return
        index, expected, got = self._pending
        self._pending = None
        self._recorded.share_round_began = False
        differing = dict(self._keys.differences(expected, got))
        for key in sorted(differing.keys() - self._off):
            self.report.mismatches.append(Mismatch(index, key, *differing[key]))
        # What stays wrong is said once, until it has been right again.
        self._off = set(differing)

    def _compare_revenue(self, step: ReplayStep) -> None:
        expected = self._recorded.revenue(step)
        got = sum(event.income for event in step.events if isinstance(event, TrainsRun))
        if expected is not None and expected != got:
            self.report.mismatches.append(Mismatch(step.index, "revenue", expected, got))

    def compare_result(self, game: Game) -> None:
        expected, got = self._recorded.worth(), dict(game.standings())
        if expected and expected != got:
            self.report.mismatches.append(Mismatch(self.report.actions - 1, "result", expected, got))

    def refused(self, refusal: RefusedAction) -> None:
        mismatch = Mismatch(refusal.index, "refused", refusal.recorded, str(refusal), refusal.rule)
        self.report.mismatches.append(mismatch)


@lru_cache(maxsize=4096)
def _is_in_a_group(key: str) -> bool:
    words = key.split(".")
    return words[0] in _GROUPS and words[-1] not in _NOT_COMPARED


def _plain(key: str, value: Any) -> Any:
    """A value in the form in which it is compared: trains in any order, tokens by hex and city."""
    if not value:
        return None
    last = key.rpartition(".")[2]
    try:
        if last in _UNORDERED:
            return sorted(value)
        if last == "tokens":
            return sorted([token[0], token[1]] for token in value)
    except (TypeError, LookupError):
        # Not what it should be, and so different from any state of ours.
        return value
    return _lists(value)


def _lists(value: Any) -> Any:
    return [_lists(each) for each in value] if isinstance(value, list | tuple) else value
