"""Which rule of thumb weighs which kinds of action, title by title."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tielu.bots.decision import Option
from tielu.core.actions import Action
from tielu.titles.t1880.bots import auction as auction_1880
from tielu.titles.t1880.bots import founding as founding_1880
from tielu.titles.t1880.rules.share_round import HomeChoice
from tielu.titles.t1888n.bots import auction as auction_1888
from tielu.titles.t1888n.bots import founding as founding_1888

from . import dividends, shares, track, trains
from .desk import Desk

Evaluator = Callable[[Desk, list[Action]], list[Option]]
Founding = Callable[[Desk, shares.Portfolio, list[Action], float], list[Option]]


def _share_round_1880(desk: Desk, offers: list[Action]) -> list[Option]:
    return _share_round(desk, offers, founding_1880.founding_options)


def _share_round_1888(desk: Desk, offers: list[Action]) -> list[Option]:
    return _share_round(desk, offers, founding_1888.founding_options)


def _share_round(desk: Desk, offers: list[Action], founding: Founding) -> list[Option]:
    """Shares, certificates and sales, also those sales by which a director pays for a train."""
    portfolio = shares.Portfolio(desk)
    purchases = shares.purchase_options(desk, portfolio, offers)
    founded = founding(desk, portfolio, offers, shares.best_rate(desk, purchases))
    forced = desk.deciding in desk.book.companies
    return purchases + founded + shares.sale_options(desk, portfolio, offers, forced)


def _stations_1880(desk: Desk, offers: list[Action]) -> list[Option]:
    if isinstance(desk.frame, HomeChoice):
        return founding_1880.home_options(desk, offers)
    return track.station_options(desk, offers)


_COMMON: Final[tuple[tuple[Evaluator, tuple[str, ...]], ...]] = (
    (track.lay_options, ("lay_tile",)),
    (dividends.run_options, ("run_trains",)),
    (dividends.dividend_options, ("pay_dividend", "withhold")),
    (trains.train_options, ("buy_train",)),
    (trains.discard_options, ("discard_train",)),
)

EVALUATORS: Final[dict[str, tuple[tuple[Evaluator, tuple[str, ...]], ...]]] = {
    "1880": (
        (auction_1880.bid_options, ("bid",)),
        (auction_1880.investor_options, ("choose_investor",)),
        (_share_round_1880, ("buy_share", "found_company", "sell_shares")),
        (auction_1880.repay_options, ("repay_debt",)),
        (auction_1880.claim_options, ("claim_payment",)),
        (auction_1880.permit_options, ("assign_permit",)),
        (auction_1880.rocket_options, ("exchange_rocket",)),
        (auction_1880.merge_options, ("merge_money", "merge_station")),
        (_stations_1880, ("place_station",)),
        *_COMMON,
    ),
    "1888": (
        (auction_1888.bid_options, ("bid",)),
        (_share_round_1888, ("buy_share", "found_company", "sell_shares", "take_share")),
        (auction_1888.purchase_options, ("buy_private",)),
        (auction_1888.answer_options, ("accept", "decline")),
        (track.station_options, ("place_station",)),
        (track.ferry_options, ("lay_ferry",)),
        *_COMMON,
    ),
}
