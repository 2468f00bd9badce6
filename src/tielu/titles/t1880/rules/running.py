"""X. Operating trains: which routes are legal, what they earn, and who is paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tielu.core.actions import RunTrains
from tielu.core.errors import IllegalAction, InvalidAction, illegal
from tielu.core.hexes import EDGES
from tielu.core.setup_input import quoted
from tielu.core.stations import blocked_places, face_at, leaves_a_station, stop_value
from tielu.core.tiles import BLUE, TOWN
from tielu.core.track import STOPS_PER_HEX
from tielu.routing.best import Run, TrainsToRun, best_by_calls, best_of
from tielu.routing.budget import Effort
from tielu.routing.check import RouteCheck, routes_income
from tielu.routing.model import Earnings, RunPosition

from .components import P2, P3, RAILWAYS, TRAIN_INDEX, TRAINS, chart_bonus
from .map import BEIJING, HEXES, TAIWAN, TRANS_SIBERIAN
from .phases import on_offer
from .state import State1880
from .takeover import investors_operate

FERRY_CHARGE: Final = 10
TAIWAN_BONUS: Final = 20
TRANS_SIBERIAN_BONUS: Final = 50

# How long the search for the run on offer may go on; counted in steps it gives the same offer everywhere.
STEPS_FOR_OFFERS: Final = 10_000

# The rule behind each way in which a run can fail to be legal.
RUN_RULES: Final = {
    "no_such_train": "1880.route.within-range",
    "route_too_short": "1880.route.min-two-stations",
    "link_too_short": "1880.route.min-two-stations",
    "unknown_hex": "1880.route.min-two-stations",
    "hexes_apart": "1880.route.min-two-stations",
    "no_track": "1880.route.min-two-stations",
    "turns_back": "1880.route.min-two-stations",
    "changes_track": "1880.route.min-two-stations",
    "links_apart": "1880.route.min-two-stations",
    "stop_left_out": "1880.route.no-skipping",
    "stop_skipped": "1880.route.no-skipping",
    "stops_not_passed": "1880.income.route-value",
    "station_not_counted": "1880.train.e-own-marker-counted",
    "track_twice": "1880.route.no-track-reuse",
    "stop_twice": "1880.route.no-city-twice",
    "routes_meet": "1880.route.trains-disjoint",
    "no_own_station": "1880.route.own-marker",
    "through_end": "1880.route.offboard-harbour-terminal",
    "through_blocked": "1880.route.no-through-blocked",
    "out_of_range": "1880.route.within-range",
    "too_many_cities": "1880.train.plus",
}


_PLACE: Final = {printed.name: index * STOPS_PER_HEX for index, printed in enumerate(HEXES)}
_TRANS_SIBERIAN: Final = (frozenset({_PLACE[TRANS_SIBERIAN[0]]}), frozenset({_PLACE[TRANS_SIBERIAN[1]]}))
_TO_TAIWAN: Final = {_PLACE[TAIWAN]: TAIWAN_BONUS}


def trains_to_run(state: State1880, railway: int) -> list[int]:
    """A company's own trains; an investor leases the type on offer (1880.fi.lease-current-train)."""
    if state.is_investor(railway):
        return [on_offer(state)] if investors_operate(state) else []
    return list(state.trains[railway])


def trains_of_railway(state: State1880, railway: object) -> TrainsToRun:
    """The trains that a company or investor would run now; raises InvalidAction if there is no such railway."""
    if not isinstance(railway, str) or railway not in RAILWAYS:
        raise InvalidAction("unknown_railway", railway=quoted(railway))
    index = RAILWAYS.index(railway)
    return TrainsToRun(run_position(state, index), tuple(TRAINS[train] for train in trains_to_run(state, index)))


def can_run(state: State1880, railway: int) -> bool:
    """Whether any train has a route."""
    return bool(trains_to_run(state, railway)) and leaves_a_station(state, railway)


# -- values --


