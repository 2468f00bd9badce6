"""Chance that depends on the seed and the position alone, so that a bot asked twice answers the same."""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import blake2b

from tielu.core.actions import Action
from tielu.core.game import Game


def dice(seed: int, game: Game, offers: Sequence[Action]) -> random.Random:
    """Dice for this position: what lies on the table, what is on offer and how many actions led here.

    The number of actions keeps a table at which nothing changes from going round in the same circle for ever.
    """
    state = game.state
    seen = (
        seed,
        game.title,
        game.edition,
        len(game.actions),
        state.cash,
        state.treasury,
        state.shares,
        state.cell,
        state.trains,
        state.faces,
        state.stations,
        offers[:1],
        len(offers),
    )
    digest = blake2b(repr(seen).encode(), digest_size=8).digest()
    return random.Random(int.from_bytes(digest, "big"))


def leaning(seed: int, about: str) -> float:
    """A fixed leaning of the bot with this seed, from -1 to 1: two bots do not value everything alike."""
    digest = blake2b(f"{seed} {about}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**63 - 1
