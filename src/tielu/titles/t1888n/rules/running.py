"""VIII.3.6 and VIII.3.7. Running trains: which routes are legal, what they earn, and who is paid."""

from __future__ import annotations

from typing import Final

from tielu.core.actions import RunTrains
from tielu.core.bank import bank_pays_railway
from tielu.core.errors import IllegalAction, InvalidAction, illegal
from tielu.core.income import pay_players
from tielu.core.setup_input import quoted
from tielu.core.shares import held
from tielu.core.stations import blocked_places, face_at, leaves_a_station, stop_value
from tielu.core.tiles import TOWN
from tielu.core.track import STOPS_PER_HEX
from tielu.core.trains import TrainType
from tielu.routing.best import Run, TrainsToRun, best_by_calls, better_run
from tielu.routing.budget import Effort
from tielu.routing.check import RouteCheck
from tielu.routing.model import Earnings, RunPosition

from .components import COMPANIES, COMPANY_INDEX, TRAINS
from .events import HengShanPaid, PoolDividend
from .map import HENG_SHAN, HEXES
from .state import State1888
from .track import is_mountain

HENG_SHAN_MONEY: Final = 40

# The rule behind each way in which a run can fail to be legal.
RUN_RULES: Final = {
    "no_such_train": "1888.run.each-train-once",
    "route_too_short": "1888.route.two-locations",
    "link_too_short": "1888.route.two-locations",
    "unknown_hex": "1888.route.two-locations",
    "hexes_apart": "1888.route.two-locations",
    "no_track": "1888.route.two-locations",
    "turns_back": "1888.route.no-reverse-at-junction",
    "changes_track": "1888.route.no-change-at-crossover",
    "links_apart": "1888.route.two-locations",
    "stop_left_out": "1888.run.no-skipping",
    "stop_skipped": "1888.run.no-skipping",
    "stops_not_passed": "1888.income.sum",
    "station_not_counted": "1888.route.own-station",
    "track_twice": "1888.route.no-track-reuse",
    "stop_twice": "1888.run.no-location-twice",
    "routes_meet": "1888.run.trains-disjoint",
    "no_own_station": "1888.route.own-station",
    "through_end": "1888.route.red-terminal",
    "through_blocked": "1888.route.no-through-blocked",
    "out_of_range": "1888.run.range",
    "too_many_cities": "1888.run.range",
}


# Printed places that no tile ever changes: the harbour costs no range, and Baotou is one location in two hexes.
_PRINTED: Final = [
    (index * STOPS_PER_HEX + number, stop)
    for index, printed in enumerate(HEXES)
    for number, stop in enumerate(printed.stops)
]
_FREE: Final = frozenset(place for place, stop in _PRINTED if not stop.visit_cost)
_GROUPS: Final = {place: stop.group for place, stop in _PRINTED if stop.group}


def trains_of(state: State1888, company: int) -> list[TrainType]:
    return [TRAINS[train] for train in state.trains[company]]


def trains_of_railway(state: State1888, railway: object) -> TrainsToRun:
    """The trains that a company would run now; raises InvalidAction if there is no such company."""
    if not isinstance(railway, str) or railway not in COMPANY_INDEX:
        raise InvalidAction("unknown_railway", railway=quoted(railway))
    company = COMPANY_INDEX[railway]
    return TrainsToRun(run_position(state, company), tuple(trains_of(state, company)))


def can_run(state: State1888, company: int) -> bool:
    """Whether any train has a route."""
    return bool(state.trains[company]) and leaves_a_station(state, company)


def places_in(state: State1888, name: str) -> frozenset[int]:
    """All locations of a hex."""
    index = state.board.hex_index[name]
    return frozenset(index * STOPS_PER_HEX + stop for stop in range(len(face_at(state, index).stops)))


def earnings(state: State1888, company: int) -> Earnings:
    """What this company's routes earn: values, its destination bonus, the harbour, Heng Shan."""
    board, charter = state.board, COMPANIES[company]
    mountain = is_mountain(state, board.place(HENG_SHAN, 0))
    column = state.current_phase.column
    return Earnings(
        value=lambda place: stop_value(state, place, column),
        large=lambda place: face_at(state, place // STOPS_PER_HEX).stops[place % STOPS_PER_HEX].kind != TOWN,
        pair=(places_in(state, charter.home), places_in(state, charter.destination)),
        pair_bonus=charter.bonus,
        free=_FREE,
        groups=_GROUPS,
        callers=places_in(state, HENG_SHAN) if mountain else frozenset(),
        call_money=HENG_SHAN_MONEY,
    )


def run_position(state: State1888, company: int) -> RunPosition:
    blocked = blocked_places(state, company)
    return RunPosition(state.board, state.faces, state.stations[company], blocked, earnings(state, company))


def route_check(state: State1888, company: int) -> RouteCheck:
    return RouteCheck(run_position(state, company), RUN_RULES)


def _run_key(state: State1888, company: int) -> tuple[int, ...]:
    """What the best runs of a company depend on, the map aside."""
    return (company, state.phase, *state.trains[company])


def best_runs(state: State1888, company: int) -> dict[int, Run]:
    """The best run for each number of trains that call at Heng Shan, found once until the map changes."""
    key = _run_key(state, company)
    if key not in state.known_runs:
        state.known_runs[key] = best_by_calls(run_position(state, company), trains_of(state, company), Effort())
    runs: dict[int, Run] = state.known_runs[key]
    return runs


def _better(state: State1888, company: int, calls: int, income: int) -> Run | None:
    """The best run with this many calls at Heng Shan, if it earns more."""
    known = state.known_runs.get(_run_key(state, company))
    if known is None:
        return better_run(run_position(state, company), trains_of(state, company), calls, income)
    run: Run | None = known.get(calls)
    return run if run is not None and run.revenue > income else None


def why_not_run(state: State1888, company: int, action: RunTrains) -> IllegalAction | None:
    check = route_check(state, company)
    refusal = check.why_not(action.routes, trains_of(state, company))
    if refusal is not None or state.rules.run_need_not_be_highest:
        return refusal
    calls, income = check.calls(action.routes), check.income(action.routes)
    best = _better(state, company, calls, income)
    if best is not None:
        # 1888.income.maximum; with another number of calls at Heng Shan a run may earn less (ruling 8.14).
        better = [f"{route.train}: {'-'.join(name for name, _ in route.stops)}" for route in best.routes]
        return illegal("better_run", "1888.income.maximum", income=income, best=best.revenue, run="; ".join(better))
    return None


def run_offers(state: State1888, company: int) -> list[RunTrains]:
    """The best run for each number of calls at Heng Shan; on the platform also none."""
    if not can_run(state, company):
        return []
    offers = [RunTrains(run.routes) for run in best_runs(state, company).values()]
    return [*offers, RunTrains(())] if state.rules.run_need_not_be_highest else offers


def pay_heng_shan(state: State1888, company: int, calls: int) -> None:
    """40 for each train that calls, always to the treasury (1888.heng-shan.subsidy-40)."""
    if calls:
        amount = HENG_SHAN_MONEY * calls
        bank_pays_railway(state, company, amount)
        state.log(HengShanPaid(state.company_id(company), amount))


def pay_dividend(state: State1888, company: int, income: int) -> None:
    """By percentage to players; the pool's part to the treasury, the IPO's stays in the bank (1888.income.*)."""
    pay_players(state, company, income)
    amount = income * held(state, company, state.pool_holder) // 100
    if amount:
        bank_pays_railway(state, company, amount)
        state.log(PoolDividend(state.company_id(company), amount))
