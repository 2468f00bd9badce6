"""Founding a company as three questions: which one, at which price, with which certificate.

Listed one by one the ways to found a company go into the thousands; asked for like this they are a few dozen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tielu import Action, Game
from tielu.core.actions import FoundCompany
from tielu.core.events import CompanyFloated
from tielu.core.shares import SHARE
from tielu.i18n import say
from tielu.i18n.values import say_value
from tielu.views.actions.details import value_details
from tielu.views.actions.outcome import Trials

# What parts of an answer are joined by; no price, place or permit contains it.
_JOINT = "/"


@dataclass(frozen=True)
class Answer:
    """A possible answer, as a form sends it and in words.

    A price or a certificate belongs to an `amount`, and is told apart by the slot or the permits that go with it.
    """

    value: str
    label: str
    amount: int = 0
    choice: str = ""


@dataclass(frozen=True)
class FoundingSum:
    """What founding costs a player, what the player keeps, and the company's capital; None if it doesn't float yet."""

    company: str
    percent: int
    price: int
    cost: int
    kept: int
    capital: int | None


def founding_answers(
    game: Game, ways: Iterable[FoundCompany], company: str, price: str, lang: str
) -> tuple[tuple[Answer, ...], tuple[Answer, ...], tuple[Answer, ...]]:
    """The companies, the prices and the certificates that can be chosen, in the order of the offers.

    Prices are those that are possible for the chosen company, certificates those for the chosen price; as long as
    nothing is chosen, all of them.
    """
    companies: dict[str, Answer] = {}
    prices: dict[str, Answer] = {}
    certificates: dict[str, Answer] = {}
    for way in ways:
        if way.company not in companies:
            companies[way.company] = Answer(way.company, value_details(game, "company", way.company, lang))
        if company not in ("", way.company):
            continue
        place = _joined(way.price, way.slot)
        if place not in prices:
            prices[place] = _price(way, lang)
        certificate = _joined(way.director_percent, way.permits)
        if price in ("", place) and certificate not in certificates:
            certificates[certificate] = _certificate(way, lang)
    return tuple(companies.values()), tuple(prices.values()), tuple(certificates.values())


def founding_sum(trials: Trials, action: FoundCompany) -> FoundingSum:
    """The account of a founding that is legal now."""
    game = trials.game
    cost = action.price * action.director_percent // SHARE
    floated = [each for each in trials.of(action).events if isinstance(each, CompanyFloated)]
    return FoundingSum(
        action.company,
        action.director_percent,
        action.price,
        cost,
        game.state.cash[game.players.index(game.actor or "")] - cost,
        next((each.capital for each in floated if each.company == action.company), None),
    )


def founded_by(company: str, price: str, certificate: str) -> FoundCompany:
    """The action that three answers make; raises InvalidAction if they are no answers."""
    amount, _, slot = price.partition(_JOINT)
    percent, _, permits = certificate.partition(_JOINT)
    fields = {
        "type": "found_company",
        "company": company,
        "price": _number(amount),
        "director_percent": _number(percent),
        "permits": permits or None,
        "slot": _number(slot) if slot else None,
    }
    action = Action.from_json(fields)
    assert isinstance(action, FoundCompany)
    return action


def answers_of(action: FoundCompany) -> tuple[str, str, str]:
    """The three answers that make a founding, as the form sends them."""
    price = _joined(action.price, action.slot)
    return action.company, price, _joined(action.director_percent, action.permits)


def _number(text: str) -> int | str:
    """A number as such; anything else is left for the action to refuse."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text


def _joined(*parts: object) -> str:
    return _JOINT.join(str(part) for part in parts if part is not None)


def _price(action: FoundCompany, lang: str) -> Answer:
    value = _joined(action.price, action.slot)
    if action.slot is None:
        return Answer(value, say("found_price", lang, price=action.price), action.price)
    label = say("found_price_slot", lang, price=action.price, slot=say_value("slot", action.slot, lang))
    return Answer(value, label, action.price, str(action.slot))


def _certificate(action: FoundCompany, lang: str) -> Answer:
    value, percent = _joined(action.director_percent, action.permits), action.director_percent
    if action.permits is None:
        return Answer(value, say("found_certificate", lang, percent=percent), percent)
    label = say("found_certificate_permits", lang, percent=percent, permits=action.permits)
    return Answer(value, label, percent, action.permits)
