"""Track and stations: where to build so that the railway earns more, now and with the trains to come."""

from __future__ import annotations

from typing import Final

from tielu.bots.decision import Option
from tielu.core.actions import Action, LayTile, PlaceStation
from tielu.core.hexes import EDGES, opposite
from tielu.core.state import State
from tielu.core.stations import face_at, stops_in_reach
from tielu.core.tiles import CITY, OFFBOARD, WHITE, Face
from tielu.core.track import STOPS_PER_HEX

from .desk import Desk
from .needs import money_worth

# Why something is built that earns at once, later, or nothing.
LAYS: Final = ("lay_earns", "lay_later", "lay_toward")
STATIONS: Final = ("station_earns", "station_later", "station_holds")


def dream_trains(desk: Desk, railway: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The trains the railway will soon run, and one of the type after the next."""
    state, book = desk.state, desk.book
    offered = book.on_offer(state)
    own = state.trains[railway] if railway < len(state.trains) else (offered,)
    near = tuple(own) or (offered,)
    return near, (min(offered + 2, len(book.trains) - 2),)


class Prospect:
    """What a railway earns on a map: with the trains it has, and with those to come."""

    def __init__(self, desk: Desk, railway: int) -> None:
        self.desk = desk
        self.railway = railway
        self.near, self.far = dream_trains(desk, railway)
        owned = railway < len(desk.state.director)
        self._runs = not owned or bool(desk.state.trains[railway])
        # Others own parts too, but a company that earns nothing is worth nothing to its director.
        self.part = max(desk.part(railway), desk.w.station_share) if owned else desk.w.station_share
        self.now = (desk.income(railway, self.near), desk.income(railway, self.far))

    def gain(self, state: State) -> tuple[float, int, int]:
        """What the map of `state` is worth more to the director than the present one, and both differences."""
        desk, w = self.desk, self.desk.w
        track = desk.track(state, self.railway)
        near = desk.earned(track, self.near) - self.now[0]
        far = desk.earned(track, self.far) - self.now[1]
        turns = desk.turns_left
        first = min(turns, w.near_turns)
        worth = near * first + far * (turns - first) * w.future_weight
        return worth * self.part, near, far

    def reason(self, near: int, far: int, keys: tuple[str, str, str]) -> tuple[str, int]:
        """Which reason these differences are, and how much is earned: at once, later, or nothing.

        A railway without trains earns nothing at once.
        """
        at_once, later, never = keys
        if near > 0 and self._runs:
            return at_once, near
        gain = max(near, far, 0)
        return (later if gain else never, gain)


def attraction(desk: Desk, railway: int) -> list[float]:
    """For each hex how much track into it promises: the values of places not yet reached, less with every hex."""
    state, w = desk.state, desk.w
    board = state.board
    reached = set(stops_in_reach(state, railway))
    aims = desk.book.aims(desk, railway)
    field = [_unreached(state, index, reached, desk) + aims.get(index, 0.0) for index in range(len(board.hexes))]
    across, open_edges = board.across, board.open_edges
    costs = [each.cost * w.terrain for each in board.hexes]
    for _ in range(3):
        spread = field[:]
        for index, value in enumerate(field):
            if value <= 1:
                continue
            passed = value * w.attraction_decay
            for edge in range(EDGES):
                if open_edges[index] >> edge & 1:
                    other = across[index * EDGES + edge]
                    if other >= 0 and passed - costs[other] > spread[other]:
                        spread[other] = passed - costs[other]
        field = spread
    return field


def _unreached(state: State, index: int, reached: set[int], desk: Desk) -> float:
    total = 0.0
    for number, stop in enumerate(face_at(state, index).stops):
        if index * STOPS_PER_HEX + number not in reached:
            total = max(total, _stop_value(desk, stop.kind, stop.values))
    return total


def _stop_value(desk: Desk, kind: int, values: tuple[int, ...]) -> float:
    if kind == CITY:
        return max(desk.w.city_value, *values)
    if kind == OFFBOARD:
        return sum(values) / len(values)
    return desk.w.town_value


def lay_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """The lays that look best at a glance, tried out on a copy of the game."""
    railway = desk.railway
    field = attraction(desk, railway)
    lays = [each for each in offers if isinstance(each, LayTile)]
    at_a_glance = sorted(((_glance(desk, each, field), number) for number, each in enumerate(lays)), reverse=True)
    prospect = Prospect(desk, railway)
    options = []
    for glance, number in at_a_glance[: desk.w.lays_tried]:
        lay = lays[number]
        trial = desk.game.clone()
        trial.apply_trusted(lay)
        gain, near, far = prospect.gain(trial.state)
        cost = desk.state.treasury[railway] - trial.state.treasury[railway]
        worth = gain + desk.w.attraction_weight * glance - money_worth(desk, railway, cost)
        key, earned = prospect.reason(near, far, LAYS)
        options.append(desk.option(lay, worth, key, company=desk.deciding, hex=lay.hex, gain=earned, cost=cost))
    return options


def _glance(desk: Desk, lay: LayTile, field: list[float]) -> float:
    """What a lay promises without trying it: the values it adds and where its new track leads."""
    state, w = desk.state, desk.w
    board = state.board
    index = board.hex_index[lay.hex]
    old = face_at(state, index)
    new = board.faces[board.tile_index[lay.tile] * EDGES + lay.rotation]
    gained = _face_value(state, new) - _face_value(state, old)
    fresh = new.exits & ~old.exits
    promise = 0.0
    for edge in range(EDGES):
        if fresh >> edge & 1:
            other = board.across[index * EDGES + edge]
            face = face_at(state, other)
            if face.exits >> opposite(edge) & 1 or face.colour == WHITE:
                promise += field[other] if promise == 0 else w.further_exit * field[other]
            else:
                promise += w.dead_end * field[other]
    if old.colour == WHITE:
        promise += field[index] * w.own_hex
    return gained + promise * w.attraction_decay


def _face_value(state: State, face: Face) -> int:
    column = state.current_phase.column
    return sum(stop.values[0] if len(stop.values) == 1 else stop.values[column] for stop in face.stops)


def station_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """Markers where they open the way to more income."""
    stations = [each for each in offers if isinstance(each, PlaceStation)]
    railway = desk.railway
    prospect = Prospect(desk, railway)
    values = sorted(((_city_value(desk, each), number) for number, each in enumerate(stations)), reverse=True)
    options = []
    for value, number in values[: desk.w.stations_tried]:
        trial = desk.game.clone()
        trial.apply_trusted(stations[number])
        gain, near, far = prospect.gain(trial.state)
        cost = desk.state.treasury[railway] - trial.state.treasury[railway]
        worth = gain + value * desk.w.station_value - money_worth(desk, railway, cost) - cost * desk.w.station_thrift
        place = stations[number]
        key, earned = prospect.reason(near, far, STATIONS)
        options.append(desk.option(place, worth, key, company=desk.deciding, hex=place.hex, gain=earned, cost=cost))
    return options


def _city_value(desk: Desk, place: PlaceStation) -> float:
    state = desk.state
    face = face_at(state, state.board.hex_index[place.hex])
    return float(_face_value(state, face))
