"""The platform's words for 1888-N: its names of privates, and what only our own files of printed editions say."""

from __future__ import annotations

from typing import Any

from tielu.interop import words
from tielu.interop.records import Foreign
from tielu.titles.t1888n.rules.auction import Auction, BidderAuction
from tielu.titles.t1888n.rules.components import PRIVATES
from tielu.titles.t1888n.rules.powers import PrivateOffer
from tielu.titles.t1888n.rules.share_round import ShareRound

BANK, POOL, IPO = words.BANK, "pool", "ipo"
# Fields of our own: in a printed edition the other owner is asked, and the answer is an action.
OFFER, RESPOND, ACCEPTS = "offer", "respond", "accept"
# Frames in which a player decides for nobody else.
PLAYER_FRAMES = (Auction, BidderAuction, ShareRound, PrivateOffer)

_PLATFORM_IDS = {"GW": "CW"}
PRIVATE_BY_NAME = {_PLATFORM_IDS.get(private.id, private.id): index for index, private in enumerate(PRIVATES)}


def private_name(private: str) -> str:
    """The platform's id of a private: the Great Wall has another one there."""
    return _PLATFORM_IDS.get(private, private)


def by_private(private: int, action: str, /, **fields: Any) -> Foreign:
    """An action of a private, by its index."""
    return words.by_private(private_name(PRIVATES[private].id), action, **fields)
