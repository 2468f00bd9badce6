"""VI. Special powers used in a company's turn: P5's permit, and P7, the Rocket, exchanged at any moment."""

from __future__ import annotations

from tielu.core.actions import Action
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import PrivateClosed
from tielu.core.state import CLOSED
from tielu.titles.t1880.rules.actions import AssignPermit, ExchangeRocket

from . import p5
from .components import P7, PRIVATES, TRAINS
from .events import RocketExchanged
from .forced_rocket import has_room
from .phases import on_offer, train_left_bank
from .state import State1880


def power_offers(state: State1880, railway: int) -> list[Action]:
    """What the owner of the railway in turn may do with P5 and P7, whatever step the turn is in."""
    offers = p5.offers(state, state.owner_of(railway), railway)
    if rocket_ready(state, railway):
        offers.append(ExchangeRocket(state.railway_id(railway)))
    return offers


def rocket_ready(state: State1880, railway: int) -> bool:
    owned = state.owns_private(state.owner_of(railway), P7)
    return owned and why_not_rocket(state, railway, ExchangeRocket(state.railway_id(railway))) is None


def why_not_power(state: State1880, railway: int, action: Action) -> IllegalAction | None:
    if isinstance(action, AssignPermit):
        return p5.why_not(state, state.owner_of(railway), railway, action)
    assert isinstance(action, ExchangeRocket)
    return why_not_rocket(state, railway, action)


def why_not_rocket(state: State1880, railway: int, action: ExchangeRocket) -> IllegalAction | None:
    if state.private_owner[P7] < 0 or state.private_owner[P7] != state.owner_of(railway):
        return illegal("private_not_owned", "1880.p7.exchange-any-time", private=PRIVATES[P7].id)
    if action.company != state.railway_id(railway):
        return illegal("other_company", "1880.p7.exchange-any-time", company=state.railway_id(railway))
    if state.is_investor(railway):
        rule = state.rules.cites("1880.p7.exchange-any-time", "1880.p7.not-for-fi")
        return illegal("not_for_investors", rule)
    if action.surrender is not None:
        return illegal("no_surrender", "1880.trains.no-voluntary-scrap")
    if not has_room(state, railway):
        return illegal("train_limit", "1880.p7.needs-train-slot", limit=state.current_phase.train_limit)
    return None


def apply_power(state: State1880, railway: int, action: Action) -> None:
    if isinstance(action, AssignPermit):
        p5.assign(state, state.owner_of(railway), action)
    else:
        _exchange_rocket(state, railway)


def _exchange_rocket(state: State1880, company: int) -> None:
    """A purchase without payment that leaves the marker where it is (1880.p7.counts-as-purchase, .no-marker-move)."""
    owner, train = state.private_owner[P7], on_offer(state)
    state.trains[company] = (*state.trains[company], train)
    state.private_owner[P7] = CLOSED
    state.log(RocketExchanged(state.players[owner], state.company_id(company), TRAINS[train].name))
    state.log(PrivateClosed(PRIVATES[P7].id))
    train_left_bank(state, train, company)
