"""Queries: rows of the tables as values and back, on a connection that the caller provides."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, bindparam, func, insert, select

from tielu import Game
from tielu.core.setup_input import quoted
from tielu.errors import InvalidInput, NotFound
from tielu.store.errors import StoreError
from tielu.store.ids_and_secrets import hash_secret, new_seed
from tielu.store.log import UNDO, DraftEntry, Entry
from tielu.store.models import BotReason, BotTurn, GameInfo, Origin, Player, Progress, Seat
from tielu.store.schema import CHAT, FORMAT, GAMES, LOG, LONGEST_ID, REASONS, SEATS
from tielu.views.position.decision import decision_view, present_round

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
# The largest value of an INTEGER column.
_MAX_INTEGER = 2**31 - 1
# What every request asks, put together once.
_GAME = select(GAMES).where(GAMES.c.id == bindparam("game"))
_GAME_LOCKED = _GAME.with_for_update()
_SEATS_OF_GAME = select(SEATS).where(SEATS.c.game == bindparam("game")).order_by(SEATS.c.number)
_ENTRIES = select(LOG).where(LOG.c.game == bindparam("game"), LOG.c.seq > bindparam("since")).order_by(LOG.c.seq)
_HEAD = select(GAMES.c.id, GAMES.c.format, GAMES.c.deleted).where(GAMES.c.id == bindparam("game"))
_REASONS = select(REASONS).where(REASONS.c.game == bindparam("game"), REASONS.c.seq > bindparam("since"))
_PROGRESS = select(
    GAMES.c.id,
    select(func.max(LOG.c.seq)).where(LOG.c.game == GAMES.c.id).scalar_subquery(),
    select(func.max(CHAT.c.number)).where(CHAT.c.game == GAMES.c.id).scalar_subquery(),
).where(GAMES.c.id.in_(bindparam("games", expanding=True)), GAMES.c.deleted.is_(None))
_LENGTH = select(func.max(LOG.c.seq)).where(LOG.c.game == bindparam("game"))


def is_id(game_id: object) -> bool:
    """Whether this has the form of a game id; nothing else is passed to the database."""
    return isinstance(game_id, str) and len(game_id) <= LONGEST_ID and game_id.isascii() and game_id.isalnum()


def clamped(number: int) -> int:
    """Limit a number to what the database can compare; there are no entries beyond it."""
    return max(-1, min(number, _MAX_INTEGER))


def game_info(connection: Connection, game_id: object, *, lock: bool = False) -> GameInfo:
    """A game, deleted or not, locked for this transaction if wanted; raises NotFound if there is none."""
    # SQLite ignores this lock and needs none: a writing transaction has the whole database to itself.
    row = _row_of_game(connection, _GAME_LOCKED if lock else _GAME, game_id)
    seats = connection.execute(_SEATS_OF_GAME, {"game": game_id})
    return game_info_of(row, tuple(seat_of(seat) for seat in seats))


def _row_of_game(connection: Connection, query: Select[*tuple[Any, ...]], game_id: object) -> Row[*tuple[Any, ...]]:
    """What a query finds of a game; raises NotFound if there is none, and StoreError if it is of a newer version."""
    row = connection.execute(query, {"game": game_id}).first() if is_id(game_id) else None
    if row is None:
        raise NotFound("unknown_game", game=quoted(game_id))
    if row.format > FORMAT:
        raise StoreError("store_game_newer", game=row.id, found=row.format, newest=FORMAT)
    return row


def check_exists(connection: Connection, game_id: object) -> None:
    """Raise as `existing_game` does; quicker than reading a game with its seats."""
    _check_not_deleted(_row_of_game(connection, _HEAD, game_id))


def existing_game(connection: Connection, game_id: object, *, lock: bool = False) -> GameInfo:
    """A game that has not been deleted; raises NotFound if there is none."""
    info = game_info(connection, game_id, lock=lock)
    _check_not_deleted(info)
    return info


def _check_not_deleted(game: GameInfo | Row[*tuple[Any, ...]]) -> None:
    if game.deleted is not None:
        raise NotFound("game_deleted", game=game.id)


def game_info_of(row: Row[*tuple[Any, ...]], seats: tuple[Seat, ...]) -> GameInfo:
    return GameInfo(
        id=row.id,
        title=row.title,
        edition=row.edition,
        revision=row.revision,
        name=row.name,
        mode=row.mode,
        undo=row.undo,
        created=row.created,
        changed=row.changed,
        finished=row.finished,
        actor=row.actor,
        deleted=row.deleted,
        hints=row.hints,
        spectators_talk=row.spectators_talk,
        seats=seats,
        round=row.round or "",
        step=row.step or "",
        company=row.company or "",
        places=tuple(int(each) for each in (row.places or "").split()),
        origin=None if row.origin is None else Origin.of_key(row.origin, row.origin_at, row.origin_entries),
        resumed=row.resumed,
        bot_failures=row.bot_failures or 0,
        round_number=row.round_number,
        rematch=row.rematch or "",
        visibility=row.visibility,
        pace=row.pace or "",
        rated=row.rated,
    )


def seat_of(row: Row[*tuple[Any, ...]]) -> Seat:
    return Seat(
        number=row.number,
        name=row.name,
        language=row.language,
        bot=row.bot,
        last_seen=row.last_seen,
        seed=row.seed,
        owned=row.secret_hash is not None,
        skips_empty_steps=row.skips_empty_steps,
        guided=row.guided,
        wants_deleted=bool(row.wants_deleted),
        person=row.person,
        left=row.left is not None,
    )


def seats_of(connection: Connection, game_ids: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
    """The seats of each of these games, in seating order."""
    found: dict[str, tuple[Seat, ...]] = dict.fromkeys(game_ids, ())
    query = select(SEATS).where(SEATS.c.game.in_(game_ids)).order_by(SEATS.c.game, SEATS.c.number)
    for row in connection.execute(query):
        found[row.game] += (seat_of(row),)
    return found


def insert_seats(
    connection: Connection, game_id: str, players: Sequence[Player], secrets: Sequence[str | None]
) -> None:
    """Insert the seats of a new game; a bot gets its seed."""
    rows = [
        {
            "game": game_id,
            "number": number,
            "name": player.name,
            "language": player.language,
            "bot": player.bot,
            "skips_empty_steps": player.skips_empty_steps,
            "guided": player.guided,
            "seed": None if player.bot is None else new_seed(),
            "secret_hash": None if secret is None else hash_secret(secret),
            "person": player.person,
        }
        for number, (player, secret) in enumerate(zip(players, secrets, strict=True))
    ]
    connection.execute(insert(SEATS), rows)


def check_seat(info: GameInfo, seat: object) -> None:
    """Raise NotFound unless the game has a seat with this number."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(info.seats):
        raise NotFound("no_such_seat", seats=len(info.seats))


