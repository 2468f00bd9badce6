"""1888-N: what a player would look for of its own actions, what is told about them, and what passing means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tielu import Action, Event, Game
from tielu.core.actions import PayDividend, RunTrains, Withhold
from tielu.core.flow import Frame
from tielu.titles.t1888n.rules import auction, operating_round, powers, share_round, train_purchase
from tielu.titles.t1888n.rules.actions import LayFerry, TakeShare
from tielu.titles.t1888n.rules.events import (
    BankBroke,
    FerryLaid,
    HengShanPaid,
    PlayerBankrupt,
    PoolDividend,
    PrivateSoldToCompany,
    TrainExported,
    TrainTradedIn,
)
from tielu.views.actions.candidates import ActionKind, CandidateContext
from tielu.views.actions.details import value_details
from tielu.views.title import KeyEvent


def _takings(context: CandidateContext) -> Iterator[Action]:
    if context.has_power("take_share"):
        for company in context.position.companies:
            yield from (TakeShare(company.id, source) for source in context.view.sources)


def _ferry(context: CandidateContext) -> Iterator[Action]:
    if context.has_power("lay_ferry"):
        yield LayFerry()


KINDS: Mapping[str, ActionKind] = {
    "take_share": ActionKind(_takings, ("company", "source")),
    "lay_ferry": ActionKind(_ferry),
}
ROUNDS: Mapping[str, tuple[str, ...]] = {
    "share": ("found_company", "buy_share", "sell_shares", "take_share", "pass"),
    "operating": (
        "lay_tile",
        "lay_ferry",
        "place_station",
        "run_trains",
        "pay_dividend",
        "withhold",
        "buy_train",
        "buy_private",
        "sell_shares",
        "pass",
    ),
}


def _share(game: Game, action: TakeShare, lang: str) -> str:
    return value_details(game, "company", action.company, lang)


DETAILS: Mapping[type[Action], Callable[[Game, Any, str], str]] = {
    TakeShare: _share,
}


TURNING_POINTS: tuple[type[Event], ...] = (PlayerBankrupt, BankBroke, TrainExported, TrainTradedIn)
KEY_EVENTS: Mapping[type[Event], KeyEvent] = {
    PlayerBankrupt: KeyEvent("moment_bankrupt"),
    BankBroke: KeyEvent("moment_bank"),
    PrivateSoldToCompany: KeyEvent("moment_private", greatest="price", minor=True),
    FerryLaid: KeyEvent("moment_ferry", minor=True),
}
ENDINGS: Mapping[type[Event], str] = {BankBroke: "ending_bank", PlayerBankrupt: "ending_bankrupt"}
OUTCOME_EVENTS: Mapping[type[Action], tuple[type[Event], ...]] = {
    RunTrains: (HengShanPaid,),
    PayDividend: (HengShanPaid, PoolDividend),
    Withhold: (HengShanPaid,),
}

PASS_LABELS: Mapping[type[Frame[Any]], str] = {
    auction.Auction: "passing_bid",
    auction.BidderAuction: "passing_private",
    share_round.ShareRound: "passing_shares",
    operating_round.TrackStep: "passing_track",
    operating_round.StationStep: "passing_station",
    operating_round.RunStep: "passing_run",
    train_purchase.TrainStep: "passing_trains",
    operating_round.PrivateStep: "passing_turn",
    powers.SecondWallTile: "passing_wall",
}
