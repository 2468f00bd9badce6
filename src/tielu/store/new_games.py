"""New games: what is chosen for them, and how their rows are inserted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, insert

from tielu import Game
from tielu.clocks import TimeControl
from tielu.errors import InvalidInput
from tielu.store.ids_and_secrets import hash_secret, new_id, new_secret
from tielu.store.log import DraftEntry
from tielu.store.models import (
    LONGEST_GAME_NAME,
    MODES,
    PACES,
    UNDO_RULES,
    VISIBILITIES,
    NewGame,
    Origin,
    Player,
    checked_choice,
    checked_text,
    default_hints,
)
from tielu.store.rows import actor_of, awaits_bot, insert_entries, insert_seats, numbered, summary
from tielu.store.schema import FORMAT, GAMES
from tielu.views.history.log import rounds_begun


@dataclass(frozen=True)
class GameChoices:
    """What is chosen for a game besides its title and players; `hints` is None for the default.

    Without a `time_control` it has no clocks; one with clocks is as fast as they say, unless its `pace` is chosen.
    """

    name: str = ""
    mode: str = "links"
    undo: str = "free"
    hints: bool | None = None
    spectators_talk: bool = False
    visibility: str = "public"
    pace: str = ""
    rated: bool = False
    time_control: TimeControl | None = None

    def check(self) -> None:
        """Raise InvalidInput for what cannot be chosen."""
        checked_text("name", self.name, LONGEST_GAME_NAME, empty=True)
        checked_choice("mode", self.mode, MODES)
        checked_choice("undo", self.undo, UNDO_RULES)
        checked_choice("visibility", self.visibility, VISIBILITIES)
        checked_choice("pace", self.pace, ("", *PACES))
        if self.mode == "hot_seat" and self.undo in ("own", "consent"):
            raise InvalidInput("undo_at_hot_seat", undo=self.undo)


def insert_game(
    connection: Connection,
    game: Game,
    drafts: Sequence[DraftEntry],
    players: Sequence[Player],
    choices: GameChoices,
    now: datetime,
    *,
    origin: Origin | None = None,
    keeper: str | None = None,
) -> NewGame:
    """Insert a game with its seats and first entries; `game` is the game after them, and the choices are checked."""
    made = NewGame(
        new_id(), tuple(new_secret() if player.bot is None else None for player in players), keeper or new_secret()
    )
    columns = {
        "id": made.id,
        "title": game.title,
        "edition": game.edition,
        "revision": game.revision,
        "name": choices.name,
        "mode": choices.mode,
        "undo": choices.undo,
        "format": FORMAT,
        "created": now,
        "keeper_hash": hash_secret(made.keeper),
        "hints": default_hints(choices.mode, players) if choices.hints is None else choices.hints,
        "spectators_talk": choices.spectators_talk,
        "visibility": choices.visibility,
        "pace": choices.pace or (choices.time_control and choices.time_control.pace),
        "rated": choices.rated,
        **summary(game, now, rounds_begun(game)),
        "awaits_bot": awaits_bot(actor_of(game), players),
    }
    if origin is not None:
        columns |= {"origin": origin.key, "origin_at": origin.at, "origin_entries": origin.entries}
    connection.execute(insert(GAMES).values(**columns))
    insert_seats(connection, made.id, players, made.secrets)
    insert_entries(connection, made.id, numbered(drafts, 0, now))
    return made
