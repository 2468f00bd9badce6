"""VIII.3.2 and VIII.3.5. Stations: the home station of the first turn, costs, and homes that are kept free."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tielu.core.actions import Action, PlaceStation
from tielu.core.bank import why_railway_cannot_pay
from tielu.core.errors import IllegalAction
from tielu.core.events import StationPlaced
from tielu.core.placing import PlacingRules, place_marker, why_no_space, why_not_there
from tielu.core.stations import cities_in_reach, city_at, face_at, free_spaces, set_stations
from tielu.core.tiles import Face
from tielu.core.track import STOPS_PER_HEX

from .components import COMPANIES
from .map import HEXES
from .state import State1888

_HOMES: Final = [[printed.name for printed in HEXES].index(charter.home) for charter in COMPANIES]


def home_city(company: int, face: Face) -> int:
    """The city of the company's home hex that is its own: where its track leads, if there are several."""
    return city_at(face, COMPANIES[company].home_edge)


def place_home(state: State1888, company: int) -> None:
    """Free of charge at the start of the first turn, tile or no tile (1888.home.place-first-turn)."""
    home = state.board.hex_index[COMPANIES[company].home]
    city = home_city(company, face_at(state, home))
    set_stations(state, company, (home * STOPS_PER_HEX + city,))
    state.log(StationPlaced(state.company_id(company), COMPANIES[company].home, city, 0))


def station_cost(state: State1888, company: int) -> int:
    """40 for the first, 100 for each further one (1888.station.cost)."""
    return state.rules.station_costs[len(state.stations[company])]


# By company: how many markers it has stands in its own rule.
RULES: Final[tuple[PlacingRules, ...]] = tuple(
    PlacingRules(
        connected="1888.station.connected",
        markers=f"1888.company.{charter.id.lower()}",
        one_per_hex="1888.station.one-per-hex",
        spaces="1888.upgrade.more-slots-possible",
    )
    for charter in COMPANIES
)


def why_not_place(state: State1888, company: int, action: PlaceStation) -> IllegalAction | None:
    refusal = why_not_there(state, company, action, COMPANIES[company].markers, RULES[company])
    if refusal is not None:
        return refusal
    place = state.board.place(action.hex, action.city)
    waiting = _homes_waiting(state, place // STOPS_PER_HEX, action.city)
    refusal = why_no_space(state, place, waiting, "1888.station.reserve-home", RULES[company])
    return refusal or why_railway_cannot_pay(state, company, station_cost(state, company), "1888.station.cost")


def _homes_waiting(state: State1888, index: int, city: int) -> int:
    """How many companies that have not yet operated have their home in this city."""
    waiting = 0
    for company in range(len(COMPANIES)):
        if _HOMES[company] == index and not state.stations[company]:
            waiting += home_city(company, face_at(state, index)) == city
    return waiting


def can_pay_station(state: State1888, company: int) -> bool:
    """Whether the company has a marker left and the money to place it."""
    marker_left = len(state.stations[company]) < COMPANIES[company].markers
    return marker_left and station_cost(state, company) <= state.treasury[company]


def station_places(state: State1888, company: int) -> Iterator[int]:
    """Every place for a station, the near ones first."""
    if not can_pay_station(state, company):
        return
    for place in cities_in_reach(state, company):
        free = free_spaces(state, place)
        if free > 0 and free > _homes_waiting(state, place // STOPS_PER_HEX, place % STOPS_PER_HEX):
            yield place


def station_offers(state: State1888, company: int) -> list[Action]:
    return [state.board.station(place) for place in sorted(station_places(state, company))]


def place_station(state: State1888, company: int, action: PlaceStation) -> None:
    place_marker(state, company, state.board.place(action.hex, action.city), station_cost(state, company))
