"""A guided game: what is decided in a position, told with its numbers, and what kinds of moves there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tielu import Action, Game
from tielu.core.actions import Bid, FoundCompany, PayDividend
from tielu.core.events import DividendPaid, DividendReceived
from tielu.core.position import CompanyView, PlayerView, PositionView, TrainStackView
from tielu.core.shares import SHARE
from tielu.i18n import say_guide
from tielu.i18n.messages import guide_values
from tielu.views.actions.outcome import Trials
from tielu.views.position.decision import step_name
from tielu.views.title import view_of
from tielu.views.topics import Topic


@dataclass(frozen=True)
class GuideContext:
    """A position as the guide sees it, with what is legal there."""

    game: Game
    position: PositionView
    actions: Sequence[Action]

    @cached_property
    def actor(self) -> PlayerView:
        return next(player for player in self.position.players if player.acting)

    @cached_property
    def company(self) -> CompanyView | None:
        """The company for which is decided; None where players decide for themselves, or for an investor."""
        return next((each for each in self.position.companies if each.id == self.position.deciding), None)

    @cached_property
    def next_train(self) -> TrainStackView | None:
        """The train that the bank sells next."""
        return next(iter(self.position.depot), None)

    @cached_property
    def auctioned(self) -> str:
        """The private that is bid for; the cheapest where there are several."""
        return next((each.private for each in self.actions if isinstance(each, Bid)), "")


def topics_now(context: GuideContext) -> tuple[Topic, ...]:
    """The topics that come up in this position, the most urgent first."""
    position, offered = context.position, {action.type for action in context.actions}
    step = step_name(context.game)
    return tuple(
        each
        for each in view_of(context.game.title).topics
        if each.comes_up(position.round, step, position.notices, offered, context.auctioned)
    )


def say_topic(context: GuideContext, key: str, lang: str) -> str:
    """What a topic is about, with the numbers of this position."""
    return say_guide(key, {name: _VALUES[name](context) for name in guide_values(key)}, lang)


# ---- the numbers ----


def _free(context: GuideContext) -> int:
    return context.actor.cash - context.actor.in_bids


def _treasury(context: GuideContext) -> int:
    if context.company is not None:
        return context.company.treasury
    return next((each.treasury for each in context.position.investors if each.id == context.position.deciding), 0)


def _most(context: GuideContext) -> int:
    """As much as may be bid."""
    return max((each.amounts.high for each in context.actions if isinstance(each, Bid) and each.amounts), default=0)


def _income(context: GuideContext) -> int:
    return next((each.income for each in context.position.privates if each.id == context.auctioned), 0)


def _founding_cost(context: GuideContext) -> int:
    """What founding costs at least."""
    ways = [each for each in context.actions if isinstance(each, FoundCompany)]
    return min((way.price * way.director_percent // SHARE for way in ways), default=0)


def _earned(context: GuideContext) -> int:
    paid = [event for event in _dividend(context) if isinstance(event, DividendPaid)]
    return paid[0].income if paid else 0


def _own(context: GuideContext) -> int:
    """What of a dividend goes to whoever decides."""
    received = [event for event in _dividend(context) if isinstance(event, DividendReceived)]
    return next((event.amount for event in received if event.player == context.actor.name), 0)


def _dividend(context: GuideContext) -> Sequence[Any]:
    paying = next((each for each in context.actions if isinstance(each, PayDividend)), None)
    return () if paying is None else Trials(context.game).of(paying).events


def _left(context: GuideContext) -> object:
    left = None if context.next_train is None else context.next_train.left
    return "∞" if left is None else left


def _offered(name: str) -> Callable[[GuideContext], object]:
    return lambda context: "" if context.position.offer is None else getattr(context.position.offer, name)


# What the texts may name.
_VALUES: Mapping[str, Callable[[GuideContext], object]] = {
    "cash": lambda context: context.actor.cash,
    "free": _free,
    "debt": lambda context: context.actor.debt,
    "certificates": lambda context: context.actor.certificates,
    "certificate_limit": lambda context: context.position.certificate_limit,
    "company": lambda context: context.position.deciding or "",
    "treasury": _treasury,
    "markers": lambda context: 0 if context.company is None else context.company.markers_left,
    "limit": lambda context: context.position.train_limit,
    "train": lambda context: "" if context.next_train is None else context.next_train.train,
    "price": lambda context: 0 if context.next_train is None else context.next_train.price,
    "left": _left,
    "private": lambda context: context.auctioned,
    "income": _income,
    "most": _most,
    "least": _founding_cost,
    "earned": _earned,
    "own": _own,
    "buyer": _offered("buyer"),
    "item": _offered("item"),
    "paid": _offered("price"),
}
