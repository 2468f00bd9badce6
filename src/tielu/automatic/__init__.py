"""Automatic moves: what a player has asked to be done, decided for a game and a seat without a server or a page."""

from __future__ import annotations

from .decide import decide, decide_all
from .moves import (
    AutomaticMove,
    BidUpTo,
    BuyShares,
    LeavePower,
    Operate,
    PassAuction,
    PassShares,
    move_from_json,
)
from .outcome import Act, SetMove, Stop

__all__ = [
    "Act",
    "AutomaticMove",
    "BidUpTo",
    "BuyShares",
    "LeavePower",
    "Operate",
    "PassAuction",
    "PassShares",
    "SetMove",
    "Stop",
    "decide",
    "decide_all",
    "move_from_json",
]
