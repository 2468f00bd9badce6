"""1880: what a player would look for of its own actions, what is told about them, and what passing means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tielu import Action, Event, Game
from tielu.core.flow import Frame
from tielu.titles.t1880.rules import (
    auction,
    forced_rocket,
    investors,
    operating_round,
    p5,
    privates,
    run_step,
    share_round,
    train_purchase,
)
from tielu.titles.t1880.rules.actions import AssignPermit, ChooseInvestor, ExchangeRocket, RepayDebt
from tielu.titles.t1880.rules.events import (
    DebtIncurred,
    LastTurnsBegan,
    RocketExchanged,
    RocketLost,
    TakeoverBegan,
    TakeoverEnded,
    TrainsRemoved,
)
from tielu.views.actions.candidates import ROUNDS as USUAL_ROUNDS
from tielu.views.actions.candidates import ActionKind, CandidateContext
from tielu.views.actions.details import value_details
from tielu.views.title import KeyEvent


def _investors(context: CandidateContext) -> Iterator[Action]:
    yield from (ChooseInvestor(each.id) for each in context.view.investors)


def _repayments(context: CandidateContext) -> Iterator[Action]:
    if context.actor.debt:
        yield RepayDebt(context.actor.debt)


def _rocket(context: CandidateContext) -> Iterator[Action]:
    if context.has_power("exchange_rocket"):
        yield from (ExchangeRocket(company) for company in context.directed())


def _permits(context: CandidateContext) -> Iterator[Action]:
    if context.has_power("assign_permit"):
        yield from (AssignPermit(company) for company in context.directed())


KINDS: Mapping[str, ActionKind] = {
    "choose_investor": ActionKind(_investors, ("investor",)),
    "repay_debt": ActionKind(_repayments),
    "exchange_rocket": ActionKind(_rocket, ("company",)),
    "assign_permit": ActionKind(_permits, ("company",)),
}


def _before_passing(round_: str, *kinds: str) -> tuple[str, ...]:
    """What is looked for in a round of any title, and these kinds too."""
    return (*USUAL_ROUNDS[round_][:-1], *kinds, "pass")


ROUNDS: Mapping[str, tuple[str, ...]] = {
    "investors": ("choose_investor", "pass"),
    "share": _before_passing("share", "repay_debt", "assign_permit", "exchange_rocket"),
    "operating": _before_passing("operating", "exchange_rocket", "assign_permit"),
}


def _investor(game: Game, action: ChooseInvestor, lang: str) -> str:
    return value_details(game, "investor", action.investor, lang)


def _company(game: Game, action: AssignPermit | ExchangeRocket, lang: str) -> str:
    return value_details(game, "company", action.company, lang)


DETAILS: Mapping[type[Action], Callable[[Game, Any, str], str]] = {
    ChooseInvestor: _investor,
    AssignPermit: _company,
    ExchangeRocket: _company,
}

TURNING_POINTS: tuple[type[Event], ...] = (
    DebtIncurred,
    LastTurnsBegan,
    RocketExchanged,
    RocketLost,
    TakeoverBegan,
    TakeoverEnded,
    TrainsRemoved,
)

KEY_EVENTS: Mapping[type[Event], KeyEvent] = {
    LastTurnsBegan: KeyEvent("moment_last_turns"),
    TakeoverBegan: KeyEvent("moment_communism"),
    DebtIncurred: KeyEvent("moment_debt", greatest="borrowed"),
    TakeoverEnded: KeyEvent("moment_reopening", minor=True),
    RocketExchanged: KeyEvent("moment_rocket", minor=True),
}
ENDINGS: Mapping[type[Event], str] = {LastTurnsBegan: "ending_last_turns"}

PASS_LABELS: Mapping[type[Frame[Any]], str] = {
    auction.Auction: "passing_private",
    share_round.ShareRound: "passing_shares",
    investors.InvestorTrack: "passing_track",
    operating_round.TrackStep: "passing_track",
    operating_round.StationStep: "passing_station",
    run_step.RunningStep: "passing_run",
    train_purchase.TrainStep: "passing_trains",
    investors.Merger: "passing_merger",
    forced_rocket.ForcedRocket: "passing_rocket",
    p5.PermitChoice: "passing_permit",
    privates.PaymentClaim: "passing_payment",
}
