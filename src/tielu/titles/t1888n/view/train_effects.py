"""1888-N: what the next trains will bring about, read off the tables of trains and phases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tielu import Game
from tielu.titles.t1888n.rules import components as parts
from tielu.titles.t1888n.rules.state import State1888
from tielu.views.position.train_effects import phase_effects
from tielu.views.title import Effect, TrainEffects


def train_effects(game: Game, train: str) -> TrainEffects:
    """The first train of a type begins a phase, whether it is sold or exported."""
    state, number = cast(State1888, game.state), parts.TRAIN_INDEX[train]
    return TrainEffects(() if state.train_sold[number] else tuple(_first(number)))


def _first(train: int) -> Iterator[Effect]:
    old, new = parts.PHASES[train], parts.PHASES[train + 1]
    yield from phase_effects(old, new, parts.TRAINS[train].scraps)
    if new.operating_rounds != old.operating_rounds:
        yield Effect("operating_rounds", {"count": new.operating_rounds})
    if train + 1 == parts.PHASE_3:
        yield Effect("trade")
    if train + 1 == parts.PHASE_5:
        yield Effect("privates_close")
    if train == parts.TD:
        yield Effect("trade_in", {"price": parts.TRADE_IN_PRICE})
    if train in parts.EXPORTED:
        yield Effect("exported")
