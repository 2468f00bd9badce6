"""Recorded positions with their best run: the run is legal here too, and earns exactly what the record says.

The records follow the platform's readings, so the games replay with the profile `18xx.games`.
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from tielu import Game
from tielu.core.actions import RouteRun, RunTrains
from tielu.core.hexes import EDGES, neighbour
from tielu.core.tiles import FIRST_STOP
from tielu.interop import load_18xx_games
from tielu.routing.model import trace
from tielu.routing.suggest import best_count
from tielu.titles.t1880.components import RAILWAYS, TRAINS
from tielu.titles.t1880.running import earnings, run_income, suggested_run, trains_to_run
from tielu.titles.t1880.state import State1880

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
PROBES = CORPUS / "1880-routes.json"

Record = dict[str, Any]


def probes_by_file() -> dict[str, list[Record]]:
    """The recorded positions of each game, in the order in which the game reaches them."""
    if not PROBES.is_file():
        return {}
    grouped: dict[str, list[Record]] = defaultdict(list)
    for probe in json.loads(PROBES.read_text(encoding="utf-8")):
        grouped[probe["file"]].append(probe)
    return {name: sorted(probes, key=lambda probe: probe["index"]) for name, probes in sorted(grouped.items())}


GROUPED = probes_by_file()


def positions(name: str, probes: list[Record]) -> Iterator[tuple[Record, Game]]:
    """The game before each probe's action; the file is replayed once and no further than the last probe."""
    record = json.loads(gzip.decompress((CORPUS / name).read_bytes()))
    waiting = list(probes)
    for index, _, game in load_18xx_games(record):
        while waiting and waiting[0]["index"] == index + 1:
            yield waiting.pop(0), game.clone()
        if not waiting:
            return


def stop_reached(state: State1880, before: str, name: str) -> tuple[str, int]:
    """The stop of a hex to which track from the neighbouring hex leads."""
    face = state.board.faces[state.faces[state.board.hex_index[name]]]
    edge = next(edge for edge in range(EDGES) if neighbour(name, edge) == before)
    (stop,) = [end - FIRST_STOP for end in face.from_edge[edge] if end >= FIRST_STOP]
    return name, stop


def forward(state: State1880, connections: list[list[str]]) -> tuple[tuple[str, ...], ...]:
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
    """Everywhere the best run on record verifies and earns `best`; the run we suggest is legal and no better."""
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
        assert 0 < run_income(state, railway, suggested) <= probe["best"], where
        reached += 1
    assert reached == len(GROUPED[name])
