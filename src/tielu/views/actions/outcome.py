"""What an action would bring about, found by trying it on a copy; and which actions deserve a second look."""

from __future__ import annotations

from dataclasses import dataclass

from tielu import Action, Event, Game
from tielu.core.actions import DiscardTrain, FoundCompany, GoBankrupt, SellShares
from tielu.core.events import (
    DirectorChanged,
    DirectorPaid,
    GameEnded,
    PhaseBegan,
    PlayerPassed,
    PrivateClosed,
    PrivatePaid,
    TrainDiscarded,
    TrainScrapped,
    TrainsRun,
)
from tielu.i18n import say_event
from tielu.views.title import view_of

# Actions of any title that change much for everybody, whatever comes of them.
WEIGHTY: tuple[type[Action], ...] = (DiscardTrain, FoundCompany, GoBankrupt, SellShares)
# Events of any title that nobody wants to bring about unawares.
TURNING_POINTS: tuple[type[Event], ...] = (
    DirectorChanged,
    DirectorPaid,
    GameEnded,
    PhaseBegan,
    PrivateClosed,
    TrainDiscarded,
    TrainScrapped,
)
# What goes without saying.
_QUIET: tuple[type[Event], ...] = (PlayerPassed, PrivatePaid)


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


def is_weighty(trials: Trials, action: Action) -> bool:
    """Whether a player should read what an action brings about before it is done."""
    view = view_of(trials.game.title)
    if isinstance(action, (*WEIGHTY, *view.weighty_actions)):
        return True
    turning_points = (*TURNING_POINTS, *view.turning_points)
    return any(isinstance(event, turning_points) for event in trials.of(action).events)


def told_outcome(trials: Trials, action: Action, lang: str) -> tuple[str, ...]:
    """All that an action brings about, also for others, in words."""
    quiet = (*_QUIET, *view_of(trials.game.title).quiet_events)
    return tuple(say_event(event, lang) for event in trials.of(action).events if not isinstance(event, quiet))
