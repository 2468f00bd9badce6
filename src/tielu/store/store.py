"""The store: games in a database, each with a log of entries; every method succeeds or fails as a whole."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, and_, func, or_, select, update
from sqlalchemy.exc import IntegrityError

from tielu import Game
from tielu.clocks import TimeControl
from tielu.core.game import begin
from tielu.errors import InvalidInput, NotAllowed
from tielu.i18n import LANGUAGES
from tielu.store.audit import record
from tielu.store.automatic import AutomaticMoves, end_moves, note_automatic, waits_for_move
from tielu.store.bot_state import MAX_BOT_TURNS, BotState, server_turns
from tielu.store.calls import Calls, call_after_entry, call_at_beginning
from tielu.store.clocks import Clocks, represented_seats, time_control_of
from tielu.store.database import (
    SERVER_CONNECTIONS,
    check_schema,
    close_engine,
    open_engine,
    read_transaction,
    write_transaction,
)
from tielu.store.errors import Conflict
from tielu.store.ids_and_secrets import hash_secret, new_secret, new_seed, secret_matches
from tielu.store.log import ACTION, DraftEntry, Entry, parse_entry
from tielu.store.models import (
    LONGEST_GAME_NAME,
    LONGEST_LOG,
    LONGEST_STRENGTH,
    MAX_PAGE_SIZE,
    STATES,
    BotReason,
    BotTurn,
    GameInfo,
    GamePage,
    LoadedGame,
    NewGame,
    Origin,
    Player,
    Progress,
    Seat,
    checked_choice,
    checked_text,
    parse_players,
)
from tielu.store.new_games import GameChoices, insert_game
from tielu.store.news import Listener, announce
from tielu.store.notices import OnNotice
from tielu.store.open_games import OpenGames
from tielu.store.people import People
from tielu.store.positions import Position, PositionCache
from tielu.store.reading import StoredGame
from tielu.store.rematch import following_game, insert_rematch
from tielu.store.reviews import Reviews
from tielu.store.rows import (
    actor_of,
    awaits_bot,
    check_exists,
    check_seat,
    clamped,
    entries_for_people,
    existing_game,
    game_info,
    game_info_of,
    insert_entries,
    insert_reason,
    is_id,
    log_entries,
    log_length,
    numbered,
    page_cursor,
    parse_page_cursor,
    places_of,
    progress_of,
    reasons_since,
    seat_of,
    seats_of,
    summary,
)
from tielu.store.schema import GAMES, LOG, OPEN_GAMES, SEATS
from tielu.store.seat_changes import SeatChanges
from tielu.store.sharing import SharedPositions
from tielu.store.standing import Standing
from tielu.store.talk import Talk
from tielu.store.tallies import Tallies
from tielu.store.validation import Validated, check_player, drafts_of, validated
from tielu.store.what_if import boards_of, make_room, remove_games, require_board

# A seat seen within this time is not updated again.
SEEN_EVERY = timedelta(minutes=1)
# How many games are known not to be private before they are looked up again.
_MOST_KNOWN = 10_000


T = TypeVar("T")


def _now() -> datetime:
    return datetime.now(UTC)


class Store:
    """Games in a database, for any number of threads, processes and, with PostgreSQL, servers.

    Methods raise InvalidInput, NotFound or NotAllowed for bad requests, IllegalAction for an action against the rules,
    Conflict for an entry that comes too late, and StoreError if the database cannot be used. After an error nothing
    has been written, unless the connection to a database server broke during the commit: then read the log again.
    """

    def __init__(
        self,
        address: str | Path,
        clock: Callable[[], datetime] = _now,
        *,
        connections: int = SERVER_CONNECTIONS,
        on_bot_turn: Callable[[Connection, BotTurn], None] | None = None,
        on_notice: OnNotice | None = None,
        ratings_of_bots: Mapping[str, float] | None = None,
        on_deadline: Callable[[Connection, str, datetime], None] | None = None,
        on_review: Callable[[Connection, str], None] | None = None,
    ) -> None:
        """Open the database at a URL or path, and create or migrate it as needed; raises StoreError.

        A database server is asked for at most this number of connections; what needs one more waits. `on_bot_turn` is
        called in the transaction in which a turn of a bot, or of an automatic move, begins, `on_deadline` in the one
        in which somebody's time begins to run, with the game and when it is over, and `on_notice` in that in which
        people are invited or their game begins. `on_review` is called in the one in which a review is asked for.
        `ratings_of_bots` are those of their strengths elsewhere.
        """
        self._engine = open_engine(address, connections)
        self._clock = clock
        self.bots = BotState(self._engine, clock, on_bot_turn)
        self.clocks = Clocks(self._engine, clock, on_deadline, self.bots.hand_on_turn)
        self.seats = SeatChanges(self._engine, clock, self.clocks, self.bots.hand_on_turn)
        self.calls = Calls(self._engine, clock)
        on_notice = on_notice or self.calls.note
        self.people = People(self._engine, clock, self.clocks, self.seats, on_notice)
        self.open_games = OpenGames(self._engine, clock, self.clocks, self.bots.hand_on_turn, on_notice)
        self.automatic = AutomaticMoves(self._engine, self.bots.hand_on_turn)
        self.standing = Standing(self._engine, ratings_of_bots or {})
        self.reviews = Reviews(self._engine, clock, on_review)
        self.talk = Talk(self._engine, clock)
        self.shared = SharedPositions(self._engine, clock)
        self.tallies = Tallies(self._engine)
        self._positions = PositionCache()
        self._seen_by_others: set[str] = set()

    def close(self) -> None:
        close_engine(self._engine)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def check(self) -> None:
        """Raise StoreError unless the database answers and has a schema that this version can use."""
        check_schema(self._engine)

    # ---- games ----

    def create_game(
        self,
        title: str,
        players: Sequence[str | Player],
        edition: str | None = None,
        *,
        name: str = "",
        mode: str = "links",
        undo: str = "free",
        hints: bool | None = None,
        spectators_talk: bool = False,
        visibility: str = "public",
        time_control: TimeControl | None = None,
    ) -> NewGame:
        """Create a game with players in seating order.

        `hints` tells whether they may ask bots for hints, `spectators_talk` whether others may use the chat, and
        `visibility` who sees the game. With a `time_control` it has clocks.
        """
        seated = parse_players(players)
        game = begin(title, [player.name for player in seated], edition)
        choices = GameChoices(name, mode, undo, hints, spectators_talk, visibility, time_control=time_control)
        return self._add_game(game, [], seated, choices)

    def import_game(
        self,
        data: object,
        players: Sequence[Player] | None = None,
        *,
        name: str = "",
        mode: str = "links",
        undo: str = "free",
        hints: bool | None = None,
    ) -> NewGame:
        """Create a game from a played one or its JSON; `players` may add languages and bots to its players."""
        saved = data if isinstance(data, Game) else Game.from_json(data)
        if len(saved.actions) > LONGEST_LOG:
            raise NotAllowed("log_full", most=LONGEST_LOG)
        seated = parse_players(saved.players if players is None else players)
        if [player.name for player in seated] != saved.players:
            raise InvalidInput("other_players", known=tuple(saved.players))
        return self._add_game(saved, drafts_of(saved), seated, GameChoices(name, mode, undo, hints))

    def export_game(self, game_id: str) -> dict[str, Any]:
        """The game as the JSON of a saved game, with its effective actions only."""
        return self.load(game_id).game.to_json()

    def game(self, game_id: str) -> GameInfo:
        """A game, deleted or not; raises NotFound."""
        with read_transaction(self._engine) as connection:
            return game_info(connection, game_id)

    def is_private(self, game_id: str) -> bool:
        """Whether only its players see a game; raises NotFound. That never changes, so few are looked up twice."""
        if game_id in self._seen_by_others:
            return False
        with read_transaction(self._engine) as connection:
            if game_info(connection, game_id).visibility == "private":
                return True
        if len(self._seen_by_others) >= _MOST_KNOWN:
            self._seen_by_others.clear()
        self._seen_by_others.add(game_id)
        return False

    def list_games(
        self, state: str | None = None, limit: int = 50, after: str | None = None, *, person: str | None = None
    ) -> GamePage:
        """A page of the games, last changed first: running, finished or deleted ones, or by default all not deleted.

        What-if boards are in no list; of games that are not public there are those in which this person plays.
        """
        if state is not None:
            checked_choice("state", state, STATES)
        limit = max(1, min(limit, MAX_PAGE_SIZE))
        own = GAMES.c.id.in_(select(SEATS.c.game).where(SEATS.c.person == person))
        is_public = GAMES.c.visibility == "public"
        query = select(GAMES).where(GAMES.c.origin.is_(None), is_public if person is None else is_public | own)
        query = query.where(GAMES.c.deleted.is_not(None) if state == "deleted" else GAMES.c.deleted.is_(None))
        if state in ("running", "finished"):
            query = query.where(GAMES.c.finished.is_(state == "finished"))
        if after is not None:
            changed, game_id = parse_page_cursor(after)
            earlier = and_(GAMES.c.changed == changed, GAMES.c.id < game_id)
            query = query.where(or_(GAMES.c.changed < changed, earlier))
        with read_transaction(self._engine) as connection:
            rows = connection.execute(
                query.order_by(GAMES.c.changed.desc(), GAMES.c.id.desc()).limit(limit + 1)
            ).fetchall()
            seats = seats_of(connection, [row.id for row in rows])
        games = tuple(game_info_of(row, seats[row.id]) for row in rows[:limit])
        return GamePage(games, page_cursor(games[-1]) if len(rows) > limit else None)

    def games_with_ids(self, game_ids: Collection[str]) -> tuple[GameInfo, ...]:
        """Those of these games that exist and are not deleted, last changed first; no log is read, no board counts."""
        known = sorted(filter(is_id, game_ids))[:MAX_PAGE_SIZE]
        query = select(GAMES).where(GAMES.c.id.in_(known), GAMES.c.deleted.is_(None), GAMES.c.origin.is_(None))
        with read_transaction(self._engine) as connection:
            rows = connection.execute(query.order_by(GAMES.c.changed.desc(), GAMES.c.id.desc())).fetchall()
            seats = seats_of(connection, [row.id for row in rows])
        return tuple(game_info_of(row, seats[row.id]) for row in rows)

    def ask(self, question: Callable[[Connection], T]) -> T:
        """The answer to a question about other tables of the database, on a connection of the store."""
        with read_transaction(self._engine) as connection:
            return question(connection)

    def count_live_games(self, within: timedelta) -> int:
        """How many games, not over and not deleted, were played within this time; what-if boards do not count."""
        query = select(func.count()).where(GAMES.c.changed > self._clock() - within, GAMES.c.finished.is_(False))
        with read_transaction(self._engine) as connection:
            return connection.scalar(query.where(GAMES.c.deleted.is_(None), GAMES.c.origin.is_(None))) or 0

    def rematch(self, game_id: str) -> str:
        """The id of the game that follows this one; it is made if there is none, or if it was deleted.

        It has the same seats, bots and rules, and is opened by the same secrets. Raises InvalidInput unless the game
        is over, and NotAllowed for an open game, whose people are asked whether they want another one.
        """
        with write_transaction(self._engine, game_id) as connection:
            info = existing_game(connection, game_id, lock=True)
            if not info.finished or info.origin is not None:
                raise InvalidInput("rematch_too_early")
            if info.rated or connection.scalar(select(OPEN_GAMES.c.id).where(OPEN_GAMES.c.game == game_id)):
                raise NotAllowed("rematch_needs_account")
            known = following_game(connection, info)
            if known:
                return known
            made = insert_rematch(connection, info, self._clock(), represented_seats(connection, game_id))
            self.clocks.begin(connection, made, time_control_of(connection, game_id))
            call_at_beginning(connection, game_info(connection, made), self._clock())
            self.bots.hand_on_turn(connection, made)
        record("game made", game=made, rematch_of=game_id)
        return made

    def delete_game(self, game_id: str) -> None:
        """Mark a game as deleted; its data is kept."""
        self._mark_deleted(game_id, self._clock())

    def agree_to_delete(self, game_id: str, seat: int) -> bool:
        """Note that this seat agrees to delete the game; returns whether it goes, since all people agree.

        Those for whom a bot plays until they are back are asked, too.
        """
        self.seats.change(game_id, seat, wants_deleted=True)
        record("deletion agreed to", game=game_id, seat=seat)
        with read_transaction(self._engine) as connection:
            info, away = game_info(connection, game_id), represented_seats(connection, game_id)
        asked = [
            each
            for each in info.seats
            if each.bot is None or each.person is not None or (each.number in away and not each.left)
        ]
        if not all(each.wants_deleted for each in asked):
            return False
        self.delete_game(game_id)
        return True

    def restore_game(self, game_id: str) -> None:
        """Undo `delete_game`."""
        self._mark_deleted(game_id, None)

    # ---- what-if boards ----

    def open_what_if(self, game_id: str, owner: str, at: int | None = None) -> str:
        """Open a board on the position after entry `at`, or on the present one, and return its id.

        It is a game at one screen, played only by whoever has the secret `owner`; the game itself learns nothing of
        it. A board may be opened on another board. Raises InvalidInput if the owner keeps too many already.
        """
        info, loaded = self.game(game_id), self.load(game_id, at)
        origin = self._origin_of(info, loaded)
        seats = [
            Player(
                seat.name, seat.language, skips_empty_steps=seat.skips_empty_steps, guided=info.is_guided(seat.number)
            )
            for seat in info.seats
        ]
        hints = info.hints or (info.origin is None and info.finished)
        choices = GameChoices(mode="hot_seat", hints=hints, visibility=info.visibility)
        return self._add_game(loaded.game, drafts_of(loaded.game), seats, choices, origin, owner).id

    def open_exercise(self, exercise: str, game: Game, players: Sequence[Player], owner: str) -> str:
        """Open a board on the position of a lesson or puzzle, instead of the owner's last one; returns its id.

        It is a board like those of `open_what_if`, whose origin is the exercise.
        """
        origin = Origin("", 0, len(game.actions), exercise)
        choices = GameChoices(mode="hot_seat", hints=False, visibility="link")
        return self._add_game(game, drafts_of(game), parse_players(players), choices, origin, owner).id

    def what_ifs(self, game_id: str, owner: str) -> tuple[GameInfo, ...]:
        """The boards of an owner for a game, last changed first."""
        with read_transaction(self._engine) as connection:
            rows = boards_of(connection, game_id, hash_secret(owner))
            seats = seats_of(connection, [row.id for row in rows])
        return tuple(game_info_of(row, seats[row.id]) for row in rows)

    def name_what_if(self, board_id: str, name: str) -> None:
        """Name a board; as long as it has a name it is kept, however long nobody plays on it."""
        checked_text("name", name, LONGEST_GAME_NAME, empty=True)
        with write_transaction(self._engine, board_id) as connection:
            require_board(existing_game(connection, board_id, lock=True))
            connection.execute(update(GAMES).where(GAMES.c.id == board_id).values(name=name))

    def discard_what_if(self, board_id: str) -> None:
        """Remove a board with all it holds."""
        with write_transaction(self._engine, board_id) as connection:
            require_board(game_info(connection, board_id, lock=True))
            remove_games(connection, [board_id])

    def _origin_of(self, info: GameInfo, loaded: LoadedGame) -> Origin:
        """The origin of a board opened here; a board on a board has that one's origin, or an earlier one."""
        number = len(loaded.game.actions)
        if info.origin is None:
            return Origin(info.id, loaded.seq, number)
        if number >= info.origin.entries:
            return info.origin
        if info.origin.exercise:
            raise NotAllowed("undo_before_what_if")
        before = self.effective_entries(info.origin.game, info.origin.at)[:number]
        return Origin(info.origin.game, before[-1] if before else 0, number)

    # ---- the log ----

    def read(self, game_id: str) -> StoredGame:
        """The game with its log as it is now; raises NotFound."""
        with read_transaction(self._engine) as connection:
            info = existing_game(connection, game_id)
            return StoredGame(info, self._position(connection, info), entries_for_people(connection, info))

    def load(self, game_id: str, at: int | None = None) -> LoadedGame:
        """The game after all entries, or after entry `at`; raises as `StoredGame.load` does."""
        return self.read(game_id).load(at)

    def effective_entries(self, game_id: str, at: int | None = None) -> list[int]:
        """The numbers of the entries whose actions are in effect after entry `at`, or after all entries."""
        return self.read(game_id).effective_entries(at)

    def append(self, game_id: str, expected_seq: int, entry: object, seat: int) -> int:
        """Append an entry made for the position after `expected_seq` entries; returns the new number of entries.

        When this returns, the entry is on disk. Raises Conflict if the log no longer has `expected_seq` entries.
        """
        return self._append(game_id, expected_seq, parse_entry(entry, seat), None)

    def append_for_bot(self, game_id: str, expected_seq: int, action: object, seat: int, reason: BotReason) -> int:
        """Append the action of a bot with its reason, as `append` does.

        Raises NotAllowed if a person has taken the seat.
        """
        checked_text("bot", reason.bot, LONGEST_STRENGTH)
        return self._append(game_id, expected_seq, parse_entry(action, seat), reason)

    def append_automatic(self, game_id: str, expected_seq: int, action: object, seat: int) -> int:
        """Append an action that the table takes for a person, as `append` does."""
        return self._append(game_id, expected_seq, replace(parse_entry(action, seat), automatic=True), None)

    def append_for_move(self, game_id: str, expected_seq: int, action: object, seat: int, move: int) -> int:
        """Append an action of a person's automatic move, as `append` does; raises Conflict if it was taken back."""
        return self._append(game_id, expected_seq, parse_entry(action, seat), None, move)

    def _append(
        self, game_id: str, expected_seq: int, draft: DraftEntry, reason: BotReason | None, move: int | None = None
    ) -> int:
        with read_transaction(self._engine) as connection:
            info = existing_game(connection, game_id)
            position, by_bots = self._position(connection, info), entries_for_people(connection, info)
        check_seat(info, draft.seat)
        if position.log.seq != expected_seq:
            raise Conflict(expected_seq, position.log.seq)
        if expected_seq >= LONGEST_LOG:
            raise NotAllowed("log_full", most=LONGEST_LOG)
        step = validated(info, position, draft, by_bots, by_bot=reason is not None)
        try:
            entries = self._write(game_id, expected_seq, step, reason, move)
        except IntegrityError as error:
            # Another entry got this number after we read the log.
            raise Conflict(expected_seq, self._length(game_id)) from error
        self._positions.put(game_id, position.after(entries, step.game, step.rounds))
        return entries[-1].seq

    def entries_since(self, game_id: str, seq: int) -> list[Entry]:
        """The entries after number `seq`."""
        with read_transaction(self._engine) as connection:
            check_exists(connection, game_id)
            return log_entries(connection, game_id, seq)

    def is_automatic(self, game_id: str, seq: int) -> bool:
        """Whether the table has made this entry; False if there is none."""
        query = select(LOG.c.automatic).where(LOG.c.game == game_id, LOG.c.seq == clamped(seq))
        with read_transaction(self._engine) as connection:
            return bool(connection.scalar(query))

    def progress(self, game_id: str) -> Progress:
        """How far a game is; raises NotFound."""
        with read_transaction(self._engine) as connection:
            found = progress_of(connection, [game_id]) if is_id(game_id) else {}
            if game_id in found:
                return found[game_id]
            return progress_of(connection, [existing_game(connection, game_id).id])[game_id]

    def look(self, game_id: str) -> tuple[GameInfo, Progress]:
        """A game and how far it is, as of one moment; raises NotFound."""
        with read_transaction(self._engine) as connection:
            info = existing_game(connection, game_id)
            return info, progress_of(connection, [info.id])[info.id]

    def progress_of(self, game_ids: Collection[str]) -> dict[str, Progress]:
        """How far each of these games is, without deleted ones; cheap, because no log is read."""
        if not game_ids:
            return {}
        with read_transaction(self._engine) as connection:
            return progress_of(connection, game_ids)

    def listen(self, on_news: Callable[[str | None], None]) -> Listener:
        """Call a function, in another thread, with the id of each game that any process changes, until it is closed.

        None as the id says that any game may have changed.
        """
        return Listener(self._engine, on_news)

    def export_log(self, game_id: str) -> dict[str, Any]:
        """The game as the JSON of a saved game, copied from the log without replaying it."""
        stored = self.read(game_id)
        info, effective = stored.info, stored.effective_entries()
        entries = {entry.seq: entry.data for entry in self.entries_since(game_id, 0)}
        actions = [entries[seq] for seq in effective]
        return {
            "title": info.title,
            "edition": info.edition,
            "revision": info.revision,
            "players": info.players,
            "actions": actions,
        }

    # ---- bots ----

    def bot_turns(self, game_ids: Collection[str] | None = None) -> list[BotTurn]:
        """The games in which the server moves now, for a bot or by an automatic move, all or those of these."""
        with read_transaction(self._engine) as connection:
            return server_turns(connection, MAX_BOT_TURNS, game_ids)

    def reasons(self, game_id: str, since: int = 0) -> dict[int, BotReason]:
        """The reasons of bots by the number of the entry; entries of people have none."""
        with read_transaction(self._engine) as connection:
            check_exists(connection, game_id)
            return reasons_since(connection, game_id, since)

    # ---- seats ----

    def seat_of_secret(self, game_id: str, secret: str) -> Seat | None:
        """The seat with this secret, or None."""
        if not is_id(game_id):
            return None
        with read_transaction(self._engine) as connection:
            rows = connection.execute(select(SEATS).where(SEATS.c.game == game_id).order_by(SEATS.c.number)).fetchall()
        # Compare with every seat, so that the time taken does not reveal which one matches.
        found = [seat_of(row) for row in rows if secret_matches(secret, row.secret_hash)]
        return found[0] if found else None

    def is_keeper(self, game_id: str, secret: str) -> bool:
        """Whether this is the secret of the keeper, who created the game."""
        if not is_id(game_id):
            return False
        with read_transaction(self._engine) as connection:
            return secret_matches(secret, connection.scalar(select(GAMES.c.keeper_hash).where(GAMES.c.id == game_id)))

    def new_secret(self, game_id: str, seat: int) -> str:
        """Replace the secret of a seat, which then belongs to a person; the old secret becomes invalid.

        On a seat that was left a bot plays on until the link is opened.
        """
        secret, info = new_secret(), self.game(game_id)
        check_seat(info, seat)
        player = {} if info.seats[seat].left else {"bot": None}
        self.seats.change(game_id, seat, secret_hash=hash_secret(secret), **player)
        record("new link made", game=game_id, seat=seat)
        return secret

    def give_to_bot(self, game_id: str, seat: int, strength: str) -> None:
        """Let a bot play on a seat; its owner keeps the secret and can take the seat back."""
        checked_text("bot", strength, LONGEST_STRENGTH)
        with read_transaction(self._engine) as connection:
            info = existing_game(connection, game_id)
            check_seat(info, seat)
        seed = info.seats[seat].seed
        self.seats.change(game_id, seat, bot=strength, seed=new_seed() if seed is None else seed)
        record("seat given to a bot", game=game_id, seat=seat, bot=strength)
        if info.actor is None and not info.finished:
            self._store_actor(game_id)

    def take_from_bot(self, game_id: str, seat: int) -> None:
        """Let a person play on a seat again."""
        self.seats.change(game_id, seat, bot=None)
        record("seat taken from a bot", game=game_id, seat=seat)

    def set_language(self, game_id: str, seat: int, language: str) -> None:
        checked_choice("language", language, LANGUAGES)
        self.seats.change(game_id, seat, language=language)

    def set_skipping(self, game_id: str, seat: int, skips: bool) -> None:
        """Choose whether the table passes for this seat where only a private's power keeps a step open."""
        self.seats.change(game_id, seat, skips_empty_steps=skips)

    def set_guided(self, game_id: str, seat: int, guided: bool) -> None:
        """Choose whether moves are explained to this seat; `GameInfo.may_guide` says where they are."""
        self.seats.change(game_id, seat, guided=guided)

    def seen(self, game_id: str, seat: int) -> None:
        """Record that somebody is at this seat now."""
        now = self._clock()
        with read_transaction(self._engine) as connection:
            info = existing_game(connection, game_id)
            check_seat(info, seat)
        last = info.seats[seat].last_seen
        if last is None or now - last >= SEEN_EVERY:
            self.seats.change(game_id, seat, last_seen=now)

    # ---- helpers ----

    def _add_game(
        self,
        game: Game,
        drafts: list[DraftEntry],
        players: list[Player],
        choices: GameChoices,
        origin: Origin | None = None,
        keeper: str | None = None,
    ) -> NewGame:
        """Insert a new game with its first entries; `game` is the game after them."""
        choices.check()
        now = self._clock()
        with write_transaction(self._engine) as connection:
            if origin is not None and keeper is not None:
                make_room(connection, origin, hash_secret(keeper), now)
            made = insert_game(connection, game, drafts, players, choices, now, origin=origin, keeper=keeper)
            self.clocks.begin(connection, made.id, choices.time_control)
            self.bots.hand_on_turn(connection, made.id)
        if origin is None:
            record("game made", game=made.id, title=game.title, mode=choices.mode, entries=len(drafts))
        return made

    def _write(
        self, game_id: str, expected_seq: int, step: Validated, reason: BotReason | None, move: int | None
    ) -> list[Entry]:
        """Insert entries into a log of the expected length; raises Conflict, or IntegrityError if another is first."""
        now = self._clock()
        entries = numbered(step.drafts, expected_seq, now)
        changes = summary(step.game, now, step.rounds if step.new_round else None)
        with write_transaction(self._engine, game_id) as connection:
            info = existing_game(connection, game_id, lock=True)
            length = log_length(connection, game_id)
            renamed = step.game is not None and step.game.players != info.players
            if length != expected_seq or renamed:
                raise Conflict(expected_seq, length)
            if entries[0].kind == ACTION:
                check_player(info, entries[0].seat, by_bot=reason is not None)
            if step.game is not None:
                changes["awaits_bot"] = awaits_bot(changes["actor"], info.seats)
            insert_entries(connection, game_id, entries)
            if reason is not None:
                insert_reason(connection, game_id, entries[-1].seq, reason)
            if move is not None:
                note_automatic(connection, game_id, entries[-1], move)
            if changes.get("finished"):
                end_moves(connection, game_id, entries[-1].seq)
                if info.rated and step.game is not None:
                    self.standing.rate(connection, info, places_of(step.game))
            connection.execute(update(GAMES).where(GAMES.c.id == game_id).values(**changes, bot_failures=None))
            self.clocks.advance(connection, info, entries, changes.get("actor", info.actor), move)
            call_after_entry(connection, info, changes, entries[-1], by_person=reason is None and move is None)
            announce(connection, game_id)
            if changes.get("awaits_bot", True) or waits_for_move(connection, game_id, changes["actor"]):
                self.bots.hand_on_turn(connection, game_id)
        return entries

    def _length(self, game_id: str) -> int:
        with read_transaction(self._engine) as connection:
            return log_length(connection, game_id)

    def _position(self, connection: Connection, info: GameInfo) -> Position:
        """The position of a game: the cached one, plus the entries written since."""
        return self._positions.current(
            info.id,
            lambda: begin(info.title, info.players, info.edition, info.revision),
            lambda since: log_entries(connection, info.id, since),
            lambda since: self.entries_since(info.id, since),
        )

    def _mark_deleted(self, game_id: str, when: datetime | None) -> None:
        with write_transaction(self._engine, game_id) as connection:
            info = game_info(connection, game_id, lock=True)
            changes = (info.deleted is None) != (when is None)
            if changes:
                # The time in which it was deleted keeps nobody away.
                changed = {} if when is not None else {"changed": self._clock()}
                connection.execute(update(GAMES).where(GAMES.c.id == game_id).values(deleted=when, **changed))
                connection.execute(update(SEATS).where(SEATS.c.game == game_id).values(wants_deleted=None))
                announce(connection, game_id)
                (self.clocks.stop if when is not None else self.clocks.resume)(connection, info)
                self.bots.hand_on_turn(connection, game_id)
        if changes:
            record("game restored" if when is None else "game deleted", game=game_id)

    def _store_actor(self, game_id: str) -> None:
        """Fill in the actor of a game that is older than this column."""
        loaded = self.load(game_id)
        with write_transaction(self._engine, game_id) as connection:
            info = existing_game(connection, game_id, lock=True)
            if log_length(connection, game_id) == loaded.seq:
                actor = actor_of(loaded.game)
                changes = {"actor": actor, "awaits_bot": awaits_bot(actor, info.seats)}
                connection.execute(update(GAMES).where(GAMES.c.id == game_id).values(**changes))
                self.bots.hand_on_turn(connection, game_id)