# ---- the log ----


def log_length(connection: Connection, game_id: str) -> int:
    return connection.scalar(_LENGTH, {"game": game_id}) or 0


def progress_of(connection: Connection, game_ids: Collection[str]) -> dict[str, Progress]:
    """The progress of each of these games except deleted ones; two index lookups per game."""
    rows = connection.execute(_PROGRESS, {"games": sorted(game_ids)})
    return {row[0]: Progress(row[1] or 0, row[2] or 0) for row in rows}


def log_entries(connection: Connection, game_id: str, since: int) -> list[Entry]:
    """The entries after number `since`; raises StoreError if one cannot be read."""
    named = {"game": game_id, "since": clamped(since)}
    return [_entry_of(row) for row in connection.execute(_ENTRIES, named)]


def _entry_of(row: Row[*tuple[Any, ...]]) -> Entry:
    try:
        data = _interned(json.loads(row.data))
    except (ValueError, RecursionError) as error:
        raise StoreError("store_log_broken", seq=row.seq) from error
    return Entry(row.seq, row.kind, data, row.seat, row.at, row.position_hash, row.automatic)


def _interned(value: Any) -> Any:
    """The same JSON with interned strings, since names of hexes and tiles occur in many entries."""
    if isinstance(value, str):
        return sys.intern(value)
    if isinstance(value, list):
        return [_interned(each) for each in value]
    if isinstance(value, dict):
        return {name: _interned(each) for name, each in value.items()}
    return value


def numbered(drafts: Sequence[DraftEntry], after: int, at: datetime) -> list[Entry]:
    return [
        Entry(seq, each.kind, each.data, each.seat, at, each.position_hash, each.automatic)
        for seq, each in enumerate(drafts, after + 1)
    ]


def insert_entries(connection: Connection, game_id: str, entries: Sequence[Entry]) -> None:
    rows = [
        {
            "game": game_id,
            "seq": entry.seq,
            "kind": entry.kind,
            "data": json.dumps(entry.data, ensure_ascii=False, separators=(",", ":")),
            "seat": entry.seat,
            "at": entry.at,
            "position_hash": entry.position_hash,
            "automatic": entry.automatic,
        }
        for entry in entries
    ]
    if rows:
        connection.execute(insert(LOG), rows)


# ---- bots ----


def awaits_bot(actor: int | None, seats: Sequence[Seat] | Sequence[Player]) -> bool:
    """Whether the seat that must decide is a bot's."""
    return actor is not None and seats[actor].bot is not None


