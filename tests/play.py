"""A fingerprint of everything a state holds, and games played to their end, for tests."""

from __future__ import annotations

import random
from typing import Any

from bench.games import STYLES, choose, new_game
from tielu.core.flow import Frame
from tielu.core.game import Game
from tielu.core.state import State

__all__ = ["LONGEST_GAME", "STYLES", "choose", "fingerprint", "new_game", "play_out"]

LONGEST_GAME = 6000


def play_out(game: Game, seed: int, style: str = "any") -> Game:
    """Play the game to its end."""
    rng = random.Random(seed)
    for _ in range(LONGEST_GAME):
        if game.finished:
            return game
        game.apply_trusted(choose(game, rng, style))
    raise AssertionError(f"the game did not end within {LONGEST_GAME} actions")


def attributes(value: object) -> dict[str, Any]:
    """What an object of ours holds, by name; compiled classes keep a list of names instead of a `__dict__`."""
    names = getattr(type(value), "__mypyc_attrs__", None)
    if names is None:
        return vars(value)
    return {name: getattr(value, name) for name in names if name != "__dict__"}


def fingerprint(state: State) -> tuple[Any, ...]:
    """Everything in a state that matters, as plain values; networks found so far and events are left out."""
    parts = []
    for name, value in sorted(attributes(state).items()):
        if name not in ("board", "events", "known_runs", "markers", "reaches", "rules"):
            parts.append((name, _plain(value)))
    return tuple(parts)


def _plain(value: Any) -> Any:
    if isinstance(value, Frame):
        return (type(value).__name__, _plain(sorted(attributes(value).items())))
    if isinstance(value, (list, tuple)):
        return tuple(_plain(each) for each in value)
    return value
