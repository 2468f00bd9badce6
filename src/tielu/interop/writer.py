"""Writing games of 18xx.games: a game of ours replayed, each action in the platform's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from tielu import Game, new_game
from tielu.core.actions import Action
from tielu.core.errors import InvalidAction
from tielu.core.game import Game as CoreGame
from tielu.titles.t1880.platform.writer import Writer1880
from tielu.titles.t1888n.platform.writer import Writer1888

from .reader import PLATFORM
from .records import EDITION_SETTING, NEEDED_OPTION, Foreign


class Writer(Protocol):
    """What a title provides: its actions in the platform's words."""

    def take(self, game: Game, action: Action) -> list[Foreign]:
        """Carry out `action` in `game`; returns what the platform would have recorded, and asked for, meanwhile."""


_WRITERS: dict[str, Callable[[], Writer]] = {"1880": Writer1880, "1888": Writer1888}


def export_18xx_games(game: CoreGame) -> dict[str, Any]:
    """The game as a file of 18xx.games; raises InvalidAction if the platform does not have its title.

    Any edition can be written, and we read it again; the platform itself replays its own edition only.
    """
    if game.title not in _WRITERS:
        raise InvalidAction("title_not_supported", title=game.title, known=tuple(_WRITERS))
    writer = _WRITERS[game.title]()
    replayed = new_game(game.title, game.players, game.edition)
    actions: list[Foreign] = []
    for action in game.actions:
        actions += writer.take(replayed, action)
    options = [NEEDED_OPTION[game.title]] if game.title in NEEDED_OPTION else []
    settings: dict[str, Any] = {"optional_rules": options}
    if game.edition != PLATFORM:
        settings[EDITION_SETTING] = game.edition
    return {
        "id": "tielu",
        "title": game.title,
        "description": "",
        "mode": "hotseat",
        "status": "finished" if game.finished else "active",
        "min_players": str(len(game.players)),
        "max_players": str(len(game.players)),
        "user": {"id": 0, "name": game.players[0]},
        "players": [{"id": seat, "name": name} for seat, name in enumerate(game.players)],
        "settings": settings,
        "actions": [{**action, "id": number} for number, action in enumerate(actions, 1)],
        "result": _result(game) if game.finished else {},
    }


def _result(game: CoreGame) -> dict[str, int]:
    return {str(game.players.index(name)): worth for name, worth in game.standings()}
