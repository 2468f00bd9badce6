"""Tielu plays 18xx railway games by the rulebook: the titles there are, and how a game begins."""

from __future__ import annotations

from collections.abc import Sequence

from tielu._form import FORM  # first of all: it settles from where the engine is imported
from tielu._version import __version__
from tielu.core.actions import Action
from tielu.core.errors import IllegalAction, InvalidAction, TieluError
from tielu.core.events import Event
from tielu.core.game import Game, LegalActions, begin
from tielu.core.setup_input import LONGEST_NAME
from tielu.core.title import TITLES, Title
from tielu.titles import discover

__all__ = [
    "FORM",
    "LONGEST_NAME",
    "TITLES",
    "Action",
    "Event",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "LegalActions",
    "TieluError",
    "Title",
    "__version__",
    "new_game",
]

discover()


def new_game(title: str, players: Sequence[str], edition: str | None = None) -> Game:
    """A game about to begin, players in seating order; raises InvalidAction if any of the three will not do.

    >>> import tielu
    >>> tielu.new_game("1888-N", ["Ann", "Bo"]).actor
    'Ann'
    """
    return begin(title, players, edition)
