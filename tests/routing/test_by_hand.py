"""Runs drawn by hand: nothing illegal can be drawn, everything legal can, and what is still possible is true."""

from __future__ import annotations

import os
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.routing.networks import TRAINS, random_position
from tests.routing.test_best_run import NoRules, south
from tielu.core.actions import RouteRun
from tielu.core.trains import TrainType
from tielu.routing.best import asked_trains, best_by_calls, best_of
from tielu.routing.budget import Effort
from tielu.routing.by_hand import DrawnRun, Stroke, drawn_run
from tielu.routing.check import RouteCheck
from tielu.routing.model import RunPosition, trace
from tielu.routing.reference import FoundRoute, ReferenceSearch

DRAWS = int(os.environ.get("TIELU_NETWORKS", "60"))


def begin(position: RunPosition, trains: list[TrainType], strokes: list[list[Stroke]] | None = None) -> DrawnRun:
    run = drawn_run(position, trains, strokes or [])
    assert run is not None
    return run


def scribble(rng: random.Random, position: RunPosition, trains: list[TrainType]) -> tuple[DrawnRun, int]:
    """A run drawn at random, train by train, and the train that was drawn last."""
    run, strokes, number = begin(position, trains), [list[Stroke]() for _ in trains], 0
    for number in range(rng.randint(1, len(trains))):
        for _ in range(rng.randint(0, 5)):
            following = run.next_stops(number)
            if not following:
                break
            strokes[number].append(rng.choice(following).stroke)
            run = begin(position, trains, strokes)
    return run, number


def links(route: RouteRun) -> set[tuple[str, ...]]:
    """The links of a route, in whatever direction it is written."""
    return {min(link, link[::-1]) for link in route.path}


def strokes_of(position: RunPosition, route: RouteRun) -> list[Stroke]:
    """How a person would draw a route: from the first station it visits to its end, then the way to its beginning."""
    path = trace(position.board, position.faces, route)
    names = [position.board.place_name(place) for place in path.stops]
    at = next(number for number, place in enumerate(path.stops) if place in position.own)
    onward = [Stroke(link[1:], names[at + 1 + number][1]) for number, link in enumerate(route.path[at:])]
    back = [
        Stroke(route.path[number][::-1][1:], names[number][1], in_front=bool(onward)) for number in reversed(range(at))
    ]
    return [Stroke((names[at][0],), names[at][1]), *onward, *back]


@settings(max_examples=DRAWS, deadline=None)
@given(st.integers(0, 2**40), st.lists(st.sampled_from(sorted(TRAINS)), min_size=1, max_size=3))
def test_whatever_is_drawn_is_legal(seed: int, names: list[str]) -> None:
    """After every stroke the routes drawn so far could be run, and earn what is said of them."""
    rng, trains = random.Random(seed), [TRAINS[name] for name in names]
    position = random_position(rng, size=10, calls=False)
    run, _ = scribble(rng, position, trains)
    check = RouteCheck(position, NoRules())
    assert check.why_not(run.action.routes, trains) is None
    assert check.income(run.action.routes) == sum(run.income(route) for route in run.routes if route.runs)


@settings(max_examples=DRAWS, deadline=None)
@given(st.integers(0, 2**40), st.sampled_from(sorted(TRAINS)))
def test_every_legal_route_can_be_drawn(seed: int, name: str) -> None:
    """All routes that the slow search finds, each from one of its stations."""
    position = random_position(random.Random(seed), size=9, calls=False)
    for found in ReferenceSearch(position).routes(TRAINS[name]):
        run = begin(position, [TRAINS[name]], [strokes_of(position, found.run)])
        assert links(run.action.routes[0]) == links(found.run)
        assert run.income(run.routes[0]) == found.income


