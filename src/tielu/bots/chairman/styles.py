"""Chairmen who like some moves more than others. The usual one cares for nothing but being ahead."""

from __future__ import annotations

from typing import Final

from tielu.bots.director import Style

USUAL: Final = Style("chairman")

# Founds fewer companies, keeps its shares, and minds the others less.
CAREFUL: Final = Style("careful", {"found_company": -120.0, "sell_shares": -10.0}, others=0.8)
# Builds wherever it can, and minds the others less.
BUILDER: Final = Style("builder", {"lay_tile": 15.0, "place_station": 25.0, "found_company": 20.0}, others=0.8)
# Likes what may hurt the others, such as sales that press a price and trains that scrap theirs, and minds them more.
RAIDER: Final = Style("raider", {"buy_train": 20.0, "sell_shares": 12.0}, others=1.2)
STYLES: Final = (USUAL, CAREFUL, BUILDER, RAIDER)
