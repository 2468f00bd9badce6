"""The page of a game: the position, what the reader can do, and all that is told around it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tielu import Action, Game
from tielu.core.position import PlayerView, PositionView
from tielu.store import GameInfo, Store, StoredGame, UndoRequest
from tielu.views.actions.auctions import say_all_pass
from tielu.views.actions.details import say_offer, say_rounds
from tielu.views.history.chronicle import Chronicle
from tielu.views.position.position import position_view
from tielu.views.position.private_powers import private_powers
from tielu.views.svg import PAGE, Picture, market_picture
from tielu.views.tables import TableColumns
from tielu.views.title import view_of
from tielu.web.automatic.view import AutomaticMark, automatic_mark, automatic_seat
from tielu.web.bots.view import BotsView, bots_view
from tielu.web.clocks.view import TableClocks, table_clocks
from tielu.web.guide.explained import Explained
from tielu.web.guide.view import Guide, guide_of
from tielu.web.lessons.view import LessonBand, lesson_band
from tielu.web.offers import offers
from tielu.web.puzzles.view import PuzzleBand, puzzle_band
from tielu.web.table.action_panel import COMPANIES, PRIVATES, ActionPanel, action_panel, stage_of
from tielu.web.table.armed import ArmedMove, Chosen, RefusedMove, armed_drawing, armed_move, refused_move
from tielu.web.table.board import BoardPart, board_part
from tielu.web.table.cards import (
    CompanyCard,
    FoundingCard,
    PrivateCard,
    company_cards,
    founding_card,
    founding_refusal,
    power_actions,
    private_cards,
)
from tielu.web.table.history import (
    Changes,
    Missed,
    Steps,
    changes_after,
    changes_of_turn,
    latest_changes,
    missed_by,
    steps_around,
)
from tielu.web.table.log import GameLog
from tielu.web.table.ribbon import Ribbon, ribbon_of
from tielu.web.table.run_sheet import RunSheet, run_sheet, with_armed
from tielu.web.table.sidebar import LATEST_ACTIONS, Sidebar, SidebarOptions, chronicle_of, sidebar_of
from tielu.web.table.undo import undo_target
from tielu.web.table.visits import Visit
from tielu.web.what_if.view import WhatIf, noted_boards, what_if_of


@dataclass(frozen=True)
class TablePage:
    """Everything on the page of a game; `seat` is the reader's, None for a spectator.

    `founded_last` tells that the last of all companies was founded in this round.
    """

    info: GameInfo
    seq: int
    last_seq: int
    seat: int | None
    position: PositionView
    layout: TableColumns
    powers: Mapping[str, tuple[str, ...]]
    board: BoardPart
    run: RunSheet
    market: Picture
    ribbon: Ribbon
    stage: str
    panel: ActionPanel
    armed: ArmedMove | None
    refused: RefusedMove | None
    companies: tuple[CompanyCard, ...]
    founding: FoundingCard | None
    no_founding: str
    founded_last: bool
    privates: tuple[PrivateCard, ...]
    auction: str
    all_pass: str
    worth: str
    power_actions: Mapping[str, Action]
    offer: str
    rounds: str
    standings: tuple[tuple[str, int], ...]
    sidebar: Sidebar
    steps: Steps
    missed: Missed | None
    bots: BotsView
    undo_to: int | None
    request: UndoRequest | None
    what_if: WhatIf | None
    lesson: LessonBand | None
    puzzle: PuzzleBand | None
    automatic: AutomaticMark | None
    clocks: TableClocks | None
    guide: Guide | None

    @property
    def is_past(self) -> bool:
        return self.seq != self.last_seq

    @property
    def company_ids(self) -> frozenset[str]:
        """The companies of the title, founded or not."""
        return frozenset((*(each.id for each in self.position.companies), *self.position.unfounded))

    @property
    def private_names(self) -> Mapping[str, str]:
        """The names of the privates by their ids."""
        return {private.id: private.name for private in self.position.privates}

    @property
    def seats(self) -> Mapping[str, int]:
        """The seats by the names of the players."""
        return {name: seat for seat, name in enumerate(self.info.players)}

    @property
    def skips_empty_steps(self) -> bool:
        """Whether the table passes empty steps for the reader; at one screen, for whoever decides."""
        return self.seat is not None and self.info.seats[self.seat].skips_empty_steps

    @property
    def may_guide(self) -> bool:
        """Whether the reader may have moves explained."""
        return self.seat is not None and self.info.may_guide(self.seat)

    @property
    def noted_boards(self) -> tuple[tuple[str, str], ...]:
        """The boards whose links stand in the reader's notes: names and addresses."""
        return noted_boards(self.sidebar.note)

    @property
    def you(self) -> int | None:
        """The seat of the reader: the own one, or at one screen that of the only person."""
        if self.info.mode == "links":
            return self.seat
        return min(self.info.humans) if len(self.info.humans) == 1 else None

    @property
    def lot(self) -> PrivateCard | None:
        """The private that an auction is about on this page: the one that is chosen, or the first that can be had."""
        unsold = [each for each in self.privates if each.sold is None]
        return next((each for each in unsold if each.armed), unsold[0] if unsold else None)

    @property
    def bidder(self) -> PlayerView | None:
        """The reader as a player; where that is nobody, or everybody, whoever decides."""
        name = self.position.actor if self.you is None else self.info.players[self.you]
        return next((each for each in self.position.players if each.name == name), None)

    @property
    def last_message(self) -> int:
        return self.sidebar.messages[-1].number if self.sidebar.messages else 0

    @property
    def is_awaited(self) -> bool:
        """Whether the others wait for the reader, who may want to be notified; never where several share a screen."""
        if self.seat is None or self.you is None or self.what_if is not None or self.lesson is not None:
            return False
        if self.automatic is not None and self.automatic.follows:
            return False
        return self.panel.may_act or (self.info.mode == "links" and self.may_agree)

    @property
    def may_agree(self) -> bool:
        """Whether the reader has not yet agreed to the open undo request."""
        return self.request is not None and self.seat is not None and self.seat not in self.request.agreed


