"""Games of the online platform 18xx.games: read and replayed, and written."""

from __future__ import annotations

from tielu.core.errors import RefusedAction

from .reader import PLATFORM, load_18xx_games, open_replay
from .records import linear_actions
from .replay import Replay, ReplayStep
from .writer import export_18xx_games

__all__ = [
    "PLATFORM",
    "RefusedAction",
    "Replay",
    "ReplayStep",
    "export_18xx_games",
    "linear_actions",
    "load_18xx_games",
    "open_replay",
]
