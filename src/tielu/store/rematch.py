"""The rematch of a game: a new one for the same people, who keep their seats and their secrets."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from tielu.core.game import begin
from tielu.store.ids_and_secrets import new_id, new_seed
from tielu.store.models import GameInfo
from tielu.store.rows import summary
from tielu.store.schema import FORMAT, GAMES, SEATS
from tielu.views.history.log import rounds_begun

# What a rematch has from the game before; all else begins anew.
_KEPT_OF_GAME = (
    "title",
    "name",
    "mode",
    "undo",
    "hints",
    "spectators_talk",
    "visibility",
    "pace",
    "rated",
    "keeper_hash",
)
_KEPT_OF_SEAT = ("number", "name", "language", "secret_hash", "skips_empty_steps", "guided", "person")


def following_game(connection: Connection, info: GameInfo) -> str:
    """The id of the rematch; empty if there is none or if it was deleted."""
    query = select(GAMES.c.id).where(GAMES.c.id == info.rematch, GAMES.c.deleted.is_(None))
    return connection.scalar(query) or ""


def insert_rematch(
    connection: Connection, info: GameInfo, now: datetime, represented: frozenset[int] = frozenset()
) -> str:
    """Insert the rematch of a game and note it there; returns its id. It follows the newest rules of its edition.

    People whom a bot has represented play again themselves.
    """
    game = begin(info.title, info.players, info.edition)
    game_id = new_id()
    before = connection.execute(select(GAMES).where(GAMES.c.id == info.id)).one()._mapping
    seats = connection.execute(select(SEATS).where(SEATS.c.game == info.id).order_by(SEATS.c.number)).mappings().all()
    columns = {name: before[name] for name in _KEPT_OF_GAME}
    columns |= {"id": game_id, "edition": game.edition, "revision": game.revision, "format": FORMAT, "created": now}
    columns |= summary(game, now, rounds_begun(game))
    bots = {each.number: None if each.number in represented else each.bot for each in info.seats}
    columns["awaits_bot"] = bots.get(columns["actor"]) is not None
    connection.execute(insert(GAMES).values(**columns))
    connection.execute(
        insert(SEATS),
        [
            {
                "game": game_id,
                "bot": bots[seat["number"]],
                "seed": new_seed() if bots[seat["number"]] else None,
                **{name: seat[name] for name in _KEPT_OF_SEAT},
            }
            for seat in seats
        ],
    )
    connection.execute(update(GAMES).where(GAMES.c.id == info.id).values(rematch=game_id))
    return game_id
