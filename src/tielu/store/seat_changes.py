"""Changes of seats: who plays on them, and what is left behind by somebody who goes for good."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Engine, and_, delete, select, tuple_, update

from tielu.clocks import GameClock, Rest, time_used
from tielu.errors import NotAllowed
from tielu.store.audit import record
from tielu.store.calls import forget_calls
from tielu.store.clocks import Clocks, time_control_of
from tielu.store.database import read_transaction, write_transaction
from tielu.store.ids_and_secrets import hash_secret, new_secret, new_seed
from tielu.store.models import GameInfo
from tielu.store.rests import rest_of
from tielu.store.rows import check_seat, existing_game, game_info
from tielu.store.schema import AUTOMATIC_MOVES, GAMES, HINTS, NOTES, SEATS
from tielu.store.talk import insert_message

# Whoever has stayed away for this long, as far as their clock counts, may be replaced.
ABSENT = timedelta(days=7)

# What everybody at the table is told when somebody leaves a seat on which this bot plays on.
LeftNotice = Callable[[GameInfo, int, str], str]


class SeatChanges:
    """The seats of a store; each method is one transaction, like those of the store."""

    def __init__(
        self,
        engine: Engine,
        clock: Callable[[], datetime],
        clocks: Clocks,
        hand_on_turn: Callable[[Connection, str], None],
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._clocks = clocks
        self._hand_on_turn = hand_on_turn

    def change(self, game_id: str, seat: int, **values: Any) -> None:
        """Change the row of a seat; with another player on it, the clock and the bots go on from there."""
        with write_transaction(self._engine, game_id) as connection:
            info = existing_game(connection, game_id, lock=True)
            check_seat(info, seat)
            self._change(connection, info, seat, values)

    def _change(self, connection: Connection, info: GameInfo, seat: int, values: dict[str, Any]) -> None:
        this_seat = and_(SEATS.c.game == info.id, SEATS.c.number == seat)
        connection.execute(update(SEATS).where(this_seat).values(**values))
        if "bot" in values:
            if info.actor == seat:
                awaited = values["bot"] is not None
                connection.execute(update(GAMES).where(GAMES.c.id == info.id).values(awaits_bot=awaited))
            self._clocks.seat_changed(connection, info, seat, values["bot"])
            self._hand_on_turn(connection, info.id)

    # ---- leaving for good ----

    def leave(self, game_id: str, seat: int, person_id: str, stand_in: str) -> None:
        """Let a bot play on a seat whose person leaves for good; it goes to whoever gets its next link.

        Raises NotAllowed if the seat is not this person's or the game is over, and in a rated game, whose result stays
        theirs.
        """
        with write_transaction(self._engine, game_id) as connection:
            info = existing_game(connection, game_id, lock=True)
            check_seat(info, seat)
            if info.seats[seat].person != person_id or info.finished:
                raise NotAllowed("not_your_seat", player=info.seats[seat].name)
            if info.rated:
                raise NotAllowed("rated_seat_stays")
            self._vacate(connection, info, seat, stand_in)
        record("seat left", game=game_id, seat=seat, person=person_id)

    def absent(self, info: GameInfo) -> frozenset[int]:
        """The seats whose people have stayed away for so long that the others may let somebody else play."""
        if info.finished or info.mode == "hot_seat" or all(each.person is None for each in info.seats):
            return frozenset()
        with read_transaction(self._engine) as connection:
            return self._absent(connection, info)

    def _absent(self, connection: Connection, info: GameInfo) -> frozenset[int]:
        clock, now = self._clocks.known(connection, info), self._clock()
        rests = {each.number: rest_of(connection, each.person) for each in info.seats if each.person is not None}
        return frozenset(seat for seat, rest in rests.items() if _is_absent(info, clock, seat, rest, now))

    def replace(self, game_id: str, seat: int, stand_in: str) -> None:
        """Let a bot play for somebody who has stayed away; the seat is theirs no longer, unless the game is rated.

        Raises NotAllowed if they have not.
        """
        with write_transaction(self._engine, game_id) as connection:
            info = existing_game(connection, game_id, lock=True)
            check_seat(info, seat)
            if info.finished or seat not in self._absent(connection, info):
                raise NotAllowed("not_absent", player=info.seats[seat].name)
            if info.rated:
                self._change(connection, info, seat, _bot_values(info, seat, stand_in))
            else:
                self._vacate(connection, info, seat, stand_in)
        record("seat of somebody absent", game=game_id, seat=seat)

    def leave_all(
        self, connection: Connection, person_id: str, usual_bot: Callable[[str], str], notice: LeftNotice | None
    ) -> list[tuple[GameInfo, int]]:
        """Leave all games of a person that are not over, in the transaction in which the account goes.

        The chats get the notice. Returns the games as they were before, each with the seat.
        """
        left = []
        for game_id in self.unfinished_games(connection, person_id):
            info = game_info(connection, game_id, lock=True)
            seat = next((each.number for each in info.seats if each.person == person_id), None)
            if seat is None or info.finished:  # since a moment ago
                continue
            control = time_control_of(connection, game_id)
            bot = info.seats[seat].bot or (control and control.bot) or usual_bot(info.title)
            self._vacate(connection, info, seat, bot)
            if notice is not None:
                with suppress(NotAllowed):  # a full chat stays as it is
                    insert_message(connection, game_id, None, notice(info, seat, bot), self._clock())
            left.append((info, seat))
        return left

    def unfinished_games(self, connection: Connection, person_id: str) -> list[str]:
        """The ids of the games of a person that are not over."""
        own = select(SEATS.c.game).join(GAMES, GAMES.c.id == SEATS.c.game)
        return sorted(connection.scalars(own.where(SEATS.c.person == person_id, GAMES.c.finished.is_(False))))

    def take_over(self, game_id: str, seat: int) -> None:
        """Let whoever has got the link of a seat that was left play on it; raises NotAllowed in a rated game."""
        if self._is_rated(game_id):
            raise NotAllowed("rated_seat_not_taken_over")
        self.change(game_id, seat, bot=None, left=None)

    def _is_rated(self, game_id: str) -> bool:
        with read_transaction(self._engine) as connection:
            return existing_game(connection, game_id).rated

    def _vacate(self, connection: Connection, info: GameInfo, seat: int, stand_in: str) -> None:
        """Let a seat be nobody's: its links are void, and what its person noted and planned there is erased."""
        person = info.seats[seat].person
        values = {
            "person": None,
            "left": self._clock(),
            "secret_hash": hash_secret(new_secret()),
            "wants_deleted": None,
        }
        self._change(connection, info, seat, values | _bot_values(info, seat, stand_in))
        self._clocks.seat_left(connection, info, seat)
        erase_private(connection, [(info.id, seat)])
        if person is not None:
            forget_calls(connection, person, info.id)


def no_bot(title: str) -> str:
    """The usual bot where the caller names none."""
    raise LookupError(f"a bot has to play on in a game of {title}")


def erase_private(connection: Connection, seats: Collection[tuple[str, int]]) -> None:
    """Erase what was of the people on these seats alone, each named by its game and number."""
    for table in (NOTES, AUTOMATIC_MOVES, HINTS):
        connection.execute(delete(table).where(tuple_(table.c.game, table.c.seat).in_(list(seats))))


def _bot_values(info: GameInfo, seat: int, strength: str) -> dict[str, Any]:
    """What the row of a seat has when a bot plays there; one that already does stays."""
    known = info.seats[seat]
    return {"bot": known.bot or strength, "seed": new_seed() if known.seed is None else known.seed}


def _is_absent(info: GameInfo, clock: GameClock | None, seat: int, rest: Rest, now: datetime) -> bool:
    """Whether a person was represented for that long, or has not decided where no clock runs."""
    since = None if clock is None else clock.seats[seat].represented
    if since is None and info.actor == seat and info.seats[seat].bot is None and (clock is None or not clock.runs):
        since = info.changed
    return since is not None and time_used(since, now, rest) >= ABSENT
