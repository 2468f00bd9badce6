"""Decisions of any title as cards: the train that a company gives up, and the answer to an offer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tielu import Action, Game
from tielu.core.actions import Accept, DiscardTrain
from tielu.core.position import OfferView, PositionView, PrivateView
from tielu.i18n import say, say_button, say_main
from tielu.i18n.values import say_money
from tielu.routing.best import asked_trains, best_income
from tielu.routing.budget import Effort
from tielu.routing.network import Network
from tielu.views.actions.decisions import Decision, DecisionCard, Fact, company_of, money_change
from tielu.views.actions.details import say_offer
from tielu.views.actions.outcome import Trials
from tielu.views.position.position import position_view

# How long a search for the best run may take; counted in steps it is the same everywhere.
_STEPS_FOR_A_RUN = 5_000
# Kinds of actions that answer one question, and the kind under which they stand together.
TOGETHER: Mapping[str, str] = {"accept": "answer", "decline": "answer"}


def surplus_trains(game: Game, actions: Sequence[DiscardTrain], lang: str) -> Decision:
    """The trains that could go, each with what the others would earn."""
    view, trials = position_view(game), Trials(game)
    after = position_view(trials.of(actions[0]).after)
    stays = len(after.train_pool) > len(view.train_pool)
    cards = tuple(_surplus_train(trials, each, lang) for each in actions)
    return Decision(say("why_surplus_pool" if stays else "why_surplus", lang, limit=view.train_limit), cards)


def _surplus_train(trials: Trials, action: DiscardTrain, lang: str) -> DecisionCard:
    after = trials.of(action).after
    trains = company_of(position_view(after), action.company).trains
    facts = (
        Fact(say("fact_trains_left", lang), " · ".join(trains)),
        _best_run(trials.game, after, action.company, lang),
    )
    return DecisionCard(action.company, say_main(action, lang), facts, action)


def answers(game: Game, actions: Sequence[Action], lang: str) -> Decision:
    """An offer: what accepting it brings to whom, and what stays if it is declined."""
    view, trials = position_view(game), Trials(game)
    offer = view.offer
    assert offer is not None
    cards = tuple(_answer(trials, view, offer, each, lang) for each in actions)
    return Decision(say_offer(offer, lang), cards)


def _answer(trials: Trials, view: PositionView, offer: OfferView, action: Action, lang: str) -> DecisionCard:
    """A train is sold by its company, a private by its owner; who declines has what was there before."""
    after = trials.of(action).after
    private = next((each for each in view.privates if each.id == offer.item), None)
    seller = offer.item.split()[0] if private is None else offer.player
    if private is None:
        own, other = (_train_facts(trials.game, after, each, lang) for each in (seller, offer.buyer))
    else:
        own, other = _private_facts(view, position_view(after), offer, private, lang)
    accepts = isinstance(action, Accept)
    name = say("accept_for", lang, amount=offer.price) if accepts else say_button(action, lang)
    return DecisionCard(seller, name, own + other if accepts else own, action)


def _train_facts(before: Game, after: Game, company: str, lang: str) -> tuple[Fact, ...]:
    """Treasury and best run of a company."""
    old, new = (company_of(position_view(each), company).treasury for each in (before, after))
    return (
        money_change(say("fact_treasury_of", lang, company=company), old, new, lang),
        _best_run(before, after, company, lang, "fact_best_run_of"),
    )


def _private_facts(
    old: PositionView, new: PositionView, offer: OfferView, private: PrivateView, lang: str
) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """Money and worth of the owner, and who gets the private's income from now on; the treasury of the buyer."""
    owner, later = (next(each for each in view.players if each.name == offer.player) for view in (old, new))
    treasury, left = (company_of(view, offer.buyer).treasury for view in (old, new))
    receiver = next(each.owner for each in new.privates if each.id == private.id)
    own = (
        money_change(say("cash", lang), owner.cash, later.cash, lang),
        money_change(say("worth", lang), owner.worth, later.worth, lang),
        Fact(say("fact_income_goes", lang, receiver=receiver), say_money(private.income, lang)),
    )
    return own, (money_change(say("fact_treasury_of", lang, company=offer.buyer), treasury, left, lang),)


def _best_run(before: Game, after: Game, company: str, lang: str, words: str = "fact_best_run") -> Fact:
    label = say(words, lang, company=company)
    return money_change(label, _income(before, company), _income(after, company), lang)


def _income(game: Game, company: str) -> int:
    """What the trains of a company would earn now."""
    asked = asked_trains(game, company)
    return best_income(Network(asked.position), asked.trains, Effort(steps=_STEPS_FOR_A_RUN))


SHARED_DECISIONS: Mapping[str, Callable[[Game, Sequence[Any], str], Decision]] = {
    "discard_train": surplus_trains,
    "answer": answers,
}
