"""The platform's words for 1888: how its actions name players, companies, privates and trains."""

from __future__ import annotations

from typing import Any, cast

from tielu import Game
from tielu.interop.records import Foreign
from tielu.titles.t1888n.rules.auction import Auction, BidderAuction
from tielu.titles.t1888n.rules.components import PRIVATES
from tielu.titles.t1888n.rules.powers import PrivateOffer
from tielu.titles.t1888n.rules.share_round import ShareRound
from tielu.titles.t1888n.rules.state import State1888

BANK, POOL, IPO = "bank", "pool", "ipo"
PAYOUT, WITHHOLD = "payout", "withhold"
# Fields of our own: in a printed edition the other owner is asked, and the answer is an action.
OFFER, RESPOND, ACCEPTS = "offer", "respond", "accept"
# Frames in which a player decides for nobody else.
PLAYER_FRAMES = (Auction, BidderAuction, ShareRound, PrivateOffer)

_PLATFORM_IDS = {"GW": "CW"}
PRIVATE_BY_NAME = {_PLATFORM_IDS.get(private.id, private.id): index for index, private in enumerate(PRIVATES)}


def state_of(game: Game) -> State1888:
    return cast("State1888", game.state)


def private_name(private: str) -> str:
    """The platform's id of a private: the Great Wall has another one there."""
    return _PLATFORM_IDS.get(private, private)


def by_private(private: str, action: str, **fields: Any) -> Foreign:
    return {"type": action, "entity": private_name(private), "entity_type": "company", **fields}


def by_company(name: str, action: str, **fields: Any) -> Foreign:
    return {"type": action, "entity": name, "entity_type": "corporation", **fields}


def by_player(player: int, action: str, **fields: Any) -> Foreign:
    return {"type": action, "entity": player, "entity_type": "player", **fields}
