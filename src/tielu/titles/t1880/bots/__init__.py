"""What bots know of 1880: the clerk's book and rules of thumb, and the director's numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tielu.bots.clerk.evaluators import COMMON, share_round
from tielu.bots.title import TitleBots
from tielu.bots.valuation import Trust

from . import auction, founding, powers
from .book import Book1880
from .features import FEATURES
from .weights import CHAIRMAN_WEIGHTS, DIRECTOR_WEIGHTS, Weights1880

BOTS: Final = TitleBots(
    book=Book1880,
    clerk_weights=Weights1880(),
    director_weights=DIRECTOR_WEIGHTS,
    chairman_weights=CHAIRMAN_WEIGHTS,
    evaluators=(
        (auction.bid_options, ("bid",)),
        (auction.investor_options, ("choose_investor",)),
        (share_round(founding.founding_options), ("buy_share", "found_company", "sell_shares")),
        (powers.repay_options, ("repay_debt",)),
        (powers.claim_options, ("claim_payment",)),
        (powers.permit_options, ("assign_permit",)),
        (powers.rocket_options, ("exchange_rocket",)),
        (powers.merge_options, ("merge_money", "merge_station")),
        (founding.station_options, ("place_station",)),
        *COMMON,
    ),
    # Found by `python -m bench.valuation`.
    trust=Trust(
        (0.99, 1.11, 0.57, 1.79, -0.71, 1.12, 0.26, -0.26, 0.0, -0.51, 0.03, 0.79),
        (0.0, 0.028, -0.049, -0.152, 0.356, -0.052, 0.195, -0.016, 0.0, 0.042, 0.0, -0.001),
    ),
    features=FEATURES,
    network=Path(__file__).with_name("chairman.json"),
    # Measured by `python -m training.compare` on 66 games of directors and chairmen of 2026-11-17.
    explained={"director": (0.01, 0.06, 0.28, 0.79), "chairman": (0.09, 0.36, 0.62, 0.90)},
)
