"""VIII. Sets of operating rounds, and the turn of a company in the order of the book."""

from __future__ import annotations

from typing import ClassVar, Final

from tielu.core.actions import (
    PAY_DIVIDEND,
    WITHHOLD,
    Action,
    BuyPrivate,
    LayTile,
    PayDividend,
    PlaceStation,
    RunTrains,
    Withhold,
)
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import NobodyCanAct, RoundBegan, TrainsRun
from tielu.core.flow import Frame
from tielu.core.income import withhold
from tielu.core.state import NOBODY
from tielu.routing.check import routes_calls, routes_income

from .components import COMPANIES
from .ending import end_game, note_broken_bank, stands_still
from .phases import export_train
from .powers import power_offers
from .prices import dividend_paid, in_operating_order, no_dividend
from .privates import pay_privates
from .running import can_run, earnings, pay_dividend, pay_heng_shan, run_offers, why_not_run
from .share_round import ShareRound
from .state import UNBROKEN, State1888
from .stations import can_pay_station, place_home, place_station, station_offers, station_places, why_not_place
from .steps import Step, out_of_step
from .track import home_tile_money, lay_offers, lay_tile, lays_in_reach, owes_home_tile, why_not_lay
from .train_purchase import TrainStep

AFTER_STOCK_ROUND: Final = -1


class Cycle(Frame[State1888]):
    """Stock rounds and sets of operating rounds alternate (1888.play.alternate-sr-or); it lies under everything."""

    def __init__(self, rounds_left: int = AFTER_STOCK_ROUND) -> None:
        self.rounds_left = rounds_left

    def settle(self, state: State1888) -> bool:
        rounds = self.rounds_left
        if rounds == AFTER_STOCK_ROUND:
            # 1888.or.one-or-first, 1888.or.two-after-3-train, 1888.or.three-after-5-train
            rounds = state.current_phase.operating_rounds
        if rounds:
            state.replace(Cycle(rounds - 1))
            state.push(OperatingRound())
        elif state.broken != UNBROKEN:
            end_game(state)
        elif stands_still(state):
            state.log(NobodyCanAct())
            end_game(state)
        else:
            state.replace(Cycle())
            state.push(ShareRound.opening(state))
            export_train(state)
        return True


class OperatingRound(Frame[State1888]):
    """The companies that have acted; the others follow by price (1888.or.*)."""

    round_name: ClassVar[str] = "Operating"

    def __init__(self, acted: frozenset[int] | None = None) -> None:
        self.acted = acted

    def settle(self, state: State1888) -> bool:
        acted = self.acted
        if acted is None:
            acted = frozenset()
            state.operated = True
            state.log(RoundBegan("operating"))
            pay_privates(state)
        note_broken_bank(state, in_stock_round=False)
        waiting = [each for each in range(len(COMPANIES)) if state.floated[each] and each not in acted]
        if not waiting:
            state.pop()
            return True
        company = in_operating_order(state, waiting)[0]
        state.replace(OperatingRound(acted | {company}))
        state.declined = frozenset()
        state.wall_tile = NOBODY
        first_turn = not state.stations[company]
        if first_turn:
            place_home(state, company)
        state.push(CompanyTurn(company, first_turn))
        return True


class CompanyTurn(Frame[State1888]):
    """The turn of a company: the number of the step that comes next."""

    def __init__(self, company: int, first_turn: bool, step: int = 0) -> None:
        self.company = company
        self.first_turn = first_turn
        self.step = step

    def settle(self, state: State1888) -> bool:
        note_broken_bank(state, in_stock_round=False)
        if self.step == len(STEPS):
            state.pop()
            return True
        state.replace(CompanyTurn(self.company, self.first_turn, self.step + 1))
        step = STEPS[self.step]
        state.push(TrackStep(self.company, self.first_turn) if step is TrackStep else step(self.company))
        return True


class TrackStep(Step):
    """One yellow tile or one upgrade (1888.track.one-per-turn)."""

    def __init__(self, company: int, first_turn: bool = False) -> None:
        super().__init__(company)
        self.first_turn = first_turn

    def choices(self, state: State1888) -> list[Action]:
        return lay_offers(state, self.railway, self.first_turn)

    def has_choice(self, state: State1888) -> bool:
        if state.rules.steps_wait_for_pass:
            return True
        return any(True for _ in lays_in_reach(state, self.railway, self.first_turn))

    def lacks_track(self, state: State1888) -> bool:
        return True

    def why_not_pass(self, state: State1888) -> IllegalAction | None:
        owes = owes_home_tile(state, self.railway, self.first_turn)
        if owes and any(True for _ in lays_in_reach(state, self.railway, self.first_turn)):
            return illegal("home_tile_first", "1888.track.first-turn-home-tile", hex=self._home(state))
        return None

    def power_offers(self, state: State1888) -> list[Action]:
        return list(power_offers(state, self.railway, home_tile_money(state, self.railway, self.first_turn)))

    def why_not_power(self, state: State1888, action: Action) -> IllegalAction | None:
        """The home tile is mandatory, so its cost is not spent on a private before (ruling 9.11)."""
        refusal = super().why_not_power(state, action)
        if refusal is None and isinstance(action, BuyPrivate):
            kept = home_tile_money(state, self.railway, self.first_turn)
            if action.price > state.treasury[self.railway] - kept:
                return illegal("home_tile_first", "1888.track.first-turn-home-tile", hex=self._home(state))
        return refusal

    def _home(self, state: State1888) -> str:
        return state.board.place_name(state.stations[self.railway][0])[0]

    def why_not_choice(self, state: State1888, action: Action) -> IllegalAction | None:
        if isinstance(action, LayTile):
            return why_not_lay(state, self.railway, self.first_turn, action)
        return out_of_step(action, "track")

    def carry_out(self, state: State1888, action: Action) -> None:
        assert isinstance(action, LayTile)
        lay_tile(state, self.railway, action)
        state.pop()


