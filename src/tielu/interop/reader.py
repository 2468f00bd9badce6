"""Reading games of 18xx.games: each title has its reader, and every game replays through the same rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tielu import Game, new_game
from tielu.core.errors import InvalidAction
from tielu.titles.t1880.platform.reader import Reader1880
from tielu.titles.t1888n.platform.reader import Reader1888

from .records import EDITION_SETTING, Foreign, Record, read_record
from .replay import Reader, Replay

# The edition whose readings are those of the platform; its games replay exactly in it.
PLATFORM = "18xx.games"
_READERS: dict[str, Callable[[Record], Reader]] = {"1880": Reader1880, "1888": Reader1888}
_LONGEST_QUOTE = 40


def open_replay(data: object, edition: str | None = None) -> Replay:
    """A replay of the game in a file of 18xx.games; raises InvalidAction if we know no such game.

    Without `edition` it is the platform's, or the one in which we exported the game.
    """
    record = read_record(data)
    if record.title not in _READERS:
        raise InvalidAction("title_not_supported", title=record.title[:_LONGEST_QUOTE], known=tuple(_READERS))
    recorded = record.settings.get(EDITION_SETTING) or PLATFORM
    game = new_game(record.title, list(record.players.values()), edition or recorded)
    return Replay(game, _READERS[record.title](record), record.actions, own_pace=game.edition != recorded)


def load_18xx_games(data: object, edition: str | None = None) -> Iterator[tuple[int, Foreign, Game]]:
    """The game after each recorded action, with the action's index; raises RefusedAction or InvalidAction."""
    replay = open_replay(data, edition)
    return ((step.index, step.foreign, replay.game) for step in replay.steps())
