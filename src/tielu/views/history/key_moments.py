"""The moments that decided a game, found in its chronicle: when they were, and what they meant."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tielu import Event
from tielu.core.events import (
    CompanyFounded,
    DirectorChanged,
    DividendPaid,
    NobodyCanAct,
    PhaseBegan,
    PriceMoved,
    TrainBought,
    TrainScrapped,
)
from tielu.core.shares import SHARE
from tielu.i18n import say
from tielu.i18n.values import say_change, say_money, say_value, say_values
from tielu.views.history.chronicle import Chronicle, Moment
from tielu.views.history.graphs import place_name
from tielu.views.title import view_of

# How many are told, and how much of each; more would not be decisive.
MOST = 6
_MOST_DETAILS = 2


@dataclass(frozen=True)
class KeyMoment:
    """What happened with the last of this many actions, and why it mattered."""

    actions: int
    heading: str
    details: tuple[str, ...]


def key_moments(told: Chronicle, lang: str) -> tuple[KeyMoment, ...]:
    """The decisive moments in their order; what happened with the same action is one of them."""
    found: dict[int, KeyMoment] = {}
    for find in _FINDERS:
        for moment in find(told, lang):
            known = found.get(moment.actions)
            if known is not None:
                found[moment.actions] = replace(known, details=(*known.details, *moment.details)[:_MOST_DETAILS])
            elif len(found) < MOST:
                found[moment.actions] = moment
    return tuple(found[actions] for actions in sorted(found))


def ending(told: Chronicle, lang: str) -> str:
    """Why the game is over; empty if the title does not say."""
    endings: dict[type[Event], str] = {NobodyCanAct: "ending_standstill", **view_of(told.game.title).endings}
    reasons = [(endings[type(event)], event) for _, event in _events(told) if type(event) in endings]
    return say(reasons[-1][0], lang, **reasons[-1][1].params()) if reasons else ""


def _events(told: Chronicle) -> Iterator[tuple[int, Event]]:
    """All events, each with the number of actions after which it had happened."""
    for actions, entry in enumerate(told.entries, 1):
        for event in entry.events:
            yield actions, event


def _moment(actions: int, key: str, lang: str, **values: Any) -> KeyMoment:
    texts = say_values(values, lang)
    return KeyMoment(actions, say(key, lang, **texts), (say(f"{key}_more", lang, **texts),))


# ---- what is looked for, the most telling first ----


def _turning_points(told: Chronicle, lang: str) -> Iterator[KeyMoment]:
    """What the title calls decisive."""
    return _key_events(told, lang, minor=False)


def _minor_points(told: Chronicle, lang: str) -> Iterator[KeyMoment]:
    """What the title calls worth telling."""
    return _key_events(told, lang, minor=True)


def _key_events(told: Chronicle, lang: str, *, minor: bool) -> Iterator[KeyMoment]:
    """The first event of each kind, or the greatest."""
    for kind, each in view_of(told.game.title).key_events.items():
        if each.minor is not minor:
            continue
        happened = [(actions, event) for actions, event in _events(told) if isinstance(event, kind)]
        if happened:
            greatest = each.greatest
            actions, event = max(happened, key=lambda one: getattr(one[1], greatest)) if greatest else happened[0]
            yield _moment(actions, each.words, lang, **event.params())


def _last_lead(told: Chronicle, lang: str) -> Iterator[KeyMoment]:
    """When the winner took the lead for good; nothing if it was shared in the end."""
    moments = [*told.moments, told.now]
    final = moments[-1].worth
    winner = final.index(max(final))
    if final.count(final[winner]) > 1:
        return
    behind = [at for at, moment in enumerate(moments) if _lead(moment.worth, winner) <= 0]
    taken = behind[-1] + 1
    if taken == 1:
        return
    worth = moments[taken].worth
    second = max(range(len(worth)), key=lambda seat: (seat != winner, worth[seat]))
    values = {"player": told.game.players[winner], "other": told.game.players[second]}
    amount = say_money(_lead(worth, winner), lang)
    round_ = place_name(moments[taken - 1], lang)
    yield _moment(moments[taken].actions, "moment_lead", lang, **values, amount=amount, at=round_)


def _lead(worth: tuple[int, ...], seat: int) -> int:
    """How far a player is before the best of the others."""
    return worth[seat] - max(each for other, each in enumerate(worth) if other != seat)


@dataclass(frozen=True)
class _Swing:
    """What a player gained in a round compared with the mean of the others."""

    player: str
    gain: int
    others: float
    round: Moment
    actions: int

    @property
    def difference(self) -> int:
        return round(self.gain - self.others)


def _swings(told: Chronicle) -> list[_Swing]:
    found, moments = [], [*told.moments, told.now]
    for before, after in itertools.pairwise(moments):
        gains = [new - old for old, new in zip(before.worth, after.worth, strict=True)]
        for player, gain in zip(told.game.players, gains, strict=True):
            others = (sum(gains) - gain) / (len(gains) - 1)
            found.append(_Swing(player, gain, others, before, after.actions))
    return found


def _greatest_gain(told: Chronicle, lang: str) -> Iterator[KeyMoment]:
    """The round in which a player gained most on the others."""
    swing = max(_swings(told), key=lambda each: each.difference)
    if swing.difference > 0:
        yield _said(swing, "moment_gain", lang)


def _greatest_loss(told: Chronicle, lang: str) -> Iterator[KeyMoment]:
    """The round in which a player lost most on the others."""
    swing = min(_swings(told), key=lambda each: each.difference)
    if swing.difference < 0:
        yield _said(swing, "moment_loss", lang)


def _said(swing: _Swing, key: str, lang: str) -> KeyMoment:
    amount = say_money(abs(swing.difference), lang)
    gain, others = say_change(swing.gain, lang), say_change(round(swing.others), lang)
    values = {"player": swing.player, "at": place_name(swing.round, lang)}
    return _moment(swing.actions, key, lang, **values, amount=amount, gain=gain, others=others)


def _first_scrapping(told: Chronicle, lang: str) -> Iterator[KeyMoment]:
    """The first time that a new train made others worthless."""
    for actions, entry in enumerate(told.entries, 1):
        lost = Counter(event.company for event in entry.events if isinstance(event, TrainScrapped))
        if lost:
            owners = [f"{company} ×{count}" if count > 1 else company for company, count in lost.items()]
            scrapped = say("moment_scrapped", lang, owners=say_value("owners", owners, lang))
            yield KeyMoment(actions, _new_phase(entry.events, lang), (scrapped,))
            return


def _new_phase(events: Sequence[Event], lang: str) -> str:
    """The train that was bought first, or the phase where nobody had to buy one."""
    for event in events:
        if isinstance(event, TrainBought):
            return say("moment_train", lang, **say_values(event.params(), lang))
        if isinstance(event, PhaseBegan):
            return say("moment_phase", lang, phase=event.phase)
    return say("moment_scrapping", lang)


def _best_dividend(told: Chronicle, lang: str) -> Iterator[KeyMoment]:
    """The first of the highest dividends."""
    paid = [(actions, event) for actions, event in _events(told) if isinstance(event, DividendPaid)]
    if paid:
        actions, event = max(paid, key=lambda each: each[1].income)
        yield _moment(actions, "moment_dividend", lang, **event.params(), share=event.income * SHARE // 100)


def _greatest_takeover(told: Chronicle, lang: str) -> Iterator[KeyMoment]:
    """The most valuable company that got another director."""
    directors: dict[str, str] = {}
    prices: dict[str, int] = {}
    taken: list[tuple[int, int, DirectorChanged, str]] = []
    for actions, event in _events(told):
        if isinstance(event, CompanyFounded):
            directors[event.company], prices[event.company] = event.player, event.price
        elif isinstance(event, PriceMoved):
            prices[event.company] = event.new
        elif isinstance(event, DirectorChanged):
            former, directors[event.company] = directors.get(event.company), event.player
            if former not in (None, event.player):
                taken.append((prices[event.company], actions, event, str(former)))
    if taken:
        price, actions, event, former = max(taken, key=lambda each: each[0])
        yield _moment(actions, "moment_takeover", lang, **event.params(), other=former, price=price)


_FINDERS: tuple[Callable[[Chronicle, str], Iterator[KeyMoment]], ...] = (
    _turning_points,
    _last_lead,
    _greatest_gain,
    _first_scrapping,
    _best_dividend,
    _greatest_takeover,
    _greatest_loss,
    _minor_points,
)
