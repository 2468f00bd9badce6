"""The sidebar: log, chat, notes, trains to come, holdings, last runs and clocks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tielu import Event, Game
from tielu.core.events import RoundBegan
from tielu.core.position import PositionView
from tielu.i18n import say, say_action, say_event, say_reason
from tielu.i18n.values import say_value
from tielu.store import BotReason, GameInfo, Message, Store
from tielu.views.history.chronicle import Chronicle, LastRun
from tielu.views.history.event_rules import CitedRule, cited_rules
from tielu.views.position.depot import StackView, depot_view
from tielu.views.position.holders import Holders, holders_of
from tielu.web.table.chronicle_cache import ChronicleCache
from tielu.web.table.time_used import clock_texts, time_used

# How many log lines and messages the page shows unless the reader asks for all.
LATEST_ACTIONS = 25
LATEST_MESSAGES = 50

# Chronicles are checked against the game, so one cache serves every store.
_CHRONICLE_CACHE = ChronicleCache()


@dataclass(frozen=True)
class LogLine:
    """An effective action in the log: its entry, actor, events and the rules behind them.

    `reason` tells why a bot took it, or that the table did; it is empty for a person.
    """

    seq: int
    actor: str
    deciding: str
    action: str
    reason: str
    events: tuple[str, ...]
    rules: tuple[CitedRule, ...]
    round: str = ""


@dataclass(frozen=True)
class LogTurn:
    """What somebody did at a stretch for a company, or for themselves: the lines in their order.

    `round` is the heading of the round that began with it, if one did.
    """

    deciding: str
    actor: str
    lines: tuple[LogLine, ...]
    round: str = ""


@dataclass(frozen=True)
class Sidebar:
    """The contents of the sidebar; `clocks` is empty in a short game, `note` is None for readers without notes."""

    log: tuple[LogLine, ...]
    turns: tuple[LogTurn, ...]
    earlier: int
    messages: tuple[Message, ...]
    earlier_messages: int
    depot: tuple[StackView, ...]
    holders: Holders
    last_runs: Mapping[str, LastRun]
    last_moves: Mapping[str, tuple[int, int]]
    clocks: Mapping[str, str]
    note: str | None


@dataclass(frozen=True)
class SidebarOptions:
    """Whether the sidebar shows the whole log and the whole chat."""

    whole_log: bool = False
    whole_chat: bool = False


def chronicle_of(game_id: str, game: Game) -> Chronicle:
    return _CHRONICLE_CACHE.get(game_id, game)


def sidebar_of(
    store: Store,
    info: GameInfo,
    game: Game,
    position: PositionView,
    entries: list[int],
    seat: int | None,
    lang: str,
    options: SidebarOptions,
) -> Sidebar:
    """The sidebar of a position for the reader on this seat."""
    chronicle = chronicle_of(info.id, game)
    shown_entries = entries if options.whole_log else entries[-LATEST_ACTIONS:]
    reasons = store.reasons(info.id, shown_entries[0] - 1) if shown_entries else {}
    log = _log(chronicle, shown_entries, reasons, store.automatic_entries(info.id), lang)
    skipped = 0 if options.whole_chat else max(0, store.progress(info.id).messages - LATEST_MESSAGES)
    clocks = clock_texts(time_used(info.created, store.times(info.id), len(info.seats)))
    return Sidebar(
        log=log,
        turns=_turns(log),
        earlier=len(entries) - len(log),
        messages=tuple(store.messages_since(info.id, skipped)),
        earlier_messages=skipped,  # messages are numbered from 1
        depot=depot_view(game, position, lang),
        holders=holders_of(position, lang),
        last_runs=chronicle.last_runs,
        last_moves=chronicle.last_moves,
        clocks=dict(zip(info.players, clocks, strict=True)) if clocks else {},
        note=None if seat is None or not has_notes(info) else store.note(info.id, seat),
    )


def has_notes(info: GameInfo) -> bool:
    """Whether players have notes: only in games with links, since at one screen everybody would read them."""
    return info.mode == "links"


def _why(seq: int, reasons: Mapping[int, BotReason], automatic: Collection[int], lang: str) -> str:
    """Why a bot made the entry, or that the table did; empty for a person."""
    if seq in automatic:
        return say("web_passed_by_itself", lang)
    return say_reason(reasons[seq], lang) if seq in reasons else ""


def _log(
    chronicle: Chronicle,
    shown: list[int],
    reasons: Mapping[int, BotReason],
    automatic: Collection[int],
    lang: str,
) -> tuple[LogLine, ...]:
    """The log lines of these entries, the last one first."""
    lines = [
        LogLine(
            seq,
            entry.actor,
            entry.deciding,
            say_action(entry.action, lang),
            _why(seq, reasons, automatic, lang),
            tuple(say_event(event, lang) for event in entry.events),
            cited_rules(chronicle.game.title, entry.events, lang),
            next(
                (say_value("round", event.round, lang) for event in entry.events if isinstance(event, RoundBegan)), ""
            ),
        )
        for seq, entry in zip(shown, chronicle.entries[len(chronicle.entries) - len(shown) :], strict=True)
    ]
    return tuple(reversed(lines))


def _new_round(events: Sequence[Event], lang: str) -> str:
    """The name of the round that begins with these events; empty if none does."""
    return next((say_value("round", event.round, lang) for event in events if isinstance(event, RoundBegan)), "")


def _turns(log: Sequence[LogLine]) -> tuple[LogTurn, ...]:
    """The log by turns, the last one first; a round that begins with a line is ruled off after it."""
    turns: list[LogTurn] = []
    lines: list[LogLine] = []
    for line in reversed(log):
        if lines and (lines[-1].round or (lines[-1].deciding, lines[-1].actor) != (line.deciding, line.actor)):
            turns.append(LogTurn(lines[-1].deciding, lines[-1].actor, tuple(lines), lines[-1].round))
            lines = []
        lines.append(line)
    if lines:
        turns.append(LogTurn(lines[-1].deciding, lines[-1].actor, tuple(lines), lines[-1].round))
    return tuple(reversed(turns))
