"""The platform's words for 1880: how its actions name railways, privates, trains and money."""

from __future__ import annotations

from typing import Any, cast

from tielu import Game
from tielu.interop import words
from tielu.interop.records import Foreign
from tielu.titles.t1880.rules.auction import Auction, ImperialCharter, InvestorChoice
from tielu.titles.t1880.rules.components import COMPANY_INDEX, PRIVATES, TRAINS
from tielu.titles.t1880.rules.forced_rocket import ForcedRocket
from tielu.titles.t1880.rules.privates import PaymentClaim
from tielu.titles.t1880.rules.share_round import ShareRound
from tielu.titles.t1880.rules.state import State1880

TREASURY = "treasury"
REPLACE, DISCARD = "Replace", "Discard"
# Fields of our own, where a printed edition leaves a choice that the platform does not know.
AMOUNT, STOPS = "amount", "stops"
# Frames in which a player decides for nobody else.
PLAYER_FRAMES = (Auction, ImperialCharter, InvestorChoice, ShareRound, PaymentClaim, ForcedRocket)


def state_of(game: Game) -> State1880:
    return cast("State1880", game.state)


def next_train_id(state: State1880, train: int) -> str:
    """The platform's id of the next train of a type to leave the bank: they are numbered as they go."""
    return f"{TRAINS[train].name}-{TRAINS[train].count - state.depot[train]}"


def last_train_id(state: State1880, train: int) -> str:
    """The id of the train of a type that has left the bank last."""
    return f"{TRAINS[train].name}-{TRAINS[train].count - state.depot[train] - 1}"


def money(amount: int) -> str:
    return f"¥{amount}"


def by_private(private: int, action: str, /, **fields: Any) -> Foreign:
    """An action of a private, by its index."""
    return words.by_private(PRIVATES[private].id, action, **fields)


def by_railway(name: str, action: str, /, **fields: Any) -> Foreign:
    """An action of a company or, without its letter, of a foreign investor."""
    if name in COMPANY_INDEX:
        return words.by_company(name, action, **fields)
    return {"type": action, "entity": name.removeprefix("A"), "entity_type": "minor", **fields}
