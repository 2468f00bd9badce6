"""XIV. The Communist takeover: what is frozen from the first 4-train to the first 6-train, and what stays off."""

from __future__ import annotations

from tielu.core.errors import IllegalAction, illegal

from .components import B3
from .state import State1880


def takeover(state: State1880) -> bool:
    """From the first 4-train (1880.communist.start-first-4) until the first 6-train (1880.communist.end-first-6)."""
    return state.current_phase.takeover


def prices_may_move(state: State1880) -> bool:
    """1880.communist.prices-frozen; 1880.communist.end-prices-resume."""
    return not takeover(state)


def why_director_keeps(state: State1880, player: int, company: int) -> IllegalAction | None:
    """1880.communist.director-cannot-sell; 1880.communist.end-director-may-sell."""
    if state.director[company] == player and takeover(state):
        name = state.company_id(company)
        return illegal("director_cannot_sell", "1880.communist.director-cannot-sell", company=name)
    return None


def privates_pay(state: State1880) -> bool:
    """1880.communist.privates-stop-forever; 1880.communist.end-privates-fi-stay-off."""
    return state.phase < B3


def investors_operate(state: State1880) -> bool:
    """1880.fi.inactive-from-b3; 1880.communist.end-privates-fi-stay-off."""
    return state.phase < B3
