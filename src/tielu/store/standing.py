"""Standing: ratings of people and bots, the games that people have finished, and the best who let others see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Row, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from tielu.store.database import read_transaction, write_transaction
from tielu.store.models import GameInfo, Seat
from tielu.store.person import Person, person_of
from tielu.store.rating import SURE, Rating, known_rating, mean_rating, rated
from tielu.store.rows import game_info_of, seats_of
from tielu.store.schema import FINISHED_IN_PUBLIC, GAMES, LOG, PEOPLE, RATED_SEATS, RATINGS, SEATS

# The finished games of a person that count for a profile: the last ones.
MOST_RESULTS = 1000
# How many a list of the best has, and in how many games one proves oneself.
MOST_LISTED, FEWEST_GAMES = 100, 3
# The games of a search: the last ones that fit.
MOST_FOUND = 20
# How bots are called among the players of ratings.
_BOT = "bot:"


@dataclass(frozen=True)
class Result:
    """A finished game from the side of one person: its players in seating order, with the place of each."""

    game: GameInfo
    seat: int

    @property
    def place(self) -> int:
        return self.game.places[self.seat]

    @property
    def won(self) -> bool:
        return self.place == 1


@dataclass(frozen=True)
class Ranked:
    """One of a list of the best: a person, or a bot by the name of its strength."""

    name: str
    rating: Rating
    bot: str = ""


@dataclass(frozen=True)
class RatingChange:
    """What a rated game has done to the rating of a seat."""

    seat: int
    before: float
    points: float


@dataclass(frozen=True)
class GameFilter:
    """Which finished games somebody looks for; what is empty may be anything."""

    title: str = ""
    players: int = 0
    most_entries: int = 0
    least_points: int = 0


@dataclass(frozen=True)
class FoundGame:
    """A finished game with the number of its entries, and the mean rating of its players, None if it was not rated."""

    info: GameInfo
    entries: int
    points: float | None


class Standing:
    """The standing of the people of a store; each method but `rate` is one transaction.

    Bots begin with the ratings that they have elsewhere, by their strengths.
    """

    def __init__(self, engine: Engine, ratings_of_bots: Mapping[str, float]) -> None:
        self._engine = engine
        self._known = {_BOT + bot: known_rating(points) for bot, points in ratings_of_bots.items()}

    def show(self, person_id: str, shown: bool) -> None:
        """Let others see the profile and the ratings of a person, or not."""
        with write_transaction(self._engine) as connection:
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == person_id).values(shown=shown))

    def shown_people(self, person_ids: Sequence[str]) -> dict[str, Person]:
        """Those of these people who let others see their profile, by their ids."""
        query = select(PEOPLE).where(PEOPLE.c.id.in_(sorted(person_ids)), PEOPLE.c.shown, PEOPLE.c.blocked.is_(None))
        with read_transaction(self._engine) as connection:
            return {row.id: person_of(row) for row in connection.execute(query)}

    def ratings(self, person_id: str) -> dict[tuple[str, str], Rating]:
        """The ratings of a person by title and pace."""
        query = select(RATINGS).where(RATINGS.c.player == person_id).order_by(RATINGS.c.title, RATINGS.c.pace)
        with read_transaction(self._engine) as connection:
            return {(row.title, row.pace): _rating_of(row) for row in connection.execute(query)}

    def best(self, title: str, pace: str) -> list[Ranked]:
        """The best of a title and pace, bots among them, by what is sure of them; only people who let others see it."""
        listed = or_(RATINGS.c.player.startswith(_BOT), and_(PEOPLE.c.shown, PEOPLE.c.blocked.is_(None)))
        query = (
            select(RATINGS, PEOPLE.c.name)
            .join(PEOPLE, PEOPLE.c.id == RATINGS.c.player, isouter=True)
            .where(RATINGS.c.title == title, RATINGS.c.pace == pace, RATINGS.c.games >= FEWEST_GAMES, listed)
            .order_by((RATINGS.c.points - SURE * RATINGS.c.doubt).desc(), RATINGS.c.player)
            .limit(MOST_LISTED)
        )
        with read_transaction(self._engine) as connection:
            return [
                Ranked(row.name or "", _rating_of(row), row.player.removeprefix(_BOT) if row.name is None else "")
                for row in connection.execute(query)
            ]

    def results(self, person_id: str, *, public: bool) -> list[Result]:
        """The finished games of a person, last first; the public ones only if others are to see them."""
        query = (
            select(GAMES)
            .join(SEATS, SEATS.c.game == GAMES.c.id)
            .where(SEATS.c.person == person_id, GAMES.c.finished, GAMES.c.deleted.is_(None))
            .order_by(GAMES.c.changed.desc(), GAMES.c.id)
            .limit(MOST_RESULTS)
        )
        if public:
            query = query.where(GAMES.c.visibility == "public")
        with read_transaction(self._engine) as connection:
            games = _games_of(connection, connection.execute(query).fetchall())
        return [Result(info, _seat_of_person(info, person_id)) for info in games if info.places]

    def changes(self, game_id: str) -> list[RatingChange]:
        """What a game has done to the ratings of its seats; nothing unless it was rated and is over."""
        query = select(RATED_SEATS).where(RATED_SEATS.c.game == game_id).order_by(RATED_SEATS.c.seat)
        with read_transaction(self._engine) as connection:
            return [RatingChange(row.seat, row.before, row.points) for row in connection.execute(query)]

    def games(self, wanted: GameFilter) -> list[FoundGame]:
        """Finished public games that somebody looks for, last first."""
        entries = select(func.max(LOG.c.seq)).where(LOG.c.game == GAMES.c.id).scalar_subquery()
        players = select(func.count()).where(SEATS.c.game == GAMES.c.id).scalar_subquery()
        mean = func.avg(RATED_SEATS.c.before)
        points = select(mean).where(RATED_SEATS.c.game == GAMES.c.id).scalar_subquery()
        query = select(GAMES, entries.label("entries"), points.label("points_of_players")).where(FINISHED_IN_PUBLIC)
        if wanted.least_points:
            # Few games are rated that high: they are found once, and not looked for in every game.
            high = select(RATED_SEATS.c.game).group_by(RATED_SEATS.c.game).having(mean >= wanted.least_points)
            query = query.where(GAMES.c.id.in_(high))
        conditions = [
            (wanted.title, GAMES.c.title == wanted.title),
            (wanted.players, players == wanted.players),
            (wanted.most_entries, entries <= wanted.most_entries),
        ]
        query = query.where(*(condition for value, condition in conditions if value))
        with read_transaction(self._engine) as connection:
            rows = connection.execute(
                query.order_by(GAMES.c.changed.desc(), GAMES.c.id.desc()).limit(MOST_FOUND)
            ).fetchall()
            games = _games_of(connection, rows)
        return [FoundGame(info, row.entries or 0, row.points_of_players) for info, row in zip(games, rows, strict=True)]

    def rate(self, connection: Connection, info: GameInfo, places: Sequence[int]) -> None:
        """Rate the players of a game that has just ended with these places, once.

        Seats that are of no account do not count. A bot that stands in for a person plays for the person's rating.
        """
        players = {seat.number: player for seat in info.seats if (player := _player(seat))}
        if len(set(players.values())) < 2 or _is_rated(connection, info.id):
            return
        before = {each: _locked_rating(connection, info, each, self._known) for each in sorted(set(players.values()))}
        seats = sorted(players)
        after = rated([before[players[seat]] for seat in seats], [places[seat] for seat in seats])
        for player in before:
            found = mean_rating([each for seat, each in zip(seats, after, strict=True) if players[seat] == player])
            values = {"points": found.points, "doubt": found.doubt, "games": found.games}
            connection.execute(update(RATINGS).where(*_key(info, player)).values(**values))
            changed = {"player": player, "before": before[player].points, "points": found.points}
            rows = [{"game": info.id, "seat": seat, **changed} for seat in seats if players[seat] == player]
            connection.execute(insert(RATED_SEATS), rows)


def _games_of(connection: Connection, rows: Sequence[Row[*tuple[Any, ...]]]) -> list[GameInfo]:
    seats = seats_of(connection, [row.id for row in rows])
    return [game_info_of(row, seats[row.id]) for row in rows]


def _seat_of_person(info: GameInfo, person_id: str) -> int:
    return next(seat.number for seat in info.seats if seat.person == person_id)


def _rating_of(row: Row[*tuple[Any, ...]]) -> Rating:
    return Rating(row.points, row.doubt, row.games)


def _player(seat: Seat) -> str:
    """Who is rated for a seat: its person, or the bot that has it from the beginning; empty for others."""
    if seat.person is not None:
        return seat.person
    return "" if seat.bot is None or seat.left else _BOT + seat.bot


def _is_rated(connection: Connection, game_id: str) -> bool:
    return connection.execute(select(RATED_SEATS.c.seat).where(RATED_SEATS.c.game == game_id)).first() is not None


def _key(info: GameInfo, player: str) -> tuple[Any, ...]:
    return RATINGS.c.player == player, RATINGS.c.title == info.title, RATINGS.c.pace == info.pace


def _locked_rating(connection: Connection, info: GameInfo, player: str, known: Mapping[str, Rating]) -> Rating:
    """The rating of a player, who begins with one if there is none; others wait until this transaction ends.

    Everybody locks ratings in the same order, so that no two games wait for each other.
    """
    query = select(RATINGS).where(*_key(info, player)).with_for_update()
    row = connection.execute(query).first()
    if row is None:
        first = known.get(player, Rating())
        values = {"points": first.points, "doubt": first.doubt, "games": 0}
        with suppress(IntegrityError), connection.begin_nested():  # another game may end at this very moment
            connection.execute(insert(RATINGS).values(player=player, title=info.title, pace=info.pace, **values))
        row = connection.execute(query).one()
    return _rating_of(row)
