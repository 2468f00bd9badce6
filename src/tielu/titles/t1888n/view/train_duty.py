"""1888-N: the train that a company must buy, and whether it and its director can pay for it."""

from __future__ import annotations

from typing import cast

from tielu import Game
from tielu.titles.t1888n.rules import components as parts
from tielu.titles.t1888n.rules.emergency import cheapest_train, must_own_train, needed_sales
from tielu.titles.t1888n.rules.phases import on_offer
from tielu.titles.t1888n.rules.state import State1888
from tielu.titles.t1888n.rules.train_purchase import TrainStep
from tielu.views.title import TrainDuty


def train_duty(game: Game) -> TrainDuty | None:
    """The duty of the company that buys trains now; None if it owns one."""
    state = cast(State1888, game.state)
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, TrainStep) or not must_own_train(state, step.railway):
        return None
    director = state.director[step.railway]
    cheapest = cheapest_train(state)
    return TrainDuty(
        state.company_id(step.railway),
        parts.TRAINS[cheapest].name,
        parts.TRAINS[cheapest].price,
        state.treasury[step.railway],
        game.players[director],
        state.cash[director],
        needed_sales(state, step.railway),
        "bank" if cheapest == on_offer(state) else "pool",
    )
