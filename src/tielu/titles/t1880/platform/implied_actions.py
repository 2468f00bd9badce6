"""Actions that our game takes by itself in 1880 and 18xx.games records: added here when a game is written."""

from __future__ import annotations

from collections.abc import Sequence

from tielu.core.actions import Action, FoundCompany, Pass, PlaceStation, RunTrains
from tielu.core.events import Event, StationPlaced
from tielu.core.stations import face_at
from tielu.core.tiles import BROWN
from tielu.interop.records import Foreign
from tielu.interop.words import WITHHOLD, by_player
from tielu.titles.t1880.rules.actions import ClaimPayment
from tielu.titles.t1880.rules.auction import Auction
from tielu.titles.t1880.rules.components import COMPANY_INDEX, FIRST_INVESTOR, INVESTORS, OO_HOMES, P0, RAILWAYS
from tielu.titles.t1880.rules.events import DebtRepaid, NobodyBid, PaymentClaimed
from tielu.titles.t1880.rules.investors import Merger
from tielu.titles.t1880.rules.operating_round import DividendStep, OperatingRound
from tielu.titles.t1880.rules.state import State1880

from .words import by_private, by_railway


def answers_to_events(state: State1880, action: Action, events: Sequence[Event]) -> list[Foreign]:
    """P0's last payment and what a debtor repays after founding a company."""
    answers: list[Foreign] = []
    for event in events:
        if isinstance(event, PaymentClaimed) and not isinstance(action, ClaimPayment):
            answers.append(by_private(P0, "choose", choice=""))
        elif isinstance(event, DebtRepaid) and isinstance(action, FoundCompany):
            answers.append(by_player(state.players.index(event.player), "payoff_player_debt"))
    return answers


def homes_set(state: State1880, action: Action, events: Sequence[Event]) -> list[StationPlaced]:
    """Homes that our game has set where the platform asks: QSR and SCR, once their two cities are one."""
    if isinstance(action, PlaceStation):
        return []
    return [
        event
        for event in events
        if isinstance(event, StationPlaced)
        and COMPANY_INDEX.get(event.railway) in OO_HOMES
        and face_at(state, state.board.hex_index[event.hex]).colour >= BROWN
    ]


def dividend_of_nothing(state: State1880, action: Action, railway: str) -> list[Foreign]:
    """Trains that have run and earned nothing: there is nothing to decide, yet the platform asks."""
    ran = isinstance(action, RunTrains) and action.routes and railway in COMPANY_INDEX
    if not ran or (not state.finished and isinstance(state.stack[-1], DividendStep)):
        return []
    return [by_railway(railway, "dividend", kind=WITHHOLD)]


def opener_passes(before: State1880, state: State1880, events: Sequence[Event]) -> list[Foreign]:
    """Who opens an auction is asked even without the money for a bid."""
    old, new = before.stack[-1], None if state.finished else state.stack[-1]
    if not isinstance(new, Auction) or new.opener not in new.passed:
        return []
    same = isinstance(old, Auction) and (old.private, old.price) == (new.private, new.price)
    if same and not any(isinstance(event, NobodyBid) for event in events):
        return []
    return [by_player(new.opener, "pass")]


def investors_pass(before: State1880, state: State1880, action: Action) -> list[Foreign]:
    """Every investor's turn ends with a pass, unless it merges."""
    start, end = _position(before), _position(state)
    if start is None or end is None or start == end:
        return []
    declined = isinstance(action, Pass) and isinstance(before.stack[-1], Merger)
    last = min(end, len(INVESTORS))
    ended = [*range(start, last)] if start < end else [*range(start, len(INVESTORS)), *range(last)]
    return [
        by_railway(RAILWAYS[FIRST_INVESTOR + investor], "pass")
        for investor in ended
        if before.investor_owner[investor] >= 0
        and state.investor_owner[investor] >= 0
        and not (declined and investor == start)
    ]


def _position(state: State1880) -> int | None:
    """The place in the turn order list whose turn it is: investors come first."""
    bottom = state.stack[0]
    return bottom.position if isinstance(bottom, OperatingRound) else None
