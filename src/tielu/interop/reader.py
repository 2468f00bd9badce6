"""Reading games of 18xx.games: each title has its reader, and every game replays through the same rules."""

from __future__ import annotations

from collections.abc import Iterator

from tielu import Game, new_game
from tielu.core.errors import InvalidAction

from .records import EDITION_SETTING, REVISION_SETTING, Foreign, PlatformRecord, read_record
from .replay import Replay
from .title import platform_of

# The edition whose readings are those of the platform; its games replay exactly in it.
PLATFORM = "18xx.games"


def open_replay(data: object, edition: str | None = None) -> Replay:
    """A replay of the game in a file of 18xx.games; raises InvalidAction if it holds no game that we know.

    Without `edition` it is the platform's, or the one in which we exported the game. The revision of the rules is the
    newest, unless we exported the game.
    """
    record = read_record(data)
    platform = platform_of(record.title)
    _check_option(record, platform.needed_option)
    recorded = record.settings.get(EDITION_SETTING) or PLATFORM
    revision = record.settings.get(REVISION_SETTING)
    game = new_game(record.title, list(record.players.values()), edition or recorded, revision)
    return Replay(game, platform.reader(record), record.actions, own_pace=game.edition != recorded)


def _check_option(record: PlatformRecord, needed: str) -> None:
    options = record.settings.get("optional_rules")
    if needed and needed not in (options if isinstance(options, list) else []):
        raise InvalidAction("prototype_rules", title=record.title, option=needed)


def load_18xx_games(data: object, edition: str | None = None) -> Iterator[tuple[int, Foreign, Game]]:
    """The game after each recorded action, with the action's index; raises RefusedAction or InvalidAction."""
    replay = open_replay(data, edition)
    return ((step.index, step.foreign, replay.game) for step in replay.steps())
