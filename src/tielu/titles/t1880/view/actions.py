"""1880: what a player would look for of its own actions, what is told about them, and what passing means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tielu import Action, Event, Game
from tielu.core.flow import Frame
from tielu.i18n import say
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
from tielu.titles.t1880.rules.actions import AssignPermit, ChooseInvestor, ExchangeRocket, MergeMoney, RepayDebt
from tielu.titles.t1880.rules.events import (
    DebtIncurred,
    LastTurnsBegan,
    MergerMoneyPaid,
    RocketExchanged,
    RocketLost,
    TakeoverBegan,
    TakeoverEnded,
    TrainsRemoved,
)
from tielu.views.actions.candidates import ROUNDS as USUAL_ROUNDS
from tielu.views.actions.candidates import ActionKind, CandidateContext
from tielu.views.actions.details import value_details
from tielu.views.title import KeyEvent, view_of


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


def _company(game: Game, action: AssignPermit, lang: str) -> str:
    return value_details(game, "company", action.company, lang)


def _train_for_rocket(game: Game, action: ExchangeRocket, lang: str) -> str:
    """The train that the company would receive, and its price."""
    trains = [event.train for event in game.clone().apply_trusted(action) if isinstance(event, RocketExchanged)]
    prices = {train.name: train.price for train in view_of(game.title).trains}
    return say("rocket_for", lang, train=trains[0], price=prices[trains[0]]) if trains else ""


def _merger_money(game: Game, action: MergeMoney, lang: str) -> str:
    """Who receives how much of the treasury."""
    receiver, amount = _paid_by_merger(game, action)
    _, treasury = _paid_by_merger(game, MergeMoney("company"))
    key = "merger_all" if amount == treasury else "merger_part"
    return say(key, lang, receiver=receiver, amount=amount, rest=treasury - amount)


def _merger_button(game: Game, action: MergeMoney, lang: str) -> str:
    receiver, amount = _paid_by_merger(game, action)
    return say(f"merger_to_{action.to}", lang, receiver=receiver, amount=amount)


def _paid_by_merger(game: Game, action: MergeMoney) -> tuple[str, int]:
    events = game.clone().apply_trusted(action)
    return next((event.receiver, event.amount) for event in events if isinstance(event, MergerMoneyPaid))


DETAILS: Mapping[type[Action], Callable[[Game, Any, str], str]] = {
    ChooseInvestor: _investor,
    AssignPermit: _company,
    ExchangeRocket: _train_for_rocket,
    MergeMoney: _merger_money,
}

BUTTONS: Mapping[type[Action], Callable[[Game, Any, str], str]] = {MergeMoney: _merger_button}

TURNING_POINTS: tuple[type[Event], ...] = (
    DebtIncurred,
    LastTurnsBegan,
    TakeoverBegan,
    TakeoverEnded,
    RocketExchanged,
    RocketLost,
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
