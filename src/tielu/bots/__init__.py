"""Bots: opponents that play any title through the legal actions alone, and say in one line why they moved."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from tielu.core.setup_input import quoted
from tielu.errors import InvalidInput

from .clerk import Clerk
from .decision import Bot, Decision, Option, Reason
from .director import Director
from .random_bot import RandomBot

__all__ = ["BOTS", "Bot", "Clerk", "Decision", "Director", "Option", "RandomBot", "Reason", "make_bot"]

# How each bot is made from a seed and the seconds that it may think about a decision; the quick ones need none.
BOTS: Final[dict[str, Callable[[int, float], Bot]]] = {
    "random": lambda seed, _: RandomBot(seed),
    "clerk": lambda seed, _: Clerk(seed),
    "director": Director,
}


def make_bot(name: object, seed: int = 0, seconds: float = 0.1) -> Bot:
    """The bot of this name; raises InvalidInput if there is none, or if the time to think is no time."""
    if not isinstance(name, str) or name not in BOTS:
        raise InvalidInput("unknown_bot", bot=quoted(name), known=tuple(BOTS))
    if not math.isfinite(seconds) or seconds <= 0:
        raise InvalidInput("no_time_to_think", seconds=seconds)
    return BOTS[name](seed, seconds)
