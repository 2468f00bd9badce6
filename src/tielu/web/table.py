"""What the page of a game shows: the position, the legal actions in sections, and the log with its words."""

from __future__ import annotations

from dataclasses import dataclass

from tielu import Action, Game
from tielu.i18n import say_action, say_event, say_kind
from tielu.store import GameInfo, Loaded, Message, Store, UndoRequest
from tielu.views.details import say_offer
from tielu.views.layouts import LAYOUTS, Layout
from tielu.views.log import latest
from tielu.views.menu import Choice, write_menu
from tielu.views.models import PositionView
from tielu.views.position import position_view
from tielu.views.svg import PAGE, Picture, market_picture
from tielu.web.board import BoardPart, board_part

# So much of the log and of the chat stands on the page; the rest is asked for.
LATEST = 25
LATEST_MESSAGES = 50


@dataclass(frozen=True)
class Section:
    """The legal actions of one kind."""

    kind: str
    heading: str
    choices: tuple[Choice, ...]

    @property
    def says_it_twice(self) -> bool:
        """Whether the heading says no more than the only button does."""
        return [choice.label for choice in self.choices] == [self.heading]


@dataclass(frozen=True)
class LogLine:
    """An action that counts: the entry that took it, who did so, and what it brought about."""

    seq: int
    actor: str
    action: str
    events: tuple[str, ...]


@dataclass(frozen=True)
class TablePage:
    """Everything on the page of a game; `seat` is the reader's, None for somebody who watches."""

    info: GameInfo
    seq: int
    last_seq: int
    seat: int | None
    position: PositionView
    layout: Layout
    board: BoardPart
    market: Picture
    sections: tuple[Section, ...]
    offer: str
    standings: tuple[tuple[str, int], ...]
    log: tuple[LogLine, ...]
    earlier: int
    messages: tuple[Message, ...]
    undo_to: int | None
    request: UndoRequest | None

    @property
    def is_past(self) -> bool:
        return self.seq != self.last_seq

    @property
    def last_message(self) -> int:
        return self.messages[-1].number if self.messages else 0

    @property
    def is_awaited(self) -> bool:
        """Whether the others wait for the reader; at one screen nobody needs to be called."""
        return self.info.mode == "links" and self.seat is not None and (bool(self.sections) or self.may_agree)

    @property
    def may_agree(self) -> bool:
        """Whether the reader is one of those whose consent to an undo is still missing."""
        return self.request is not None and self.seat is not None and self.seat not in self.request.agreed


def table_page(
    store: Store, info: GameInfo, seat: int | None, lang: str, *, at: int | None = None, whole_log: bool = False
) -> TablePage:
    """The page of a game after entry `at`, or as it stands."""
    now = store.load(info.id)
    shown = now if at is None or at == now.seq else store.load(info.id, at)
    game, counting = shown.game, store.counting(info.id, shown.seq)
    present = shown.seq == now.seq
    actions = list(game.legal_actions()) if present and may_act(info, game, seat) else []
    log = _log(game, counting, len(counting) if whole_log else LATEST, lang)
    position = position_view(game)
    return TablePage(
        info=info,
        seq=shown.seq,
        last_seq=now.seq,
        seat=seat,
        position=position,
        layout=LAYOUTS[game.title],
        board=board_part(game, info, shown.seq, actions, lang),
        market=market_picture(game, lang=lang, theme=PAGE),
        sections=_sections(game, actions, lang),
        offer="" if position.offer is None else say_offer(position.offer, lang),
        standings=tuple(game.standings()),
        log=log,
        earlier=len(counting) - len(log),
        messages=tuple(store.messages_since(info.id)[-LATEST_MESSAGES:]),
        undo_to=_undo_to(info, shown, counting, seat) if present else None,
        request=now.request if present else None,
    )


def may_act(info: GameInfo, game: Game, seat: int | None) -> bool:
    """Whether the reader decides now; at one screen that is whoever sits there."""
    if game.actor is None:
        return False
    return info.mode == "hot_seat" or (seat is not None and info.seats[seat].name == game.actor)


def _sections(game: Game, actions: list[Action], lang: str) -> tuple[Section, ...]:
    """The menu, kind by kind; a kind that is asked for step by step begins with its first step."""
    kinds: dict[str, list[Action]] = {}
    for action in actions:
        kinds.setdefault(action.type, []).append(action)
    sections = []
    for kind in sorted(kinds, key=lambda kind: kind == "pass"):
        choices = write_menu(game, kinds[kind], lang)
        if len(choices) == 1 and choices[0].more:
            choices = choices[0].more
        sections.append(Section(kind, say_kind(kind, lang), choices))
    return tuple(sections)


def _log(game: Game, counting: list[int], count: int, lang: str) -> tuple[LogLine, ...]:
    """The latest actions, the last one first."""
    lines = [
        LogLine(
            seq, entry.actor, say_action(entry.action, lang), tuple(say_event(event, lang) for event in entry.events)
        )
        for seq, entry in zip(counting[-count:] if count else [], latest(game, count), strict=True)
    ]
    return tuple(reversed(lines))


def _undo_to(info: GameInfo, shown: Loaded, counting: list[int], seat: int | None) -> int | None:
    """The entry before the last action, if the reader may take that back or ask for it."""
    if not counting or info.undo == "none" or seat is None or shown.request is not None:
        return None
    return counting[-2] if len(counting) > 1 else 0
