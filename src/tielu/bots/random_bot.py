"""The bot that knows the rules and nothing else: any kind of action, then any action of that kind."""

from __future__ import annotations

import random
from typing import Final

from tielu.core.actions import Action, Amounts
from tielu.core.game import Game
from tielu.views.actions.amounts import with_amount

from .decision import Decision, Reason
from .dice import dice
from .offers import legal_offers

# Amounts are drawn near the low end: this many steps on average.
STEPS_ABOVE_LOWEST: Final = 2.0


class RandomBot:
    """Plays at random, the same way in the same position."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, game: Game) -> Decision:
        offers = legal_offers(game)
        chance = dice(self._seed, game, offers)
        kinds: dict[type[Action], list[Action]] = {}
        for offer in offers:
            kinds.setdefault(type(offer), []).append(offer)
        kind = chance.choice(list(kinds))
        action = _drawn_amount(chance.choice(kinds[kind]), chance)
        reason = Reason("random", {"choices": len(offers)}) if len(offers) > 1 else Reason("only_choice", {})
        return Decision(action, reason)


def _drawn_amount(offer: Action, chance: random.Random) -> Action:
    """The offer with an amount within its limits; any amount may come, low ones come more often."""
    amounts = getattr(offer, "amounts", None)
    if not isinstance(amounts, Amounts) or len(amounts) < 2:
        return offer
    steps = min(len(amounts) - 1, int(chance.expovariate(1 / STEPS_ABOVE_LOWEST)))
    return with_amount(offer, amounts.low + steps * amounts.step)
