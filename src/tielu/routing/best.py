"""The best run of a railway: `best_run` for a game, `best_by_calls` for the titles' own rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

from tielu.core.actions import RouteRun
from tielu.core.game import Game
from tielu.core.trains import TrainType

from .budget import Effort, OutOfTime
from .frontier import CALL, CALL_OR_NOT, HIGHEST, LOWEST, NO_CALL
from .joint_search import Together, income_of
from .listing import Route
from .model import RunPosition, best_count
from .network import Network
from .search import TrainSearch


@dataclass(frozen=True)
class Run:
    """Routes of a railway's trains that share no track, one at most for each train.

    No run with as many calls at places that are paid apart earns more than `bound`; if this one earns as much it is
    `proven`. `treasury` is what the calls bring, and `alternatives` has the best run for each number of calls.
    """

    revenue: int
    routes: tuple[RouteRun, ...]
    calls: int = 0
    treasury: int = 0
    proven: bool = True
    bound: int = 0
    alternatives: dict[int, Run] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class TrainsToRun:
    """A railway's trains and the position in which they run."""

    position: RunPosition
    trains: tuple[TrainType, ...]


def asked_trains(game: Game, railway: object) -> TrainsToRun:
    """What a railway would run now; raises InvalidAction if the game has no such railway."""
    trains = game.definition.trains_to_run(game.state, railway)
    assert isinstance(trains, TrainsToRun)
    return trains


def best_run(game: Game, company: object, seconds: float | None = None) -> Run:
    """The run with the highest revenue for a company or investor, of equals the one with more paid calls.

    Without a time limit it is always proven; with one it is the best found in time, with a bound. Raises InvalidAction
    if the game has no such railway.
    """
    asked = asked_trains(game, company)
    return best_of(best_by_calls(asked.position, asked.trains, Effort(seconds)))


def best_of(runs: dict[int, Run]) -> Run:
    """Of the best runs for each number of calls the one with the highest revenue, then with the most calls.

    A number of calls for which time ran out before any run was found still has its say in the bound.
    """
    found = {number: run for number, run in runs.items() if run.routes}
    best = max(found.values(), key=lambda run: (run.revenue, run.calls), default=Run(0, ()))
    bound = max([best.revenue, *[run.bound for run in runs.values()]])
    return Run(best.revenue, best.routes, best.calls, best.treasury, best.revenue >= bound, bound, found)


def best_by_calls(position: RunPosition, trains: Sequence[TrainType], effort: Effort) -> dict[int, Run]:
    """The best run for each number of trains that make a paid call; at least one train runs if any can.

    Where time runs out before any run with this many calls is found there is one without routes, that is not proven.
    """
    if not trains:
        return {}
    return _Question(Network(position), trains, effort).answer()


def best_income(network: Network, trains: Sequence[TrainType], effort: Effort) -> int:
    """What the best run brings owners and treasury together; quicker than the run itself, on a network once made."""
    return _Question(network, trains, effort).income() if trains else 0


def better_run(position: RunPosition, trains: Sequence[TrainType], calls: int, revenue: int) -> Run | None:
    """The best run with this many paid calls if it earns more than `revenue`; quicker than all the best runs."""
    return _Question(Network(position), trains, Effort()).better(calls, revenue)


class _Found:
    """The best routes for a number of calls as far as they are known, none or one for each train."""

    def __init__(self, revenue: int, routes: list[Route | None], bound: int) -> None:
        self.revenue = revenue
        self.routes = routes
        self.bound = bound


