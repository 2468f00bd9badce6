"""Runs as readers find them who do not think of everything at once, for comparison with the best run.

A hurried one goes stop by stop, a careful one train by train, a thorough one so in every order of the trains.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from tielu import Game
from tielu.core.trains import TrainType
from tielu.routing.best import asked_trains
from tielu.routing.budget import Effort
from tielu.routing.by_hand import DrawnRun, drawn_run
from tielu.routing.frontier import CALL_OR_NOT, HIGHEST
from tielu.routing.model import RunPosition
from tielu.routing.network import Network
from tielu.routing.search import TrainSearch


def train_by_train(game: Game, railway: str) -> int:
    """What trains earn that take the best route one after the other, the longest first, on the track that is left."""
    asked = asked_trains(game, railway)
    return _one_after_the_other(asked.position, sorted(asked.trains, key=_longest_first))


def in_any_order(game: Game, railway: str) -> int:
    """The same in the order of trains that brings most."""
    asked = asked_trains(game, railway)
    orders = sorted(set(permutations(sorted(asked.trains, key=_longest_first))), key=str)
    return max(_one_after_the_other(asked.position, order) for order in orders)


def _longest_first(train: TrainType) -> tuple[int, int, str]:
    return -train.stops, -train.cities, train.name


def _one_after_the_other(position: RunPosition, trains: Sequence[TrainType]) -> int:
    network, earned = Network(position), 0
    for train in trains:
        route = TrainSearch(network, train, Effort()).best_route(CALL_OR_NOT, 0, HIGHEST)
        if route is None:
            continue
        earned += route.income
        taken = 0
        for link in route.links:
            taken |= network.links[link].sides
        network.ways = [[way for way in ways if not network.links[way].sides & taken] for ways in network.ways]
    return earned


def stop_by_stop(game: Game, railway: str) -> int:
    """What trains earn whose routes are drawn stop by stop, always to the stop that adds most."""
    asked = asked_trains(game, railway)
    run = drawn_run(asked.position, asked.trains)
    assert run is not None
    for number in range(len(run.routes)):
        run = _drawn_greedily(run, number)
    return sum(run.income(route) for route in run.routes if route.runs)


def _drawn_greedily(run: DrawnRun, number: int) -> DrawnRun:
    """The run with one more route, drawn to its end."""
    while True:
        before, runs = run.income(run.routes[number]), run.routes[number].runs
        following = run.next_stops(number)
        if not following:
            return run
        best = max(following, key=lambda each: run.income(each.route))
        if runs and run.income(best.route) <= before:
            return run
        run = run.with_route(number, best.route)
