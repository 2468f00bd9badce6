"""The action space of 1880: China."""

from __future__ import annotations

from collections.abc import Iterator

from tielu.core.actions import (
    Action,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    FoundCompany,
    Pass,
    PayDividend,
    SellShares,
    Withhold,
)
from tielu.core.track import Board
from tielu.env.amounts import BIDS, REPAYMENTS, TRAIN_PRICES
from tielu.env.space import ActionSpace, Group
from tielu.env.track import station_places, tile_lays
from tielu.titles.t1880.rules.actions import (
    AssignPermit,
    ChooseInvestor,
    ClaimPayment,
    ExchangeRocket,
    MergeMoney,
    MergeStation,
)
from tielu.titles.t1880.rules.components import (
    COMPANIES,
    DIRECTOR_SIZES,
    INVESTORS,
    PAR_PRICES,
    PERMIT_CHOICES,
    PRIVATES,
    SLOTS_PER_PRICE,
    TRAINS,
)
from tielu.titles.t1880.rules.editions import EDITIONS
from tielu.titles.t1880.rules.trading import BANK

_IDS = tuple(company.id for company in COMPANIES)
_TRAINS = tuple(train.name for train in TRAINS)


def _foundings(edition: str) -> Iterator[Action]:
    """The slot is a choice in some editions only."""
    slots = range(SLOTS_PER_PRICE) if EDITIONS[edition].par_slot_chosen else (None,)
    for company in _IDS:
        for price in PAR_PRICES:
            for percent in DIRECTOR_SIZES:
                for permits in PERMIT_CHOICES[percent]:
                    for slot in slots:
                        yield FoundCompany(company, price, percent, permits, slot)


def action_space(board: Board, edition: str) -> ActionSpace:
    private_ids = [private.id for private in PRIVATES]
    sisters = tuple((("buy_train", train, seller), TRAIN_PRICES) for seller in _IDS for train in _TRAINS)
    groups = (
        Group("pass", "pass, or end the turn or step", (Pass(),)),
        Group("bid", "private × bid", items=tuple((("bid", private), BIDS) for private in private_ids)),
        Group("choose_investor", "investor", tuple(ChooseInvestor(investor.id) for investor in INVESTORS)),
        Group(
            "found_company",
            "company × par value × size of the director's certificate and its permits (× slot, where it is chosen)",
            tuple(_foundings(edition)),
        ),
        Group("buy_share", "company", tuple(BuyShare(company, BANK) for company in _IDS)),
        Group(
            "sell_shares",
            "company × 10 to 100 percent",
            tuple(SellShares(company, percent) for company in _IDS for percent in range(10, 101, 10)),
        ),
        Group("repay_debt", "amount", items=((("repay_debt",), REPAYMENTS),)),
        Group("claim_payment", "take the payment of P0", (ClaimPayment(),)),
        Group("assign_permit", "company", tuple(AssignPermit(company) for company in _IDS)),
        Group(
            "exchange_rocket",
            "company × train given up for it, if any",
            tuple(ExchangeRocket(company, train) for company in _IDS for train in (None, *_TRAINS)),
        ),
        Group("lay_tile", "hex × tile × rotation, as far as it can ever be laid there", tuple(tile_lays(board, {}))),
        Group("place_station", "hex × city", tuple(station_places(board, {}))),
        Group("run_trains", "the best run; no run at all", most_calls=0),
        Group("pay_dividend", "pay the income out", (PayDividend(),)),
        Group("withhold", "keep the income", (Withhold(),)),
        Group(
            "buy_train",
            "train of the bank at its price; then company × train × price",
            tuple(BuyTrain(train.name, BANK, train.price) for train in TRAINS),
            sisters,
        ),
        Group(
            "discard_train",
            "company × train",
            tuple(DiscardTrain(company, each) for company in _IDS for each in _TRAINS),
        ),
        Group("merge_money", "the investor's treasury: company; owner", (MergeMoney("company"), MergeMoney("owner"))),
        Group("merge_station", "replace the investor's marker: yes; no", (MergeStation(True), MergeStation(False))),
    )
    return ActionSpace(groups)
