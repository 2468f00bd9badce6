"""1880 as the clerk looks it up."""

from __future__ import annotations

from typing import Final

from tielu.bots.clerk.desk import Desk
from tielu.bots.clerk.price_falls import fall
from tielu.core.shares import SHARE, held
from tielu.core.state import NOBODY, State
from tielu.core.track import STOPS_PER_HEX
from tielu.routing.model import RunPosition
from tielu.titles.t1880.rules.companies import available, certificate_limit, certificates
from tielu.titles.t1880.rules.components import (
    CHART,
    COMPANIES,
    FIRST_INVESTOR,
    P0,
    P2,
    P3,
    P7,
    PRIVATES,
    RAILWAYS,
    T2R,
    T4,
    T8E,
    TRAIN_INDEX,
    TRAINS,
)
from tielu.titles.t1880.rules.phases import LAST_TURNS, on_offer
from tielu.titles.t1880.rules.prices import price_of
from tielu.titles.t1880.rules.running import bonus_of, earnings, run_position
from tielu.titles.t1880.rules.share_round import ShareRound
from tielu.titles.t1880.rules.state import State1880
from tielu.titles.t1880.rules.stations import home_places
from tielu.titles.t1880.rules.takeover import prices_may_move, privates_pay
from tielu.titles.t1880.rules.trading import proceeds

from .weights import Weights1880

_INDEX: Final = {name: index for index, name in enumerate(RAILWAYS)}
_COMPANIES: Final = tuple([company.id for company in COMPANIES])
_SCRAPPED_BY: Final = {TRAIN_INDEX[train.scraps]: index for index, train in enumerate(TRAINS) if train.scraps}


class Book1880:
    """What the clerk looks up about 1880."""

    def __init__(self, weights: Weights1880) -> None:
        self.w = weights
        self.companies = _COMPANIES
        self.trains = TRAINS

    def railway(self, name: str) -> int:
        return _INDEX.get(name, NOBODY)

    def position(self, state: State1880, railway: int) -> RunPosition:
        return run_position(state, railway)

    def on_offer(self, state: State1880) -> int:
        return on_offer(state)

    def train_limit(self, state: State1880) -> int:
        return state.current_phase.train_limit

    def price(self, state: State1880, company: int) -> int:
        return price_of(state, company)

    def steps_of_price(self, state: State1880, company: int) -> tuple[int, int]:
        if not prices_may_move(state):
            return 0, 0
        cell = state.cell[company]
        price = CHART.price(cell)
        return CHART.price(CHART.right(cell)) - price, price - CHART.price(CHART.left(cell))

    def bonus(self, state: State1880, company: int) -> int:
        return bonus_of(state.cell[company])

    def bonus_of_step(self, state: State1880) -> float:
        return self.w.bonus_of_step if prices_may_move(state) else 0.0

    def powers(self, state: State1880, railway: int) -> int:
        owner = state.owner_of(railway)
        return 2 * state.owns_private(owner, P2) + state.owns_private(owner, P3)

    def scrapped_by(self, train: int) -> int | None:
        return _SCRAPPED_BY.get(train)

    def counts_as_train(self, train: int) -> bool:
        return train != T2R

    def turns_left(self, desk: Desk) -> float:
        """Until the last 8-train goes, and three more."""
        state = as_1880(desk.state)
        if state.circles_left > 0:
            return float(state.circles_left)
        return desk.turns_until(T8E) + LAST_TURNS - self.w.turn_in_progress

    def turns_of_type(self, left: int) -> float:
        """Nobody buys for a circle, and the type is gone."""
        return min(self.w.turns_of_type, left * self.w.turns_of_train)

    def debt(self, state: State1880, player: int) -> int:
        return state.debt[player]

    def private_worth(self, desk: Desk, private: int) -> float:
        """Income until the takeover; P0's payment and P7's train come once."""
        card = PRIVATES[private]
        turns = desk.turns_until(T4) if privates_pay(as_1880(desk.state)) else 0.0
        once = {P0: self.w.claim, P7: self.w.rocket}
        return card.income * turns + once.get(private, 0.0)

    def home(self, state: State1880, company: int) -> int:
        return state.stations[company][0] if state.stations[company] else home_places(state, company)[0]

    def home_position(self, state: State1880, company: int) -> RunPosition:
        home = self.home(state, company)
        return RunPosition(state.board, state.faces, (home,), frozenset(), earnings(state, company))

    def share_price(self, state: State1880, company: int, source: str) -> int:
        return price_of(state, company)

    def certificates_left(self, state: State1880, player: int) -> int:
        return certificate_limit(state) - certificates(state, player)

    def on_sale(self, state: State1880, player: int) -> list[tuple[int, int]]:
        frame = state.stack[-1]
        sold = frame.sold[player] if isinstance(frame, ShareRound) else 0
        return [
            (company, price_of(state, company))
            for company in range(len(COMPANIES))
            if state.founded(company) and available(state, company) and not sold >> company & 1
        ]

    def share_doubt(self, state: State1880, company: int, player: int) -> float:
        if state.floated[company] or state.director[company] == player:
            return 0.0
        floats = held(state, company, state.director[company]) >= state.current_phase.float_percent
        return 0.0 if floats else self.w.doubt

    def helps_float(self, state: State1880, company: int, player: int) -> bool:
        if state.floated[company] or state.director[company] != player:
            return False
        missing = state.current_phase.float_percent - held(state, company, player)
        return missing > 0 and missing // SHARE * price_of(state, company) <= state.cash[player]

    def proceeds(self, state: State1880, company: int, percent: int) -> int:
        return proceeds(state, company, percent)

    def price_after_sale(self, state: State1880, company: int, shares: int) -> int:
        return fall(CHART, state.cell[company], shares) if prices_may_move(state) else 0

    def aims(self, desk: Desk, railway: int) -> dict[int, float]:
        """An investor builds toward its company, and the company toward its investor."""
        state = as_1880(desk.state)
        pairs = [(FIRST_INVESTOR + number, company) for number, company in enumerate(state.associated) if company >= 0]
        for investor, company in pairs:
            other = company if railway == investor else investor if railway == company else None
            if other is not None and state.stations[other]:
                return {state.stations[other][0] // STOPS_PER_HEX: self.w.meeting}
        return {}


def as_1880(state: State) -> State1880:
    assert isinstance(state, State1880)
    return state
