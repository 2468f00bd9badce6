"""The map by brute force: where track leads, which tiles fit, where markers may stand; from the facts alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

# Row and column of the neighbour over each edge, from south-west clockwise.
NEIGHBOURS = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
FOLLOWING = {"white": "yellow", "yellow": "green", "green": "brown", "brown": "grey"}
FIXED = ("red", "blue", "grey")
# A search that takes more steps than this leaves the rest open: what it found is then only a lower bound.
MOST_STEPS = 20_000

Place = tuple[str, int]
Key = tuple[str, int]
# The key of a hex whose track is entered, whichever edge it is: an upgrade keeps all of its track.
ANY_TRACK = -1


@cache
def facts_of(title: str) -> dict[str, Any]:
    """What is printed on the components of a title."""
    facts: dict[str, Any] = json.loads(Path(__file__).with_name("facts").joinpath(f"{title}.json").read_text("utf-8"))
    return facts


@dataclass(frozen=True)
class Face:
    """A tile as it lies, or what is printed on a hex: each stop with its edges, and track from edge to edge."""

    colour: str
    label: str
    stops: tuple[dict[str, Any], ...]
    edges_of: tuple[frozenset[int], ...]
    plain: frozenset[frozenset[int]]

    @property
    def exits(self) -> frozenset[int]:
        return frozenset().union(*self.edges_of, *self.plain)

    @property
    def shape(self) -> tuple[Any, ...]:
        """Equal for rotations that cannot be told apart."""
        return tuple(sorted(tuple(sorted(edges)) for edges in self.edges_of)), self.plain

    def count(self, kind: str) -> int:
        return sum(stop["kind"] == kind for stop in self.stops)


def make_face(data: dict[str, Any], rotation: int) -> Face:
    stops = tuple(data.get("stops", ()))
    edges: list[set[int]] = [set() for _ in stops]
    plain = set()
    for ends in data.get("track", ()):
        sides = [(end + rotation) % 6 for end in ends if isinstance(end, int)]
        if len(sides) == 2:
            plain.add(frozenset(sides))
        else:
            (stop,) = (end for end in ends if isinstance(end, str))
            edges[int(stop[1:])].add(sides[0])
    return Face(data["colour"], data.get("label", ""), stops, tuple(map(frozenset, edges)), frozenset(plain))


@dataclass(frozen=True)
class Reach:
    """What track leads to for certain, and what it could lead to at most; the same if the search was complete."""

    certain: frozenset[Key]
    possible: frozenset[Key]
    stops: frozenset[Place]
    possible_stops: frozenset[Place]


class Rails:
    """The tiles on the map and the markers on it."""

    def __init__(self, title: str) -> None:
        facts = facts_of(title)
        self.hexes: dict[str, Any] = facts["hexes"]
        self.tiles: dict[str, Any] = facts["tiles"]
        self.lying: dict[str, tuple[str, int]] = {}
        self.markers: dict[str, list[Place]] = {}
        self._faces: dict[tuple[str, int], Face] = {}
        self._printed = {name: make_face(data, 0) for name, data in self.hexes.items()}

    # -- what lies where --

    def face(self, name: str) -> Face:
        return self.tile_face(*self.lying[name]) if name in self.lying else self._printed[name]

    def tile_face(self, tile: str, rotation: int) -> Face:
        key = (tile, rotation)
        if key not in self._faces:
            self._faces[key] = make_face(self.tiles[tile], rotation)
        return self._faces[key]

    def left(self, tile: str) -> int:
        """How many of a tile are in the supply."""
        count: int = self.tiles[tile]["count"]
        return count - sum(lying == tile for lying, _ in self.lying.values())

    def across(self, name: str, edge: int) -> str | None:
        """The hex on the other side of an edge, unless there is none or a barrier."""
        rows, columns = NEIGHBOURS[edge]
        other = f"{chr(ord(name[0]) + rows)}{int(name[1:]) + columns}"
        if other not in self.hexes or edge in self.hexes[name].get("impassable", ()):
            return None
        return None if (edge + 3) % 6 in self.hexes[other].get("impassable", ()) else other

    def standing(self, place: Place) -> list[str]:
        """The railways with a marker in a city."""
        return [railway for railway, places in self.markers.items() if place in places]

    def slots(self, place: Place) -> int:
        slots: int = self.face(place[0]).stops[place[1]].get("slots", 1)
        return slots

    def city_with(self, name: str, printed_city: int) -> int:
        """Where the city printed on a hex with this number is now."""
        edges = self._printed[name].edges_of[printed_city]
        face = self.face(name)
        for stop, now in enumerate(face.edges_of):
            if edges and edges <= now:
                return stop
        return min(printed_city, len(face.stops) - 1)

    # -- where track leads --

    def _blocked(self, railway: str | None, place: Place) -> bool:
        stop = self.face(place[0]).stops[place[1]]
        if stop.get("terminus"):
            return True
        if railway is None or stop["kind"] != "city":
            return False
        standing = self.standing(place)
        return railway not in standing and len(standing) >= stop.get("slots", 1)

    def _key(self, name: str, edge: int) -> Key:
        return (name, ANY_TRACK if edge in self.face(name).exits else edge)

    def reach(self, starts: list[Place], railway: str | None) -> Reach:
        """Where track leads from these places; without a railway no marker stands in the way."""
        loose = _Loose(self, railway)
        for start in starts:
            loose.leave(start, None)
        loose.walk()
        exact = _Exact(self, railway, loose.keys, loose.stops | set(starts))
        for start in starts:
            exact.stops.add(start)
            exact.leave(start, None)
        complete = exact.steps < MOST_STEPS or exact.done()
        keys, stops = frozenset(exact.keys), frozenset(exact.stops)
        if complete:
            return Reach(keys, keys, stops, stops)
        return Reach(keys, frozenset(loose.keys), stops, frozenset(loose.stops | set(starts)))

    # -- tiles --

    def lays(self, reach: Reach, own: list[Place], colours: list[str]) -> Iterator[tuple[str, str, int, bool]]:
        """Every tile that fits where track leads, whatever it costs; True at the end if it leads there for certain."""
        hexes = {name for name, _ in reach.possible} | {name for name, _ in own}
        for name in hexes:
            for tile in self.following(name):
                if self.tiles[tile]["colour"] not in colours or self.left(tile) <= 0:
                    continue
                for rotation in range(6):
                    if not self.fits(name, tile, rotation):
                        continue
                    keys = {(name, ANY_TRACK), *((name, edge) for edge in self.tile_face(tile, rotation).exits)}
                    here = any(place[0] == name for place in own)
                    if here or keys & reach.possible:
                        yield name, tile, rotation, here or bool(keys & reach.certain)

    def following(self, name: str) -> list[str]:
        """The tiles that may come next on a hex, by the upgrade chart or by what is printed there."""
        if name in self.lying:
            return list(self.tiles[self.lying[name][0]].get("upgrades_to", ()))
        printed = self._printed[name]
        if printed.colour == "white":
            return [tile for tile in self.tiles if self._is_first(printed, tile)]
        if printed.colour == "yellow":
            return [
                tile
                for tile, data in self.tiles.items()
                if data["colour"] == "green" and data.get("label", "") == printed.label
            ]
        return []

    def _is_first(self, printed: Face, tile: str) -> bool:
        """A hex printed with towns and cities takes either; the letters of a hex and its tile are the same."""
        face = self.tile_face(tile, 0)
        # L41 is the mountain of Heng Shan and comes only with its private.
        if face.colour != "yellow" or tile == "L41" or printed.label != face.label.replace("OO", ""):
            return False
        towns, cities = printed.count("town"), printed.count("city")
        if towns and cities:
            return (face.count("town"), face.count("city")) in ((towns, 0), (0, cities))
        return (face.count("town"), face.count("city")) == (towns, cities)

    def fits(self, name: str, tile: str, rotation: int) -> bool:
        """Whether no track is lost and none runs off the map, into a barrier or against a hex without track there."""
        old, new = self.face(name), self.tile_face(tile, rotation)
        if FOLLOWING.get(old.colour) != new.colour or not old.plain <= new.plain:
            return False
        if any(edges and not any(edges <= now for now in new.edges_of) for edges in old.edges_of):
            return False
        if not set(self.hexes[name].get("stub", ())) <= new.exits:
            return False
        return all(self._open(name, edge) for edge in new.exits)

    def _open(self, name: str, edge: int) -> bool:
        other = self.across(name, edge)
        if other is None:
            return False
        printed = self._printed[other]
        return printed.colour not in FIXED or (edge + 3) % 6 in printed.exits

    def lay(self, name: str, tile: str, rotation: int) -> None:
        """Put a tile down; markers stay in the cities whose track they had."""
        old, new = self.face(name), self.tile_face(tile, rotation)
        moved = stop_moves(old, new)
        self.lying[name] = (tile, rotation)
        for places in self.markers.values():
            places[:] = [(hex_name, moved[stop]) if hex_name == name else (hex_name, stop) for hex_name, stop in places]


def stop_moves(old: Face, new: Face) -> list[int]:
    """The stop of the new face that each stop of the old one becomes: by its track, else the next one left."""
    moves = [-1] * len(old.stops)
    for stop, edges in enumerate(old.edges_of):
        for now, kept in enumerate(new.edges_of):
            if edges and edges <= kept:
                moves[stop] = now
    free = [now for now in range(len(new.stops)) if now not in moves] or [0]
    for stop, move in enumerate(moves):
        if move < 0:
            moves[stop] = free.pop(0) if len(free) > 1 else free[0]
    return moves


class _Loose:
    """A walk that may use track and stops again: what it does not find, nothing finds."""

    def __init__(self, rails: Rails, railway: str | None) -> None:
        self.rails = rails
        self.railway = railway
        self.keys: set[Key] = set()
        self.stops: set[Place] = set()
        self._seen: set[tuple[str, int]] = set()
        self._ways: list[tuple[str, int]] = []

    def leave(self, place: Place, arrived: int | None) -> None:
        for edge in self.rails.face(place[0]).edges_of[place[1]]:
            if edge != arrived:
                self._cross(place[0], edge)

    def _cross(self, name: str, edge: int) -> None:
        other = self.rails.across(name, edge)
        if other is not None and (other, (edge + 3) % 6) not in self._seen:
            self._seen.add((other, (edge + 3) % 6))
            self._ways.append((other, (edge + 3) % 6))

    def walk(self) -> None:
        for name, edge in self._ways:
            self.keys.add(self.rails._key(name, edge))
            face = self.rails.face(name)
            for pair in face.plain:
                if edge in pair:
                    self._cross(name, *(pair - {edge}))
            for stop, edges in enumerate(face.edges_of):
                if edge in edges:
                    self.stops.add((name, stop))
                    if not self.rails._blocked(self.railway, (name, stop)):
                        self.leave((name, stop), edge)


class _Exact:
    """All routes, one after the other: no side and no stop twice; it stops when nothing more can be found."""

    def __init__(self, rails: Rails, railway: str | None, keys: set[Key], stops: set[Place]) -> None:
        self.rails = rails
        self.railway = railway
        self.steps = 0
        self.keys: set[Key] = set()
        self.stops: set[Place] = set()
        self._wanted = len(keys) + len(stops)
        self._sides: set[frozenset[str]] = set()
        self._passed: set[Place] = set()

    def done(self) -> bool:
        return len(self.keys) + len(self.stops) == self._wanted

    def leave(self, place: Place, arrived: int | None) -> None:
        self._passed.add(place)
        for edge in self.rails.face(place[0]).edges_of[place[1]]:
            if edge != arrived:
                self._cross(place[0], edge)
        self._passed.remove(place)

    def _cross(self, name: str, edge: int) -> None:
        other = self.rails.across(name, edge)
        if other is None or self.steps >= MOST_STEPS or self.done():
            return
        side = frozenset((name, other))
        if side in self._sides:
            return
        self.steps += 1
        self._sides.add(side)
        self._enter(other, (edge + 3) % 6)
        self._sides.remove(side)

    def _enter(self, name: str, edge: int) -> None:
        self.keys.add(self.rails._key(name, edge))
        face = self.rails.face(name)
        for pair in face.plain:
            if edge in pair:
                self._cross(name, *(pair - {edge}))
        for stop, edges in enumerate(face.edges_of):
            place = (name, stop)
            if edge in edges and place not in self._passed:
                self.stops.add(place)
                if not self.rails._blocked(self.railway, place):
                    self.leave(place, edge)