def table_page(
    store: Store,
    info: GameInfo,
    seat: int | None,
    lang: str,
    *,
    at: int | None = None,
    options: SidebarOptions | None = None,
    chosen: Chosen | None = None,
    visit: Visit | None = None,
    explained: Explained | None = None,
) -> TablePage:
    """The page of a game after entry `at` or all entries; raises RefusedAction if the rules now forbid an action."""
    stored = store.read(info.id)
    now = stored.load()
    shown = now if at is None or at == now.seq else stored.load(at)
    game, entries = shown.game, stored.effective_entries(shown.seq)
    present = shown.seq == now.seq
    actions = offers(info.id, game) if present and may_act(info, game, seat) else []
    position, chronicle = position_view(game), chronicle_of(info.id, game)
    chosen = chosen or Chosen()
    bot_seats = bots_view(store, info, shown, seat, lang, acts=bool(actions))
    if chosen.nothing and chosen.seq == shown.seq:
        bot_seats = replace(bot_seats, hint=None)
    suggested = None if bot_seats.hint is None else bot_seats.hint.action
    puzzle = puzzle_band(info, game, seat, lang, revealed=chosen.solution)
    hidden = puzzle is not None and puzzle.hides_runs
    sheet = run_sheet(info.id, game, actions, chosen, shown.seq, lang, hidden=hidden)
    refused = refused_move(game, chosen, shown.seq, lang) if actions else None
    if sheet.drawing is not None:
        armed = armed_drawing(game, sheet.drawing, lang)
    elif actions and refused is None:
        armed = armed_move(game, actions, chosen, shown.seq, suggested, lang)
    else:
        armed = None
    armed_action = None if armed is None else armed.action
    sheet, panel = with_armed(sheet, armed_action), action_panel(game, position, actions, lang)
    stage = stage_of(position)
    latest, reader = max(0, len(entries) - LATEST_ACTIONS), automatic_seat(info, seat)
    log = GameLog(store, stored, chronicle, entries, shown.seq, lang, latest, reader)
    missed = missed_by(info, visit, seat, entries, log) if present and visit is not None else None
    changes = _changes(chronicle, info, game, seat, entries, missed) if present else changes_of_turn(chronicle)
    options = replace(options or SidebarOptions(), redo_to=_redo_to(stored, seat) if present else None)
    sidebar, guide = sidebar_of(store, info, game, position, chronicle, log, seat, lang, options), None
    if info.is_guided(seat) and not position.finished:
        told = explained or Explained()
        guide = guide_of(info, game, position, actions, sidebar.rounds, shown.seq, told, lang)
    return TablePage(
        info=info,
        seq=shown.seq,
        last_seq=now.seq,
        seat=seat,
        position=position,
        layout=view_of(game.title).tables,
        powers=private_powers(game.title, game.edition, lang),
        board=board_part(
            game,
            info,
            shown.seq,
            actions,
            () if hidden else sheet.runs,
            sheet.drawing,
            armed_action,
            panel.places,
            changes.hexes,
            lang,
        ),
        run=sheet,
        market=market_picture(game, origins=changes.markers, lang=lang, theme=PAGE),
        ribbon=ribbon_of(game, position, chronicle, lang),
        stage=stage,
        panel=panel,
        armed=armed,
        refused=refused,
        companies=company_cards(game, position, chronicle, actions, armed, lang),
        founding=founding_card(game, position, actions, chosen, armed, lang),
        no_founding=founding_refusal(game, position, actions, lang) if stage == COMPANIES else "",
        founded_last=not position.unfounded and len(position.companies) > len(chronicle.moments[-1].prices),
        privates=private_cards(position, chronicle, actions, armed) if stage == PRIVATES else (),
        auction=view_of(game.title).auction,
        worth=view_of(game.title).worth,
        all_pass=say_all_pass(game, lang) if stage == PRIVATES else "",
        power_actions=power_actions(game, actions),
        offer="" if position.offer is None else say_offer(position.offer, lang),
        rounds=say_rounds(position, lang),
        standings=tuple(game.standings()),
        sidebar=sidebar,
        steps=steps_around(shown.seq, now.seq, entries if present else stored.effective_entries(), log),
        missed=missed,
        bots=bot_seats,
        undo_to=_undo_to(stored, seat) if present else None,
        request=now.request if present else None,
        what_if=what_if_of(store, info, game, seat, lang),
        lesson=lesson_band(info, now.game, seat, lang),
        puzzle=puzzle,
        automatic=automatic_mark(store, stored, game, seat, lang) if present else None,
        clocks=table_clocks(store, info, seat, lang) if present else None,
        guide=guide,
    )