class StationStep(Step):
    """One station (1888.station.one-per-turn)."""

    def choices(self, state: State1888) -> list[Action]:
        return station_offers(state, self.railway)

    def has_choice(self, state: State1888) -> bool:
        return any(True for _ in station_places(state, self.railway))

    def lacks_track(self, state: State1888) -> bool:
        return can_pay_station(state, self.railway)

    def why_not_choice(self, state: State1888, action: Action) -> IllegalAction | None:
        if isinstance(action, PlaceStation):
            return why_not_place(state, self.railway, action)
        return out_of_step(action, "station")

    def carry_out(self, state: State1888, action: Action) -> None:
        assert isinstance(action, PlaceStation)
        place_station(state, self.railway, action)
        state.pop()


class RunStep(Step):
    """Run the trains; their income is paid out or retained next."""

    def choices(self, state: State1888) -> list[Action]:
        return [*run_offers(state, self.railway)]

    def has_choice(self, state: State1888) -> bool:
        return can_run(state, self.railway)

    def lacks_track(self, state: State1888) -> bool:
        return bool(state.trains[self.railway])

    def why_not_pass(self, state: State1888) -> IllegalAction | None:
        if can_run(state, self.railway) and not state.rules.run_need_not_be_highest:
            return illegal("must_run", "1888.turn.sequence")
        return None

    def why_not_choice(self, state: State1888, action: Action) -> IllegalAction | None:
        if not isinstance(action, RunTrains):
            return out_of_step(action, "run")
        if not action.routes and not state.rules.run_need_not_be_highest:
            return illegal("must_run", "1888.turn.sequence")
        return why_not_run(state, self.railway, action)

    def carry_out(self, state: State1888, action: Action) -> None:
        assert isinstance(action, RunTrains)
        pays = earnings(state, self.railway)
        income = routes_income(state.board, pays, action.routes)
        state.log(TrainsRun(state.company_id(self.railway), income))
        calls = routes_calls(state.board, pays, action.routes)
        if income:
            state.replace(DividendStep(self.railway, income, calls))
        else:
            pay_heng_shan(state, self.railway, calls)
            self.end(state)

    def end(self, state: State1888) -> None:
        """No dividend, or one of nothing, moves the price left (1888.price.no-dividend-left)."""
        state.pop()
        no_dividend(state, self.railway)


class DividendStep(Step):
    """All of the income is paid out or all of it retained; Heng Shan money is paid apart (1888.income.*)."""

    def __init__(self, company: int, income: int, calls: int) -> None:
        super().__init__(company)
        self.income = income
        self.calls = calls

    def choices(self, state: State1888) -> list[Action]:
        return [PAY_DIVIDEND, WITHHOLD]

    def why_not_pass(self, state: State1888) -> IllegalAction | None:
        return illegal("pay_or_withhold", "1888.income.pay-or-retain", income=self.income)

    def why_not_choice(self, state: State1888, action: Action) -> IllegalAction | None:
        if isinstance(action, (PayDividend, Withhold)):
            return None
        return out_of_step(action, "dividend")

    def carry_out(self, state: State1888, action: Action) -> None:
        state.pop()
        pay_heng_shan(state, self.railway, self.calls)
        if isinstance(action, PayDividend):
            pay_dividend(state, self.railway, self.income)
            dividend_paid(state, self.railway)
        else:
            withhold(state, self.railway, self.income)
            no_dividend(state, self.railway)


class PrivateStep(Step):
    """Before the turn ends, a last chance to buy privates and to use their powers."""

    def choices(self, state: State1888) -> list[Action]:
        return []

    def has_choice(self, state: State1888) -> bool:
        return any(True for _ in power_offers(state, self.railway))

    def why_not_choice(self, state: State1888, action: Action) -> IllegalAction | None:
        return out_of_step(action, "privates")

    def carry_out(self, state: State1888, action: Action) -> None:
        raise AssertionError("this step has no action of its own")


# 1888.turn.sequence; the home station of the first turn comes before, the price moves with the dividend.
STEPS: Final[tuple[type[Step], ...]] = (TrackStep, StationStep, RunStep, TrainStep, PrivateStep)