def is_large(state: State1880, place: int) -> bool:
    """Cities and red places are large, towns and blue harbours small (1880.route.offboard-is-large, .harbour-…)."""
    face = face_at(state, place // STOPS_PER_HEX)
    return face.stops[place % STOPS_PER_HEX].kind != TOWN and face.colour != BLUE


def earnings(state: State1880, railway: int) -> Earnings:
    """What this railway's routes earn, with the powers of its owner's privates."""
    owner = state.owner_of(railway)
    column = state.current_phase.column
    return Earnings(
        value=lambda place: stop_value(state, place, column),
        large=lambda place: is_large(state, place),
        ferry_charge=0 if state.owns_private(owner, P2) else FERRY_CHARGE,
        pair=_TRANS_SIBERIAN,
        pair_bonus=TRANS_SIBERIAN_BONUS,
        extra=_TO_TAIWAN if state.owns_private(owner, P3) else {},
    )


# -- legality --


def run_position(state: State1880, railway: int) -> RunPosition:
    blocked = blocked_places(state, railway)
    return RunPosition(state.board, state.faces, state.stations[railway], blocked, earnings(state, railway))


def route_check(state: State1880, railway: int) -> RouteCheck:
    position = run_position(state, railway)
    return RouteCheck(position, RUN_RULES, lambda code, known: _finer_rule(state, railway, code, known))


def why_not_run(state: State1880, railway: int, action: RunTrains) -> IllegalAction | None:
    if not action.routes and state.rules.running_is_compulsory and can_run(state, railway):
        return illegal("must_run", "1880.turn.compulsory-steps")
    trains = [TRAINS[train] for train in trains_to_run(state, railway)]
    return route_check(state, railway).why_not(action.routes, trains)


def _finer_rule(state: State1880, railway: int, code: str, known: Mapping[str, Any]) -> str | None:
    """The rule that fits better than the usual one for this way to fail."""
    if code == "no_such_train" and state.is_investor(railway):
        return "1880.fi.lease-current-train"
    if code == "through_blocked" and TRAINS[TRAIN_INDEX[known["train"]]].skips:
        return "1880.train.e-not-through-blocked"
    if code == "routes_meet":
        return _meeting_rule(state, known["shared"])
    if code == "stop_twice":
        return _twice_rule(state, known["hex"])
    return None


def _twice_rule(state: State1880, name: str) -> str | None:
    """A stop met twice may be a red or blue place, or Beijing once it is one city."""
    if any(stop.terminus for stop in face_at(state, state.board.hex_index[name]).stops):
        return "1880.route.no-offboard-twice"
    beijing = state.rules.cites("1880.route.separate-cities-same-tile.2010", "1880.route.beijing-to-beijing")
    return beijing if name == BEIJING else None


def _meeting_rule(state: State1880, shared: int) -> str | None:
    """Two trains that share nothing but sides at which tracks merge meet in a junction."""
    merging = 0
    for way, side in enumerate(state.board.side):
        if side >= 0 and len(face_at(state, way // EDGES).from_edge[way % EDGES]) > 1:
            merging |= 1 << side
    return None if shared & ~merging else "1880.route.junction-one-train"


def run_income(state: State1880, railway: int, action: RunTrains) -> int:
    """What the trains earn together, without the chart bonus (1880.income.*)."""
    return max(0, routes_income(state.board, earnings(state, railway), action.routes))


def suggested_run(state: State1880, railway: int) -> RunTrains:
    """The best run, or where that takes too long the best found, kept until the map changes."""
    owner = state.owner_of(railway)
    powers = (int(state.owns_private(owner, P2)), int(state.owns_private(owner, P3)))
    trains = trains_to_run(state, railway)
    key = (railway, state.phase, *powers, *trains)
    if key not in state.known_runs:
        types = [TRAINS[train] for train in trains]
        runs = best_by_calls(run_position(state, railway), types, Effort(steps=STEPS_FOR_OFFERS))
        state.known_runs[key] = best_of(runs)
    run: Run = state.known_runs[key]
    return RunTrains(run.routes)


# -- paying --


def bonus_of(cell: int) -> int:
    """Ten times the figure on the chart (1880.bonus.chart-times-ten)."""
    return 10 * chart_bonus(cell)
