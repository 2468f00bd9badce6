"""What only positions of 1888-N have, as numbers for a network."""

from __future__ import annotations

from typing import Final

from tielu.bots.features import Extra, TitleFeatures, one_of, topmost
from tielu.core.state import NOBODY
from tielu.titles.t1888n.rules.auction import BidderAuction, highest_bid, locked
from tielu.titles.t1888n.rules.components import PHASES, PRIVATES, TRAINS
from tielu.titles.t1888n.rules.editions import EDITIONS
from tielu.titles.t1888n.rules.operating_round import Cycle, OperatingRound
from tielu.titles.t1888n.rules.state import NEXT_SET, THIS_SET, State1888

_GAME: Final = (
    "ends_with_this_set", "ends_with_next_set", "operated", "rounds_left", "kaiping_price", "wall_used",
    *[f"pool {each.name}" for each in TRAINS],
    *[f"high_bid {each.id}" for each in PRIVATES],
    *[f"auctioned {each.id}" for each in PRIVATES],
)  # fmt: skip
_COMPANY: Final = ("acted", *[f"owns {each.id}" for each in PRIVATES])
_PLAYER: Final = ("locked", *[f"leads {each.id}" for each in PRIVATES])


def _game(state: State1888) -> list[float]:
    auction, cycle = topmost(state, BidderAuction), topmost(state, Cycle)
    return [
        float(state.broken == THIS_SET),
        float(state.broken == NEXT_SET),
        float(state.operated),
        max(0, cycle.rounds_left) / 3 if cycle else 0.0,
        state.kaiping_price / 25,
        float(state.great_wall_used),
        *[state.pool.count(each) / 4 for each in range(len(TRAINS))],
        *[highest_bid(state, each) / 200 for each in range(len(PRIVATES))],
        *one_of(len(PRIVATES), auction.private if auction else NOBODY),
    ]


def _company(state: State1888, company: int) -> list[float]:
    played = topmost(state, OperatingRound)
    acted = played is not None and played.acted is not None and company in played.acted
    return [float(acted), *[float(state.company_owns(company, each)) for each in range(len(PRIVATES))]]


def _player(state: State1888, player: int) -> list[float]:
    auction = topmost(state, BidderAuction)
    leads = [_leads(state, player, each) for each in range(len(PRIVATES))]
    if auction is not None:
        high = max(amount for _, amount in auction.standing)
        leads[auction.private] = float((player, high) in auction.standing)
    return [locked(state, player) / 1000, *leads]


def _leads(state: State1888, player: int, private: int) -> float:
    bids = state.bids[private]
    return float(bool(bids) and (player, highest_bid(state, private)) in bids)


FEATURES: Final = TitleFeatures(
    editions=tuple(EDITIONS),
    phases=tuple(phase.name for phase in PHASES),
    rounds=("Auction", "Stock", "Operating"),
    privates=tuple(private.id for private in PRIVATES),
    game=Extra(_GAME, _game),
    company=Extra(_COMPANY, _company),
    player=Extra(_PLAYER, _player),
)
