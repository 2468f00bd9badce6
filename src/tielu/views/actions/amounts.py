"""Amounts: which one a player would usually name within a range, and others that are quickly chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields

from tielu import Action, Game
from tielu.core.actions import Amounts, BuyPrivate, BuyTrain
from tielu.views.position.position import position_view
from tielu.views.title import view_of

# Bids are raised to round numbers: the next one, and these amounts beyond it.
_ROUND = 5
_RAISES = (0, 5, 15)


def amounts_of(action: Action) -> Amounts | None:
    """The range within which an amount must be named; None if nothing is left to choose."""
    found = getattr(action, "amounts", None)
    return found if isinstance(found, Amounts) and found.low < found.high else None


def usual_amount(game: Game, action: Action, amounts: Amounts) -> int:
    """What a player would usually name."""
    usual = {**_USUAL, **view_of(game.title).usual_amounts}
    return usual.get(action.type, lowest)(game, action, amounts)


def quick_amounts(game: Game, action: Action, amounts: Amounts) -> tuple[int, ...]:
    """Others that are often named, in their order; the usual one is there already."""
    if action.type == "bid":
        found = {(amounts.low // _ROUND + 1) * _ROUND + raised for raised in _RAISES}
    else:
        printed = _printed_price(game, action, amounts)
        found = {_possible(printed // 2, amounts), printed, amounts.high}
    usual = usual_amount(game, action, amounts)
    return tuple(sorted(amount for amount in found if amount in amounts and amount != usual))


def with_amount(action: Action, amount: int) -> Action:
    """The offered action with an amount of one's own."""
    values = {each.name: getattr(action, each.name) for each in fields(action) if each.name != "amounts"}
    name = "amount" if "amount" in values else "price"
    return type(action)(**{**values, name: amount})


def lowest(_game: Game, _action: Action, amounts: Amounts) -> int:
    """As little as may be named."""
    return amounts.low


def highest(_game: Game, _action: Action, amounts: Amounts) -> int:
    """As much as may be named."""
    return amounts.high


def _price_of_train(game: Game, action: Action, amounts: Amounts) -> int:
    """Between two companies of one director as little as possible; otherwise what the bank would ask."""
    assert isinstance(action, BuyTrain)
    directors = {company.id: company.director for company in position_view(game).companies}
    own = directors.get(action.seller) == game.actor
    return amounts.low if own else _printed_price(game, action, amounts)


def _price_of_private(game: Game, action: Action, amounts: Amounts) -> int:
    """Directors sell their own as dearly as they may; others are offered the face value."""
    assert isinstance(action, BuyPrivate)
    owners = {private.id: private.owner for private in position_view(game).privates}
    return amounts.high if owners[action.private] == game.actor else _printed_price(game, action, amounts)


_USUAL: Mapping[str, Callable[[Game, Action, Amounts], int]] = {
    "bid": lowest,
    "buy_train": _price_of_train,
    "buy_private": _price_of_private,
}


def _printed_price(game: Game, action: Action, amounts: Amounts) -> int:
    """The price that is printed on what is bought, or the nearest amount that is possible."""
    view, printed = view_of(game.title), amounts.low
    if isinstance(action, BuyTrain):
        printed = next(train.price for train in view.trains if train.name == action.train)
    elif isinstance(action, BuyPrivate):
        printed = next(private.price for private in view.privates if private.id == action.private)
    return _possible(printed, amounts)


def _possible(amount: int, amounts: Amounts) -> int:
    """The amount itself, or the nearest one that is possible."""
    steps = (min(max(amount, amounts.low), amounts.high) - amounts.low) // amounts.step
    return amounts.low + steps * amounts.step
