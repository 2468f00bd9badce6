"""What an action would bring about, found by trying it on a copy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tielu import Action, Event, Game
from tielu.core.actions import DiscardTrain
from tielu.core.events import (
    DirectorChanged,
    DirectorPaid,
    GameEnded,
    NobodyCanAct,
    PhaseBegan,
    PrivateClosed,
    TrainDiscarded,
    TrainScrapped,
    TrainsRun,
)
from tielu.i18n import say, say_event_briefly
from tielu.views.title import view_of

# Events of any title that nobody wants to bring about unawares, the gravest first; those of the title weigh more.
TURNING_POINTS: tuple[type[Event], ...] = (
    DirectorChanged,
    DirectorPaid,
    NobodyCanAct,
    GameEnded,
    PhaseBegan,
    TrainScrapped,
    PrivateClosed,
    TrainDiscarded,
)
# What the sentence of an action says already.
_SAID: dict[type[Action], type[Event]] = {DiscardTrain: TrainDiscarded}


@dataclass(frozen=True)
class Trial:
    """A copy of the game after an action, and what happened on the way."""

    after: Game
    events: tuple[Event, ...]


class Trials:
    """Legal actions of one position tried on copies, each once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[Action, Trial] = {}

    def of(self, action: Action) -> Trial:
        found = self._known.get(action)
        if found is None:
            after = self.game.clone()
            found = self._known[action] = Trial(after, tuple(after.apply_trusted(action)))
        return found


def run_income(trials: Trials, run: Action) -> int:
    """What a run of trains would earn."""
    return sum(event.income for event in trials.of(run).events[:1] if isinstance(event, TrainsRun))


def told_outcome(trials: Trials, action: Action, lang: str) -> tuple[str, ...]:
    """The turning points that an action brings about, in few words, the gravest first."""
    kinds: dict[type[Event], None] = dict.fromkeys(
        (GameEnded, *view_of(trials.game.title).turning_points, *TURNING_POINTS)
    )
    events, said = trials.of(action).events, _SAID.get(type(action))
    return tuple(
        line
        for kind in kinds
        if kind is not said
        for line in _told([event for event in events if isinstance(event, kind)], lang)
    )


def _told(events: Sequence[Event], lang: str) -> list[str]:
    """Events of one kind in a line each; trains that are scrapped and privates that close share a line."""
    trains = Counter((event.company, event.train) for event in events if isinstance(event, TrainScrapped))
    if trains:
        gone = [f"{company} {' '.join([train] * count)}" for (company, train), count in trains.items()]
        return [say("told_scrapped", lang, trains=say("comma", lang).join(gone))]
    privates = [event.private for event in events if isinstance(event, PrivateClosed)]
    if privates:
        return [say("told_closed", lang, privates=say("comma", lang).join(privates))]
    return [say_event_briefly(event, lang) for event in events]
