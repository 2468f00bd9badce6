"""Steps of a turn that the rules pass over because they offer nothing, found from what was decided around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tielu import Game
from tielu.core.events import RoundBegan
from tielu.views.history.chronicle import Chronicle
from tielu.views.history.log import LogEntry
from tielu.views.position.decision import turn_step
from tielu.views.title import view_of

# Steps that only follow from another one, so that nobody misses them.
_FOLLOWING = frozenset({"step_dividend", "step_merger"})


@dataclass(frozen=True)
class SkippedSteps:
    """The keys of the steps that were passed over before the first decision of a turn, and after this one."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def steps_taken(told: Chronicle, game: Game) -> frozenset[str]:
    """The steps in which something has been decided in the turn under way."""
    return frozenset(entry.step for entry in _back(told, len(told.entries)) if entry.deciding == game.deciding)


def skipped_steps(told: Chronicle, index: int) -> SkippedSteps:
    """What the rules passed over around an action; nothing if it was not taken in the turn of a railway."""
    entry = told.entries[index]
    line = _line(told.game, entry.step)
    if not line or entry.deciding == entry.actor:
        return SkippedSteps()
    names = list(line)
    at, following = names.index(entry.step), _following(told, index, line)
    first = not any(each.deciding == entry.deciding and each.step in line for each in _back(told, index))
    return SkippedSteps(
        _told(line, names[:at]) if first else (),
        () if following is None else _told(line, names[at + 1 : following]),
    )


def _line(game: Game, step: str) -> Mapping[str, str]:
    """The steps of the turn to which this one belongs, with the keys of their words."""
    return next((line for line in view_of(game.title).turn_steps if step in line), {})


def _told(line: Mapping[str, str], steps: list[str]) -> tuple[str, ...]:
    return tuple(line[step] for step in steps if line[step] not in _FOLLOWING)


def _back(told: Chronicle, index: int) -> Iterator[LogEntry]:
    """The entries of the same round of turns before this one, the latest first."""
    for entry in reversed(told.entries[:index]):
        if _ends_round(entry):
            return
        yield entry


def _ends_round(entry: LogEntry) -> bool:
    return any(isinstance(event, RoundBegan) and event.round == "operating" for event in entry.events)


def _following(told: Chronicle, index: int, line: Mapping[str, str]) -> int | None:
    """The number of the step in which the turn goes on; that behind the last if it is over, None if nobody knows."""
    deciding = told.entries[index].deciding
    for place in range(index, len(told.entries)):
        if _ends_round(told.entries[place]):
            return len(line)
        if place + 1 < len(told.entries):
            following = told.entries[place + 1]
            who, actor, step = following.deciding, following.actor, following.step
        else:
            who, actor, step = told.game.deciding or "", told.game.actor or "", turn_step(told.game)
        if who == deciding and step in line:
            return list(line).index(step)
        if step and who and who != actor:
            return len(line)
    return None
