"""Games in a database: an append-only log for each, on SQLite or PostgreSQL. Needs the extra `web`."""

from tielu.store.errors import Conflict, StoreError
from tielu.store.log import Entry, UndoRequest
from tielu.store.records import (
    USUAL_UNDO,
    BotReason,
    BotTurn,
    GameInfo,
    Loaded,
    Mark,
    Message,
    NewGame,
    Page,
    Player,
    Seat,
)
from tielu.store.store import Store

__all__ = [
    "USUAL_UNDO",
    "BotReason",
    "BotTurn",
    "Conflict",
    "Entry",
    "GameInfo",
    "Loaded",
    "Mark",
    "Message",
    "NewGame",
    "Page",
    "Player",
    "Seat",
    "Store",
    "StoreError",
    "UndoRequest",
]
