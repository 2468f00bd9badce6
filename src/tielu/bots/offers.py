"""What is legal now, as every bot asks for it."""

from __future__ import annotations

from tielu.core.actions import Action
from tielu.core.errors import InvalidAction
from tielu.core.game import Game


def legal_offers(game: Game) -> list[Action]:
    """The offers of the rules; raises InvalidAction when there is nothing to decide."""
    if game.finished:
        raise InvalidAction("nothing_to_decide")
    return list(game.legal_actions())
