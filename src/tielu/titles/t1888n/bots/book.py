"""1888-N as the clerk looks it up."""

from __future__ import annotations

from typing import Final

from tielu.bots.clerk.desk import Desk
from tielu.bots.clerk.price_falls import fall
from tielu.core.shares import SHARE, held
from tielu.core.state import NOBODY, State
from tielu.core.stations import face_at
from tielu.core.track import STOPS_PER_HEX
from tielu.routing.model import RunPosition
from tielu.titles.t1888n.rules.companies import certificate_limit, certificates
from tielu.titles.t1888n.rules.components import (
    CHART,
    COMPANIES,
    COMPANY_INDEX,
    FLOAT_PERCENT,
    HOLDING_LIMIT,
    PHASE_5,
    PRIVATES,
    TRAIN_INDEX,
    TRAINS,
)
from tielu.titles.t1888n.rules.phases import on_offer
from tielu.titles.t1888n.rules.prices import price_of
from tielu.titles.t1888n.rules.running import earnings, run_position
from tielu.titles.t1888n.rules.share_round import ShareRound
from tielu.titles.t1888n.rules.state import UNBROKEN, State1888
from tielu.titles.t1888n.rules.stations import home_city
from tielu.titles.t1888n.rules.trading import SOURCES, proceeds, share_price, source_holder

from .weights import Weights1888

_COMPANIES: Final = tuple([company.id for company in COMPANIES])
_SCRAPPED_BY: Final = {TRAIN_INDEX[train.scraps]: index for index, train in enumerate(TRAINS) if train.scraps}


class Book1888:
    """What the clerk looks up about 1888-N."""

    def __init__(self, weights: Weights1888) -> None:
        self.w = weights
        self.companies = _COMPANIES
        self.trains = TRAINS

    def railway(self, name: str) -> int:
        return COMPANY_INDEX.get(name, NOBODY)

    def position(self, state: State1888, railway: int) -> RunPosition:
        return run_position(state, railway)

    def on_offer(self, state: State1888) -> int:
        return on_offer(state)

    def train_limit(self, state: State1888) -> int:
        return state.current_phase.train_limit

    def price(self, state: State1888, company: int) -> int:
        return price_of(state, company)

    def steps_of_price(self, state: State1888, company: int) -> tuple[int, int]:
        cell = state.cell[company]
        price = CHART.price(cell)
        return CHART.price(CHART.right(cell)) - price, price - CHART.price(CHART.left(cell))

    def bonus(self, state: State1888, company: int) -> int:
        return 0

    def bonus_of_step(self, state: State1888) -> float:
        return 0.0

    def powers(self, state: State1888, railway: int) -> int:
        return 0

    def scrapped_by(self, train: int) -> int | None:
        return _SCRAPPED_BY.get(train)

    def counts_as_train(self, train: int) -> bool:
        return True

    def turns_left(self, desk: Desk) -> float:
        """As many turns as in games that people played, or as long as the bank lasts at what is earned now."""
        state = as_1888(desk.state)
        if state.broken != UNBROKEN:
            return self.w.turns_after_break
        turns: float = self.w.turns_from_phase[state.phase]
        if state.phase <= PHASE_5:
            return turns
        earned = sum(desk.income(each, state.trains[each]) for each in range(len(COMPANIES)) if state.stations[each])
        lasts: float = max(0, state.bank) / max(1, earned)
        return min(turns, lasts + self.w.turns_after_break)

    def turns_of_type(self, left: int) -> float:
        return min(self.w.turns_of_type, left * self.w.turns_of_train)

    def debt(self, state: State1888, player: int) -> int:
        return 0

    def private_worth(self, desk: Desk, private: int) -> float:
        """The price that a company will pay, or the face value that counts at the end."""
        card = PRIVATES[private]
        open_yet = desk.state.phase < PHASE_5
        return card.highest * self.w.private_resale + card.income * self.w.soon if open_yet else float(card.price)

    def home(self, state: State1888, company: int) -> int:
        index = state.board.hex_index[COMPANIES[company].home]
        return index * STOPS_PER_HEX + home_city(company, face_at(state, index))

    def home_position(self, state: State1888, company: int) -> RunPosition:
        home = self.home(state, company)
        return RunPosition(state.board, state.faces, (home,), frozenset(), earnings(state, company))

    def share_price(self, state: State1888, company: int, source: str) -> int:
        return share_price(state, company, source)

    def certificates_left(self, state: State1888, player: int) -> int:
        return certificate_limit(state) - certificates(state, player)

    def on_sale(self, state: State1888, player: int) -> list[tuple[int, int]]:
        frame = state.stack[-1]
        sold = frame.sold[player] if isinstance(frame, ShareRound) else 0
        return [
            (company, share_price(state, company, source))
            for company in range(len(COMPANIES))
            if state.founded(company) and not sold >> company & 1 and held(state, company, player) < HOLDING_LIMIT
            for source in SOURCES
            if held(state, company, source_holder(state, source))
        ]

    def share_doubt(self, state: State1888, company: int, player: int) -> float:
        """The fewer shares are sold and the poorer the players, the less likely it is to float."""
        if state.floated[company]:
            return 0.0
        missing = max(0, held(state, company, state.ipo) - (100 - FLOAT_PERCENT)) // SHARE
        own = state.cash[player] // state.par[company]
        if own >= missing:
            return 0.0
        others = sum(cash // state.par[company] for cash in state.cash) - own
        return min(1.0, self.w.doubt * missing / max(1.0, own + others * self.w.others_join))

    def helps_float(self, state: State1888, company: int, player: int) -> bool:
        return not state.floated[company] and state.director[company] == player

    def proceeds(self, state: State1888, company: int, percent: int) -> int:
        return proceeds(state, company, percent)

    def price_after_sale(self, state: State1888, company: int, shares: int) -> int:
        return fall(CHART, state.cell[company], shares)

    def aims(self, desk: Desk, railway: int) -> dict[int, float]:
        """The destination pays a bonus."""
        charter = COMPANIES[railway]
        return {desk.state.board.hex_index[charter.destination]: float(charter.bonus)}


def as_1888(state: State) -> State1888:
    assert isinstance(state, State1888)
    return state