def _changes(
    chronicle: Chronicle, info: GameInfo, game: Game, seat: int | None, entries: list[int], missed: Missed | None
) -> Changes:
    """What is pointed out in the present: what the reader has missed, or what others have done since they acted."""
    if missed is not None:
        return changes_after(chronicle, bisect_right(entries, missed.since))
    return latest_changes(chronicle, info, game, seat)


def may_act(info: GameInfo, game: Game, seat: int | None) -> bool:
    """Whether the reader may act now: on their own turn, at one screen on every turn of a person."""
    if game.actor is None or info.seats[info.players.index(game.actor)].bot is not None:
        return False
    return seat is not None and (info.mode == "hot_seat" or info.seats[seat].name == game.actor)


def _undo_to(stored: StoredGame, seat: int | None) -> int | None:
    """The target of an undo that the reader may make or ask for, None if there is none."""
    undo = stored.info.undo
    if seat is None or undo == "none" or stored.request is not None or not stored.effective_entries():
        return None
    to = undo_target(stored)
    return to if undo == "consent" or stored.may_undo(to, seat) else None


def _redo_to(stored: StoredGame, seat: int | None) -> int | None:
    """The entry to return to so that what was last taken back counts again, if the reader may do or ask for that."""
    undo = stored.info.undo
    if seat is None or undo == "none" or stored.request is not None:
        return None
    to = stored.redo_target
    return to if to is not None and (undo == "consent" or stored.may_undo(to, seat)) else None
