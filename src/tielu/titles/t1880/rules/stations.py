"""X. Station markers: homes, reserved homes, and costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tielu.core.actions import Action, PlaceStation
from tielu.core.bank import why_railway_cannot_pay
from tielu.core.errors import IllegalAction
from tielu.core.events import StationPlaced
from tielu.core.placing import PlacingRules, place_marker, why_no_space, why_not_there
from tielu.core.stations import cities_in_reach, city_at, face_at, free_spaces, set_stations
from tielu.core.tiles import GREEN, YELLOW
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
    return [home * STOPS_PER_HEX + city_at(face, COMPANIES[company].home_edge)]


def place_home(state: State1880, company: int, place: int) -> None:
    """Free of charge, as the share round closes (1880.float.home-marker)."""
    set_stations(state, company, (place, *state.stations[company]))
    name, city = state.board.place_name(place)
    state.log(StationPlaced(state.company_id(company), name, city, 0))


# -- further markers --


def station_cost(state: State1880, company: int) -> int:
    """40, then 100, double in Phase D (1880.station.cost-40-100, 1880.station.cost-phase-d)."""
    return STATION_COSTS[len(state.stations[company])] * state.current_phase.station_factor


def _cost_rule(state: State1880) -> str:
    return "1880.station.cost-40-100" if state.current_phase.station_factor == 1 else "1880.station.cost-phase-d"


RULES: Final = PlacingRules(
    connected="1880.station.connected",
    markers="1880.station.three-markers",
    one_per_hex="1880.station.one-per-hex",
    spaces="1880.upgrade.more-slots-possible",
)


def why_not_place(state: State1880, company: int, action: PlaceStation) -> IllegalAction | None:
    refusal = why_not_there(state, company, action, len(STATION_COSTS), RULES)
    if refusal is not None:
        return refusal
    place = state.board.place(action.hex, action.city)
    reserved, rule = _reserved(state, place // STOPS_PER_HEX, action.city)
    refusal = why_no_space(state, place, reserved, rule, RULES)
    cost_rule = state.rules.cites(_cost_rule(state), "1880.station.paid-by-company-only")
    return refusal or why_railway_cannot_pay(state, company, station_cost(state, company), cost_rule)


def _reserved(state: State1880, index: int, city: int) -> tuple[int, str]:
    """How many spaces of a city wait for companies whose home it is, and the rule that keeps them."""
    face = face_at(state, index)
    waiting, rule = 0, "1880.station.reserve-unfloated-home"
    for company in range(len(COMPANIES)):
        if _HOMES[company] != index or state.stations[company]:
            continue
        if company in OO_HOMES:
            closed = face.cities > 1 or state.rules.oo_home_closed_on_brown
            waiting += face.stops[city].slots if closed else 1
            rule = "1880.station.oo-home-reserved" if closed else _shared_home_rule(state)
        elif city_at(face, COMPANIES[company].home_edge) == city:
            waiting += 1
    return waiting, rule


def _shared_home_rule(state: State1880) -> str:
    """Why the last space of a joined OO city is kept; in 2010 so only in games of the first revision."""
    return state.rules.cites("1880.station.reserve-unfloated-home", "1880.station.oo-home-reserved-brown")


def station_places(state: State1880, company: int) -> Iterator[int]:
    """Every place for a marker, the near ones first."""
    if len(state.stations[company]) >= len(STATION_COSTS) or station_cost(state, company) > state.treasury[company]:
        return
    for place in cities_in_reach(state, company):
        free = free_spaces(state, place)
        if free > 0 and free > _reserved(state, place // STOPS_PER_HEX, place % STOPS_PER_HEX)[0]:
            yield place


def station_offers(state: State1880, company: int) -> list[Action]:
    return [state.board.station(place) for place in sorted(station_places(state, company))]


def place_station(state: State1880, company: int, action: PlaceStation) -> None:
    place_marker(state, company, state.board.place(action.hex, action.city), station_cost(state, company))