@settings(max_examples=DRAWS, deadline=None)
@given(st.integers(0, 2**40), st.lists(st.sampled_from(sorted(TRAINS)), min_size=1, max_size=3))
def test_the_best_run_can_be_drawn(seed: int, names: list[str]) -> None:
    """Train by train; then nothing more is possible than what is drawn."""
    trains = [TRAINS[name] for name in names]
    position = random_position(random.Random(seed), size=10, calls=False)
    best = best_of(best_by_calls(position, trains, Effort()))
    run, strokes = begin(position, trains), [list[Stroke]() for _ in trains]
    for route in best.routes:
        free = [number for number, each in enumerate(run.routes) if each.train.name == route.train]
        strokes[next(each for each in free if not strokes[each])] = strokes_of(position, route)
    run = begin(position, trains, strokes)
    assert sum(run.income(route) for route in run.routes if route.runs) == (best.revenue if best.routes else 0)
    if best.revenue > 0:
        assert run.prospect(0, Effort()).income == best.revenue


def contains(position: RunPosition, found: FoundRoute, run: DrawnRun, number: int) -> bool:
    """Whether a route has all that is drawn for a train."""
    begun = run.routes[number]
    passed = trace(position.board, position.faces, found.run).stops
    return set(begun.stops) <= set(passed) and links(run.as_drawn(begun)) <= links(found.run)


@settings(max_examples=DRAWS, deadline=None)
@given(st.integers(0, 2**40), st.lists(st.sampled_from(sorted(TRAINS)), min_size=1, max_size=2))
def test_what_is_still_possible_is_true(seed: int, names: list[str]) -> None:
    """As much as the slow search finds among the runs that contain what is drawn."""
    rng, trains = random.Random(seed), [TRAINS[name] for name in names]
    position = random_position(rng, size=8, calls=False)
    run, number = scribble(rng, position, trains)
    search, others = ReferenceSearch(position), [each for each in range(len(trains)) if each != number]
    done = sum(run.income(run.routes[each]) for each in others if run.routes[each].runs)
    closed = sum(run.routes[each].sides for each in others)
    mine = [each for each in search.routes(run.routes[number].train) if contains(position, each, run, number)]
    best = 0
    for one in [each for each in mine if not each.sides & closed]:
        free = [run.routes[each].train for each in others if not run.routes[each].runs]
        rest = [each.income for train in free for each in search.routes(train) if not each.sides & (one.sides | closed)]
        best = max(best, one.income + max(rest, default=0))
    if not run.routes[number].runs:
        free = [run.routes[each].train for each in others if not run.routes[each].runs]
        rest = [each.income for train in free for each in search.routes(train) if not each.sides & closed]
        best = max(best, *rest, 0)
    told = run.prospect(number, Effort())
    assert told.proven
    assert told.income == done + max(best, run.income(run.routes[number]) if run.routes[number].runs else 0)


def test_the_stops_around_a_station() -> None:
    """A 2-train of HKR begins at its station, can go to three places, and has then come to its end."""
    asked = asked_trains(south(["2"]).game, "HKR")
    run = begin(asked.position, list(asked.trains))
    (station,) = run.next_stops(0)
    assert station.stroke == Stroke(("P14",), 0)
    run = begin(asked.position, list(asked.trains), [[station.stroke]])
    assert [each.stroke.hexes for each in run.next_stops(0)] == [("P12",), ("Q13",), ("Q15",)]
    run = begin(asked.position, list(asked.trains), [[station.stroke, Stroke(("Q15",), 0)]])
    assert (run.next_stops(0), run.income(run.routes[0])) == ([], 60)


def test_a_stroke_without_track_draws_nothing() -> None:
    """Neither a hex that is too far away nor a stop that is not there, nor more trains than there are."""
    asked = asked_trains(south(["2"]).game, "HKR")
    station = Stroke(("P14",), 0)
    for strokes in ([[Stroke(("K15",), 0)]], [[station, Stroke(("P12",), 1)]], [[station], [station]]):
        assert drawn_run(asked.position, asked.trains, strokes) is None
