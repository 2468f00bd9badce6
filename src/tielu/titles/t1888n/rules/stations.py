"""VIII.3.2 and VIII.3.5. Stations: the home station of the first turn, costs, and homes that are kept free."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tielu.core.actions import Action, PlaceStation
from tielu.core.bank import railway_pays_bank
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import StationPlaced
from tielu.core.stations import cities_in_reach, face_at, free_spaces, has_station_in, leads_to, set_stations
from tielu.core.tiles import CITY, Face
from tielu.core.track import STOPS_PER_HEX

from .components import COMPANIES
from .map import HEXES
from .state import State1888

_HOMES: Final = [[printed.name for printed in HEXES].index(charter.home) for charter in COMPANIES]


def home_city(company: int, face: Face) -> int:
    """The city of the company's home hex that is its own: where its track leads, if there are several."""
    edge = COMPANIES[company].home_edge
    if edge < 0 or face.cities == 1:
        return 0
    return next(stop for stop in range(len(face.stops)) if edge in face.from_stop[stop])


def place_home(state: State1888, company: int) -> None:
    """Free of charge at the start of the first turn, tile or no tile (1888.home.place-first-turn)."""
    home = state.board.hex_index[COMPANIES[company].home]
    city = home_city(company, face_at(state, home))
    set_stations(state, company, (home * STOPS_PER_HEX + city,))
    state.log(StationPlaced(state.company_id(company), COMPANIES[company].home, city, 0))


def station_cost(state: State1888, company: int) -> int:
    """40 for the first, 100 for each further one (1888.station.cost)."""
    return state.rules.station_costs[len(state.stations[company])]


def why_not_place(state: State1888, company: int, action: PlaceStation) -> IllegalAction | None:
    index = state.board.hex_index.get(action.hex)
    if index is None:
        return illegal("unknown_hex", "1888.station.connected", hex=action.hex)
    face = face_at(state, index)
    if not 0 <= action.city < len(face.stops) or face.stops[action.city].kind != CITY:
        return illegal("no_city", "1888.station.connected", hex=action.hex, city=action.city)
    if len(state.stations[company]) >= COMPANIES[company].markers:
        return illegal("no_marker_left", "1888.station.cost", markers=COMPANIES[company].markers)
    if has_station_in(state, company, index):
        return illegal("marker_in_hex", "1888.station.one-per-hex", hex=action.hex)
    place = index * STOPS_PER_HEX + action.city
    if not leads_to(state, company, place):
        return illegal("not_connected", "1888.station.connected", hex=action.hex)
    return _why_no_space(state, place) or _why_not_paid(state, company)


def _has_space(state: State1888, place: int) -> bool:
    free = free_spaces(state, place)
    return free > 0 and free > _homes_waiting(state, place // STOPS_PER_HEX, place % STOPS_PER_HEX)


def _why_no_space(state: State1888, place: int) -> IllegalAction | None:
    name, city = state.board.place_name(place)
    free = free_spaces(state, place)
    if free <= 0:
        return illegal("city_full", "1888.upgrade.more-slots-possible", hex=name)
    if free <= _homes_waiting(state, place // STOPS_PER_HEX, city):
        return illegal("home_reserved", "1888.station.reserve-home", hex=name)
    return None


def _homes_waiting(state: State1888, index: int, city: int) -> int:
    """How many companies that have not yet operated have their home in this city."""
    waiting = 0
    for company in range(len(COMPANIES)):
        if _HOMES[company] == index and not state.stations[company]:
            waiting += home_city(company, face_at(state, index)) == city
    return waiting


def _why_not_paid(state: State1888, company: int) -> IllegalAction | None:
    cost = station_cost(state, company)
    if cost > state.treasury[company]:
        return illegal("treasury_too_small", "1888.station.cost", cost=cost, treasury=state.treasury[company])
    return None


def can_pay_station(state: State1888, company: int) -> bool:
    """Whether the company has a marker left and the money to place it."""
    marker_left = len(state.stations[company]) < COMPANIES[company].markers
    return marker_left and station_cost(state, company) <= state.treasury[company]


def station_places(state: State1888, company: int) -> Iterator[int]:
    """Every place for a station, the near ones first."""
    if not can_pay_station(state, company):
        return
    for place in cities_in_reach(state, company):
        if _has_space(state, place):
            yield place


def station_offers(state: State1888, company: int) -> list[Action]:
    return [PlaceStation(*state.board.place_name(place)) for place in sorted(station_places(state, company))]


def place_station(state: State1888, company: int, action: PlaceStation) -> None:
    cost = station_cost(state, company)
    railway_pays_bank(state, company, cost)
    set_stations(state, company, (*state.stations[company], state.board.place(action.hex, action.city)))
    state.log(StationPlaced(state.company_id(company), action.hex, action.city, cost))
