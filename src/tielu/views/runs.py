"""A run of trains, stop by stop: what each train's route is paid for."""

from __future__ import annotations

from typing import cast

from tielu import Game
from tielu.core.actions import RouteRun
from tielu.routing import Run
from tielu.routing.best import RunsTrains
from tielu.routing.check import counted_places
from tielu.routing.model import RunPosition, trace
from tielu.views.board import place_name
from tielu.views.facts import FACTS
from tielu.views.models import BonusView, RouteView, RunView, StopView


def run_view(game: Game, railway: str, run: Run) -> RunView:
    """The run of a railway in this position; raises InvalidAction if the game has no such railway."""
    asked = cast(RunsTrains, game.rules).trains_to_run(game.state, railway)
    trains = [train.name for train in asked.trains]
    idle = trains.copy()
    for route in run.routes:
        idle.remove(route.train)
    routes = [_route_view(game.title, asked.position, route) for route in run.routes]
    return RunView(railway, tuple(trains), tuple(routes), tuple(idle))


def _route_view(title: str, position: RunPosition, route: RouteRun) -> RouteView:
    board, earnings = position.board, position.earnings
    counted = counted_places(board, route)
    passed = trace(board, position.faces, route)
    stops = [
        StopView(place_name(board, board.place_name(place)[0]), earnings.value(place) if place in counted else None)
        for place in passed.stops
    ]
    bonuses = _bonuses(title, position, counted, passed.ferries)
    return RouteView(route.train, tuple(stops), bonuses, earnings.income(counted, passed.ferries))


def _bonuses(title: str, position: RunPosition, counted: tuple[int, ...], ferries: int) -> tuple[BonusView, ...]:
    """What comes on top of the stops' own values, and what is taken off."""
    earnings, facts = position.earnings, FACTS[title]
    extra = sum(earnings.extra.get(place, 0) for place in counted)
    pair = earnings.pair_bonus if all(not side.isdisjoint(counted) for side in earnings.pair) else 0
    found = (
        BonusView(facts.stop_bonus, extra),
        BonusView(facts.pair_bonus, pair),
        BonusView("ferry_charge", -ferries * earnings.ferry_charge),
    )
    return tuple(bonus for bonus in found if bonus.amount)