def bot_turns(connection: Connection, most: int, game_ids: Collection[str] | None = None) -> list[BotTurn]:
    """The running games in which a bot must decide, last changed first, or those of these games; no log is read."""
    chosen = GAMES.c.awaits_bot.is_(True) if game_ids is None else GAMES.c.id.in_(sorted(game_ids))
    return waiting_turns(connection, most, SEATS.c.bot.is_not(None), chosen)


def waiting_turns(connection: Connection, most: int, *wanted: ColumnElement[bool]) -> list[BotTurn]:
    """The running games whose seat to decide is wanted, last changed first; no log is read."""
    last = select(func.max(LOG.c.seq)).where(LOG.c.game == GAMES.c.id).scalar_subquery()
    newest = select(LOG.c.kind).where(LOG.c.game == GAMES.c.id).order_by(LOG.c.seq.desc()).limit(1).scalar_subquery()
    others = SEATS.alias()
    people = select(func.count()).where(others.c.game == GAMES.c.id, others.c.bot.is_(None)).scalar_subquery()
    query = (
        select(SEATS, last.label("seq"), newest.label("kind"), people.label("people"))
        .add_columns(GAMES.c.changed, GAMES.c.visited, GAMES.c.resumed, GAMES.c.bot_failures)
        .join(GAMES, and_(GAMES.c.id == SEATS.c.game, GAMES.c.actor == SEATS.c.number))
        .where(GAMES.c.finished.is_(False), GAMES.c.deleted.is_(None), *wanted)
        .order_by(GAMES.c.changed.desc(), GAMES.c.id)
        .limit(most)
    )
    return [_bot_turn_of(row) for row in connection.execute(query)]


def _bot_turn_of(row: Row[*tuple[Any, ...]]) -> BotTurn:
    return BotTurn(
        game_id=row.game,
        seat=seat_of(row),
        seq=row.seq or 0,
        undone=row.kind == UNDO and row.resumed != row.seq,
        people=row.people,
        changed=row.changed,
        visited=row.visited,
        failures=row.bot_failures or 0,
    )


def insert_reason(connection: Connection, game_id: str, seq: int, reason: BotReason) -> None:
    numbers = json.dumps(dict(reason.values), ensure_ascii=False, separators=(",", ":"))
    connection.execute(
        insert(REASONS).values(game=game_id, seq=seq, bot=reason.bot, reason=reason.key, numbers=numbers)
    )


def reasons_since(connection: Connection, game_id: str, seq: int) -> dict[int, BotReason]:
    """The reasons for entries after number `seq`."""
    rows = connection.execute(_REASONS, {"game": game_id, "since": clamped(seq)})
    return {row.seq: BotReason(row.bot, row.reason, json.loads(row.numbers)) for row in rows}


def entries_for_people(connection: Connection, info: GameInfo) -> frozenset[int]:
    """The entries that bots have made for people, where it matters: when somebody may take back their own actions."""
    if info.undo != "own" or info.seats_of_people == info.humans:
        return frozenset()
    return frozenset(connection.scalars(select(REASONS.c.seq).where(REASONS.c.game == info.id)))


# ---- lists of games ----


def actor_of(game: Game) -> int | None:
    """The seat that must decide now."""
    return None if game.actor is None else game.players.index(game.actor)


def summary(game: Game | None, now: datetime, rounds: Counter[str] | None) -> dict[str, Any]:
    """The columns of a game that depend on its log; without a game the position has not changed.

    `rounds` has the number of rounds of each kind, None if the same one goes on.
    """
    if game is None:
        return {"changed": now}
    decision = decision_view(game)
    number = None if game.finished or rounds is None else rounds[present_round(game)]
    return ({} if rounds is None else {"round_number": number}) | {
        "changed": now,
        "finished": game.finished,
        "actor": actor_of(game),
        "round": decision.round,
        "step": decision.step,
        "company": decision.company,
        "places": " ".join(str(place) for place in places_of(game)) if game.finished else None,
    }


def places_of(game: Game) -> list[int]:
    """The place of each player by worth, in seating order."""
    worths = game.worths()
    return [1 + sum(other > worth for other in worths) for worth in worths]


def page_cursor(info: GameInfo) -> str:
    """The cursor of a game in a list by last change, safe in a URL."""
    return f"{(info.changed - _EPOCH) // _MICROSECOND}.{info.id}"


def parse_page_cursor(cursor: object) -> tuple[datetime, str]:
    """The time and id in a cursor of `page_cursor`; raises InvalidInput."""
    number, _, game_id = cursor.partition(".") if isinstance(cursor, str) else ("", "", "")
    if not (number.isascii() and number.isdigit() and len(number) < 18 and is_id(game_id)):
        raise InvalidInput("page_mark", found=quoted(cursor))
    return _EPOCH + int(number) * _MICROSECOND, game_id
