"""IV.3.1. The private companies: income, sale to companies, closing."""

from __future__ import annotations

from typing import Final

from tielu.core.bank import bank_pays_player, bank_pays_railway
from tielu.core.events import PrivateClosed, PrivatePaid
from tielu.core.state import CLOSED

from .components import HS, PRIVATES, TA, YRF
from .events import PrivatePaidCompany
from .state import COMPANY_OWNER, State1888
from .tiles import FERRY_TILES, MOUNTAIN_TILE, XIAN_TILE

# The tiles that come with a private.
SPECIAL_TILES: Final = {TA: (XIAN_TILE,), HS: (MOUNTAIN_TILE,), YRF: FERRY_TILES}


def pay_privates(state: State1888) -> None:
    """At the start of every operating round, to player or company (1888.privates.income-start-of-or)."""
    for index, private in enumerate(PRIVATES):
        owner = state.private_owner[index]
        if owner >= COMPANY_OWNER:
            company = owner - COMPANY_OWNER
            bank_pays_railway(state, company, private.income)
            state.log(PrivatePaidCompany(state.company_id(company), private.id, private.income))
        elif owner >= 0:
            bank_pays_player(state, owner, private.income)
            state.log(PrivatePaid(state.players[owner], private.id, private.income))


def close_privates(state: State1888) -> None:
    """All that are still open close when Phase 5 begins (1888.privates.close-at-phase-5).

    A tile of theirs that was not laid leaves the game (1888.terracotta.tile-lost-on-close and the like).
    """
    for index, private in enumerate(PRIVATES):
        if state.private_owner[index] != CLOSED:
            state.private_owner[index] = CLOSED
            state.log(PrivateClosed(private.id))
        for tile in SPECIAL_TILES.get(index, ()):
            state.supply = state.supply[:]
            state.supply[state.board.tile_index[tile]] = 0


def heng_shan_blocked(state: State1888) -> bool:
    """No tile on C5 until the private is with a company or closed (1888.heng-shan.c5-blocked)."""
    owner = state.private_owner[HS]
    return owner != CLOSED and owner < COMPANY_OWNER
