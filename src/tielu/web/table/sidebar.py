"""The sidebar: log, chat, notes, trains to come, holdings, last runs and clocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tielu import Game
from tielu.core.position import PositionView
from tielu.store import GameInfo, Message, Store
from tielu.views.history.chronicle import Chronicle, LastRun
from tielu.views.position.depot import StackView, depot_view
from tielu.views.position.holders import Holders, holders_of
from tielu.web.table.chronicle_cache import ChronicleCache
from tielu.web.table.log import GameLog, LogLine, LogRound, LogTurn
from tielu.web.table.time_used import clock_texts, time_used

# How many log lines and messages the page shows; the rest has a page of its own, or is asked for.
LATEST_ACTIONS = 25
LATEST_MESSAGES = 50

# Chronicles are checked against the game, so one cache serves every store.
_CHRONICLE_CACHE = ChronicleCache()


@dataclass(frozen=True)
class Sidebar:
    """The contents of the sidebar; `clocks` are for games with links, `note` is None for readers without notes."""

    rounds: tuple[LogRound, ...]
    earlier: int
    messages: tuple[Message, ...]
    earlier_messages: int
    depot: tuple[StackView, ...]
    holders: Holders
    last_runs: Mapping[str, LastRun]
    last_moves: Mapping[str, tuple[int, int]]
    clocks: Mapping[str, str]
    note: str | None

    @property
    def lines(self) -> list[LogLine]:
        """The actions that the log shows, the last one first."""
        turns = [block for each in self.rounds for block in each.blocks if isinstance(block, LogTurn)]
        return [line for turn in turns for line in reversed(turn.lines)]


@dataclass(frozen=True)
class SidebarOptions:
    """Whether the sidebar shows the whole chat, and where the reader may bring back what was taken back."""

    whole_chat: bool = False
    redo_to: int | None = None


def chronicle_of(game_id: str, game: Game) -> Chronicle:
    return _CHRONICLE_CACHE.get(game_id, game)


def sidebar_of(
    store: Store,
    info: GameInfo,
    game: Game,
    position: PositionView,
    chronicle: Chronicle,
    log: GameLog,
    seat: int | None,
    lang: str,
    options: SidebarOptions,
) -> Sidebar:
    """The sidebar of a position for the reader on this seat."""
    earlier = max(0, log.length - LATEST_ACTIONS)
    talk = store.talk
    messages = talk.messages_since(info.id) if options.whole_chat else talk.latest_messages(info.id, LATEST_MESSAGES)
    return Sidebar(
        rounds=log.rounds(range(earlier, log.length), redo_to=options.redo_to),
        earlier=earlier,
        messages=tuple(messages),
        earlier_messages=messages[0].number - 1 if messages else 0,  # messages are numbered from 1
        depot=depot_view(game, position, lang),
        holders=holders_of(position, lang),
        last_runs=chronicle.last_runs,
        last_moves=chronicle.last_moves,
        clocks=_clocks(info, log) if info.mode == "links" and info.origin is None else {},
        note=None if seat is None or not has_notes(info) else store.talk.note(info.id, seat),
    )


def _clocks(info: GameInfo, log: GameLog) -> dict[str, str]:
    """The time that each player has used."""
    used = time_used(info.created, log.times, len(info.seats))
    return dict(zip(info.players, clock_texts(used), strict=True))


def has_notes(info: GameInfo) -> bool:
    """Whether players have notes: only in games with links, since at one screen everybody would read them."""
    return info.mode == "links"
