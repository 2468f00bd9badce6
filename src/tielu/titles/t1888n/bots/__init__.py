"""What bots know of 1888-N: the clerk's book and rules of thumb, and the director's numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tielu.bots.clerk.evaluators import COMMON, share_round
from tielu.bots.clerk.track import station_options
from tielu.bots.title import TitleBots
from tielu.bots.valuation import Trust

from . import auction, ferries, founding, free_shares
from .book import Book1888
from .features import FEATURES
from .weights import CHAIRMAN_WEIGHTS, DIRECTOR_WEIGHTS, Weights1888

BOTS: Final = TitleBots(
    book=Book1888,
    clerk_weights=Weights1888(),
    director_weights=DIRECTOR_WEIGHTS,
    chairman_weights=CHAIRMAN_WEIGHTS,
    evaluators=(
        (auction.bid_options, ("bid",)),
        (
            share_round(founding.founding_options, free_shares.purchase_options),
            ("buy_share", "found_company", "sell_shares", "take_share"),
        ),
        (auction.purchase_options, ("buy_private",)),
        (auction.answer_options, ("accept", "decline")),
        (station_options, ("place_station",)),
        (ferries.ferry_options, ("lay_ferry",)),
        *COMMON,
    ),
    # Found by `python -m bench.valuation`.
    trust=Trust(
        (1.0, 0.84, 1.44, 1.32, -0.59, 0.23, 1.0, 0.03, 0.01, 0.05, 0.03, 0.78),
        (0.0, 0.058, 0.164, 0.038, -0.298, -0.341, 0.5, -0.068, 0.001, 0.062, 0.0, -0.002),
    ),
    features=FEATURES,
    network=Path(__file__).with_name("chairman.json"),
    # Measured by `python -m training.compare` on 81 games of directors and chairmen of 2026-11-17.
    explained={"director": (0.07, 0.31, 0.48, 0.82), "chairman": (0.27, 0.53, 0.74, 0.94)},
)
