"""A run of trains, stop by stop: what each train's route is paid for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tielu import Game
from tielu.core.actions import Action, RouteRun, RunTrains
from tielu.i18n import say
from tielu.i18n.values import say_train, say_value
from tielu.routing import Run
from tielu.routing.best import asked_trains, best_by_calls, best_of
from tielu.routing.budget import Effort
from tielu.routing.check import counted_places
from tielu.routing.model import RunPosition, ferries_taken, trace
from tielu.views.actions.details import outcome
from tielu.views.actions.income import IncomeView, income_of_run
from tielu.views.actions.outcome import Trials
from tielu.views.position.board import place_name
from tielu.views.position.models import BonusView, RouteView, RunView, StopView
from tielu.views.title import view_of


def run_view(game: Game, railway: str, run: Run, lang: str = "en") -> RunView:
    """The run of a railway in this position; raises InvalidAction if the game has no such railway."""
    asked = asked_trains(game, railway)
    trains = [train.name for train in asked.trains]
    idle = trains.copy()
    for route in run.routes:
        idle.remove(route.train)
    routes = [route_view(game.title, asked.position, route, lang) for route in run.routes]
    place = view_of(game.title).treasury_place
    return RunView(railway, tuple(trains), tuple(routes), tuple(idle), place)


def route_view(
    title: str, position: RunPosition, route: RouteRun, lang: str = "en", passed: tuple[int, ...] | None = None
) -> RouteView:
    """A route, or the beginning of one whose stops are known, with what it is paid for."""
    board, earnings = position.board, position.earnings
    counted = counted_places(board, route)
    if passed is None:
        passed = trace(board, position.faces, route).stops
    stops = [
        StopView(
            place_name(board, board.place_name(place)[0], lang), earnings.value(place) if place in counted else None
        )
        for place in passed
    ]
    ferries = ferries_taken(board, route)
    return RouteView(
        route.train, tuple(stops), _bonuses(title, position, counted, ferries), earnings.income(counted, ferries)
    )


def _bonuses(title: str, position: RunPosition, counted: tuple[int, ...], ferries: int) -> tuple[BonusView, ...]:
    """What comes on top of the stops' own values, and what is taken off."""
    earnings, view = position.earnings, view_of(title)
    extra = sum(earnings.extra.get(place, 0) for place in counted)
    pair = earnings.pair_bonus if all(not side.isdisjoint(counted) for side in earnings.pair) else 0
    found = (
        BonusView(view.stop_bonus, extra),
        BonusView(view.pair_bonus, pair),
        BonusView("ferry_charge", -ferries * earnings.ferry_charge),
    )
    return tuple(bonus for bonus in found if bonus.amount)


# How long the proof of a run may take; counted in steps it is the same everywhere.
STEPS_FOR_PROOF = 10_000


@dataclass(frozen=True)
class ShownRun:
    """A run to be drawn over the map, offered or just made: its trains, its income, and what it brings besides.

    Of several runs on a map the one with the `layer` 0 is seen.
    """

    action: RunTrains
    view: RunView
    trains: tuple[str, ...]
    idle: str
    income: IncomeView
    outcome: str
    offered: bool
    layer: int = 0

    @property
    def passes(self) -> bool:
        """Whether a train passes a stop without counting it."""
        return any(stop.value is None for route in self.view.routes for stop in route.stops)


def runs_to_show(game: Game, actions: Iterable[Action], lang: str) -> tuple[ShownRun, ...]:
    """The runs that are offered, the best one first, or else the one that has just been made."""
    offered = [each for each in actions if isinstance(each, RunTrains) and each.routes]
    if offered:
        found = [_shown(game, each, lang, offered=True) for each in offered]
        return with_seen(sorted(found, key=lambda run: -run.view.income), 0)
    if not game.actions or not isinstance(game.actions[-1], RunTrains) or not game.actions[-1].routes:
        return ()
    before = game.clone()
    made = before.undo()
    assert isinstance(made, RunTrains)
    return (_shown(before, made, lang, offered=False),)


def with_seen(runs: Sequence[ShownRun], seen: int) -> tuple[ShownRun, ...]:
    """The runs with layers for the map, on which one of them is seen."""
    layers = [seen, *(number for number in range(len(runs)) if number != seen)]
    return tuple(replace(run, layer=layers.index(number)) for number, run in enumerate(runs))


def _shown(game: Game, action: RunTrains, lang: str, *, offered: bool) -> ShownRun:
    """A run that is legal in this position."""
    trials, view = Trials(game), run_view(game, game.deciding or "", Run(0, action.routes), lang)
    trains = tuple(say_train(route.train, lang) for route in view.routes)
    idle = say_value("trains", view.idle, lang) if view.idle else ""
    besides = say("comma", lang).join(outcome(trials, action, lang)[1:])
    return ShownRun(action, view, trains, idle, income_of_run(trials, action), besides, offered)


def is_proven(game: Game, railway: str) -> bool:
    """Whether it is soon proven that no run of a railway earns more than the best one."""
    asked = asked_trains(game, railway)
    return best_of(best_by_calls(asked.position, asked.trains, Effort(steps=STEPS_FOR_PROOF))).proven


def last_run(game: Game, railway: str) -> int | None:
    """The number of the action with which a railway last ran its trains, found by repeating the game."""
    again, found = game.at_start(), None
    for number, action in enumerate(game.actions):
        if isinstance(action, RunTrains) and action.routes and again.deciding == railway:
            found = number
        again.apply_trusted(action)
    return found
