"""Groups of choices that most titles have, for their action spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tielu.core.actions import PASS as PASSING
from tielu.core.actions import PAY_DIVIDEND as PAYING
from tielu.core.actions import WITHHOLD as WITHHOLDING
from tielu.core.actions import BuyShare, DiscardTrain, SellShares
from tielu.core.shares import SHARE
from tielu.core.track import Board

from . import track
from .amounts import BIDS, TRAIN_PRICES, Item, Steps
from .space import ActionGroup
from .track import SpecialFaces

PASS: Final = ActionGroup("pass", "pass, or end the turn or step", (PASSING,))
BEST_RUN: Final = ActionGroup("run_trains", "the best run; no run at all", most_calls=0)
PAY_DIVIDEND: Final = ActionGroup("pay_dividend", "pay the income out", (PAYING,))
WITHHOLD: Final = ActionGroup("withhold", "keep the income", (WITHHOLDING,))
_ALL_SHARES: Final = 100


def bids(privates: Sequence[str]) -> ActionGroup:
    return ActionGroup("bid", "private × bid", items=tuple((("bid", private), BIDS) for private in privates))


def share_purchases(companies: Sequence[str], source: str) -> ActionGroup:
    """One share of a company, from the only place that sells any."""
    return ActionGroup("buy_share", "company", tuple(BuyShare(company, source) for company in companies))


def share_sales(companies: Sequence[str]) -> ActionGroup:
    """A sale of every size, from one share to all."""
    sizes = range(SHARE, _ALL_SHARES + 1, SHARE)
    sales = tuple(SellShares(company, percent) for company in companies for percent in sizes)
    return ActionGroup("sell_shares", "company × 10 to 100 percent", sales)


def tile_lays(board: Board) -> ActionGroup:
    lays = tuple(track.tile_lays(board))
    return ActionGroup("lay_tile", "hex × tile × rotation, as far as it can ever be laid there", lays)


def stations(board: Board, special: SpecialFaces = track.NO_FACES) -> ActionGroup:
    return ActionGroup("place_station", "hex × city", tuple(track.station_places(board, special)))


def train_discards(companies: Sequence[str], trains: Sequence[str]) -> ActionGroup:
    discards = tuple(DiscardTrain(company, train) for company in companies for train in trains)
    return ActionGroup("discard_train", "company × train", discards)


def trains_of_companies(companies: Sequence[str], trains: Sequence[str]) -> tuple[tuple[Item, Steps], ...]:
    """The items of `buy_train` for trains that another company sells, at a price to be agreed on."""
    return tuple((("buy_train", train, seller), TRAIN_PRICES) for seller in companies for train in trains)
