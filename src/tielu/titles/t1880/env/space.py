"""The action space of 1880: China."""

from __future__ import annotations

from collections.abc import Iterator

from tielu.core.actions import Action, BuyTrain, FoundCompany
from tielu.core.track import Board
from tielu.env import groups
from tielu.env.amounts import Steps
from tielu.env.space import ActionGroup, ActionSpace
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
_REPAYMENTS = Steps((10, 25, 50, 100, 200, 300, 500))


def _foundings(edition: str) -> Iterator[Action]:
    """Every way to found a company; the slot is a choice in some editions only."""
    slots = range(SLOTS_PER_PRICE) if EDITIONS[edition].par_slot_chosen else (None,)
    for company in _IDS:
        for price in PAR_PRICES:
            for percent in DIRECTOR_SIZES:
                for permits in PERMIT_CHOICES[percent]:
                    for slot in slots:
                        yield FoundCompany(company, price, percent, permits, slot)


def action_space(board: Board, edition: str) -> ActionSpace:
    """The table of all choices in 1880: China."""
    table = (
        groups.PASS,
        groups.bids([private.id for private in PRIVATES]),
        ActionGroup("choose_investor", "investor", tuple(ChooseInvestor(investor.id) for investor in INVESTORS)),
        ActionGroup(
            "found_company",
            "company × par value × size of the director's certificate and its permits (× slot, where it is chosen)",
            tuple(_foundings(edition)),
        ),
        groups.share_purchases(_IDS, BANK),
        groups.share_sales(_IDS),
        ActionGroup("repay_debt", "amount", items=((("repay_debt",), _REPAYMENTS),)),
        ActionGroup("claim_payment", "take the payment of P0", (ClaimPayment(),)),
        ActionGroup("assign_permit", "company", tuple(AssignPermit(company) for company in _IDS)),
        ActionGroup(
            "exchange_rocket",
            "company × train given up for it, if any",
            tuple(ExchangeRocket(company, train) for company in _IDS for train in (None, *_TRAINS)),
        ),
        groups.tile_lays(board),
        groups.stations(board),
        groups.BEST_RUN,
        groups.PAY_DIVIDEND,
        groups.WITHHOLD,
        ActionGroup(
            "buy_train",
            "train of the bank at its price; then company × train × price",
            tuple(BuyTrain(train.name, BANK, train.price) for train in TRAINS),
            groups.trains_of_companies(_IDS, _TRAINS),
        ),
        groups.train_discards(_IDS, _TRAINS),
        ActionGroup(
            "merge_money", "the investor's treasury: company; owner", (MergeMoney("company"), MergeMoney("owner"))
        ),
        ActionGroup(
            "merge_station", "replace the investor's marker: yes; no", (MergeStation(True), MergeStation(False))
        ),
    )
    return ActionSpace(table)
