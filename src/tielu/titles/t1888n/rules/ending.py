"""X. The end of the game: the broken bank, bankruptcy and the final reckoning."""

from __future__ import annotations

from tielu.core.events import GameEnded, PlayerPassed, RoundBegan
from tielu.core.shares import value_of_shares
from tielu.core.state import NOBODY

from .components import CHART, PRIVATES
from .events import BankBroke
from .state import NEXT_SET, THIS_SET, UNBROKEN, State1888


def note_broken_bank(state: State1888, in_stock_round: bool) -> None:
    """What it cannot pay is noted and counts as cash; the game ends with a set of operating rounds (1888.end.*)."""
    least = 0 if state.rules.bank_breaks_below_zero else 1
    if state.broken == UNBROKEN and state.bank < least:
        state.broken = NEXT_SET if in_stock_round else THIS_SET
        state.log(BankBroke())


def stands_still(state: State1888) -> bool:
    """Whether a stock round and its set went by without a decision and changed nothing, as all that follow would.

    The events are those since the last decision, and whatever changes is among them (ruling 9.9).
    """
    began = [index for index, event in enumerate(state.events) if event == RoundBegan("share")]
    return bool(began) and all(isinstance(event, (PlayerPassed, RoundBegan)) for event in state.events[began[-1] :])


def end_game(state: State1888) -> None:
    state.finished = True
    state.log(GameEnded())


def finished_rule(state: State1888) -> str:
    """The rule that forbids any further action."""
    if state.bankrupt != NOBODY:
        return "1888.end.bankruptcy-immediate"
    if state.broken == UNBROKEN:
        return "1888.play.alternate-sr-or"
    return "1888.end.bank-break-full-set" if state.broken == THIS_SET else "1888.end.bank-break-in-sr"


def worth(state: State1888, player: int) -> int:
    """Cash, privates at face value and shares at their price (1888.score.sum)."""
    privates = sum(private.price for index, private in enumerate(PRIVATES) if state.player_owns(player, index))
    return state.cash[player] + value_of_shares(state, CHART, player) + privates
