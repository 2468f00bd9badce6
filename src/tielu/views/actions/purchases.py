"""Purchases of a company: what is bought at once, what is only offered, and the trains that it may buy as one list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tielu import Action, Game
from tielu.core.actions import Accept, Amounts, Bid, BuyPrivate, BuyTrain
from tielu.core.events import PrivateBought
from tielu.i18n import say, say_action, say_action_briefly, say_error, say_error_briefly
from tielu.i18n.values import say_value
from tielu.views.actions.amounts import amounts_of, with_amount
from tielu.views.actions.outcome import Trials, told_outcome
from tielu.views.position.position import position_view
from tielu.views.title import view_of


@dataclass(frozen=True)
class TrainPurchase:
    """A train that may be bought: from `company`, or from the bank in the words of `source`; `effects` tell why now."""

    action: BuyTrain
    train: str
    source: str
    company: str
    director: str
    price: int
    amounts: Amounts | None
    is_offer: bool
    trade_in: str
    effects: tuple[str, ...]


@dataclass(frozen=True)
class RefusedTrain:
    """A train that the bank has, and why the company cannot buy it now."""

    action: BuyTrain
    source: str
    reason: str
    briefly: str
    # Its place in the list of the trains that may be bought: before this one.
    place: int = 0


def is_offer(trials: Trials, action: Action) -> bool:
    """Whether the purchase needs the consent of somebody else."""
    if not isinstance(action, BuyPrivate | BuyTrain):
        return False
    return trials.of(action).after.why_not(Accept()) is None


def as_purchase(trials: Trials, action: Action) -> Action:
    """A bid that buys its private at once, as the purchase that it is; any other action as it is."""
    if not isinstance(action, Bid) or amounts_of(action) is not None:
        return action
    bought = [each for each in trials.of(action).events if isinstance(each, PrivateBought)]
    at_once = any((each.private, each.amount) == (action.private, action.amount) for each in bought)
    return BuyPrivate(action.private, action.amount) if at_once else action


def say_move(trials: Trials, action: Action, lang: str) -> str:
    """How an action reads in a menu; a purchase that needs consent is an offer."""
    if is_offer(trials, action):
        return _say_offer(trials, action, action, lang)
    return say_action(as_purchase(trials, action), lang)


def say_move_briefly(trials: Trials, action: Action, lang: str, amount: int | None = None) -> str:
    """How an action reads above its button, with this amount if one is named."""
    named = as_purchase(trials, action) if amount is None else with_amount(action, amount)
    return _say_offer(trials, action, named, lang) if is_offer(trials, action) else say_action_briefly(named, lang)


def _say_offer(trials: Trials, tried: Action, action: Action, lang: str) -> str:
    """An offer in words; `tried` is the same as the engine offers it."""
    assert isinstance(action, BuyPrivate | BuyTrain)
    asked = trials.of(tried).after.actor
    amounts = amounts_of(action)
    price = {"price": action.price} if amounts is None else {"low": amounts.low, "high": amounts.high}
    if isinstance(action, BuyPrivate):
        key, values = "offer_private", {"private": action.private}
    else:
        key, values = "offer_train", {"train": say_value("train", action.train, lang), "seller": action.seller}
    return say(key if amounts is None else f"{key}_range", lang, player=asked, **values, **price)


def train_purchases(trials: Trials, actions: Sequence[Action], lang: str) -> tuple[TrainPurchase, ...]:
    """The trains that may be bought, by train as the title lists them; what the bank sells comes first."""
    directors = {each.id: each.director or "" for each in position_view(trials.game).companies}
    order = [train.name for train in view_of(trials.game.title).trains]
    found = []
    for action in actions:
        if isinstance(action, BuyTrain):
            company = action.seller if action.seller in directors else ""
            found.append(
                TrainPurchase(
                    action,
                    action.train,
                    "" if company else say(f"train_source_{action.seller}", lang),
                    company,
                    directors.get(action.seller, ""),
                    action.price,
                    amounts_of(action),
                    is_offer(trials, action),
                    "" if action.trade_in is None else say_value("trade_in", action.trade_in, lang),
                    told_outcome(trials, action, lang),
                )
            )
    return tuple(sorted(found, key=lambda each: (order.index(each.train), bool(each.company), each.price)))


def refused_trains(
    game: Game, actions: Sequence[Action], lang: str, trains: Sequence[TrainPurchase] = ()
) -> tuple[RefusedTrain, ...]:
    """In a step in which a train could be bought: what the bank sells next and has in its pool, if it is refused."""
    order = [train.name for train in view_of(game.title).trains]
    position, prices = position_view(game), {train.name: train.price for train in view_of(game.title).trains}
    offered = {(each.train, each.seller) for each in actions if isinstance(each, BuyTrain)}
    sold = [(stack.train, "bank") for stack in position.depot[:1]]
    sold += [(train, "pool") for train in dict.fromkeys(position.train_pool)]
    asked = [BuyTrain(train, seller, prices[train]) for train, seller in sold if (train, seller) not in offered]
    return tuple(
        RefusedTrain(
            each,
            say(f"train_source_{each.seller}", lang),
            say_error(refusal, lang),
            say_error_briefly(refusal, lang),
            sum(order.index(one.train) < order.index(each.train) for one in trains),
        )
        for each in asked
        if (refusal := game.why_not(each)) is not None
    )
