"""Games stored in SQLite or PostgreSQL, each as an append-only log; needs the extra `web`."""

from tielu.store.errors import ChangedPosition, Conflict, StoreError
from tielu.store.log import Entry, Undone, UndoRequest
from tielu.store.models import (
    DEFAULT_UNDO,
    BotReason,
    BotTurn,
    GameInfo,
    GamePage,
    Hint,
    LoadedGame,
    Message,
    NewGame,
    Origin,
    Player,
    Progress,
    Seat,
    StoredMove,
)
from tielu.store.news import Listener
from tielu.store.reading import StoredGame
from tielu.store.store import Store

__all__ = [
    "DEFAULT_UNDO",
    "BotReason",
    "BotTurn",
    "ChangedPosition",
    "Conflict",
    "Entry",
    "GameInfo",
    "GamePage",
    "Hint",
    "Listener",
    "LoadedGame",
    "Message",
    "NewGame",
    "Origin",
    "Player",
    "Progress",
    "Seat",
    "Store",
    "StoreError",
    "StoredGame",
    "StoredMove",
    "UndoRequest",
    "Undone",
]
