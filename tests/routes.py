"""Train runs for tests, written the way one would point them out on the map.

route("3", "K15-L14 L14-M13-N12") runs a 3-train over two links and counts every stop at their ends;
route("6E", "K15-L14 L14-M13-N12", "K15 N12") counts two of them; "F8.2" is the third stop of its hex.
"""

from __future__ import annotations

from tielu.core.actions import RouteRun, RunTrains


def route(train: str, path: str, stops: str = "") -> RouteRun:
    links = tuple(tuple(link.split("-")) for link in path.split())
    ends = [links[0][0], *(link[-1] for link in links)] if links else []
    return RouteRun(train, tuple(_stop(name) for name in stops.split() or ends), links)


def _stop(name: str) -> tuple[str, int]:
    hex_name, _, city = name.partition(".")
    return hex_name, int(city or 0)


def run(train: str, path: str, stops: str = "") -> RunTrains:
    """A run of one train."""
    return RunTrains((route(train, path, stops),))
