"""How strong an opponent is: a bot and the time it may think, under a name that games keep with their seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tielu.core.setup_input import quoted
from tielu.errors import InvalidInput

from . import BOTS


@dataclass(frozen=True)
class Strength:
    """A bot that thinks for so many seconds; `words` is the key of its name in the catalogues."""

    name: str
    bot: str
    seconds: float
    words: str


# From the weakest to the strongest. A name stays for good, since it is stored with games.
_ALL: Final = (
    Strength("random", "random", 0.1, "strength_random"),
    Strength("clerk", "clerk", 0.1, "strength_clerk"),
    Strength("director-quick", "director", 0.5, "strength_director_quick"),
    Strength("director", "director", 3.0, "strength_director"),
)
USUAL: Final = "clerk"


def strengths() -> tuple[Strength, ...]:
    """Those whose bot is there."""
    return tuple(each for each in _ALL if each.bot in BOTS)


def strength_of(name: object) -> Strength:
    """The strength of this name; raises InvalidInput if there is none."""
    known = strengths()
    for each in known:
        if each.name == name:
            return each
    raise InvalidInput("unknown_bot", bot=quoted(name), known=tuple(each.name for each in known))


def weaker(strength: Strength) -> Strength | None:
    """Who steps in when this one cannot answer: the next weaker bot that is another one, None for the weakest."""
    below = [each for each in strengths()[: strengths().index(strength)] if each.bot != strength.bot]
    return below[-1] if below else None
