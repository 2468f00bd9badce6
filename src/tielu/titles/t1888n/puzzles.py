"""What the puzzles ask of 1888-N: the rule behind each kind of question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PUZZLES: Final[Mapping[str, str]] = {
    "run": "1888.income.maximum",
    "lay": "1888.track.reachable",
    "station": "1888.station.connected",
    "block": "1888.route.no-through-blocked",
    "train": "1888.trains.ascending",
    "takeover": "1888.director.change-more",
    "keep": "1888.director.resign-by-sale",
    "hand_over": "1888.director.resign-by-sale",
    "rescue": "1888.emergency.must-sell",
    "timing": "1888.phase.triggered-by-sale-or-export",
    "endgame": "1888.score.sum",
}
