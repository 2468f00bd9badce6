"""Games for the load: many stored ones, and live ones that go on; copied inside the database, which takes seconds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, String, cast, create_engine, insert, literal, select, true
from sqlalchemy.pool import NullPool

from bench.games import play
from tielu import Game
from tielu.clocks import WAIT, TimeControl
from tielu.store import Player, Store
from tielu.store.schema import CLOCKS, GAMES, LOG, SEAT_CLOCKS, SEATS

# This many different games are played live, each of them in many copies, from this action on.
KINDS = 8
LIVE_FROM = 120
# A stored game has this many actions.
STORED_ACTIONS = 10


@dataclass
class LiveGame:
    """A game, the actions that follow in it, and how many of these have been taken."""

    id: str
    actions: list[dict[str, Any]] = field(repr=False)
    # Whose secret each action needs; none at one screen.
    secrets: list[str] = field(default_factory=list, repr=False)
    taken: int = 0

    @property
    def seq(self) -> int:
        """The number of entries in its log."""
        return LIVE_FROM + self.taken

    @property
    def secret(self) -> str:
        """The secret with which the next action is taken."""
        return self.secrets[self.taken] if self.secrets else ""

    def next_action(self) -> dict[str, Any]:
        self.taken += 1
        return self.actions[self.taken - 1]


def fill(address: str, stored: int, live: int, *, people: bool = False) -> tuple[list[LiveGame], LiveGame]:
    """Fill an empty database; returns the live games, and one with links, which has spectators.

    In a stored game bots play with one person, who must decide: a server has to find out that no bot is to move. Among
    people, live games are played by links, by accounts, with clocks.
    """
    with Store(address) as store:
        forgotten = _import_beginning(store, _game(0), STORED_ACTIONS, bots=True)
        games = [_game(seed) for seed in range(KINDS)]
        if people:
            kinds = [_begin_among_people(store, game, kind) for kind, game in enumerate(games)]
        else:
            kinds = [LiveGame(_import_beginning(store, game, LIVE_FROM, bots=False), _later(game)) for game in games]
        watched = _watched_game(store, games[0])
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    with engine.begin() as connection:
        _copy(connection, forgotten, "stored", stored)
        for number, kind in enumerate(kinds):
            _copy(connection, kind.id, f"live{number}x", -(-live // KINDS))
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM ANALYZE")
    return list(_live_games(kinds, live)), watched


def _game(seed: int) -> Game:
    return play(seed, 4, "2022")


def _import_beginning(store: Store, game: Game, actions: int, *, bots: bool) -> str:
    saved = game.to_json()
    saved["actions"] = saved["actions"][:actions]
    actor = Game.from_json(saved).actor
    strengths = {name: "clerk" if bots and name != actor else None for name in game.players}
    players = [Player(name, bot=strengths[name], skips_empty_steps=False) for name in game.players]
    return store.import_game(saved, players, mode="hot_seat").id


def _later(game: Game) -> list[dict[str, Any]]:
    """The actions that are taken live."""
    return [action.to_json() for action in game.actions[LIVE_FROM:]]


def _watched_game(store: Store, game: Game) -> LiveGame:
    saved = game.to_json()
    saved["actions"] = saved["actions"][:LIVE_FROM]
    made = store.import_game(saved)
    return LiveGame(made.id, _later(game), [made.secrets[seat] or "" for seat in _actors(game)[LIVE_FROM:]])


def _begin_among_people(store: Store, game: Game, kind: int) -> LiveGame:
    """The beginning of a game with clocks, played by people with accounts."""
    players = []
    for seat, name in enumerate(game.players):
        link = store.people.ask_link(f"p{kind}-{seat}@mail.example")
        assert link is not None
        person = store.people.sign_in_by_link(link, "Firefox, Linux", name=f"{name} {kind}").person
        players.append(Player(name, skips_empty_steps=False, person=person.id))
    control = TimeControl(timedelta(days=2), timedelta(days=1), timedelta(days=7), WAIT)
    made, actors = store.create_game(game.title, players, game.edition, time_control=control), _actors(game)
    for seq in range(LIVE_FROM):
        store.append(made.id, seq, game.actions[seq].to_json(), actors[seq])
    return LiveGame(made.id, _later(game), [made.secrets[seat] or "" for seat in actors[LIVE_FROM:]])


def _actors(game: Game) -> list[int]:
    """The seat that takes each action."""
    again, seats = game.at_start(), []
    for action in game.actions:
        assert again.actor is not None
        seats.append(again.players.index(again.actor))
        again.apply(action)
    return seats


def _copy(connection: Connection, game_id: str, prefix: str, count: int) -> None:
    """Copy a game this many times; the copies are called by the prefix and a number from 1."""
    numbers = select(literal(1).label("i")).cte("numbers", recursive=True)
    numbers = numbers.union_all(select(numbers.c.i + 1).where(numbers.c.i < count))
    for table in (GAMES, SEATS, LOG, CLOCKS, SEAT_CLOCKS):
        key = table.c.id if table is GAMES else table.c.game
        new_id = literal(prefix) + cast(numbers.c.i, String)
        values = [new_id if column is key else column for column in table.columns]
        copies = select(*values).select_from(table.join(numbers, true())).where(key == game_id)
        connection.execute(insert(table).from_select([column.name for column in table.columns], copies))


def _live_games(kinds: list[LiveGame], count: int) -> Iterator[LiveGame]:
    """The copies, one of each kind in turn."""
    for number in range(count):
        kind = kinds[number % KINDS]
        yield LiveGame(f"live{number % KINDS}x{number // KINDS + 1}", kind.actions, kind.secrets)
