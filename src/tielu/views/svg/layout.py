"""Where things stand on a face: stops on their track, track through the hex, spaces of a city side by side.

Everything is computed for the tile as it comes out of the box and then turned with it; only the spaces of a city
stay upright, so that the letters on markers do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product

from tielu.core.hexes import EDGES, opposite
from tielu.core.tiles import CITY, FIRST_STOP, OFFBOARD, TOWN, Face, Stop, rotated
from tielu.views.svg.geometry import (
    HALF_WIDTH,
    Curve,
    along,
    direction,
    distance,
    edge_point,
    into,
    plus,
    reverse,
    scaled,
    split,
    through,
    towards,
    turned,
)
from tielu.views.svg.markup import Point

SPACE = 12.0  # radius of a space for a station marker
RING_SPACE = 10.8  # the same where there are many
RIM = 2.0  # of the city around its spaces
TOWN_DOT = 6.0
TOWN_BAR = 9.0  # half its length
FAR_LENGTH = 17.0  # of the track into an off-board place

_SHARES = (0.5, 0.4, 0.6, 0.32, 0.68, 0.26, 0.74)
_TRACK_SAMPLES = (0.1, 0.3, 0.5, 0.7, 0.9)


@dataclass(frozen=True)
class StopPlace:
    """Where a stop stands; a town on simple track is a bar across it, in the direction `across`."""

    stop: Stop
    at: Point
    across: float | None
    spaces: tuple[Point, ...]

    @property
    def space(self) -> float:
        """The radius of each space."""
        return SPACE if self.stop.slots < 5 else RING_SPACE

    @property
    def is_city(self) -> bool:
        return self.stop.kind == CITY

    @property
    def is_town(self) -> bool:
        return self.stop.kind == TOWN


@dataclass(frozen=True)
class Plan:
    """A face as it is drawn: its stops, a curve for each of its pieces, and which pieces are joined to each other."""

    stops: tuple[StopPlace, ...]
    curves: tuple[Curve, ...]
    joined: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class _Choice:
    """A place for a stop, with the track that leads to it; `doubt` says how much we would rather have another."""

    at: Point
    across: float | None
    tracks: tuple[Curve, ...]
    doubt: float

    @cached_property
    def samples(self) -> list[list[Point]]:
        """Places on each of its tracks."""
        return [_samples(curve) for curve in self.tracks]


def _samples(curve: Curve) -> list[Point]:
    return [along(curve, share) for share in _TRACK_SAMPLES]


def plan_of(face: Face) -> Plan:
    """How a face is drawn."""
    return _plan(face.stops, face.pieces, face.rotation)


@lru_cache(maxsize=2048)
def _plan(stops: tuple[Stop, ...], pieces: tuple[tuple[int, int], ...], rotation: int) -> Plan:
    upright = rotated(pieces, -rotation)
    choices = _choose(stops, upright)
    places = []
    for stop, choice in zip(stops, choices, strict=True):
        at = turned(choice.at, rotation)
        across = None if choice.across is None else choice.across + 60 * rotation
        places.append(StopPlace(stop, at, across, tuple(plus(at, each) for each in spaces_of(stop))))
    curves = tuple(_turned_curve(_curve(piece, upright, choices), rotation) for piece in upright)
    return Plan(tuple(places), curves, _joined(pieces))


def _turned_curve(curve: Curve, rotation: int) -> Curve:
    a, b, c, d = (turned(each, rotation) for each in curve)
    return a, b, c, d


def spaces_of(stop: Stop) -> tuple[Point, ...]:
    """The spaces for markers around the middle of a city: a row, a triangle, a square or a ring."""
    if stop.kind != CITY:
        return ()
    if stop.slots == 1:
        return ((0.0, 0.0),)
    if stop.slots == 2:
        return ((-SPACE, 0.0), (SPACE, 0.0))
    around = {3: SPACE * 1.16, 4: SPACE * 1.42}.get(stop.slots, RING_SPACE * 2.05)
    start = {3: -90.0, 4: -135.0}.get(stop.slots, -120.0)
    return tuple(towards(start + 360 * number / stop.slots, around) for number in range(stop.slots))


def _edges(pieces: tuple[tuple[int, int], ...], stop: int) -> list[int]:
    """The edges that track joins to a stop."""
    end = FIRST_STOP + stop
    return sorted(min(piece) for piece in pieces if end in piece)


def _choose(stops: tuple[Stop, ...], pieces: tuple[tuple[int, int], ...]) -> tuple[_Choice, ...]:
    """The best place for every stop."""
    edges = [_edges(pieces, stop) for stop in range(len(stops))]
    if not any(edges):
        return tuple(_Choice(at, None, (), 0.0) for at in _spread(stops))
    if len(stops) == 1:
        return (_only(stops[0], edges[0]),)
    plain = [_samples(through(*piece)) for piece in pieces if max(piece) < FIRST_STOP]
    offers = [list(_offers(stop, own, len(stops))) for stop, own in zip(stops, edges, strict=True)]
    return min(product(*offers), key=lambda chosen: _crowding(stops, chosen, plain))


def _only(stop: Stop, edges: list[int]) -> _Choice:
    """A single stop stands in the middle, a town on simple track in the middle of its curve."""
    if stop.kind == TOWN and len(edges) == 2:
        return _on_track(edges, 0.5, 0.0)
    return _Choice((0.0, 0.0), None, tuple(into(edge, (0.0, 0.0)) for edge in edges), 0.0)


def _spread(stops: tuple[Stop, ...]) -> list[Point]:
    """Stops without track: cities left and right, towns between or beside them."""
    cities = sum(stop.kind == CITY for stop in stops)
    towns = len(stops) - cities
    if len(stops) == 1:
        return [(0.0, 0.0)]
    if cities and towns:
        city_places = [(-12.0, 0.0)] if cities == 1 else [(-20.0, 0.0), (20.0, 0.0)]
        town_places = [(18.0, 0.0)] if towns == 1 else [(0.0, -9.0), (0.0, 9.0)]
    else:
        step = 20.0 if cities else 14.0
        city_places = town_places = [(-step, 0.0), (step, 0.0)]
    left = {True: iter(city_places), False: iter(town_places)}
    return [next(left[stop.kind == CITY]) for stop in stops]


def _on_track(edges: list[int], share: float, doubt: float) -> _Choice:
    curve = through(edges[0], edges[1])
    first, second = split(curve, share)
    return _Choice(along(curve, share), direction(curve, share) + 90, (first, reverse(second)), doubt)


def _offers(stop: Stop, edges: list[int], stops: int) -> Iterator[_Choice]:
    """Yield the places where one of several stops of a hex could stand."""
    if not edges:
        yield from (_Choice(towards(30.0 * number, 21.0), None, (), 0.0) for number in range(12))
    elif len(edges) == 1:
        at = edge_point(edges[0], 22.0 if stops < 4 else 26.0)
        yield _Choice(at, None, (into(edges[0], at),), 0.0)
    else:
        yield from _offers_on_track(stop, edges)
        if stop.kind == CITY and edges[1] != opposite(edges[0]):
            yield from _offers_outward(edges)


def _offers_on_track(stop: Stop, edges: list[int]) -> Iterator[_Choice]:
    """Yield places on the track between two edges; the middle is liked best."""
    for share in _SHARES:
        choice = _on_track(edges, share, abs(share - 0.5) * 12)
        yield _Choice(choice.at, choice.across if stop.kind == TOWN else None, choice.tracks, choice.doubt)


def _offers_outward(edges: list[int]) -> Iterator[_Choice]:
    """Yield places further out than the track between two edges would go by itself."""
    middle = along(through(edges[0], edges[1]), 0.5)
    outward = scaled(middle, 1 / distance(middle, (0.0, 0.0)))
    for push in (4.0, 8.0, 12.0):
        at = plus(middle, scaled(outward, push))
        yield _Choice(at, None, tuple(into(edge, at) for edge in edges), push / 4)


def _radius(stop: Stop) -> float:
    return SPACE + RIM if stop.kind == CITY else TOWN_BAR - 1


def _crowding(stops: tuple[Stop, ...], chosen: tuple[_Choice, ...], plain: list[list[Point]]) -> float:
    """How badly stops stand in each other's way and on each other's track."""
    score = sum(choice.doubt for choice in chosen)
    for first, second in combinations(range(len(chosen)), 2):
        apart = distance(chosen[first].at, chosen[second].at)
        score += 4 * max(0.0, _radius(stops[first]) + _radius(stops[second]) + 2 - apart) - apart / 100
    for number, choice in enumerate(chosen):
        score += 2 * max(0.0, _nearest_side(choice.at) + _radius(stops[number]) - HALF_WIDTH + 1)
        foreign = [track for other, each in enumerate(chosen) if other != number for track in each.samples]
        for track in foreign + plain:
            nearest = min(distance(choice.at, place) for place in track)
            score += 2 * max(0.0, _radius(stops[number]) + 5 - nearest)
    return score


def _nearest_side(at: Point) -> float:
    """How far a place lies towards the side of the hex that is nearest to it."""
    return max(at[0] * x + at[1] * y for x, y in (edge_point(edge, 1.0) for edge in range(EDGES)))


def _curve(piece: tuple[int, int], pieces: tuple[tuple[int, int], ...], choices: tuple[_Choice, ...]) -> Curve:
    """The curve of a piece, from its edge."""
    edge, end = min(piece), max(piece)
    if end < FIRST_STOP:
        return through(edge, end)
    stop = end - FIRST_STOP
    return choices[stop].tracks[_edges(pieces, stop).index(edge)]


def _joined(pieces: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """Pieces in sets that share an edge or a stop: track of different sets merely crosses."""
    sets: list[tuple[set[int], list[int]]] = []
    for number, piece in enumerate(pieces):
        touched = [each for each in sets if each[0] & set(piece)]
        ends, members = set(piece), [number]
        for other in touched:
            ends |= other[0]
            members += other[1]
            sets.remove(other)
        sets.append((ends, sorted(members)))
    return tuple(tuple(members) for _, members in sorted(sets, key=lambda each: each[1]))


def track_curve(face: Face, edge: int, end: int) -> Curve:
    """The track between an edge and another end of a face, from the edge."""
    plan = plan_of(face)
    for piece, curve in zip(face.pieces, plan.curves, strict=True):
        if piece in ((edge, end), (end, edge)):
            return curve if distance(curve[0], edge_point(edge)) < 1 else reverse(curve)
    raise KeyError((edge, end))


def is_far(face: Face, piece: tuple[int, int]) -> bool:
    """Whether a piece leads into an off-board place, where it is drawn as a short arrow."""
    end = max(piece)
    return end >= FIRST_STOP and face.stops[end - FIRST_STOP].kind == OFFBOARD