class _Question:
    """The trains of a railway on its network, and the best runs as far as they are known, by number of calls."""

    def __init__(self, network: Network, trains: Sequence[TrainType], effort: Effort) -> None:
        self.position = network.position
        self.trains = sorted(trains, key=lambda train: (-train.stops, -train.cities, train.name))
        self.effort = effort
        self.network = network
        self.together = Together(self.network, self.trains, effort)
        self.found: dict[int, _Found] = {}

    def answer(self) -> dict[int, Run]:
        self._ask_all()
        return {number: self._run(number, self.found[number]) for number in sorted(self.found)}

    def income(self) -> int:
        """Revenue and treasury of the run that `best_of` would take."""
        self._ask_all()
        best = max(((each.revenue, calls) for calls, each in self.found.items() if each.routes), default=(0, 0))
        return max(0, best[0]) + best[1] * self.position.earnings.call_money

    def better(self, number: int, revenue: int) -> Run | None:
        """The best run with this many calls, if it earns more than `revenue`."""
        best = None
        for calls in self._ways_to_call():
            if calls.count(CALL) == number:
                self.together.run(calls, revenue)
                if self.together.routes:
                    revenue = self.together.floor
                    best = self._run(number, _Found(revenue, self.together.routes, revenue))
        return best

    def _ask_all(self) -> None:
        for calls in self._ways_to_call():
            self._ask(calls)
        if not any(each.routes for each in self.found.values()):
            self._run_at_all()

    def _ways_to_call(self) -> list[tuple[int, ...]]:
        """Which trains call and which do not, trains of one type being alike; where nobody can call nobody is asked."""
        count = len(self.trains)
        if not self.network.callers:
            return [(CALL_OR_NOT,) * count]
        alike = [number for number in range(1, count) if self.trains[number].name == self.trains[number - 1].name]
        return [
            calls
            for calls in product((CALL, NO_CALL), repeat=count)
            if all(calls[number - 1] <= calls[number] for number in alike)
        ]

    def _ask(self, calls: tuple[int, ...]) -> None:
        """Find the best run with these calls, if it is better than what is known for as many calls."""
        number = calls.count(CALL)
        known = self.found.get(number) or _Found(LOWEST if number else 0, [], LOWEST)
        self.together.run(calls, known.revenue)
        bound = max(known.bound, self.together.bound)
        routes = self.together.routes
        if any(route is not None for route in routes):
            self.found[number] = _Found(income_of(routes), routes, bound)
        elif known.routes or bound > known.revenue:
            self.found[number] = _Found(known.revenue, known.routes, bound)

    def _run(self, calls: int, found: _Found) -> Run:
        pairs = zip(self.trains, found.routes, strict=False)
        written = [self._written(train, route) for train, route in pairs if route is not None]
        money = calls * self.position.earnings.call_money if written else 0
        proven = found.revenue >= found.bound
        return Run(found.revenue, tuple(written), calls, money, proven, found.bound)

    def _written(self, train: TrainType, route: Route) -> RouteRun:
        """The route as an action has it: the stops counted, and the hexes of each link in the order of the run."""
        network, position = self.network, self.position
        places = tuple(network.places[stop] for stop in route.stops)
        ferries = sum(network.links[link].ferries for link in route.links)
        _, counted = best_count(places, train, position.own, position.earnings, ferries)
        path = []
        for stop, index in zip(route.stops, route.links, strict=False):
            link = network.links[index]
            hexes = link.hexes if link.start == stop else tuple(reversed(link.hexes))
            path.append(tuple(position.board.hexes[each].name for each in hexes))
        return RouteRun(train.name, tuple(position.board.place_name(place) for place in counted), tuple(path))

    def _run_at_all(self) -> None:
        """Where nothing is to be earned a train that can run still does: the route that loses least."""
        best: Route | None = None
        routes: list[Route | None] = []
        for number, train in enumerate(self.trains):
            search = TrainSearch(self.network, train, self.effort)
            try:
                route = search.best_route(0, best.income if best is not None else LOWEST, HIGHEST)
            except OutOfTime:
                route = search.latest()
            if route is not None and (best is None or route.income > best.income):
                best = route
                routes = [route if each == number else None for each in range(len(self.trains))]
        if best is None:
            return
        calls = int(any(stop in self.network.callers for stop in best.stops))
        revenue = max(0, best.income)
        bound = max([revenue, *[each.bound for each in self.found.values()]])
        self.found[calls] = _Found(revenue, routes, bound)
