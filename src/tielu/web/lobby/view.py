"""Open games as readers see them: who is there, how many are missing, and what was agreed on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tielu.i18n import say
from tielu.i18n.values import title_label
from tielu.store.open_game import OpenGame, OpenGameChoices
from tielu.web.clocks.words import say_time_control
from tielu.web.rendering import LANGUAGE_NAMES
from tielu.web.seats.transfer import bot_label
from tielu.web.start.game_cards import age_text

_SEEN_BY = {"link": "web_link_only", "private": "web_private"}


@dataclass(frozen=True)
class OpenCard:
    """An open game for a reader: `state` is what they have to do with it, `facts` what its players agree on."""

    open: OpenGame
    heading: str
    title: str
    host: str
    facts: tuple[str, ...]
    state: str
    is_host: bool
    age: str


def open_cards(found: Iterable[OpenGame], person: str | None, lang: str, now: datetime) -> list[OpenCard]:
    """These open games as cards."""
    return [open_card(each, person, lang, now) for each in found]


def open_card(found: OpenGame, person: str | None, lang: str, now: datetime) -> OpenCard:
    label = title_label(found.choices.title)
    return OpenCard(
        open=found,
        heading=found.choices.name or label,
        title=label,
        host=next((each.name for each in found.guests if each.person == found.host), ""),
        facts=_facts(found.choices, lang),
        state=found.state_of(person),
        is_host=found.host == person,
        age=age_text(now - found.created, found.created, lang),
    )


def _facts(choices: OpenGameChoices, lang: str) -> tuple[str, ...]:
    """How many play, how fast, what it counts for, who sees it, and in which language people talk."""
    alike = choices.fewest == choices.most
    players = (
        say("web_card_players", lang, count=choices.most)
        if alike
        else say("web_for_players", lang, least=choices.fewest, most=choices.most)
    )
    pace = say("web_clock_at_once" if choices.pace == "live" else "web_clock_over_days", lang)
    clock = "" if choices.time_control is None else say_time_control(choices.time_control, lang)
    bots = say("web_bots_fill", lang, bot=bot_label(choices.bot, lang)) if choices.bot else ""
    seen_by = say(_SEEN_BY[choices.visibility], lang) if choices.visibility in _SEEN_BY else ""
    counts = say("web_rated" if choices.rated else "web_friendly", lang)
    return tuple(filter(None, (players, clock or pace, counts, seen_by, bots, LANGUAGE_NAMES[choices.language])))
