"""The rules behind what happened: for each event of the log the ids that explain it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tielu import Event
from tielu.core.events import DividendPaid, PriceMoved
from tielu.i18n import rule_text
from tielu.views.title import view_of

# What an event may be told apart by, beside the way a price moves.
_VARIANTS = ("phase", "round", "seller", "train", "private")


@dataclass(frozen=True)
class CitedRule:
    """A rule of the catalogue, in words."""

    id: str
    text: str


def rules_of(title: str, event: Event, paid: bool = False) -> tuple[str, ...]:
    """The rules that explain an event, the most telling one first; none if the title names none.

    `paid` tells that a dividend came before, so that a price which rises has risen for it.
    """
    table, params = view_of(title).event_rules, event.params()
    values = [str(params[name]) for name in _VARIANTS if name in params]
    if isinstance(event, PriceMoved) and event.old != event.new:
        values.append(("paid" if paid else "up") if event.new > event.old else "down")
    for value in values:
        found = table.get(f"{event.name}.{value}")
        if found is not None:
            return found
    return table.get(event.name, ())


def cited_ids(title: str, events: Iterable[Event]) -> tuple[str, ...]:
    """The ids of the rules behind several events, each once."""
    events = tuple(events)
    payers = {event.company for event in events if isinstance(event, DividendPaid)}
    return tuple(
        dict.fromkeys(
            rule for event in events for rule in rules_of(title, event, getattr(event, "company", "") in payers)
        )
    )


def cited_rules(title: str, events: Iterable[Event], lang: str) -> tuple[CitedRule, ...]:
    """The rules behind several events, each once."""
    return tuple(CitedRule(each, rule_text(each, lang)) for each in cited_ids(title, events))
