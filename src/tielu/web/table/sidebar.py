"""The sidebar: log, chat, notes, trains to come, holdings, last runs and clocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tielu import Game
from tielu.core.position import PositionView
from tielu.i18n import say_action, say_event, say_reason
from tielu.store import BotReason, GameInfo, Message, Store
from tielu.views.history.chronicle import Chronicle, LastRun
from tielu.views.history.event_rules import CitedRule, cited_rules
from tielu.views.position.depot import StackView, depot_view
from tielu.views.position.holders import Holders, holders_of
from tielu.web.table.chronicle_cache import Chronicles
from tielu.web.table.time_used import clock_texts, time_used

# So much of the log and of the chat stands on the page; the rest is asked for.
LATEST = 25
LATEST_MESSAGES = 50

# Checked against the actions of the game that is shown, so that one memory serves every store.
_CHRONICLES = Chronicles()


@dataclass(frozen=True)
class LogLine:
    """An action that counts: the entry that took it, who did so, what it brought about, and the rules behind that.

    `reason` is why a bot took it, empty for a person.
    """

    seq: int
    actor: str
    action: str
    reason: str
    events: tuple[str, ...]
    rules: tuple[CitedRule, ...]


@dataclass(frozen=True)
class Sidebar:
    """All of it; `clocks` are in seating order or empty, `note` is None for readers without one."""

    log: tuple[LogLine, ...]
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
    """How much of it the reader wants to see."""

    whole_log: bool = False
    whole_chat: bool = False


def chronicle_of(game_id: str, game: Game) -> Chronicle:
    return _CHRONICLES.of(game_id, game)


def sidebar_of(
    store: Store,
    info: GameInfo,
    game: Game,
    position: PositionView,
    entries: list[int],
    seat: int | None,
    lang: str,
    wishes: SidebarOptions,
) -> Sidebar:
    """What stands around the board in a position, for the reader on this seat."""
    told = chronicle_of(info.id, game)
    shown_entries = entries if wishes.whole_log else entries[-LATEST:]
    reasons = store.reasons(info.id, shown_entries[0] - 1) if shown_entries else {}
    log = _log(told, shown_entries, reasons, lang)
    passed_over = 0 if wishes.whole_chat else max(0, store.progress(info.id).messages - LATEST_MESSAGES)
    texts = clock_texts(time_used(info.created, store.times(info.id), len(info.seats)))
    return Sidebar(
        log=log,
        earlier=len(entries) - len(log),
        messages=tuple(store.messages_since(info.id, passed_over)),
        earlier_messages=passed_over,  # they are numbered from 1
        depot=depot_view(game, position, lang),
        holders=holders_of(position, lang),
        last_runs=told.last_runs,
        last_moves=told.last_moves,
        clocks=dict(zip(info.players, texts, strict=True)) if texts else {},
        note=None if seat is None or not has_notes(info) else store.note(info.id, seat),
    )


def has_notes(info: GameInfo) -> bool:
    """At one screen everybody would read everybody's notes, so they are for games with links only."""
    return info.mode == "links"


def _log(told: Chronicle, shown: list[int], reasons: Mapping[int, BotReason], lang: str) -> tuple[LogLine, ...]:
    """The actions of the entries that are shown, the last one first."""
    lines = [
        LogLine(
            seq,
            entry.actor,
            say_action(entry.action, lang),
            say_reason(reasons[seq], lang) if seq in reasons else "",
            tuple(say_event(event, lang) for event in entry.events),
            cited_rules(told.game.title, entry.events, lang),
        )
        for seq, entry in zip(shown, told.entries[len(told.entries) - len(shown) :], strict=True)
    ]
    return tuple(reversed(lines))
