"""Placing station markers: what every title asks of a place, with the ids of its own rules."""

from __future__ import annotations

from dataclasses import dataclass

from .actions import PlaceStation
from .bank import railway_pays_bank
from .errors import IllegalAction, illegal
from .events import StationPlaced
from .state import State
from .stations import face_at, free_spaces, has_station_in, leads_to, set_stations
from .tiles import CITY
from .track import STOPS_PER_HEX


@dataclass(frozen=True)
class PlacingRules:
    """The ids of a title's rules about station markers."""

    connected: str
    markers: str
    one_per_hex: str
    spaces: str


def why_not_there(
    state: State, company: int, action: PlaceStation, markers: int, rules: PlacingRules
) -> IllegalAction | None:
    """A marker is left, the place is a city that track leads to, and the hex has none of the company's yet."""
    index = state.board.hex_index.get(action.hex)
    if index is None:
        return illegal("unknown_hex", rules.connected, hex=action.hex)
    face = face_at(state, index)
    if not 0 <= action.city < len(face.stops) or face.stops[action.city].kind != CITY:
        return illegal("no_city", rules.connected, hex=action.hex, city=action.city)
    if len(state.stations[company]) >= markers:
        return illegal("no_marker_left", rules.markers, markers=markers)
    if has_station_in(state, company, index):
        return illegal("marker_in_hex", rules.one_per_hex, hex=action.hex)
    if not leads_to(state, company, index * STOPS_PER_HEX + action.city):
        return illegal("not_connected", rules.connected, hex=action.hex)
    return None


def why_no_space(
    state: State, place: int, reserved: int, reserved_rule: str, rules: PlacingRules
) -> IllegalAction | None:
    """More spaces of the city are free than are reserved for others."""
    name, _ = state.board.place_name(place)
    free = free_spaces(state, place)
    if free <= 0:
        return illegal("city_full", rules.spaces, hex=name)
    if free <= reserved:
        return illegal("home_reserved", reserved_rule, hex=name)
    return None


def place_marker(state: State, company: int, place: int, cost: int) -> None:
    """Pay for a further marker and put it on the map."""
    railway_pays_bank(state, company, cost)
    set_stations(state, company, (*state.stations[company], place))
    name, city = state.board.place_name(place)
    state.log(StationPlaced(state.company_id(company), name, city, cost))
