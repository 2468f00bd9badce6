"""Bots: opponents that learn from the legal actions alone what they may do, and say in one line why they moved."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, SupportsIndex

from tielu.core.setup_input import quoted, whole_number
from tielu.core.title import find_title
from tielu.errors import InvalidInput

from .chairman import STYLES, Chairman, has_chairman
from .clerk import Clerk
from .decision import Bot, Decision, Option, Reason
from .director import Director, check_seconds
from .newcomer import Newcomer
from .random_bot import RandomBot
from .title import has_bots

__all__ = [
    "BOTS",
    "Bot",
    "Chairman",
    "Clerk",
    "Decision",
    "Director",
    "Newcomer",
    "Option",
    "RandomBot",
    "Reason",
    "can_play",
    "check_bot",
    "make_bot",
]

# How each bot is made from a seed and the seconds that it may think about a decision; the quick ones need none.
BOTS: Final[dict[str, Callable[[int, float], Bot]]] = {
    "random": lambda seed, _: RandomBot(seed),
    "newcomer": lambda seed, _: Newcomer(seed),
    "clerk": lambda seed, _: Clerk(seed),
    "director": Director,
    **{style.name: partial(Chairman, style=style) for style in STYLES},
}
# Bots that need to know nothing of a title.
PLAY_ANY_TITLE: Final = frozenset({"random"})
# Bots that need a network of the title.
CHAIRMEN: Final = frozenset(style.name for style in STYLES)


def make_bot(name: object, seed: SupportsIndex = 0, seconds: float = 0.1) -> Bot:
    """The bot of this name; raises InvalidInput if there is none, or if the seed or the time to think is no number."""
    known = _known(name)
    check_seconds(seconds)
    return BOTS[known](whole_number("seed", seed), seconds)


def can_play(name: str, title: str) -> bool:
    """Whether the bot of this name can play the title; raises InvalidInput if there is no such bot or title."""
    known, played = _known(name), find_title(title).name
    return known in PLAY_ANY_TITLE or (has_bots(played) and (known not in CHAIRMEN or has_chairman(played)))


def check_bot(name: str, title: str) -> None:
    """Raise InvalidInput unless the bot of this name can play the title."""
    if not can_play(name, title):
        raise InvalidInput("bot_not_for_title", title=find_title(title).label)


def _known(name: object) -> str:
    """The name of a bot; raises InvalidInput if there is none of this name."""
    if not isinstance(name, str) or name not in BOTS:
        raise InvalidInput("unknown_bot", bot=quoted(name), known=tuple(BOTS))
    return name
