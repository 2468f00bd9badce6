"""What is legal now, as every bot asks for it."""

from __future__ import annotations

from tielu.core.actions import Action
from tielu.core.game import Game
from tielu.errors import InvalidInput


def legal_offers(game: Game) -> list[Action]:
    """The offers of the rules; raises InvalidInput when there is nothing to decide."""
    check_unfinished(game)
    return list(game.legal_actions())


def check_unfinished(game: Game) -> None:
    """Raise InvalidInput when there is nothing to decide."""
    if game.finished:
        raise InvalidInput("nothing_to_decide")
