"""Founding a company as three questions: which one, at which price, with which certificate.

Listed one by one the ways to found a company go into the thousands; asked for like this they are a few dozen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tielu import Action, Event, Game
from tielu.core.actions import BuyShare, FoundCompany, Pass
from tielu.core.events import CompanyFloated
from tielu.core.shares import SHARE
from tielu.i18n import say
from tielu.i18n.values import say_value
from tielu.views.actions.details import value_details
from tielu.views.actions.outcome import Trials

# What parts of an answer are joined by; no price, place or permit contains it.
_JOINT = "/"
# No company has more shares to buy, and no price is too high.
MOST_PURCHASES = 10
PLENTY = 100_000


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
    """What founding costs a player, what the player keeps, and the company's capital once it floats.

    `missing` is how many more shares the founder must buy for that, None if even that does not do; `at_once` tells that
    it floats with this action. The capital is None where it cannot float in this round.
    """

    company: str
    percent: int
    price: int
    cost: int
    kept: int
    capital: int | None
    missing: int | None
    at_once: bool

    @property
    def outlook(self) -> str:
        """The key of the words that tell when it floats, and with how much."""
        if self.capital is None:
            return "found_does_not_float"
        if self.at_once:
            return "found_floats"
        if self.missing is None:
            return "found_floats_with"
        return ("found_floats_later", "found_floats_after_one", "found_floats_after")[min(self.missing, 2)]


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
    game, trial = trials.game, trials.of(action)
    founder = game.players.index(game.actor or "")
    cost = action.price * action.director_percent // SHARE
    at_once = _has_floated(trial.events, action.company)
    outlook = (_treasury(trial.after, action.company), 0) if at_once else _capital(trial.after, action.company, founder)
    kept = game.state.cash[founder] - cost
    return FoundingSum(action.company, action.director_percent, action.price, cost, kept, *outlook, at_once=at_once)


def _capital(founded: Game, company: str, founder: int) -> tuple[int | None, int | None]:
    """What a company has when it floats, and how many shares its founder buys for that, found by trying on copies.

    Where the founder may not buy this many, the others buy.
    """
    for buyers in ((founder,), range(len(founded.players))):
        for purchases in range(MOST_PURCHASES):
            treasury = _treasury_after(founded, company, buyers, purchases)
            if treasury is not None:
                return treasury, purchases if buyers == (founder,) else None
    return None, None


def _treasury_after(founded: Game, company: str, buyers: Sequence[int], purchases: int) -> int | None:
    """What a company has that floats after this many purchases; None if it does not.

    The buyers have money enough, and nobody does anything else than buy and pass until the round is over.
    """
    game, bought = founded.clone(), 0
    for seat in buyers:
        game.state.cash[seat] += PLENTY
    names = {game.players[seat] for seat in buyers}
    # When a railway decides the round is over; nobody passes more often than there are purchases.
    for _ in range((purchases + 2) * len(game.players)):
        if game.finished or game.deciding not in game.players:
            break
        purchase = _purchase(game, company) if bought < purchases and game.actor in names else None
        bought += purchase is not None
        move = purchase or Pass()
        if game.why_not(move) is not None:
            break
        if _has_floated(game.apply_trusted(move), company):
            return _treasury(game, company)
    return None


def _purchase(game: Game, company: str) -> BuyShare | None:
    """The way to buy a share of the company, None if there is none."""
    ways = (each for each in game.legal_actions() if isinstance(each, BuyShare) and each.company == company)
    return next(ways, None)


def _has_floated(events: Iterable[Event], company: str) -> bool:
    return any(isinstance(each, CompanyFloated) and each.company == company for each in events)


def _treasury(game: Game, company: str) -> int:
    found: int = game.snapshot()[f"c.{company}.cash"]
    return found


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
