"""Recorded positions with their best run: the run is legal here too, and earns exactly what the record says.

The records follow the platform's readings, so the games replay with the profile `18xx.games`.
"""

from __future__ import annotations

from typing import cast

import pytest

from tests.corpus import Record, corpus_path, positions, probes_by_file
from tielu.core.actions import RouteRun, RunTrains
from tielu.core.hexes import EDGES, neighbour
from tielu.core.state import State
from tielu.core.tiles import FIRST_STOP
from tielu.routing.model import best_count, trace
from tielu.titles.t1880.rules.components import RAILWAYS, TRAINS
from tielu.titles.t1880.rules.running import earnings, run_income, suggested_run, trains_to_run
from tielu.titles.t1880.rules.state import State1880

PROBES = corpus_path("1880-routes.json")


GROUPED = probes_by_file("1880-routes.json")


def stop_reached(state: State, before: str, name: str) -> tuple[str, int]:
    """The stop of a hex to which track from the neighbouring hex leads."""
    face = state.board.faces[state.faces[state.board.hex_index[name]]]
    edge = next(edge for edge in range(EDGES) if neighbour(name, edge) == before)
    (stop,) = [end - FIRST_STOP for end in face.from_edge[edge] if end >= FIRST_STOP]
    return name, stop


def forward(state: State, connections: list[list[str]]) -> tuple[tuple[str, ...], ...]:
    """The links of a recorded route, each turned so that it begins where the one before has ended."""
    for first in (connections[0], connections[0][::-1]):
        links = [tuple(first)]
        for link in connections[1:]:
            here = stop_reached(state, links[-1][-2], links[-1][-1])
            ways = [way for way in (link, link[::-1]) if stop_reached(state, way[1], way[0]) == here]
            if not ways:
                break
            links.append(tuple(ways[0]))
        else:
            return tuple(links)
    raise AssertionError(f"links that do not hang together: {connections}")


def recorded_run(state: State1880, railway: int, probe: Record) -> RunTrains:
    return RunTrains(tuple(_recorded_route(state, railway, each) for each in probe["best_routes"]))


def _recorded_route(state: State1880, railway: int, record: Record) -> RouteRun:
    """The route on record; it names every stop passed, of which an E-train counts the ones that pay best."""
    path = forward(state, [[name.split()[0] for name in link] for link in record["connections"]])
    route = RouteRun(record["train"], tuple((name, stop) for name, stop in record["stops"]), path)
    kind = next(kind for kind in TRAINS if kind.name == route.train)
    if kind.skips:
        passed = trace(state.board, state.faces, route)
        own = frozenset(state.stations[railway])
        _, counted = best_count(passed.stops, kind, own, earnings(state, railway), passed.ferries)
        assert {state.board.place_name(place) for place in counted} <= set(route.stops)
        route = RouteRun(route.train, tuple(state.board.place_name(place) for place in counted), path)
    assert run_income(state, railway, RunTrains((route,))) == record["revenue"]
    return route


@pytest.mark.parametrize("name", GROUPED or ["no corpus"])
def test_recorded_best_runs_are_legal_and_earn_what_they_should(name: str) -> None:
    """Everywhere the best run on record verifies and earns `best`; the run on offer earns as much."""
    if not GROUPED:
        pytest.skip(f"the recorded positions are not here: {PROBES}")
    reached = 0
    for probe, game in positions(name, GROUPED[name]):
        where = f"{name} before action {probe['index']} ({probe['entity']})"
        state = cast(State1880, game.state)
        railway = RAILWAYS.index(probe["entity"].replace("m", "A"))
        assert game.snapshot()["phase"] == probe["phase"], where
        assert sorted(TRAINS[train].name for train in trains_to_run(state, railway)) == sorted(probe["trains"]), where
        best = recorded_run(state, railway, probe)
        assert game.why_not(best) is None, where
        assert run_income(state, railway, best) == probe["best"], where
        suggested = suggested_run(state, railway)
        assert game.why_not(suggested) is None, where
        assert run_income(state, railway, suggested) == probe["best"], where
        reached += 1
    assert reached == len(GROUPED[name])
