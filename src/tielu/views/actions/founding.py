"""Founding a company as three questions: which one, at which price, with which certificate.

Listed one by one the ways to found a company go into the thousands; asked for like this they are a few dozen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tielu import Action, Game
from tielu.core.actions import FoundCompany
from tielu.i18n import say
from tielu.i18n.values import say_value
from tielu.views.actions.details import value_details

# What parts of an answer are joined by; no price, place or permit contains it.
_JOINT = "/"


@dataclass(frozen=True)
class Answer:
    """A possible answer, as a form sends it and in words."""

    value: str
    label: str


def founding_answers(
    game: Game, ways: Iterable[FoundCompany], company: str, price: str, lang: str
) -> tuple[tuple[Answer, ...], tuple[Answer, ...], tuple[Answer, ...]]:
    """The companies, the prices and the certificates that can be chosen, in the order of the offers.

    Prices are those that are possible for the chosen company, certificates those for the chosen price; as long as
    nothing is chosen, all of them.
    """
    companies: dict[str, str] = {}
    prices: dict[str, str] = {}
    certificates: dict[str, str] = {}
    for way in ways:
        companies.setdefault(way.company, _company(game, way.company, lang))
        if company not in ("", way.company):
            continue
        place = _joined(way.price, way.slot)
        prices.setdefault(place, _price(way, lang))
        if price in ("", place):
            certificates.setdefault(_joined(way.director_percent, way.permits), _certificate(way, lang))
    return _answers(companies), _answers(prices), _answers(certificates)


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


def _number(text: str) -> int | str:
    """A number as such; anything else is left for the action to refuse."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text


def _joined(*parts: object) -> str:
    return _JOINT.join(str(part) for part in parts if part is not None)


def _answers(found: dict[str, str]) -> tuple[Answer, ...]:
    return tuple(Answer(value, label) for value, label in found.items())


def _company(game: Game, company: str, lang: str) -> str:
    return f"{company} {value_details(game, 'company', company, lang)}"


def _price(action: FoundCompany, lang: str) -> str:
    if action.slot is None:
        return say("found_price", lang, price=action.price)
    return say("found_price_slot", lang, price=action.price, slot=say_value("slot", action.slot, lang))


def _certificate(action: FoundCompany, lang: str) -> str:
    if action.permits is None:
        return say("found_certificate", lang, percent=action.director_percent)
    return say("found_certificate_permits", lang, percent=action.director_percent, permits=action.permits)
