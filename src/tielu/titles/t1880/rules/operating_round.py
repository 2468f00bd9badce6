"""IX and X. The operating round, a circle without end, and the turn of a company in the order of the book."""

from __future__ import annotations

from typing import ClassVar, Final

from tielu.core.actions import PAY_DIVIDEND, WITHHOLD, Action, LayTile, PayDividend, PlaceStation, Withhold
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import NobodyCanAct, RoundBegan
from tielu.core.flow import Frame
from tielu.core.income import pay_players, withhold
from tielu.core.state import NOBODY

from . import p5
from .components import COMPANIES, FIRST_INVESTOR, INVESTORS
from .ending import end_game
from .investors import InvestorTurn
from .powers import rocket_ready
from .prices import dividend_paid, no_dividend
from .privates import pay_privates
from .run_step import RunningStep
from .running import bonus_of, trains_to_run
from .state import State1880
from .stations import place_station, station_offers, station_places, why_not_place
from .steps import Step, out_of_step
from .track import is_upgrade, lay_offers, lay_tile, may_lay, tiles_allowed, why_no_building, why_not_lay
from .train_purchase import TrainStep

END_OF_CIRCLE: Final = 1000


class OperatingRound(Frame[State1880]):
    """The place in the turn order list that acted last: investors by number, then companies by par slot."""

    round_name: ClassVar[str] = "Operating"

    def __init__(self, position: int = END_OF_CIRCLE) -> None:
        self.position = position

    def settle(self, state: State1880) -> bool:
        railway = _next_in_turn(state, self.position)
        if railway != NOBODY:
            state.replace(OperatingRound(_position(state, railway)))
            state.push(InvestorTurn(railway) if state.is_investor(railway) else CompanyTurn(railway))
            return True
        if state.purchase_marker == NOBODY and RoundBegan("operating") in state.events:
            # A whole circle since the last decision; without a marker no train ever leaves the bank (ruling 6.13).
            state.log(NobodyCanAct())
            end_game(state)
            return True
        # 1880.or.circular: the privates pay, then all begin again.
        state.interrupted_this_circle = False
        state.log(RoundBegan("operating"))
        pay_privates(state)
        state.replace(OperatingRound(-1))
        return True


def _position(state: State1880, railway: int) -> int:
    """Investors in numerical order, then companies from the top of the list (1880.or.*)."""
    if state.is_investor(railway):
        return railway - FIRST_INVESTOR
    return len(INVESTORS) + state.par_slot[railway]


def _next_in_turn(state: State1880, after: int) -> int:
    """Of the investors in play and the floated companies the first behind this position, or nobody."""
    for investor in range(after + 1, len(INVESTORS)):
        if state.investor_owner[investor] >= 0:
            return FIRST_INVESTOR + investor
    following, nearest = NOBODY, END_OF_CIRCLE
    for company in range(len(COMPANIES)):
        if state.floated[company] and after < _position(state, company) < nearest:
            following, nearest = company, _position(state, company)
    return following


class CompanyTurn(Frame[State1880]):
    """The turn of a share company: the number of the step that comes next, and its price space at the start."""

    def __init__(self, company: int, step: int = 0, start_cell: int = -1) -> None:
        self.company = company
        self.step = step
        self.start_cell = start_cell

    def settle(self, state: State1880) -> bool:
        start = state.cell[self.company] if self.step == 0 else self.start_cell
        if self.step == 0:
            state.marker_moved_this_turn = False
        if self.step == len(STEPS):
            state.pop()
            _count_last_turns(state, self.company)
            return True
        state.replace(CompanyTurn(self.company, self.step + 1, start))
        step = STEPS[self.step]
        state.push(RunStep(self.company, start) if step is RunStep else step(self.company))
        return True


def _count_last_turns(state: State1880, company: int) -> None:
    """Play stops after the third further turn of the company beside the marker (1880.end.marker-company-last)."""
    if state.circles_left > 0 and company == state.purchase_marker:
        state.circles_left -= 1
        if state.circles_left == 0:
            end_game(state)


