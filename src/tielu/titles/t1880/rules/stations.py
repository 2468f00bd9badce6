"""X. Station markers: homes, reserved homes, and costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tielu.core.actions import Action, PlaceStation
from tielu.core.bank import railway_pays_bank
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import StationPlaced
from tielu.core.stations import cities_in_reach, face_at, free_spaces, has_station_in, leads_to, set_stations
from tielu.core.tiles import CITY, GREEN, YELLOW, Face
from tielu.core.track import STOPS_PER_HEX

from .components import COMPANIES, OO_HOMES, STATION_COSTS
from .map import HEXES
from .state import State1880

# -- homes --

_HOMES: Final = [[printed.name for printed in HEXES].index(charter.home) for charter in COMPANIES]


def home_places(state: State1880, company: int) -> list[int]:
    """Where the home marker may go: one place, or for QSR and SCR either city (1880.station.oo-home-choice-green)."""
    home = _HOMES[company]
    face = face_at(state, home)
    if face.cities > 1 and company in OO_HOMES:
        choose = face.colour == GREEN or (face.colour == YELLOW and state.rules.oo_home_chosen_again)
        return [home * STOPS_PER_HEX + stop for stop in range(face.cities if choose else 1)]
    return [home * STOPS_PER_HEX + _home_city(company, face)]


def _home_city(company: int, face: Face) -> int:
    edge = COMPANIES[company].home_edge
    if edge < 0 or face.cities == 1:
        return 0
    return next(stop for stop in range(len(face.stops)) if edge in face.from_stop[stop])


def place_home(state: State1880, company: int, place: int) -> None:
    """Free of charge, as the share round closes (1880.float.home-marker)."""
    set_stations(state, company, (place, *state.stations[company]))
    name, city = state.board.place_name(place)
    state.log(StationPlaced(state.company_id(company), name, city, 0))


# -- further markers --


def station_cost(state: State1880, company: int) -> int:
    """40, then 100, double in Phase D (1880.station.cost-40-100, 1880.station.cost-phase-d)."""
    return STATION_COSTS[len(state.stations[company])] * state.current_phase.station_factor


def why_not_place(state: State1880, company: int, action: PlaceStation) -> IllegalAction | None:
    index = state.board.hex_index.get(action.hex)
    if index is None:
        return illegal("unknown_hex", "1880.station.connected", hex=action.hex)
    face = face_at(state, index)
    if not 0 <= action.city < len(face.stops) or face.stops[action.city].kind != CITY:
        return illegal("no_city", "1880.station.connected", hex=action.hex, city=action.city)
    if len(state.stations[company]) >= len(STATION_COSTS):
        return illegal("no_marker_left", "1880.station.three-markers", markers=len(STATION_COSTS))
    place = index * STOPS_PER_HEX + action.city
    if has_station_in(state, company, index):
        return illegal("marker_in_hex", "1880.station.one-per-hex", hex=action.hex)
    if not leads_to(state, company, place):
        return illegal("not_connected", "1880.station.connected", hex=action.hex)
    return _why_no_space(state, place) or _why_not_paid(state, company)


def _has_space(state: State1880, place: int) -> bool:
    free = free_spaces(state, place)
    return free > 0 and free > _reserved(state, place // STOPS_PER_HEX, place % STOPS_PER_HEX)[0]


def _why_no_space(state: State1880, place: int) -> IllegalAction | None:
    name, city = state.board.place_name(place)
    free = free_spaces(state, place)
    if free <= 0:
        return illegal("city_full", "1880.upgrade.more-slots-possible", hex=name)
    waiting, rule = _reserved(state, place // STOPS_PER_HEX, city)
    if free <= waiting:
        return illegal("home_reserved", rule, hex=name)
    return None


def _reserved(state: State1880, index: int, city: int) -> tuple[int, str]:
    """How many spaces of a city wait for companies whose home it is, and the rule that keeps them."""
    face = face_at(state, index)
    waiting, rule = 0, "1880.station.reserve-unfloated-home"
    for company in range(len(COMPANIES)):
        if _HOMES[company] != index or state.stations[company]:
            continue
        if company in OO_HOMES:
            waiting += 1
            rule = "1880.station.oo-home-reserved" if face.cities > 1 else "1880.station.oo-home-reserved-brown"
        elif _home_city(company, face) == city:
            waiting += 1
    return waiting, rule


def _why_not_paid(state: State1880, company: int) -> IllegalAction | None:
    cost = station_cost(state, company)
    if cost > state.treasury[company]:
        rule = "1880.station.paid-by-company-only"
        return illegal("treasury_too_small", rule, cost=cost, treasury=state.treasury[company])
    return None


def station_places(state: State1880, company: int) -> Iterator[int]:
    """Every place for a marker, the near ones first."""
    if len(state.stations[company]) >= len(STATION_COSTS) or station_cost(state, company) > state.treasury[company]:
        return
    for place in cities_in_reach(state, company):
        if _has_space(state, place):
            yield place


def station_offers(state: State1880, company: int) -> list[Action]:
    return [PlaceStation(*state.board.place_name(place)) for place in sorted(station_places(state, company))]


def place_station(state: State1880, company: int, action: PlaceStation) -> None:
    cost = station_cost(state, company)
    railway_pays_bank(state, company, cost)
    place = state.board.place(action.hex, action.city)
    set_stations(state, company, (*state.stations[company], place))
    state.log(StationPlaced(state.company_id(company), action.hex, action.city, cost))
