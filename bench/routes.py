"""How long best runs take, on the form of the engine that this process runs: `python -m bench.routes probes|growth`.

Both print a JSON list. `probes`: what was measured, its value and its unit, over the recorded positions with a known
best run. `growth`: what ran, on how many maps, p50 and maximum in milliseconds, and the share of runs that was proven.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, cast

import tielu
from bench.games import CORPUS, played_games, recorded_games
from tielu.core.game import Game
from tielu.core.trains import TrainType
from tielu.files import load_file
from tielu.interop import load_18xx_games
from tielu.routing import Run, best_run
from tielu.routing.best import best_by_calls, best_of
from tielu.routing.budget import Effort
from tielu.routing.model import RunPosition
from tielu.routing.network import Network
from tielu.titles.t1880.rules.components import TRAIN_INDEX, TRAINS
from tielu.titles.t1880.rules.running import run_position
from tielu.titles.t1880.rules.state import State1880

CALLS = 3
# What takes longer than this, in milliseconds, is not asked again.
LONG = 1000

Probe = dict[str, Any]
Figure = tuple[str, float, str]
Growth = tuple[str, int, float, float, float]


def timed(ask: Callable[[], Run]) -> tuple[float, Run]:
    """The best time of three calls in milliseconds, and the answer."""
    found: list[tuple[float, Run]] = []
    while len(found) < CALLS and all(spent < LONG for spent, _ in found):
        start = time.perf_counter()
        run = ask()
        found.append((1000 * (time.perf_counter() - start), run))
    return min(found, key=lambda each: each[0])


def percentile(times: list[float], percent: int) -> float:
    """The smallest time that this many percent of all do not exceed."""
    return sorted(times)[math.ceil(len(times) * percent / 100) - 1]


# -- recorded positions --


def probes(title: str) -> list[tuple[Probe, Game]]:
    """The recorded positions with a known best run; none where they are not there."""
    path = CORPUS / f"{title}-routes.json"
    if not path.is_file():
        print(f"{title}: best runs are not measured, the recorded positions are not here", file=sys.stderr)
        return []
    by_file: dict[str, dict[int, Probe]] = {}
    for probe in json.loads(path.read_text("utf-8")):
        by_file.setdefault(probe["file"], {})[probe["index"]] = probe
    return [found for file, wanted in by_file.items() for found in positions(file, wanted)]


def positions(file: str, wanted: dict[int, Probe]) -> Iterator[tuple[Probe, Game]]:
    """Yield the probes of one game, each with the position before its action."""
    for index, _, game in load_18xx_games(load_file(CORPUS / file).data):
        if index + 1 in wanted:
            yield wanted[index + 1], game.clone()


def on_clones(game: Game, railway: str) -> tuple[float, Run]:
    """The time and the best run of a railway, asked each time on a fresh copy of the position."""
    clones = [game.clone() for _ in range(CALLS)]
    return timed(lambda: best_run(clones.pop(), railway))


def probe_figures(title: str) -> Iterator[Figure]:
    """Yield times, proofs, and how the revenue compares with the best on record."""
    times, proven, differences = [], 0, []
    for probe, game in probes(title):
        spent, run = on_clones(game, probe["entity"].replace("m", "A"))
        times.append(spent)
        proven += run.proven
        differences.append(run.revenue - probe["best"])
    if not times:
        return
    for percent in (50, 95, 99):
        yield f"{title}: best run, p{percent}", percentile(times, percent), "ms"
    yield f"{title}: best run, max", max(times), "ms"
    yield f"{title}: proven", 100 * proven / len(times), "%"
    yield f"{title}: below the recorded best", sum(each < 0 for each in differences), "probes"
    yield f"{title}: equal to it", differences.count(0), "probes"
    yield f"{title}: above it", sum(each > 0 for each in differences), "probes"


# -- how time grows --

MOST_STOPS = 999
BUCKETS = ((2, 15), (16, 30), (31, 45), (46, 60), (61, MOST_STOPS))
SECONDS = 10
MAPS = 99
# Many trains may take all their seconds on a map, so they run on some of the maps, spread evenly.
MAPS_WITH_TRAINS = 7
MANY_TRAINS = (("4+4",), ("4+4",) * 2, ("4+4",) * 3, ("4+4",) * 4, ("6E",), ("6E",) * 2)


def final_maps() -> list[RunPosition]:
    """The maps at the end of games of 1880, recorded ones if there are any, each with the company of most stations."""
    games = recorded_games("1880", MAPS) or played_games("1880", 12)
    return [busiest(cast(State1880, game.state)) for game in games]


def busiest(state: State1880) -> RunPosition:
    railways = range(len(state.stations))
    return run_position(state, max(railways, key=lambda railway: (len(state.stations[railway]), -railway)))


def with_trains(position: RunPosition, types: list[TrainType]) -> tuple[float, Run]:
    return timed(lambda: best_of(best_by_calls(position, types, Effort(seconds=SECONDS))))


def growth(what: str, maps: list[RunPosition], trains: tuple[str, ...]) -> Growth:
    """How long these trains take on these maps; at most `SECONDS` each."""
    types = [TRAINS[TRAIN_INDEX[train]] for train in trains]
    found = [with_trains(position, types) for position in maps]
    times = [spent for spent, _ in found]
    proven = 100 * sum(run.proven for _, run in found) / len(found)
    return what, len(maps), percentile(times, 50), max(times), proven


def growth_figures() -> Iterator[Growth]:
    """Yield what one train takes on ever larger networks, and what ever more trains take on the same maps."""
    maps = [(Network(position).count, position) for position in final_maps()]
    for train in ("6E", "10"):
        for low, high in BUCKETS:
            some = [position for stops, position in maps if low <= stops <= high]
            size = f"{low} to {high}" if high < MOST_STOPS else f"{low} or more"
            if some:
                yield growth(f"one {train}, {size} stops", some, (train,))
    same = [position for _, position in maps[:: max(1, len(maps) // MAPS_WITH_TRAINS)]]
    for trains in MANY_TRAINS:
        yield growth(f"{len(trains)} × {trains[0]}", same, trains)


def main(what: str) -> None:
    if what == "probes":
        print(json.dumps([figure for title in tielu.TITLES for figure in probe_figures(title)]))
    else:
        print(json.dumps(list(growth_figures())))


if __name__ == "__main__":
    main(sys.argv[1])
