"""Names of places on the map of a title."""

from __future__ import annotations

from functools import cache

import tielu
from tielu.views.svg.scene import place_of as printed_place


@cache
def place_of(title: str, hex_name: str) -> str:
    """The printed name of a hex; raises KeyError if the map has no such hex."""
    known = tielu.TITLES[title]
    board = tielu.new_game(title, [str(number) for number in range(known.usual_players)]).state.board
    return printed_place(board.hexes[board.hex_index[hex_name]])
