"""Clocks in the store: they run with the log, stand still at night, and time is over exactly once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.event import listen

from tests.store.conftest import Clock
from tielu.clocks import CONSENT, WAIT, TimeControl
from tielu.errors import InvalidInput, NotAllowed
from tielu.store import BotReason, Player, Store
from tielu.store.open_game import OpenGameChoices

HOUR, DAY, NO_TIME = timedelta(hours=1), timedelta(days=1), timedelta(0)
SLOW = TimeControl(2 * DAY, DAY, 3 * DAY, bot="clerk")
LIVE = TimeControl(HOUR, timedelta(seconds=30), bot="clerk")
ANN, BO, CY = range(3)
PASS = {"type": "pass"}


def bid(amount):
    return {"type": "bid", "private": "P0", "amount": amount}


def notice(info, seat, control):
    return f"{info.seats[seat].name}: time is up"


# What a clock means is the same everywhere; where statements and locks matter, both databases are asked.
both = pytest.mark.parametrize("address", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def address(request, tmp_path):
    """The address of a database that is not there yet, or empty."""
    if getattr(request, "param", "sqlite") == "postgresql":
        return request.getfixturevalue("postgres_url")
    return f"sqlite:///{tmp_path}/games.sqlite3"


@pytest.fixture
def clock():
    """A clock that goes when a test tells it to."""
    return Clock()


@pytest.fixture
def game(store):
    """The id of a game of three people over days."""
    return store.create_game("1880", ["Ann", "Bo", "Cy"], undo="own", time_control=SLOW).id


def left(store, game, seat):
    found = store.clocks.of(game)
    return found.left(seat, store.clocks.now())


def test_time_runs_for_whoever_decides(store, clock, game):
    """What a turn takes is taken from its player; at its end it adds time, up to the most."""
    clock.now += 10 * HOUR
    assert [left(store, game, seat) for seat in range(3)] == [38 * HOUR, 2 * DAY, 2 * DAY]
    store.append(game, 0, bid(5), ANN)
    assert [left(store, game, seat) for seat in range(3)] == [62 * HOUR, 2 * DAY, 2 * DAY]
    clock.now += HOUR
    store.append(game, 1, bid(10), BO)
    assert left(store, game, BO) == 71 * HOUR
    store.append(game, 2, bid(15), CY)
    assert left(store, game, CY) == 3 * DAY
    assert store.clocks.of(game).seat == ANN


def test_a_live_game_starts_its_clocks_with_the_first_action(store, clock):
    """So everybody can find the table first; from then on time runs, and every turn adds a little."""
    game = store.create_game("1880", ["Ann", "Bo", "Cy"], time_control=LIVE).id
    clock.now += DAY
    assert store.clocks.due() == []
    store.append(game, 0, bid(5), ANN)
    clock.now += HOUR / 2
    store.append(game, 1, bid(10), BO)
    assert [left(store, game, seat) for seat in range(3)] == [HOUR, HOUR / 2 + LIVE.per_turn, HOUR]


def test_an_open_game_begins_with_its_clock(store, clock):
    """What the host has chosen holds for the game, which is as fast as its clock."""
    people = [
        store.people.sign_in_by_link(store.people.ask_link(f"{name}@mail.example"), name=name).person.id
        for name in ("Ann", "Bo", "Cy")
    ]
    choices = OpenGameChoices("1880", "2022", 3, 3, pace="days", time_control=SLOW, starts_when_full=True)
    open_id = store.open_games.make(people[0], choices)
    game = [store.open_games.join(open_id, each) for each in people[1:]][-1]
    assert (store.clocks.of(game).control, store.clocks.of(game).deadline) == (SLOW, clock.now + 2 * DAY)
    assert store.game(game).pace == "days"


def test_games_without_a_clock_have_none(store, clock):
    """A game at one screen cannot have one."""
    game = store.create_game("1880", ["Ann", "Bo", "Cy"]).id
    assert store.clocks.of(game) is None
    with pytest.raises(InvalidInput):
        store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat", time_control=SLOW)


def test_bots_have_all_the_time_they_need(store, clock):
    """While a bot decides nobody's time runs."""
    players = [Player("Ann"), Player("Bo", bot="clerk"), Player("Cy")]
    game = store.create_game("1880", players, time_control=SLOW).id
    store.append(game, 0, bid(5), ANN)
    clock.now += 30 * DAY
    assert (store.clocks.due(), store.clocks.of(game).deadline) == ([], None)
    store.append_for_bot(game, 1, bid(10), BO, BotReason("clerk", "reason"))
    assert left(store, game, CY) == 2 * DAY


