"""1880: what the next trains will bring about, read off the tables of trains and phases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tielu import Game
from tielu.core.tiles import COLOURS
from tielu.titles.t1880 import components as parts
from tielu.titles.t1880.phases import LAST_TURNS
from tielu.titles.t1880.state import State1880
from tielu.views.printed import Effect, Outlook


def outlook(game: Game, train: str) -> Outlook:
    """Only the first train of a type begins a phase, and only the last one of some a share round."""
    state, number = cast(State1880, game.state), parts.TRAIN_INDEX[train]
    if number == parts.T2R:
        return Outlook()
    begins = not state.train_sold[number] and number > state.phase
    return Outlook(tuple(_first(state, number)) if begins else (), tuple(_last(number)))


def _first(state: State1880, train: int) -> Iterator[Effect]:
    old, new = parts.PHASES[train - 1], parts.PHASES[train]
    yield Effect("phase", {"phase": new.name})
    if parts.TRAINS[train].scraps:
        yield Effect("scraps", {"train": parts.TRAINS[train].scraps})
    if new.train_limit != old.train_limit:
        yield Effect("train_limit", {"limit": new.train_limit})
    if new.colour != old.colour:
        yield Effect("tiles", {"colour": COLOURS[new.colour]})
    if new.column != old.column:
        yield Effect("values")
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
