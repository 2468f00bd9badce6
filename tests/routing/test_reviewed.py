"""Defects that a review found: each was a wrong answer with a proof."""

from __future__ import annotations

import random

import pytest

from tests.routing.networks import TRAINS, random_position
from tests.routing.test_best_run import NoRules
from tielu.routing.best import best_by_calls
from tielu.routing.budget import Effort
from tielu.routing.check import RouteCheck
from tielu.routing.frontier import HIGHEST, LOWEST
from tielu.routing.network import Link, Network
from tielu.routing.packing import Group, Packing
from tielu.routing.search import TrainSearch


def test_train_may_stay_at_home_while_its_like_takes_a_dear_route() -> None:
    """Prices: 100 and 20 on track of their own are more than 70 and 40, though one train of two stays at home."""
    network = Network(random_position(random.Random(1), size=30, calls=False))
    network.claims = [0] * len(network.links)
    first, second = Group([0, 1], must_run=False), Group([2], must_run=False)
    for income, mask in ((10, 6), (70, 6), (20, 4), (40, 1)):
        first.add(network, income, mask)
    for income, mask in ((100, 3), (90, 3), (30, 5), (60, 4)):
        second.add(network, income, mask)
    packing = Packing(network, [first, second], 0, Effort())
    packing.run()
    assert (packing.floor, packing.bound) == (120, 120)


# Seven lines through seven points, each two of which meet: prices cannot say that two trains find no two of them.
FANO = ({0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5})


def test_last_train_gets_the_best_route_on_the_track_left() -> None:
    """It is looked up among hundreds of routes; a game of 1888-N stood still for minutes while pairs were tried."""
    rng = random.Random(3)
    network = Network(random_position(random.Random(1), size=30, calls=False))
    network.claims = [0] * len(network.links)
    group = Group([0, 1], must_run=False)
    for number in range(350):
        links = FANO[number % 7] | {rng.randrange(7, len(network.links))}
        group.add(network, 10 * rng.randrange(40, 60), sum(1 << link for link in links))
    for number in range(7):
        group.add(network, 10 * rng.randrange(1, 40), 1 << number)
    routes = [(choice.income, choice.mask) for choice in group.choices]
    packing = Packing(network, [group], 0, Effort())
    packing.run()
    best = max(one + other for one, mask in routes for other, rival in routes if not mask & rival)
    assert (packing.floor, packing.bound) == (best, best)
    assert sum(choice.income for choice in packing.chosen.values()) == best


@pytest.mark.parametrize("seed", [2, 7, 8, 9, 10, 13])
def test_run_out_of_time_makes_the_calls_it_says(seed: int) -> None:
    """A route found while calls were wanted does not stand for a run without calls."""
    position = random_position(random.Random(seed), size=12, calls=True)
    check = RouteCheck(position, NoRules())
    for steps in range(40):
        for calls, run in best_by_calls(position, [TRAINS["2"], TRAINS["2+2"]], Effort(steps=steps)).items():
            assert not run.routes or check.calls(run.routes) == calls == run.calls
            assert run.proven == (run.revenue == run.bound)


@pytest.mark.parametrize("seed", [78, 1395])
def test_run_out_of_time_earns_what_it_says(seed: int) -> None:
    """Ends that count nothing are left out, and so are their ferries."""
    position = random_position(random.Random(seed), size=25, calls=False)
    check = RouteCheck(position, NoRules())
    for steps in (8, 13, 20, 40):
        for run in best_by_calls(position, [TRAINS["2E"]], Effort(steps=steps)).values():
            assert run.revenue == max(0, check.income(run.routes))


def test_station_that_is_half_of_the_pair_takes_one_count() -> None:
    """Z - S - (X or Y) - H - B: X is a station and half of the pair, Y only the half, and both have the same value."""
    z, _, y, x, s, b, h = stops = range(7)
    network = Network(random_position(random.Random(1), size=12, calls=False))
    network.count, network.value = len(stops), [50, 50, 30, 30, 30, 10, 0]
    network.large, network.range_cost, network.dead_end = [1] * 7, [1] * 7, [0] * 7
    network.callers, network.own, network.pair, network.pair_bonus = [], [s, x, 1], [[y, x], [b]], 60
    network.mates, network.charge = [[] for _ in stops], [0] * 6
    ends = ((y, s, 1), (x, s, 1), (y, h, 2), (x, h, 2), (z, s, 4), (b, h, 8))
    network.links = [Link(start, end, sides, 0, ()) for start, end, sides in ends]
    network.rivals = [[0, 1], [0, 1], [2, 3], [2, 3], [4], [5]]
    network.claims = [1, 1, 2, 2, 0, 0]
    network.ways = [[link for link, each in enumerate(ends) if stop in each[:2]] for stop in stops]
    network.fars = network.ends_of(network.ways)
    route = TrainSearch(network, TRAINS["3E"], Effort()).best_route(0, LOWEST, HIGHEST)
    assert route is not None
    assert (route.income, set(route.stops)) == (150, {z, s, x, h, b})


@pytest.mark.parametrize("seconds", [-1.0, -1e12, float("-inf"), float("nan")])
def test_time_below_nothing_is_no_time(seconds: float) -> None:
    """Whatever the clock shows, a limit that is not a time ahead ends the search."""
    position = random_position(random.Random(3), size=60, calls=False)
    effort = Effort(seconds)
    best_by_calls(position, [TRAINS["5E"], TRAINS["4"]], effort)
    assert effort.steps <= 64