def test_time_that_was_used_stays_used_after_an_undo(store, clock, game):
    """Whoever takes back a move of their own gets no time for it again; the others lose none."""
    clock.now += 10 * HOUR
    store.append(game, 0, bid(5), ANN)
    clock.now += HOUR
    store.append(game, 1, {"type": "undo", "to": 0}, ANN)
    assert [left(store, game, seat) for seat in (ANN, BO)] == [62 * HOUR, 47 * HOUR]
    clock.now += HOUR
    store.append(game, 2, bid(10), ANN)
    assert [left(store, game, seat) for seat in (ANN, BO)] == [61 * HOUR, 47 * HOUR]
    store.append(game, 3, bid(15), BO)
    assert left(store, game, BO) == 71 * HOUR


@both
def test_time_is_over_once(store, clock, game, monkeypatch):
    """However many servers and workers notice it: one of them gives the seat to a bot, and the chat says so once."""
    # More than may write into a game at once; on a busy machine the last of them would be sent away.
    monkeypatch.setattr("tielu.store.database._WRITER_SECONDS", 60.0)
    clock.now += 2 * DAY - timedelta(seconds=1)
    assert (store.clocks.due(), store.clocks.expire(game, notice)) == ([], False)
    clock.now += timedelta(seconds=1)
    assert store.clocks.due() == [game]
    with ThreadPoolExecutor(8) as servers:
        fired = list(servers.map(lambda _: store.clocks.expire(game, notice), range(8)))
    assert sorted(fired) == [False] * 7 + [True]
    assert [message.text for message in store.talk.messages_since(game)] == ["Ann: time is up"]
    assert store.game(game).seats[ANN].bot == "clerk"
    assert [(turn.game_id, turn.seat.number) for turn in store.bot_turns()] == [(game, ANN)]
    assert store.clocks.of(game).seats[ANN].represented == clock.now
    assert store.clocks.due() == []


def test_somebody_is_back(store, clock, game):
    """Who was represented has, from then on, at least the time that a turn adds."""
    clock.now += 2 * DAY
    store.clocks.expire(game, notice)
    clock.now += DAY
    store.take_from_bot(game, ANN)
    assert (left(store, game, ANN), store.clocks.of(game).seats[ANN].represented) == (DAY, None)
    clock.now += 23 * HOUR
    store.append(game, 0, bid(5), ANN)
    assert left(store, game, ANN) == 25 * HOUR


def test_somebody_is_back_when_it_is_not_their_turn(store, clock, game):
    """Then their next turn begins with the time that a turn adds."""
    clock.now += 2 * DAY
    store.clocks.expire(game, notice)
    store.append_for_bot(game, 0, bid(5), ANN, BotReason("clerk", "reason"))
    store.take_from_bot(game, ANN)
    for seq, seat in enumerate((BO, CY), 1):
        store.append(game, seq, bid(5 * seq + 5), seat)
    assert left(store, game, ANN) == DAY


def test_who_hands_a_seat_to_a_bot_and_back_wins_no_time(store, clock, game):
    """Only time that was over begins anew."""
    clock.now += 47 * HOUR
    store.give_to_bot(game, ANN, "clerk")
    clock.now += 5 * DAY
    store.take_from_bot(game, ANN)
    assert left(store, game, ANN) == HOUR


def test_the_game_waits(store, clock):
    """If that was agreed on: everybody is told once, and the next turn begins with the time that a turn adds."""
    game = store.create_game("1880", ["Ann", "Bo", "Cy"], time_control=replace(SLOW, when_over=WAIT, bot="")).id
    clock.now += 9 * DAY
    assert [store.clocks.expire(game, notice) for _ in range(2)] == [True, False]
    assert (store.clocks.of(game).expired, left(store, game, ANN)) == (clock.now, NO_TIME)
    assert store.game(game).seats[ANN].bot is None
    store.append(game, 0, bid(5), ANN)
    assert (store.clocks.of(game).expired, left(store, game, ANN)) == (None, DAY)


@both
def test_the_others_hand_a_seat_over_by_consent(store, clock):
    """Nobody decides alone, and nobody before the time is over; whoever acts meanwhile keeps the seat."""
    game = store.create_game("1880", ["Ann", "Bo", "Cy"], time_control=replace(SLOW, when_over=CONSENT)).id
    with pytest.raises(NotAllowed):
        store.clocks.agree_to_hand_over(game, BO)
    clock.now += 2 * DAY
    store.clocks.expire(game, notice)
    with pytest.raises(NotAllowed):
        store.clocks.agree_to_hand_over(game, ANN)
    assert [store.clocks.agree_to_hand_over(game, BO) for _ in range(2)] == [None, None]
    store.append(game, 0, bid(5), ANN)
    clock.now += 2 * DAY
    store.clocks.expire(game, notice)
    assert not any(seat.agrees for seat in store.clocks.of(game).seats)
    assert [store.clocks.agree_to_hand_over(game, seat) for seat in (CY, ANN)] == [None, BO]
    assert store.game(game).seats[BO].bot == "clerk"
    assert store.clocks.of(game).seats[BO].represented == clock.now


