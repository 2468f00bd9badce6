"""An open game: what its host has chosen, checked, and the people who gather for it."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, select, update

from tielu import TITLES
from tielu.clocks import TimeControl
from tielu.core.setup_input import quoted
from tielu.errors import InvalidInput, NotFound
from tielu.i18n import LANGUAGES
from tielu.store.models import LONGEST_STRENGTH, PACES, Player, checked_choice, checked_text
from tielu.store.new_games import GameChoices
from tielu.store.notices import HOST_GONE, OFF, Notice
from tielu.store.rows import is_id
from tielu.store.schema import OPEN_GAME_PEOPLE, OPEN_GAMES, PEOPLE

JOINED, ASKED, OUT = "joined", "invited", "removed"


@dataclass(frozen=True)
class OpenGameChoices:
    """What a host chooses: title and rules, how many play, who sees the game, how fast and whether it is rated.

    A bot of the strength `bot` takes each seat that is missing to the fewest players, none if it is empty.
    A game without clocks has no `time_control`; one with clocks is as fast as they say.
    """

    title: str
    edition: str
    fewest: int
    most: int
    name: str = ""
    language: str = "en"
    visibility: str = "public"
    pace: str = "live"
    time_control: TimeControl | None = None
    rated: bool = False
    bot: str = ""
    starts_when_full: bool = False
    undo: str = "own"
    spectators_talk: bool = False

    def check(self) -> None:
        """Raise InvalidInput for what cannot be chosen."""
        if self.title not in TITLES:
            raise InvalidInput("unknown_title", title=quoted(self.title), known=tuple(TITLES))
        counts = TITLES[self.title].players
        checked_choice("edition", self.edition, TITLES[self.title].editions)
        for count in (self.fewest, self.most):
            if count not in counts:
                raise InvalidInput("wrong_player_count", least=counts[0], most=counts[-1], count=count)
        if self.fewest > self.most:
            raise InvalidInput("fewest_above_most", fewest=self.fewest, most=self.most)
        checked_choice("language", self.language, tuple(LANGUAGES))
        checked_choice("pace", self.pace, PACES)
        if self.time_control is not None and self.time_control.is_live != (self.pace == "live"):
            raise InvalidInput("clock_of_another_pace")
        checked_text("bot", self.bot, LONGEST_STRENGTH, empty=True)
        self.of_game.check()

    @property
    def of_game(self) -> GameChoices:
        """What of it is handed on to the game; hints are for games that count for nothing."""
        return GameChoices(
            self.name,
            undo=self.undo,
            hints=False if self.rated else None,
            spectators_talk=self.spectators_talk,
            visibility=self.visibility,
            pace=self.pace,
            rated=self.rated,
            time_control=self.time_control,
        )

    @property
    def columns(self) -> dict[str, Any]:
        control = None if self.time_control is None else json.dumps(self.time_control.to_json(), separators=(",", ":"))
        return vars(self) | {"bot": self.bot or None, "time_control": control}


@dataclass(frozen=True)
class Guest:
    """Somebody who has joined an open game or is invited to it, by their account; `state` says which, since when."""

    person: str
    name: str
    language: str
    state: str
    since: datetime


@dataclass(frozen=True)
class OpenGame:
    """A game that people gather for; `host` is who made it, `game` the id of the game once it has begun.

    `rematch_of` is the game that it follows. `guests` are in the order in which they came.
    """

    id: str
    host: str
    choices: OpenGameChoices
    created: datetime
    guests: tuple[Guest, ...]
    game: str = ""
    rematch_of: str = ""

    @property
    def joined(self) -> tuple[Guest, ...]:
        return tuple(each for each in self.guests if each.state == JOINED)

    @property
    def invited(self) -> tuple[Guest, ...]:
        return tuple(each for each in self.guests if each.state == ASKED)

    @property
    def free(self) -> int:
        """How many more can join."""
        return self.choices.most - len(self.joined)

    @property
    def missing(self) -> int:
        """How many are missing to the fewest players, people or bots."""
        return max(0, self.choices.fewest - len(self.joined))

    @property
    def can_begin(self) -> bool:
        return not self.missing or bool(self.choices.bot)

    def state_of(self, person: str | None) -> str:
        """What somebody has to do with it: `joined`, `invited`, `removed`, or empty."""
        return next((each.state for each in self.guests if each.person == person), "")

    def players(self, names: Sequence[str]) -> list[Player]:
        """The people who have joined, and a bot for each one missing, under one of these names that nobody has."""
        found = [Player(each.name, each.language, skips_empty_steps=True, person=each.person) for each in self.joined]
        for _ in range(self.missing):
            taken = {player.name.casefold() for player in found}
            name = next((each for each in names if each.casefold() not in taken), f"{names[0]} {len(found) + 1}")
            found.append(Player(name, self.choices.language, self.choices.bot))
        return found


def find_open_game(connection: Connection, open_id: object, *, lock: bool = False) -> OpenGame:
    """The open game with this id, locked for this transaction if wanted; raises NotFound."""
    query = select(OPEN_GAMES).where(OPEN_GAMES.c.id == open_id)
    row = connection.execute(query.with_for_update() if lock else query).first() if is_id(open_id) else None
    if row is None:
        raise NotFound("no_such_open_game")
    return open_games_of(connection, [row])[0]


def open_games_of(connection: Connection, rows: Sequence[Row[*tuple[Any, ...]]]) -> list[OpenGame]:
    """These rows as open games with their guests; blocked accounts are left out."""
    query = (
        select(OPEN_GAME_PEOPLE, PEOPLE.c.name, PEOPLE.c.language)
        .join(PEOPLE, PEOPLE.c.id == OPEN_GAME_PEOPLE.c.person)
        .where(OPEN_GAME_PEOPLE.c.open_game.in_([row.id for row in rows]), PEOPLE.c.blocked.is_(None))
        .order_by(OPEN_GAME_PEOPLE.c.since, PEOPLE.c.id)
    )
    guests: dict[str, tuple[Guest, ...]] = {}
    for each in connection.execute(query):
        guest = Guest(each.person, each.name, each.language, each.state, each.since)
        guests[each.open_game] = (*guests.get(each.open_game, ()), guest)
    return [_open_game_of(row, guests.get(row.id, ())) for row in rows]


def _open_game_of(row: Row[*tuple[Any, ...]], guests: tuple[Guest, ...]) -> OpenGame:
    values = {field.name: getattr(row, field.name) for field in fields(OpenGameChoices)}
    values["bot"] = row.bot or ""
    values["time_control"] = None if row.time_control is None else TimeControl.from_json(json.loads(row.time_control))
    choices = OpenGameChoices(**values)
    return OpenGame(row.id, row.host, choices, row.created, guests, row.game or "", row.rematch_of or "")


def call_off(connection: Connection, open_id: str, now: datetime, **changes: Any) -> None:
    """Keep an open game only until those who had joined are told that it is called off."""
    guests = OPEN_GAME_PEOPLE.c
    connection.execute(delete(OPEN_GAME_PEOPLE).where(guests.open_game == open_id, guests.state == ASKED))
    joined = (guests.open_game == open_id, guests.state == JOINED)
    connection.execute(update(OPEN_GAME_PEOPLE).where(*joined).values(state=OFF))
    values = {"rematch_of": None, "changed": now, **changes}
    connection.execute(update(OPEN_GAMES).where(OPEN_GAMES.c.id == open_id).values(**values))


def call_off_all_of(connection: Connection, host: str, now: datetime) -> list[Notice]:
    """Call off what somebody has made whose account is about to go, and return who is to be told.

    Until they are told, an open game is kept as if one of them had made it.
    """
    made = select(OPEN_GAMES.c.id).where(OPEN_GAMES.c.host == host, OPEN_GAMES.c.game.is_(None))
    notices = []
    for open_id in sorted(connection.scalars(made)):
        guests = [each for each in find_open_game(connection, open_id, lock=True).guests if each.person != host]
        told = tuple(each.person for each in guests if each.state == JOINED)
        kept = told or tuple(each.person for each in guests if each.state == OFF)
        if kept:
            call_off(connection, open_id, now, host=kept[0])
        if told:
            notices.append(Notice(HOST_GONE, told, host, open_id))
    return notices


def hand_over_begun(connection: Connection, host: str) -> None:
    """Let open games that have begun be of another one who had joined: those who gather for a rematch need them."""
    begun = select(OPEN_GAMES.c.id).where(OPEN_GAMES.c.host == host, OPEN_GAMES.c.game.is_not(None))
    guests = OPEN_GAME_PEOPLE.c
    for open_id in sorted(connection.scalars(begun)):
        others = select(guests.person).where(guests.open_game == open_id, guests.state == JOINED, guests.person != host)
        heir = connection.scalar(others.order_by(guests.since, guests.person))
        if heir is not None:
            connection.execute(update(OPEN_GAMES).where(OPEN_GAMES.c.id == open_id).values(host=heir))


def remove_open_games(connection: Connection, open_ids: Collection[str]) -> None:
    """Remove these open games with their guests."""
    if open_ids:
        connection.execute(delete(OPEN_GAME_PEOPLE).where(OPEN_GAME_PEOPLE.c.open_game.in_(open_ids)))
        connection.execute(delete(OPEN_GAMES).where(OPEN_GAMES.c.id.in_(open_ids)))
