"""Tielu plays 18xx railway games by the rulebook: the titles there are, and how a game begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from tielu._form import FORM  # first of all: it decides from where the engine is imported
from tielu._version import __version__
from tielu.core.actions import Action
from tielu.core.errors import IllegalAction, InvalidAction, TieluError
from tielu.core.events import Event
from tielu.core.game import SHOWN_BY, Game, LegalActions, begin
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


def _imported_later(module: str, name: str) -> Callable[[Game], Any]:
    """A function of a part above this one, imported when a game is first shown with it."""

    def show(game: Game) -> Any:
        return getattr(import_module(module), name)(game)

    return show


SHOWN_BY["position"] = _imported_later("tielu.views.position.position", "position_view")
SHOWN_BY["drawing"] = _imported_later("tielu.views.svg", "board_picture")


def new_game(title: str, players: Sequence[str], edition: str | None = None, revision: int | None = None) -> Game:
    """A new game, the players in seating order; raises InvalidAction if any of these is not possible.

    By default it is played in the title's usual edition and by the newest revision of the rules.

    >>> import tielu
    >>> tielu.new_game("1888-N", ["Ann", "Bo"]).actor
    'Ann'
    """
    return begin(title, players, edition, revision)