class TrackStep(Step):
    """Step 1: up to two yellow tiles or one upgrade, with a permit for the phase."""

    def __init__(self, railway: int, laid: int = 0) -> None:
        super().__init__(railway)
        self.laid = laid

    def choices(self, state: State1880) -> list[Action]:
        return lay_offers(state, self.railway, self.laid)

    def has_choice(self, state: State1880) -> bool:
        if p5.matters_now(state, self.actor(state), self.railway):
            return True
        if state.rules.steps_wait_for_pass:
            # Here, and only here, the platform waits for a Rocket that would be the company's first train.
            rocket = not state.trains[self.railway] and rocket_ready(state, self.railway)
            return rocket or why_no_building(state, self.railway, self.laid) is None
        return may_lay(state, self.railway, self.laid)

    def why_not_choice(self, state: State1880, action: Action) -> IllegalAction | None:
        if isinstance(action, LayTile):
            return why_not_lay(state, self.railway, self.laid, action)
        return out_of_step(action, "track")

    def carry_out(self, state: State1880, action: Action) -> None:
        assert isinstance(action, LayTile)
        if not is_upgrade(state, action):
            state.replace(TrackStep(self.railway, self.laid + 1))
        elif state.rules.rocket_waits_after_upgrade:
            # Nothing more can be built, but a Rocket that would be the first train holds the step open.
            state.replace(TrackStep(self.railway, tiles_allowed(state, self.railway)[0]))
        else:
            state.pop()
        lay_tile(state, self.railway, action)


class StationStep(Step):
    """Step 2: one station marker."""

    def choices(self, state: State1880) -> list[Action]:
        return station_offers(state, self.railway)

    def has_choice(self, state: State1880) -> bool:
        return any(True for _ in station_places(state, self.railway))

    def why_not_choice(self, state: State1880, action: Action) -> IllegalAction | None:
        if isinstance(action, PlaceStation):
            return why_not_place(state, self.railway, action)
        return out_of_step(action, "station")

    def carry_out(self, state: State1880, action: Action) -> None:
        assert isinstance(action, PlaceStation)
        place_station(state, self.railway, action)
        state.pop()


class RunStep(RunningStep):
    """Step 3: run the trains; then, unless nothing was earned, pay out or withhold."""

    def __init__(self, railway: int, start_cell: int) -> None:
        super().__init__(railway)
        self.start_cell = start_cell

    def earned(self, state: State1880, income: int, ran: bool) -> None:
        income += self._bonus(state, ran)
        if income:
            state.replace(DividendStep(self.railway, income))
        else:
            # A dividend of nothing is none (ruling 4.36).
            state.pop()
            no_dividend(state, self.railway)

    def _bonus(self, state: State1880, ran: bool) -> int:
        """For a company with a train, at the price with which its turn began (1880.bonus.*)."""
        if state.rules.bonus_needs_run:
            return bonus_of(state.cell[self.railway]) if ran else 0
        return bonus_of(self.start_cell) if trains_to_run(state, self.railway) else 0


class DividendStep(Step):
    """All of the income is paid out or all of it withheld (1880.income.pay-or-withhold); step 4 moves the price."""

    def __init__(self, railway: int, income: int) -> None:
        super().__init__(railway)
        self.income = income

    def choices(self, state: State1880) -> list[Action]:
        return [PAY_DIVIDEND, WITHHOLD]

    def why_not_pass(self, state: State1880) -> IllegalAction | None:
        return illegal("pay_or_withhold", "1880.income.pay-or-withhold", income=self.income)

    def why_not_choice(self, state: State1880, action: Action) -> IllegalAction | None:
        if isinstance(action, (PayDividend, Withhold)):
            return None
        return out_of_step(action, "dividend")

    def carry_out(self, state: State1880, action: Action) -> None:
        state.pop()
        if isinstance(action, PayDividend):
            # The bank's and the investors' shares get nothing (1880.income.dividend-pro-rata).
            pay_players(state, self.railway, self.income)
            dividend_paid(state, self.railway)
        else:
            withhold(state, self.railway, self.income)
            no_dividend(state, self.railway)


# 1880.turn.sequence; the price moves with the dividend.
STEPS: Final[tuple[type[Step], ...]] = (TrackStep, StationStep, RunStep, TrainStep)
