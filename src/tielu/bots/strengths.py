"""How strong an opponent is: a bot and the time it may think, under a name that games keep with their seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tielu.core.setup_input import quoted
from tielu.errors import InvalidInput

from . import CHAIRMEN, can_play, check_bot


@dataclass(frozen=True)
class Strength:
    """A bot and the seconds that it thinks; `words` is the key of its name in the catalogues.

    `rating` was measured in the arena, or is a bound such as "> 1470" (docs/arena.md, "Ratings"). A strength that is no
    longer `offered` still plays where it was chosen before. The start page shows those that are `presented`; the others
    are in the form for a new game.
    """

    name: str
    bot: str
    seconds: float
    words: str
    rating: str
    offered: bool = True
    presented: bool = True


# From the weakest to the strongest; styles stand beside the chairman with as much time. A name stays for good, since it
# is stored with games.
_ALL: Final = (
    Strength("random", "random", 0.1, "strength_random", "< 130", presented=False),
    Strength("newcomer", "newcomer", 0.1, "strength_newcomer", "< 1000"),
    Strength("clerk", "clerk", 0.1, "strength_clerk", "1000"),
    Strength("director-quick", "director", 0.5, "strength_director_quick", "1470"),
    # With as much time the chairman plays better.
    Strength("director", "director", 3.0, "strength_director", "> 1470", offered=False),
    Strength("chairman-quick", "chairman", 1.0, "strength_chairman_quick", "> 1740"),
    Strength("chairman-careful", "careful", 1.0, "strength_chairman_careful", "> 1470", presented=False),
    Strength("chairman-builder", "builder", 1.0, "strength_chairman_builder", "> 1470", presented=False),
    Strength("chairman-raider", "raider", 1.0, "strength_chairman_raider", "> 1470", presented=False),
    Strength("chairman", "chairman", 3.0, "strength_chairman", "> 1740"),
    Strength("chairman-long", "chairman", 10.0, "strength_chairman_long", "> 1740"),
)
USUAL: Final = "clerk"
ADVISER: Final = "chairman-quick"


def strengths(title: str | None = None) -> tuple[Strength, ...]:
    """The strengths that are offered for the title, or for any."""
    return tuple(each for each in _ALL if each.offered and (title is None or can_play(each.bot, title)))


def all_strengths() -> tuple[Strength, ...]:
    """Every strength that games may have, whether it is still offered or not."""
    return _ALL


def ratings() -> dict[str, float]:
    """The rating of each strength, or its bound where it was not measured."""
    return {each.name: float(each.rating.strip("<> ")) for each in _ALL}


def usual_strength(title: str) -> Strength:
    """The strength that is offered first: the usual one, or the strongest that can play the title."""
    able = strengths(title)
    return next((each for each in able if each.name == USUAL), able[-1])


def adviser(title: str) -> Strength:
    """Whom people ask what to do: the quick chairman, or the usual strength where the title has none."""
    return next((each for each in strengths(title) if each.name == ADVISER), usual_strength(title))


def strength_of(name: object, title: str | None = None) -> Strength:
    """The strength of this name; raises InvalidInput if there is none, or if it cannot play the title."""
    for each in _ALL:
        if each.name == name:
            if title is not None:
                check_bot(each.bot, title)
            return each
    raise InvalidInput("unknown_bot", bot=quoted(name), known=tuple(each.name for each in strengths(title)))


def weaker(strength: Strength) -> Strength | None:
    """Who steps in when this one cannot answer: the next weaker one of another make, or None for the weakest.

    Chairmen of all styles are of one make: what one of them cannot do, another cannot do either.
    """
    alike = CHAIRMEN if strength.bot in CHAIRMEN else {strength.bot}
    below = [each for each in _ALL[: _ALL.index(strength)] if each.bot not in alike]
    return below[-1] if below else None
