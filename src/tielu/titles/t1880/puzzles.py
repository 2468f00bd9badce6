"""What the puzzles ask of 1880: the rule behind each kind of question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PUZZLES: Final[Mapping[str, str]] = {
    "run": "1880.route.trains-disjoint",
    "lay": "1880.track.must-extend-own-network",
    "station": "1880.station.connected",
    "block": "1880.route.no-through-blocked",
    "train": "1880.trains.ascending-order",
    "takeover": "1880.director.change-by-purchase",
    "keep": "1880.director.change-by-sale",
    "hand_over": "1880.director.change-by-sale",
    "rescue": "1880.emergency.director-pays-difference",
    "timing": "1880.trains.full-circle-removal",
    "endgame": "1880.score.cash-plus-shares",
}
