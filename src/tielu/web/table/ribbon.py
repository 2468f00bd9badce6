"""The ribbon over the table: the round, who decides, the line of the turn, and who is next."""

from __future__ import annotations

from dataclasses import dataclass

from tielu import TITLES, Game
from tielu.core.actions import FoundCompany
from tielu.core.position import PositionView
from tielu.i18n import say
from tielu.i18n.values import say_name, say_value
from tielu.views.history.chronicle import Chronicle
from tielu.views.history.sentences import say_round
from tielu.views.history.skipped import steps_taken
from tielu.views.position.decision import turn_step
from tielu.views.title import view_of

DONE, SKIPPED, NOW, TO_COME = "done", "skipped", "now", "to-come"


@dataclass(frozen=True)
class Station:
    """A station on the line of the turn: a step of a company, or a player; one who bids no more is skipped."""

    label: str
    state: str
    seat: int | None = None


@dataclass(frozen=True)
class Ribbon:
    """What the ribbon says; `company` decides, or the player on `seat` if it is empty.

    `after` is what follows the round in titles that have operating rounds in sets.
    """

    round: str
    after: str
    title: str
    heading: str
    company: str
    seat: int | None
    line: tuple[Station, ...]
    next_up: tuple[str, ...]


def ribbon_of(game: Game, position: PositionView, chronicle: Chronicle, lang: str) -> Ribbon:
    """The ribbon of a position."""
    companies = {each.id: each.name for each in view_of(game.title).companies}
    companies |= {each.id: say_name(each.name, lang) for each in view_of(game.title).investors}
    deciding = position.deciding or ""
    company = deciding if deciding in companies else ""
    return Ribbon(
        round=say("game_over", lang) if position.finished else _round(position, chronicle, lang),
        after=_after(position, lang),
        title=TITLES[game.title].label,
        heading=companies.get(deciding) or _decided(game, position, lang),
        company=company,
        seat=None if position.actor is None else game.players.index(position.actor),
        line=(_turn(game, chronicle, lang) if position.round == "operating" and company else ())
        or _players(game, position),
        next_up=_next_up(position, company) if position.round == "operating" and not position.finished else (),
    )


def _round(position: PositionView, chronicle: Chronicle, lang: str) -> str:
    """The round in a word or two, with its number where rounds are counted."""
    number = next((each.number for each in reversed(chronicle.moments) if each.round == position.round), 1)
    return say_round(position.round, number, lang)


def _decided(game: Game, position: PositionView, lang: str) -> str:
    """What a player decides on, short enough for the ribbon."""
    key = {"auction": "web_bidding", "investors": "web_one_investor"}.get(position.round)
    if key == "web_bidding" and any(isinstance(each, FoundCompany) for each in game.legal_actions()):
        key = "web_found"
    return say_value("round", position.round, lang) if key is None else say(key, lang)


def _after(position: PositionView, lang: str) -> str:
    """What follows the round, in a word or two; `say_rounds` says it in full."""
    if position.rounds_to_come is None:
        return say("short_rounds", lang, count=position.operating_rounds) if position.operating_rounds else ""
    if position.rounds_to_come:
        return say("short_rounds_to_come", lang, count=position.rounds_to_come)
    return say("short_end_follows" if position.bank_broken else "short_share_follows", lang)


def _turn(game: Game, chronicle: Chronicle, lang: str) -> tuple[Station, ...]:
    """The steps of the turn; the present one is the innermost frame that is a step, those without a choice are told.

    After the last step, where a turn may still be open, all are behind; empty where no turn is under way.
    """
    step, taken = turn_step(game), steps_taken(chronicle, game)
    line = next(
        (each for each in view_of(game.title).turn_steps if step in each or (not step and taken & set(each))), {}
    )
    now = list(line).index(step) if step else len(line)
    return tuple(
        Station(say(key, lang), NOW if place == now else TO_COME if place > now else DONE if name in taken else SKIPPED)
        for place, (name, key) in enumerate(line.items())
    )


def _players(game: Game, position: PositionView) -> tuple[Station, ...]:
    """The players in seating order: the lamp moves from one to the next, the names stay."""
    if position.actor is None:
        return ()
    states = dict.fromkeys(view_of(game.title).dropped_out(game), SKIPPED) | {position.actor: NOW}
    return tuple(
        Station(each.name, states.get(each.name, TO_COME), game.players.index(each.name)) for each in position.players
    )


def _next_up(position: PositionView, company: str) -> tuple[str, ...]:
    """The companies that operate after this one in the present round."""
    order = [each.id for each in position.companies if each.floated]
    return tuple(order[order.index(company) + 1 :]) if company in order else tuple(order)
