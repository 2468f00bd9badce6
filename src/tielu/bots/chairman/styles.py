"""Chairmen who like some moves more than others. The usual one cares for nothing but being ahead."""

from __future__ import annotations

from typing import Final

from tielu.bots.director import Style

USUAL: Final = Style("chairman")

# Founds fewer companies and lets others work for it, keeps shares, and looks after its own money.
CAREFUL: Final = Style("careful", {"found_company": -60.0, "sell_shares": -10.0}, others=0.8)
# Builds wherever it can.
BUILDER: Final = Style("builder", {"lay_tile": 15.0, "place_station": 25.0, "found_company": 20.0}, others=0.8)
# Likes what hurts: old trains that rust by new ones, and sales that press a price.
RAIDER: Final = Style("raider", {"buy_train": 20.0, "sell_shares": 15.0}, others=1.4)
STYLES: Final = (USUAL, CAREFUL, BUILDER, RAIDER)
