"""1880: what the next trains will bring about, read off the tables of trains and phases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tielu import Game
from tielu.titles.t1880.rules import components as parts
from tielu.titles.t1880.rules.phases import LAST_TURNS
from tielu.titles.t1880.rules.state import State1880
from tielu.views.position.train_effects import phase_effects
from tielu.views.title import Effect, TrainEffects


def train_effects(game: Game, train: str) -> TrainEffects:
    """Only the first train of a type begins a phase, and only the last one of some a share round."""
    state, number = cast(State1880, game.state), parts.TRAIN_INDEX[train]
    if number == parts.T2R:
        return TrainEffects()
    begins = not state.train_sold[number] and number > state.phase
    return TrainEffects(tuple(_first(state, number)) if begins else (), tuple(_last(number)))


def _first(state: State1880, train: int) -> Iterator[Effect]:
    old, new = parts.PHASES[train - 1], parts.PHASES[train]
    yield from phase_effects(old, new, parts.TRAINS[train].scraps)
    if new.permit != old.permit:
        yield Effect("permits", {"permit": new.permit})
    if new.float_percent != old.float_percent:
        yield Effect("float", {"percent": new.float_percent})
    if new.station_factor != old.station_factor:
        yield Effect("stations", {"factor": new.station_factor})
    if train == parts.B1:
        yield Effect("second_capital")
    if new.takeover != old.takeover:
        yield Effect("takeover" if new.takeover else "takeover_ends")
    if train == parts.B3 and state.private_owner[parts.P7] >= 0:
        yield Effect("rocket")
    if train == parts.C2:
        yield Effect("restored", {"train": parts.TRAINS[parts.T2R].name})


def _last(train: int) -> Iterator[Effect]:
    if train <= parts.T8:
        yield Effect("share_round")
    if train == parts.T8:
        yield Effect("last_turns", {"turns": LAST_TURNS - 1})
