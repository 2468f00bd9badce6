"""1888-N: what a player would look for of its own actions, what is told about them, and what passing means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tielu import Action, Event, Game
from tielu.core.actions import Accept, Amounts, BuyPrivate, Decline, PayDividend, RunTrains, Withhold
from tielu.core.flow import Frame
from tielu.i18n import say
from tielu.titles.t1888n.rules import auction, operating_round, powers, share_round, train_purchase
from tielu.titles.t1888n.rules.actions import LayFerry, TakeShare
from tielu.titles.t1888n.rules.events import (
    BankBroke,
    HengShanPaid,
    PlayerBankrupt,
    PoolDividend,
    TrainExported,
    TrainTradedIn,
)
from tielu.views.actions.amounts import printed_price
from tielu.views.actions.candidates import ActionKind, CandidateContext
from tielu.views.actions.details import say_offer, value_details
from tielu.views.position.position import position_view


def _takings(context: CandidateContext) -> Iterator[Action]:
    if context.has_power("take_share"):
        for company in context.position.companies:
            yield from (TakeShare(company.id, source) for source in context.view.sources)


def _ferry(context: CandidateContext) -> Iterator[Action]:
    if context.has_power("lay_ferry"):
        yield LayFerry()


def _privates(context: CandidateContext) -> Iterator[Action]:
    """Those that belong to players, where companies may buy any at all."""
    for private in context.position.privates:
        if private.highest and private.owner in context.game.players:
            yield BuyPrivate(private.id, private.lowest)


KINDS: Mapping[str, ActionKind] = {
    "take_share": ActionKind(_takings, ("company", "source")),
    "lay_ferry": ActionKind(_ferry),
    "buy_private": ActionKind(_privates, ("private",)),
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


def _share(game: Game, action: TakeShare, _lang: str) -> str:
    return value_details(game, "company", action.company)


def _private(game: Game, action: BuyPrivate, lang: str) -> str:
    """The name of the private, and from whom a company would buy it."""
    owner = _owner(game, action)
    parts = [value_details(game, "private", action.private), say("bought_from", lang, player=owner) if owner else ""]
    return ", ".join(part for part in parts if part)


def _offer(game: Game, _action: Accept | Decline, lang: str) -> str:
    """The offer that is accepted or declined."""
    offer = position_view(game).offer
    return say_offer(offer, lang).rstrip(".。") if offer is not None else ""


DETAILS: Mapping[type[Action], Callable[[Game, Any, str], str]] = {
    TakeShare: _share,
    BuyPrivate: _private,
    Accept: _offer,
    Decline: _offer,
}


def usual_price(game: Game, action: BuyPrivate, amounts: Amounts) -> int:
    """Directors sell their own privates as dearly as they may; others are offered the face value."""
    return amounts.high if _owner(game, action) == game.actor else printed_price(game, action, amounts)


def _owner(game: Game, action: BuyPrivate) -> str | None:
    return next((each.owner for each in position_view(game).privates if each.id == action.private), None)


TURNING_POINTS: tuple[type[Event], ...] = (BankBroke, PlayerBankrupt, TrainExported, TrainTradedIn)
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
