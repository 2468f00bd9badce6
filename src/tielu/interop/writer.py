"""Writing games of 18xx.games: a game of ours replayed, each action in the platform's words."""

from __future__ import annotations

from typing import Any

from tielu.core.game import Game

from .reader import PLATFORM
from .records import EDITION_SETTING, REVISION_SETTING, Foreign
from .title import platform_of


def export_18xx_games(game: Game) -> dict[str, Any]:
    """The game as a file of 18xx.games; raises InvalidAction if we cannot write its title.

    Any edition can be written, and we read it again; the platform itself replays its own edition only.
    """
    platform = platform_of(game.title)
    writer = platform.writer()
    replayed = game.at_start()
    actions: list[Foreign] = []
    for action in game.actions:
        actions += writer.take(replayed, action)
    settings: dict[str, Any] = {"optional_rules": [platform.needed_option] if platform.needed_option else []}
    settings[REVISION_SETTING] = game.revision
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


def _result(game: Game) -> dict[str, int]:
    return {str(game.players.index(name)): worth for name, worth in game.standings()}
