"""Games of the online platform 18xx.games: read and replayed, and written."""

from __future__ import annotations

from tielu.core.errors import RefusedAction

from .export import export_18xx_games
from .load import PLATFORM, load_18xx_games, open_replay
from .raw import linear_actions
from .replay import Replay, Step

__all__ = [
    "PLATFORM",
    "RefusedAction",
    "Replay",
    "Step",
    "export_18xx_games",
    "linear_actions",
    "load_18xx_games",
    "open_replay",
]
