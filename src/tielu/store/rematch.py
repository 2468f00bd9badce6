"""The rematch of a game: a new one for the same people, who keep their seats and their secrets."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from tielu.core.game import begin
from tielu.store.ids_and_secrets import new_id, new_seed
from tielu.store.models import GameInfo
from tielu.store.rows import awaits_bot, summary
from tielu.store.schema import FORMAT, GAMES, SEATS
from tielu.views.history.log import rounds_begun

# What a rematch has from the game before; all else begins anew.
_KEPT_OF_GAME = ("title", "name", "mode", "undo", "hints", "spectators_talk", "keeper_hash")
_KEPT_OF_SEAT = ("number", "name", "language", "bot", "secret_hash", "skips_empty_steps", "person")


def following_game(connection: Connection, info: GameInfo) -> str:
    """The id of the rematch; empty if there is none or if it was deleted."""
    query = select(GAMES.c.id).where(GAMES.c.id == info.rematch, GAMES.c.deleted.is_(None))
    return connection.scalar(query) or ""


def insert_rematch(connection: Connection, info: GameInfo, now: datetime) -> str:
    """Insert the rematch of a game and note it there; returns its id. It follows the newest rules of its edition."""
    game = begin(info.title, info.players, info.edition)
    game_id = new_id()
    before = connection.execute(select(GAMES).where(GAMES.c.id == info.id)).one()._mapping
    seats = connection.execute(select(SEATS).where(SEATS.c.game == info.id).order_by(SEATS.c.number)).mappings().all()
    columns = {name: before[name] for name in _KEPT_OF_GAME}
    columns |= {"id": game_id, "edition": game.edition, "revision": game.revision, "format": FORMAT, "created": now}
    columns |= summary(game, now, rounds_begun(game))
    columns["awaits_bot"] = awaits_bot(columns["actor"], info.seats)
    connection.execute(insert(GAMES).values(**columns))
    connection.execute(
        insert(SEATS),
        [
            {
                "game": game_id,
                "seed": new_seed() if seat["bot"] else None,
                **{name: seat[name] for name in _KEPT_OF_SEAT},
            }
            for seat in seats
        ],
    )
    connection.execute(update(GAMES).where(GAMES.c.id == info.id).values(rematch=game_id))
    return game_id
