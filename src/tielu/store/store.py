"""The store: games in a database, each the log of its entries. Every method is one transaction, or refuses whole."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from tielu import Game
from tielu.core.game import begin
from tielu.errors import InvalidInput, NotFound, TieluError
from tielu.i18n import LANGUAGES
from tielu.store.database import open_engine, reading, writing
from tielu.store.errors import Conflict
from tielu.store.keys import fits, hash_of, new_id, new_secret, new_seed
from tielu.store.log import ACTION, UNDO, Draft, Entry, UndoRequest, checked_entry
from tielu.store.positions import Position, Positions
from tielu.store.records import (
    LARGEST_PAGE,
    LONGEST_GAME_NAME,
    LONGEST_MESSAGE,
    LONGEST_NOTE,
    LONGEST_STRENGTH,
    MODES,
    STATES,
    UNDO_RULES,
    BotReason,
    BotTurn,
    GameInfo,
    Loaded,
    Mark,
    Message,
    NewGame,
    Page,
    Player,
    Seat,
    checked_choice,
    checked_players,
    checked_text,
    usual_hints,
)
from tielu.store.rows import (
    actor_of,
    bot_turns,
    bounded,
    check_seat,
    game_info,
    info_of,
    insert_entries,
    insert_reason,
    is_id,
    live_game,
    log_entries,
    log_length,
    mark_of,
    marks,
    numbered,
    read_mark,
    reasons_since,
    seat_of,
    seats_of,
    summary,
)
from tielu.store.schema import CHAT, FORMAT, GAMES, LOG, NOTES, SEATS
from tielu.store.validation import judged

# Who has been seen within this time need not be written down again.
SEEN_EVERY = timedelta(minutes=1)
# In more games at once bots do not move; those that wait have their turn when others are done.
MOST_TURNS = 1000


def _now() -> datetime:
    return datetime.now(UTC)


class Store:
    """Games in a database, for any number of threads, processes and, with PostgreSQL, servers.

    Bad input raises TieluError, an action against the rules IllegalAction, a late one Conflict, and a database that
    cannot be used StoreError. Whatever is raised, nothing has been written. Only where the connection to a server broke
    while it committed, nobody knows: look at the log again.
    """

    def __init__(self, address: str | Path, clock: Callable[[], datetime] = _now) -> None:
        """Open the database at a URL, or the file at a path; it is made or migrated as needed."""
        self._engine = open_engine(address)
        self._clock = clock
        self._positions = Positions()

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

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
    ) -> NewGame:
        """Make a game, players in seating order; whether they may ask bots for advice is settled here, too."""
        seated = checked_players(players)
        game = begin(title, [player.name for player in seated], edition)
        return self._add_game(game, [], seated, name, mode, undo, hints)

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
        """Make a game from the JSON of a saved one; `players` may say more of those whom it names, in its order."""
        saved = Game.from_json(data)
        seated = checked_players(saved.players if players is None else players)
        if [player.name for player in seated] != saved.players:
            raise InvalidInput("other_players", known=tuple(saved.players))
        game = begin(saved.title, saved.players, saved.edition)
        drafts = []
        for action in saved.actions:
            actor = actor_of(game)
            assert actor is not None, "the saved game has been replayed, so somebody took this action"
            drafts.append(Draft(ACTION, action.to_json(), actor))
            game.apply_trusted(action)
        return self._add_game(game, drafts, seated, name, mode, undo, hints)

    def export_game(self, game_id: str) -> dict[str, Any]:
        """The game as JSON of Tielu's saved games: the actions that count, without what was taken back."""
        return self.load(game_id).game.to_json()

    def game(self, game_id: str) -> GameInfo:
        """What is known of a game, also of a deleted one."""
        with reading(self._engine) as connection:
            return game_info(connection, game_id)

    def list_games(self, state: str | None = None, limit: int = 50, after: str | None = None) -> Page:
        """Games, last changed first: the running, finished or deleted ones, or all that are not deleted."""
        if state is not None:
            checked_choice("state", state, STATES)
        limit = max(1, min(limit, LARGEST_PAGE))
        query = select(GAMES).where(GAMES.c.deleted.is_not(None) if state == "deleted" else GAMES.c.deleted.is_(None))
        if state in ("running", "finished"):
            query = query.where(GAMES.c.finished.is_(state == "finished"))
        if after is not None:
            changed, game_id = read_mark(after)
            earlier = and_(GAMES.c.changed == changed, GAMES.c.id < game_id)
            query = query.where(or_(GAMES.c.changed < changed, earlier))
        with reading(self._engine) as connection:
            rows = connection.execute(
                query.order_by(GAMES.c.changed.desc(), GAMES.c.id.desc()).limit(limit + 1)
            ).fetchall()
            seats = seats_of(connection, [row.id for row in rows])
        games = tuple(info_of(row, seats[row.id]) for row in rows[:limit])
        return Page(games, mark_of(games[-1]) if len(rows) > limit else None)

    def delete_game(self, game_id: str) -> None:
        """Mark a game as deleted; its data stays."""
        self._mark_deleted(game_id, self._clock())

    def restore_game(self, game_id: str) -> None:
        """Take back `delete_game`."""
        self._mark_deleted(game_id, None)

    # ---- the log ----

    def load(self, game_id: str, at: int | None = None) -> Loaded:
        """The game after all entries of its log, or after the first `at`."""
        with reading(self._engine) as connection:
            position = self._position(connection, live_game(connection, game_id))
        log = position.log
        if at is None:
            return Loaded(position.game().clone(), log.seq, log.request)
        if not 0 <= at <= log.seq:
            raise NotFound("no_such_entry", at=at, entries=log.seq)
        return Loaded(position.game_at(log.branches[at]).clone(), at, None)

    def effective_entries(self, game_id: str, at: int | None = None) -> list[int]:
        """The numbers of the entries whose actions count after entry `at`, or after all; the rest was taken back."""
        with reading(self._engine) as connection:
            log = self._position(connection, live_game(connection, game_id)).log
        if at is not None and not 0 <= at <= log.seq:
            raise NotFound("no_such_entry", at=at, entries=log.seq)
        return log.effective_entries(log.seq if at is None else at)

    def may_undo(self, game_id: str, to: int, seat: int) -> bool:
        """Whether this seat may go back to entry `to` by itself, so that nobody is offered what would be refused."""
        draft = checked_entry({"type": UNDO, "to": to}, seat)
        with reading(self._engine) as connection:
            info = live_game(connection, game_id)
            log = self._position(connection, info).log
        try:
            log.undo_drafts(draft, info.undo, info.humans)
        except TieluError:
            return False
        return True

    def append(self, game_id: str, expected_seq: int, entry: object, seat: int) -> int:
        """Add an entry that was made for the position after `expected_seq` entries; returns the new number of entries.

        When this returns, the entry is on disk. Raises Conflict if the log is longer, or shorter, by now.
        """
        return self._append(game_id, expected_seq, checked_entry(entry, seat), None)

    def append_for_bot(self, game_id: str, expected_seq: int, action: object, seat: int, reason: BotReason) -> int:
        """Add the action of a bot, together with its reason; as `append` otherwise.

        Raises TieluError if a person plays there by now.
        """
        checked_text("bot", reason.bot, LONGEST_STRENGTH)
        return self._append(game_id, expected_seq, checked_entry(action, seat), reason)

    def _append(self, game_id: str, expected_seq: int, draft: Draft, reason: BotReason | None) -> int:
        with reading(self._engine) as connection:
            info = live_game(connection, game_id)
            position = self._position(connection, info)
        check_seat(info, draft.seat)
        if position.log.seq != expected_seq:
            raise Conflict(expected_seq, position.log.seq)
        drafts, game = judged(info, position, draft, by_bot=reason is not None)
        try:
            entries = self._write(game_id, expected_seq, drafts, game, reason)
        except IntegrityError as error:
            # Somebody has taken the number between our look and our insert.
            raise Conflict(expected_seq, self._length(game_id)) from error
        self._positions.put(game_id, position.after(entries, game))
        return entries[-1].seq

    def entries_since(self, game_id: str, seq: int) -> list[Entry]:
        """The entries after number `seq`."""
        with reading(self._engine) as connection:
            live_game(connection, game_id)
            return log_entries(connection, game_id, seq)

    def mark(self, game_id: str) -> Mark:
        """How far a game is."""
        with reading(self._engine) as connection:
            return marks(connection, [live_game(connection, game_id).id])[game_id]

    def marks(self, game_ids: Collection[str]) -> dict[str, Mark]:
        """How far each of these games is; deleted ones are left out. This is cheap: no log is read."""
        if not game_ids:
            return {}
        with reading(self._engine) as connection:
            return marks(connection, game_ids)

    def undo_request(self, game_id: str) -> UndoRequest | None:
        """The undo that is being asked for, also in a game that the rules refuse by now."""
        with reading(self._engine) as connection:
            return self._position(connection, live_game(connection, game_id)).log.request

    def times(self, game_id: str) -> list[tuple[int, datetime]]:
        """Who made each entry, and when; quick, since the entries themselves are not read."""
        query = select(LOG.c.seat, LOG.c.at).where(LOG.c.game == game_id).order_by(LOG.c.seq)
        with reading(self._engine) as connection:
            live_game(connection, game_id)
            return [(row.seat, row.at) for row in connection.execute(query)]

    def export_log(self, game_id: str) -> dict[str, Any]:
        """The game as JSON of Tielu's saved games, as it stands in the log: also one that the rules refuse by now."""
        info, effective = self.game(game_id), self.effective_entries(game_id)
        entries = {entry.seq: entry.data for entry in self.entries_since(game_id, 0)}
        actions = [entries[seq] for seq in effective]
        return {"title": info.title, "edition": info.edition, "players": info.players, "actions": actions}

    # ---- bots ----

    def bot_turns(self) -> list[BotTurn]:
        """The games in which a bot must decide now."""
        with reading(self._engine) as connection:
            return bot_turns(connection, MOST_TURNS)

    def reasons(self, game_id: str, since: int = 0) -> dict[int, BotReason]:
        """Why bots moved as they did, by the number of the entry; entries without a reason were made by people."""
        with reading(self._engine) as connection:
            live_game(connection, game_id)
            return reasons_since(connection, game_id, since)

    # ---- seats ----

    def seat_of_secret(self, game_id: str, secret: str) -> Seat | None:
        """The seat that a secret opens, None if it opens none."""
        if not is_id(game_id):
            return None
        with reading(self._engine) as connection:
            rows = connection.execute(select(SEATS).where(SEATS.c.game == game_id).order_by(SEATS.c.number)).fetchall()
        # All of them, so that the time taken does not tell which seat it is.
        found = [seat_of(row) for row in rows if fits(secret, row.secret_hash)]
        return found[0] if found else None

    def is_keeper(self, game_id: str, secret: str) -> bool:
        """Whether this is the secret of who made the game."""
        if not is_id(game_id):
            return False
        with reading(self._engine) as connection:
            return fits(secret, connection.scalar(select(GAMES.c.keeper_hash).where(GAMES.c.id == game_id)))

    def new_secret(self, game_id: str, seat: int) -> str:
        """A new secret for a seat, which belongs to a person from now on; the old one opens nothing any more."""
        secret = new_secret()
        self._change_seat(game_id, seat, secret_hash=hash_of(secret), bot=None)
        return secret

    def give_to_bot(self, game_id: str, seat: int, strength: str) -> None:
        """A bot plays on a seat; the secret of the person who sits there still opens it, to take it back."""
        checked_text("bot", strength, LONGEST_STRENGTH)
        with reading(self._engine) as connection:
            info = live_game(connection, game_id)
            check_seat(info, seat)
        seed = info.seats[seat].seed
        self._change_seat(game_id, seat, bot=strength, seed=new_seed() if seed is None else seed)
        if info.actor is None and not info.finished:
            self._note_actor(game_id)

    def take_back(self, game_id: str, seat: int) -> None:
        """A person plays on a seat again."""
        self._change_seat(game_id, seat, bot=None)

    def set_language(self, game_id: str, seat: int, language: str) -> None:
        checked_choice("language", language, LANGUAGES)
        self._change_seat(game_id, seat, language=language)

    def seen(self, game_id: str, seat: int) -> None:
        """Write down that somebody on this seat is there."""
        now = self._clock()
        with reading(self._engine) as connection:
            info = live_game(connection, game_id)
            check_seat(info, seat)
        last = info.seats[seat].last_seen
        if last is None or now - last >= SEEN_EVERY:
            self._change_seat(game_id, seat, last_seen=now)

    # ---- chat and notes ----

    def add_message(self, game_id: str, seat: int | None, text: str) -> Message:
        """Add a line to the chat."""
        checked_text("text", text, LONGEST_MESSAGE, layout=True)
        with writing(self._engine) as connection:
            info = live_game(connection, game_id, lock=True)
            if seat is not None:
                check_seat(info, seat)
            last = connection.scalar(select(func.max(CHAT.c.number)).where(CHAT.c.game == game_id))
            message = Message((last or 0) + 1, seat, text, self._clock())
            connection.execute(
                insert(CHAT).values(game=game_id, number=message.number, seat=seat, text=text, at=message.at)
            )
        return message

    def messages_since(self, game_id: str, number: int = 0) -> list[Message]:
        """The chat after the message of this number."""
        query = select(CHAT).where(CHAT.c.game == game_id, CHAT.c.number > bounded(number)).order_by(CHAT.c.number)
        with reading(self._engine) as connection:
            live_game(connection, game_id)
            return [Message(row.number, row.seat, row.text, row.at) for row in connection.execute(query)]

    def note(self, game_id: str, seat: int) -> str:
        """What the player on a seat has noted for themselves."""
        with reading(self._engine) as connection:
            check_seat(live_game(connection, game_id), seat)
            return connection.scalar(select(NOTES.c.text).where(NOTES.c.game == game_id, NOTES.c.seat == seat)) or ""

    def write_note(self, game_id: str, seat: int, text: str) -> None:
        """Replace a seat's note."""
        checked_text("text", text, LONGEST_NOTE, empty=True, layout=True)
        mine = and_(NOTES.c.game == game_id, NOTES.c.seat == seat)
        now = self._clock()
        with writing(self._engine) as connection:
            check_seat(live_game(connection, game_id, lock=True), seat)
            changed = connection.execute(update(NOTES).where(mine).values(text=text, changed=now))
            if changed.rowcount == 0:
                connection.execute(insert(NOTES).values(game=game_id, seat=seat, text=text, changed=now))

    # ---- inside ----

    def _add_game(
        self,
        game: Game,
        drafts: list[Draft],
        players: list[Player],
        name: str,
        mode: str,
        undo: str,
        hints: bool | None,
    ) -> NewGame:
        """Write a new game with its first entries; `game` is the game after them."""
        checked_text("name", name, LONGEST_GAME_NAME, empty=True)
        checked_choice("mode", mode, MODES)
        checked_choice("undo", undo, UNDO_RULES)
        if mode == "hot_seat" and undo in ("own", "consent"):
            raise InvalidInput("undo_at_hot_seat", undo=undo)
        now, game_id = self._clock(), new_id()
        secrets = tuple(new_secret() if player.bot is None else None for player in players)
        keeper = new_secret()
        facts = {"id": game_id, "title": game.title, "edition": game.edition, "name": name, "mode": mode, "undo": undo}
        with writing(self._engine) as connection:
            connection.execute(
                insert(GAMES).values(
                    **facts,
                    format=FORMAT,
                    created=now,
                    keeper_hash=hash_of(keeper),
                    hints=usual_hints(mode, players) if hints is None else hints,
                    **summary(game, now),
                )
            )
            connection.execute(
                insert(SEATS),
                [
                    {
                        "game": game_id,
                        "number": number,
                        "name": player.name,
                        "language": player.language,
                        "bot": player.bot,
                        "seed": None if player.bot is None else new_seed(),
                        "secret_hash": None if secret is None else hash_of(secret),
                    }
                    for number, (player, secret) in enumerate(zip(players, secrets, strict=True))
                ],
            )
            insert_entries(connection, game_id, numbered(drafts, 0, now))
        return NewGame(game_id, secrets, keeper)

    def _write(
        self, game_id: str, expected_seq: int, drafts: list[Draft], game: Game | None, reason: BotReason | None
    ) -> list[Entry]:
        """Add entries to a log of the expected length; raises Conflict, or IntegrityError from within the database."""
        now = self._clock()
        entries = numbered(drafts, expected_seq, now)
        with writing(self._engine) as connection:
            live_game(connection, game_id, lock=True)
            length = log_length(connection, game_id)
            if length != expected_seq:
                raise Conflict(expected_seq, length)
            insert_entries(connection, game_id, entries)
            if reason is not None:
                insert_reason(connection, game_id, entries[-1].seq, reason)
            connection.execute(update(GAMES).where(GAMES.c.id == game_id).values(**summary(game, now)))
        return entries

    def _length(self, game_id: str) -> int:
        with reading(self._engine) as connection:
            return log_length(connection, game_id)

    def _position(self, connection: Connection, info: GameInfo) -> Position:
        """The position of a game: what is known of it, and the entries that have come since."""
        known = self._positions.get(info.id)
        if known is None:
            known = Position.of_new_game(begin(info.title, info.players, info.edition))
        position = known.after(log_entries(connection, info.id, known.log.seq))
        self._positions.put(info.id, position)
        return position

    def _mark_deleted(self, game_id: str, when: datetime | None) -> None:
        with writing(self._engine) as connection:
            info = game_info(connection, game_id, lock=True)
            if (info.deleted is None) != (when is None):
                connection.execute(update(GAMES).where(GAMES.c.id == game_id).values(deleted=when))

    def _note_actor(self, game_id: str) -> None:
        """Write down who must decide, which games older than that column do not know until their next entry."""
        loaded = self.load(game_id)
        with writing(self._engine) as connection:
            live_game(connection, game_id, lock=True)
            if log_length(connection, game_id) == loaded.seq:
                connection.execute(update(GAMES).where(GAMES.c.id == game_id).values(actor=actor_of(loaded.game)))

    def _change_seat(self, game_id: str, seat: int, **values: Any) -> None:
        with writing(self._engine) as connection:
            check_seat(live_game(connection, game_id, lock=True), seat)
            here = and_(SEATS.c.game == game_id, SEATS.c.number == seat)
            connection.execute(update(SEATS).where(here).values(**values))
