"""Games of the online platform 18xx.games: read and replayed, and written."""

from __future__ import annotations

from .files import game_from_file, read_json
from .load import PLATFORM, load_18xx_games, open_replay
from .raw import linear_actions
from .replay import RefusedAction, Replay, Step

__all__ = [
    "PLATFORM",
    "RefusedAction",
    "Replay",
    "Step",
    "game_from_file",
    "linear_actions",
    "load_18xx_games",
    "open_replay",
    "read_json",
]
