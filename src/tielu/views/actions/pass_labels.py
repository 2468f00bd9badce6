"""Labels for passing: the word alone leaves a player asking what becomes of the turn."""

from __future__ import annotations

from tielu import Game
from tielu.i18n import say
from tielu.views.title import view_of


def passing_key(game: Game) -> str:
    """The key of what passing would mean now; empty where the frame has no word for it."""
    top = game.state.stack[-1] if game.state.stack else None
    labels = view_of(game.title).pass_labels
    return next((key for frame, key in labels.items() if isinstance(top, frame)), "")


def say_passing(game: Game, lang: str) -> str:
    """What passing would mean now, or an empty text where the frame has no word for it."""
    key = passing_key(game)
    return say(key, lang) if key else ""
