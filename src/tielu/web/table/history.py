"""The history around a position: where its steps lead, what has just changed, and what the reader has missed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from tielu import Game
from tielu.store import GameInfo
from tielu.views.history.changes import changed_hexes, moved_markers
from tielu.views.history.chronicle import Chronicle
from tielu.views.history.log import LogEntry, Place
from tielu.web.table.log import GameLog, LogTurn
from tielu.web.table.visits import Visit


@dataclass(frozen=True)
class Steps:
    """The positions before and after this one, None where there is none, and where playing back begins at present."""

    earlier: int | None
    later: int | None
    replay_from: int


@dataclass(frozen=True)
class Missed:
    """The turns since the reader's last visit, after entry `since`, the first one first."""

    since: int
    turns: tuple[LogTurn, ...]


@dataclass(frozen=True)
class Changes:
    """What has changed of late: hexes, and the places that markers on the share price chart have left."""

    hexes: Mapping[str, str]
    markers: Mapping[str, Place]


def steps_around(seq: int, last: int, entries: Sequence[int], log: GameLog) -> Steps:
    """The steps from entry `seq` through the actions in effect; the last of them leads to the present."""
    positions = [0, *entries[:-1], last] if entries else [0]
    before, after = bisect_left(positions, seq) - 1, bisect_right(positions, seq)
    return Steps(
        positions[before] if before >= 0 else None,
        positions[after] if after < len(positions) else None,
        log.round_start,
    )


def latest_changes(chronicle: Chronicle, info: GameInfo, game: Game, seat: int | None) -> Changes:
    """What others have changed since the reader last acted; at one screen, since whoever decides did."""
    if game.finished:
        return Changes({}, {})
    reader = game.actor if info.mode == "hot_seat" or seat is None else info.players[seat]
    return _changes_while(chronicle, lambda entry: entry.actor != reader)


def changes_of_turn(chronicle: Chronicle) -> Changes:
    """What the last turn has changed, which made the position what it is."""
    if not chronicle.entries:
        return Changes({}, {})
    last = chronicle.entries[-1]
    return _changes_while(chronicle, lambda entry: (entry.deciding, entry.actor) == (last.deciding, last.actor))


def changes_after(chronicle: Chronicle, count: int) -> Changes:
    """What has changed since the game had this many actions."""
    entries = chronicle.entries[count:]
    return Changes(changed_hexes(entries), moved_markers(entries))


def _changes_while(chronicle: Chronicle, fits: Callable[[LogEntry], bool]) -> Changes:
    """What the last actions have changed, back to the first that does not fit."""
    return changes_after(chronicle, len(chronicle.entries) - len(list(takewhile(fits, reversed(chronicle.entries)))))


def missed_by(info: GameInfo, visit: Visit, seat: int | None, entries: Sequence[int], log: GameLog) -> Missed | None:
    """What has happened since the last visit of the reader on this seat; None once they have acted again."""
    own = info.humans if info.mode == "hot_seat" else {seat}
    acted = max((seq for seq in entries if log.times[seq - 1][0] in own and seq not in log.automatic), default=0)
    # At one screen somebody else may have acted meanwhile.
    since = visit.known if info.mode == "hot_seat" else max(visit.known, acted)
    if acted > visit.began or not 0 < since < visit.began:
        return None
    shown = range(bisect_right(entries, since), bisect_right(entries, visit.began))
    blocks = [block for each in log.rounds(shown) for block in each.blocks]
    turns = tuple(block for block in reversed(blocks) if isinstance(block, LogTurn))
    return Missed(since, turns) if turns else None