def test_a_job_that_comes_too_late_does_nothing(store, clock, game):
    """The turn is over, the game deleted or restored: no seat is lost."""
    clock.now += DAY
    store.append(game, 0, bid(5), ANN)
    clock.now += DAY
    assert not store.clocks.expire(game, notice)
    store.delete_game(game)
    clock.now += 90 * DAY
    assert (store.clocks.due(), store.clocks.expire(game, notice)) == ([], False)
    store.restore_game(game)
    assert (store.clocks.due(), left(store, game, BO)) == ([], DAY)


@pytest.fixture
def bo(store, game):
    """The person on the second seat, who lives in Berlin."""
    signed_in = store.people.sign_in_by_link(store.people.ask_link("bo@mail.example"), name="Bo")
    store.people.change(signed_in.person.id, time_zone="Europe/Berlin")
    store.people.take_seat(signed_in.person.id, game, BO)
    return signed_in.person.id


def test_nights_do_not_count(store, clock, game, bo):
    """Neither in the deadline nor in the time that a turn has taken; other people's nights are their own."""
    clock.now = datetime(2026, 11, 16, 12, tzinfo=UTC)
    store.people.set_night(bo, (time(22), time(8)))
    store.append(game, 0, bid(5), ANN)
    assert store.clocks.of(game).deadline == datetime(2026, 11, 19, 18, tzinfo=UTC)
    clock.now += DAY
    assert left(store, game, BO) == 34 * HOUR
    store.append(game, 1, bid(10), BO)
    assert store.clocks.of(game).deadline == clock.now + 2 * DAY


@both
def test_deadlines_move_with_nights_and_holidays(store, clock, game, bo):
    """From the moment they are changed on; what was used before stays used."""
    clock.now = datetime(2026, 11, 16, 12, tzinfo=UTC)
    store.append(game, 0, bid(5), ANN)
    clock.now += DAY
    store.people.add_holiday(bo, (date(2026, 11, 18), date(2026, 11, 27)))
    assert store.clocks.of(game).deadline == clock.now + 11 * DAY
    clock.now += 20 * HOUR
    assert left(store, game, BO) == 13 * HOUR
    store.people.remove_holiday(bo, (date(2026, 11, 18), date(2026, 11, 27)))
    # The day that has begun stays a holiday.
    assert store.clocks.of(game).deadline == datetime(2026, 11, 19, 12, tzinfo=UTC)
    store.people.set_night(bo, (time(22), time(8)))
    store.people.change(bo, time_zone="Asia/Tokyo")
    assert store.clocks.of(game).deadline == datetime(2026, 11, 19, 12, tzinfo=UTC)
    store.people.delete(bo, lambda title: "clerk")
    assert store.clocks.of(game).deadline is None


def test_nobody_flees_into_the_next_night(store, clock, game, bo):
    """The night changes once a day, and so does where it is night; a mistake is mended at once."""
    clock.now = datetime(2026, 11, 16, 12, tzinfo=UTC)
    store.people.set_night(bo, (time(22), time(8)))
    store.people.set_night(bo, (time(23), time(9)))
    store.append(game, 0, bid(5), ANN)
    for hours in range(2, 24, 2):
        clock.now = datetime(2026, 11, 16, 12, tzinfo=UTC) + hours * HOUR
        for night in ((time((hours + 13) % 24), time(hours % 24)), None):
            with pytest.raises(NotAllowed, match="night_changed_before"):
                store.people.set_night(bo, night)
        with pytest.raises(NotAllowed, match="night_changed_before"):
            store.people.change(bo, time_zone="Asia/Tokyo")
    store.people.change(bo, time_zone="Europe/Berlin", name="Bob")
    store.people.set_night(bo, (time(23), time(9)))
    store.people.add_holiday(bo, (date(2026, 12, 1), date(2026, 12, 2)))
    clock.now += 3 * HOUR
    store.people.change(bo, time_zone="Asia/Tokyo")
    assert store.people.rest(bo).zone == "Asia/Tokyo"


def test_a_holiday_is_in_one_time_zone_a_day(store, clock, bo):
    """Nobody makes it longer by another date line."""
    clock.now = datetime(2026, 11, 16, 12, tzinfo=UTC)
    store.people.add_holiday(bo, (date(2026, 11, 17), date(2026, 11, 17)))
    store.people.change(bo, time_zone="Pacific/Kiritimati")
    clock.now += 20 * HOUR
    with pytest.raises(NotAllowed, match="night_changed_before"):
        store.people.change(bo, time_zone="Pacific/Pago_Pago")


