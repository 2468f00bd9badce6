"""VII. The foreign investors: their turn with a leased train, and the merger with the associated company."""

from __future__ import annotations

from typing import Final

from tielu.core.actions import PASS, Action, LayTile, Pass
from tielu.core.bank import bank_pays_player, railway_pays_bank, railway_pays_railway
from tielu.core.errors import IllegalAction, illegal
from tielu.core.flow import Frame, RailwayDecision
from tielu.core.income import withhold
from tielu.core.shares import SHARE, move_shares, settle_director
from tielu.core.state import CLOSED, NOBODY
from tielu.core.stations import joined_by_track, set_stations
from tielu.core.track import STOPS_PER_HEX
from tielu.titles.t1880.rules.actions import MergeMoney, MergeStation

from .components import FIRST_INVESTOR, STATION_COSTS
from .ending import owner_part
from .events import InvestorMerged, MergerMarkerReplaced, MergerMoneyPaid
from .run_step import RunningStep
from .state import State1880
from .steps import Step, out_of_step
from .takeover import investors_operate
from .track import lay_offers, lay_tile, may_lay, why_no_building, why_not_lay

MERGER_BONUS: Final = 50


class InvestorTurn(Frame[State1880]):
    """One tile, one run with the train on offer, then the test for a merger."""

    def __init__(self, railway: int, step: int = 0) -> None:
        self.railway = railway
        self.step = step

    def settle(self, state: State1880) -> bool:
        if self.step == len(STEPS):
            state.pop()
            return True
        state.replace(InvestorTurn(self.railway, self.step + 1))
        step = STEPS[self.step]
        if step is Merger or investors_operate(state):
            # From Phase B3 an investor only waits for its merger (1880.fi.inactive-from-b3, .merge-after-b3).
            state.push(step(self.railway))
        return True


class InvestorTrack(Step):
    """One yellow tile or one upgrade, without a permit (1880.fi.one-tile, 1880.permit.fi-exempt.*)."""

    def choices(self, state: State1880) -> list[Action]:
        return lay_offers(state, self.railway, 0)

    def has_choice(self, state: State1880) -> bool:
        if state.rules.steps_wait_for_pass:
            return why_no_building(state, self.railway, 0) is None
        return may_lay(state, self.railway, 0)

    def why_not_choice(self, state: State1880, action: Action) -> IllegalAction | None:
        if isinstance(action, LayTile):
            return why_not_lay(state, self.railway, 0, action)
        return out_of_step(action, "track")

    def carry_out(self, state: State1880, action: Action) -> None:
        assert isinstance(action, LayTile)
        state.pop()
        lay_tile(state, self.railway, action)


class InvestorRun(RunningStep):
    """The income always goes to the investor's own treasury (1880.fi.always-withhold)."""

    def earned(self, state: State1880, income: int, ran: bool) -> None:
        state.pop()
        withhold(state, self.railway, income)


# -- the merger --


def associated(state: State1880, railway: int) -> int:
    return state.associated[railway - FIRST_INVESTOR]


def connected(state: State1880, railway: int) -> bool:
    """Whether investor and company are joined by track, markers of others ignored (1880.merger.connection.*)."""
    company = associated(state, railway)
    if company == NOBODY or not state.stations[company]:
        return False
    targets = state.stations[company]
    if state.rules.merger_needs_both_homes:
        targets = targets[:1]
    return joined_by_track(state, railway, targets)


class Merger(RailwayDecision[State1880]):
    """At the end of the investor's turn: if the two are joined they merge, and the owner decides about the money."""

    def settle(self, state: State1880) -> bool:
        if connected(state, self.railway):
            return False
        state.pop()
        return True

    def offers(self, state: State1880) -> list[Action]:
        offers: list[Action] = [MergeMoney("company"), MergeMoney("owner")]
        if state.rules.merger_may_wait:
            offers.append(PASS)
        return offers

    def why_not(self, state: State1880, action: Action) -> IllegalAction | None:
        if action in self.offers(state):
            return None
        if isinstance(action, Pass):
            return illegal("merger_not_declined", "1880.merger.automatic", investor=self.deciding(state))
        if isinstance(action, MergeMoney):
            return illegal("merger_money", "1880.merger.treasury-choice", to=action.to)
        return illegal("merger_first", "1880.merger.automatic", investor=self.deciding(state))

    def apply(self, state: State1880, action: Action) -> None:
        state.pop()
        if not isinstance(action, MergeMoney):
            return
        company = associated(state, self.railway)
        self._pay_owner(state, company)
        self._divide_treasury(state, company, action.to)
        _replace_marker(state, self.railway, company)

    def _pay_owner(self, state: State1880, company: int) -> None:
        """The reserved share and 50 go to the owner, whoever directs the company (1880.merger.share-to-owner, …)."""
        investor, owner = self.railway - FIRST_INVESTOR, self.actor(state)
        move_shares(state, company, state.investor_holder(investor), owner, SHARE)
        bank_pays_player(state, owner, MERGER_BONUS)
        state.log(InvestorMerged(self.deciding(state), state.company_id(company), state.players[owner]))
        settle_director(state, company)

    def _divide_treasury(self, state: State1880, company: int, to: str) -> None:
        owner, treasury = self.actor(state), state.treasury[self.railway]
        if to == "company":
            railway_pays_railway(state, self.railway, company, treasury)
            receiver, amount = state.company_id(company), treasury
        else:
            railway_pays_bank(state, self.railway, treasury)
            receiver, amount = state.players[owner], owner_part(treasury)
            bank_pays_player(state, owner, amount)
        state.log(MergerMoneyPaid(self.deciding(state), receiver, amount))


def _replace_marker(state: State1880, railway: int, company: int) -> None:
    """Take the investor off the map; the company may put its own cheapest marker there (1880.merger.token-…)."""
    place = state.stations[railway][0]
    set_stations(state, railway, ())
    state.investor_owner[railway - FIRST_INVESTOR] = CLOSED
    state.merged[railway - FIRST_INVESTOR] = True
    has_marker = len(state.stations[company]) < len(STATION_COSTS)
    in_hex = any(other // STOPS_PER_HEX == place // STOPS_PER_HEX for other in state.stations[company])
    if has_marker and (not in_hex or state.rules.merger_ignores_marker_in_hex):
        state.push(MarkerChoice(company, place))


class MarkerChoice(RailwayDecision[State1880]):
    """The company's director takes over the investor's place, free of charge, or leaves it empty."""

    def __init__(self, company: int, place: int) -> None:
        super().__init__(company)
        self.place = place

    def offers(self, state: State1880) -> list[Action]:
        return [MergeStation(True), MergeStation(False)]

    def why_not(self, state: State1880, action: Action) -> IllegalAction | None:
        if isinstance(action, MergeStation):
            return None
        return illegal("marker_first", "1880.merger.token-replacement", company=self.deciding(state))

    def apply(self, state: State1880, action: Action) -> None:
        assert isinstance(action, MergeStation)
        state.pop()
        if action.replace:
            set_stations(state, self.railway, (*state.stations[self.railway], self.place))
            name, _ = state.board.place_name(self.place)
            state.log(MergerMarkerReplaced(self.deciding(state), name))


STEPS: Final = (InvestorTrack, InvestorRun, Merger)
