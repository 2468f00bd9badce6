"""What only positions of 1880 have, as numbers for a network."""

from __future__ import annotations

from typing import Final

from tielu.bots.features import Extra, TitleFeatures, one_of, topmost
from tielu.core.state import NOBODY
from tielu.titles.t1880.rules.auction import Auction
from tielu.titles.t1880.rules.components import FIRST_INVESTOR, INVESTORS, PERMIT_LETTERS, PHASES, PRIVATES
from tielu.titles.t1880.rules.editions import EDITIONS
from tielu.titles.t1880.rules.operating_round import OperatingRound
from tielu.titles.t1880.rules.state import EARNED, PAID, State1880

_GAME: Final = (
    "last_turns", "last_turns_left", "interrupted", "permit_assigned", "place_in_round", "asked", "high_bid",
    *[f"auctioned {each.id}" for each in PRIVATES],
)  # fmt: skip
_COMPANY: Final = (
    *[f"permit {letter}" for letter in PERMIT_LETTERS],
    "may_build", "director_percent", "capital_earned", "capital_paid", "slot", "marker", "investor", "investor_money",
)  # fmt: skip
_PLAYER: Final = (
    "debt", "investor_apart", "investor_money", "leads", "out",
    *[f"investor {each.id}" for each in INVESTORS],
)  # fmt: skip


def _game(state: State1880) -> list[float]:
    auction, played = topmost(state, Auction), topmost(state, OperatingRound)
    return [
        float(state.circles_left > 0),
        max(0, state.circles_left) / 4,
        float(state.interrupted_this_circle),
        float(state.p5_assigned),
        max(0, min(24, played.position if played else 0)) / 24,
        auction.price / 100 if auction else 0.0,
        auction.high / 100 if auction else 0.0,
        *one_of(len(PRIVATES), auction.private if auction else NOBODY),
    ]


def _company(state: State1880, company: int) -> list[float]:
    mask = state.permits[company]
    apart = [each for each, its in enumerate(state.associated) if its == company and not state.merged[each]]
    money = sum(state.treasury[FIRST_INVESTOR + each] for each in apart)
    return [
        *[float(mask >> letter & 1) for letter in range(len(PERMIT_LETTERS))],
        float(state.has_permit(company)),
        state.director_percent[company] / 100,
        float(state.second_capital[company] == EARNED),
        float(state.second_capital[company] == PAID),
        state.par_slot[company] / 16,
        float(state.purchase_marker == company),
        float(len(apart)),
        money / 100,
    ]


def _player(state: State1880, player: int) -> list[float]:
    own = [each for each, owner in enumerate(state.investor_owner) if owner == player]
    apart = [each for each in own if not state.merged[each]]
    auction = topmost(state, Auction)
    return [
        state.debt[player] / 1000,
        float(len(apart)),
        sum(state.treasury[FIRST_INVESTOR + each] for each in apart) / 100,
        float(auction is not None and auction.leader == player),
        float(auction is not None and player in auction.passed),
        *[float(each in own) for each in range(len(INVESTORS))],
    ]


FEATURES: Final = TitleFeatures(
    editions=tuple(EDITIONS),
    phases=tuple(phase.name for phase in PHASES),
    rounds=("Auction", "Draft", "Stock", "Operating"),
    privates=tuple(private.id for private in PRIVATES),
    game=Extra(_GAME, _game),
    company=Extra(_COMPANY, _company),
    player=Extra(_PLAYER, _player),
)