def test_nobody_sleeps_in_a_live_game(store, clock, bo):
    """Nights count where time is for one sitting."""
    game = store.create_game("1880", ["Ann", "Bob", "Cy"], time_control=LIVE).id
    store.people.take_seat(bo, game, BO)
    store.people.set_night(bo, (time(0), time(12)))
    clock.now = datetime(2026, 11, 16, 6, tzinfo=UTC)
    store.append(game, 0, bid(5), ANN)
    assert store.clocks.of(game).deadline == clock.now + HOUR


@pytest.mark.parametrize("late", [timedelta(0), HOUR])
def test_an_automatic_move_set_in_ones_turn_saves_nobody(store, clock, game, late):
    """Not at the deadline and not after it: only what was set before the turn waits for the server."""
    store.append(game, 0, bid(5), ANN)
    clock.now += 2 * DAY + late
    store.automatic.set(game, BO, {"type": "bid_up_to", "private": "P0", "limit": 35})
    assert store.clocks.expire(game, notice)


@both
def test_automatic_moves_cost_no_time(store, clock, game):
    """What was asked for before the turn began waits for the server, not for the player."""
    store.automatic.set(game, BO, {"type": "bid_up_to", "private": "P0", "limit": 35})
    store.append(game, 0, bid(5), ANN)
    clock.now += 3 * DAY
    assert store.clocks.due() == [game]
    assert not store.clocks.expire(game, notice)
    clock.now += DAY
    store.append_for_move(game, 1, bid(10), BO, 1)
    assert left(store, game, BO) == 3 * DAY


def test_servers_of_earlier_versions_write_without_the_clock(store, clock, game, address):
    """What they have written costs nobody time: the clock goes on with whoever decides then."""
    clock.now += HOUR
    store.append(game, 0, bid(5), ANN)
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE clocks SET seq = 0, seat = 0, began = 0"))
    engine.dispose()
    clock.now += 5 * DAY
    assert (store.clocks.expire(game, notice), store.clocks.of(game).seat) == (False, BO)
    assert left(store, game, BO) == 2 * DAY
    assert store.talk.messages_since(game) == []


@both
def test_deadlines_are_handed_on_in_their_transaction(address, clock):
    """A turn whose deadline cannot be handed on does not begin."""
    known = []

    def hand_on(_, game_id, due):
        known.append((game_id, due))
        if len(known) == 3:
            raise RuntimeError("the queue is away")

    with Store(address, clock, on_deadline=hand_on) as store:
        game = store.create_game("1880", ["Ann", "Bo", "Cy"], time_control=SLOW).id
        store.append(game, 0, bid(5), ANN)
        assert known == [(game, clock.now + 2 * DAY)] * 2
        with pytest.raises(RuntimeError):
            store.append(game, 1, bid(10), BO)
        assert store.read(game).seq == 1


@both
def test_a_rematch_has_the_same_clock(store, clock, game, address):
    """With full time for everybody; who was represented plays again."""
    clock.now += 2 * DAY
    store.clocks.expire(game, notice)
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE games SET finished = :yes, actor = NULL"), {"yes": True})
    engine.dispose()
    again = store.rematch(game)
    assert (store.clocks.of(again).control, left(store, again, ANN)) == (SLOW, 2 * DAY)
    assert store.game(again).seats[ANN].bot is None


def test_rest_is_part_of_a_persons_data(store, bo):
    """It is given out with all else, and goes with the account."""
    store.people.set_night(bo, (time(22), time(8)))
    store.people.add_holiday(bo, (date(2026, 12, 24), date(2026, 12, 26)))
    rest = {"night": ["22:00", "08:00"], "holidays": [["2026-12-24", "2026-12-26"]]}
    assert store.people.data(bo)["account"]["rest"] == rest
    assert store.people.rest(bo).night == (time(22), time(8))


@both
def test_clocks_of_many_games_are_read_at_once(store, clock):
    """Statements do not grow with the games, and each clock has the rest of whoever decides there."""
    link = store.people.ask_link("ann@mail.example")
    ann = store.people.sign_in_by_link(link, name="Ann").person.id
    holiday = (clock.now.date(), clock.now.date() + 2 * DAY)
    store.people.add_holiday(ann, holiday)
    games = [store.create_game("1880", ["Ann", "Bo", "Cy"], time_control=SLOW).id for _ in range(4)]
    games.append(store.create_game("1880", ["Ann", "Bo", "Cy"], time_control=LIVE).id)
    for each in games[:2]:
        store.people.take_seat(ann, each, ANN)
    statements = []
    listen(store._engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
    store.clocks.of_games(games[:1])
    for_one = len(statements)
    found = store.clocks.of_games(games)
    assert len(statements) == 2 * for_one
    assert [bool(found[each].rest.holidays) for each in games] == [True, True, False, False, False]
    assert [found[each].seat for each in games] == [ANN] * 4 + [None]
