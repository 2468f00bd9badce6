"""The log in sentences: what each action brought about, and turns in a line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from tielu import Event
from tielu.core import events
from tielu.core.actions import Pass
from tielu.core.events import PlayerPassed
from tielu.i18n import say, say_action, say_event
from tielu.i18n.catalogue import find
from tielu.i18n.values import say_value, say_values
from tielu.views.actions.outcome import TURNING_POINTS
from tielu.views.history.log import LogEntry
from tielu.views.history.skipped import SkippedSteps
from tielu.views.title import view_of

# Short names of rounds; those that are counted have a number in it.
_SHORT_NAMES: Mapping[str, str] = {
    "operating": "short_operating",
    "share": "short_share",
    "auction": "short_auction",
    "investors": "short_investors",
}
# What a turn comes down to: the events that are told of it in a line, each with the key of its words.
_TOLD: Mapping[type[Event], str] = {
    events.BidPlaced: "short_bid",
    events.PrivateBought: "short_private",
    events.CompanyFounded: "short_founded",
    events.ShareBought: "short_bought",
    events.SharesSold: "short_sold",
    events.TileLaid: "short_tile",
    events.StationPlaced: "short_station",
    events.TrainsRun: "short_ran",
    events.DividendPaid: "short_paid",
    events.IncomeWithheld: "short_withheld",
    events.TrainBought: "short_train",
    events.TrainDiscarded: "short_discarded",
}
# What is earned is told once: by the run, or by what became of it.
_SETTLED = (events.DividendPaid, events.IncomeWithheld)
_FULL_STOPS = ".。"
_RUN = "step_run"


def say_round(name: str, number: int, lang: str) -> str:
    """A round in a word or two, with its number where rounds are counted."""
    key = _SHORT_NAMES.get(name)
    return say_value("round", name, lang) if key is None else say(key, lang, number=number)


def sentences(entry: LogEntry, lang: str, skipped: SkippedSteps | None = None) -> tuple[str, ...]:
    """What happened with an action, a sentence for each event, and which steps had nothing to offer.

    Of a pass, who passed and on what.
    """
    skipped = skipped or SkippedSteps()
    own = _own_events(entry)
    fell = _RUN in skipped.after and any(_falls(event, entry.deciding) for event in own)
    # What followed from the steps stands behind them.
    ends = [isinstance(event, events.RoundBegan) or (fell and _falls(event, entry.deciding)) for event in own]
    place = ends.index(True) if True in ends else len(own)
    told = list(_say_events(own[:place], lang))
    if isinstance(entry.action, Pass):
        told.insert(0, _say_pass(entry, "log", lang))
    told = told or [say_action(entry.action, lang)]
    company = entry.deciding
    told += [*_say_skipped(company, skipped.after, fell, lang), *_say_events(own[place:], lang)]
    return *_say_skipped(company, skipped.before, False, lang), *told


def _falls(event: Event, company: str) -> bool:
    return isinstance(event, events.PriceMoved) and event.company == company and event.new < event.old


def _own_events(entry: LogEntry) -> Sequence[Event]:
    """The events of an action; that somebody passed is said in other words."""
    has_passed = isinstance(entry.action, Pass) and PlayerPassed(entry.actor) in entry.events[:1]
    return entry.events[1:] if has_passed else entry.events


def _say_skipped(company: str, steps: Sequence[str], fell: bool, lang: str) -> Iterator[str]:
    """What a company could not do in the steps that the rules passed over; without a run the price may fall."""
    if steps:
        listed = say("log_comma", lang).join(say(f"log_no_{step}", lang) for step in steps)
        yield say("log_skipped_fell" if fell else "log_skipped", lang, company=company, steps=listed)


def _say_pass(entry: LogEntry, form: str, lang: str) -> str:
    """Who has passed and what that meant, as a sentence of the log or in short, without the name."""
    key, entity = entry.passing, entry.deciding or entry.actor
    if key == "passing_shares" and PlayerPassed(entry.actor) not in entry.events[:1]:
        key = "passing_turn"  # something was done before, so this only ends the turn
    if not key:
        return say_event(PlayerPassed(entity), lang)
    if find("ui", f"{form}_{key}", lang) is not None:
        return say(f"{form}_{key}", lang, entity=entity, private=entry.private)
    return say(f"{form}_passing", lang, entity=entity, means=say(key, lang))


def _say_events(told: Sequence[Event], lang: str) -> Iterator[str]:
    """Events in sentences; players who had no choice and passed one after the other share one."""
    for passed, group in groupby(told, lambda event: isinstance(event, PlayerPassed)):
        if passed:
            names = [str(event.params()["player"]) for event in group]
            key = "log_no_choice" if len(names) > 1 else "log_no_choice_one"
            yield say(key, lang, players=say_value("players", names, lang))
        else:
            yield from (say_event(event, lang) for event in group)


def summary(entries: Sequence[LogEntry], lang: str) -> str:
    """A turn in one line: what was built, earned, bought and sold, or that there was nothing but a pass."""
    told = [event for entry in entries for event in entry.events]
    settled = any(isinstance(event, _SETTLED) for event in told)
    parts = [part for entry in entries for part in _parts(entry, settled, lang)]
    if parts:
        return say("log_list", lang).join(dict.fromkeys(parts))
    last = entries[-1]
    return _say_pass(last, "short", lang) if isinstance(last.action, Pass) else say_action(last.action, lang)


def news(entries: Sequence[LogEntry], title: str, lang: str) -> tuple[str, ...]:
    """What a turn brought about that concerns everybody, a sentence each; a summary leaves it out."""
    kinds = (*TURNING_POINTS, *view_of(title).turning_points)
    told = [
        event
        for entry in entries
        for event in entry.events
        if isinstance(event, kinds) or (isinstance(entry.action, Pass) and isinstance(event, events.PrivateBought))
    ]
    return tuple(dict.fromkeys(_say_events(told, lang)))


def _parts(entry: LogEntry, settled: bool, lang: str) -> Iterator[str]:
    """What is told of an action in a line; of one that only a title knows, its first event."""
    if isinstance(entry.action, Pass):
        return
    keys = [(event, _TOLD[type(event)]) for event in entry.events if type(event) in _TOLD]
    for event, key in keys:
        if not (settled and isinstance(event, events.TrainsRun)):
            yield say(key, lang, **say_values(event.params(), lang))
    if not keys and entry.events:
        yield say_event(entry.events[0], lang).removeprefix(f"{entry.deciding} ").rstrip(_FULL_STOPS)
