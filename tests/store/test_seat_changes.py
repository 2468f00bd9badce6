"""Seats that are left for good, those of people who stay away, and who takes them over."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time, timedelta

import pytest

from tests.store.conftest import Clock
from tielu.clocks import WAIT, TimeControl
from tielu.core.game import begin
from tielu.errors import NotAllowed
from tielu.store import Player
from tielu.store.new_games import GameChoices
from tielu.store.people import MOST_SEATS
from tielu.store.schema import GAMES, SEATS

DAY = timedelta(days=1)
BID = {"type": "bid", "private": "P0", "amount": 5}
ANN, BO, CY = range(3)
SLOW = TimeControl(2 * DAY, DAY, 3 * DAY, bot="clerk")


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def people(store):
    """The ids of some accounts, by their names."""
    found = {}
    for name in ("Ann", "Bo", "Cy", "Di"):
        link = store.people.ask_link(f"{name}@mail.example")
        found[name] = store.people.sign_in_by_link(link, name=name).person.id
    return found


def table(store, people, control=None, *, rated=False):
    """A private game of Ann, Bo and Cy."""
    players = [Player(name, person=people[name]) for name in ("Ann", "Bo", "Cy")]
    choices = GameChoices(visibility="private", rated=rated, time_control=control, pace="days")
    return store._add_game(begin("1880", ["Ann", "Bo", "Cy"], "2022"), [], players, choices).id


def code_of(function, *arguments):
    with pytest.raises(NotAllowed) as refused:
        function(*arguments)
    return refused.value.code


def test_a_seat_is_left_and_taken_over(store, people):
    """A bot plays on at once; nothing that was private there is handed on, and a new link opens the seat."""
    game = table(store, people, SLOW)
    for seq, seat in enumerate((ANN, BO, CY)):
        store.append(game, seq, {**BID, "amount": 5 * (seq + 1)}, seat)
    store.talk.write_note(game, ANN, "my plan")
    store.automatic.set(game, ANN, {"type": "pass_auction"})
    old = store.new_secret(game, ANN)
    assert code_of(store.seats.leave, game, ANN, people["Bo"], "clerk") == "not_your_seat"
    store.seats.leave(game, ANN, people["Ann"], "clerk")
    seat = store.game(game).seats[ANN]
    assert (seat.person, seat.bot, seat.left, seat.name) == (None, "clerk", True, "Ann")
    assert (store.bots.turn(game).seat.number, store.clocks.of(game).seat) == (ANN, None)
    assert (store.talk.note(game, ANN), store.automatic.moves(game, ANN)) == ("", ())
    assert store.seat_of_secret(game, old) is None
    assert game not in store.people.seats(people["Ann"])
    link = store.new_secret(game, ANN)
    assert store.game(game).seats[ANN].bot == "clerk", "until somebody comes"
    assert store.seat_of_secret(game, link).number == ANN
    assert store.people.take_seat(people["Di"], game, ANN)
    store.seats.take_over(game, ANN)
    seat = store.game(game).seats[ANN]
    assert (seat.person, seat.bot, seat.left, seat.name) == (people["Di"], None, False, "Ann")
    assert store.clocks.of(game).seat == ANN
    store.append(game, 3, {**BID, "amount": 20}, ANN)


def test_a_rated_game_is_of_those_who_began_it(store, people):
    """Nobody leaves it but with the account, and nobody is rated for another's position."""
    game = table(store, people, rated=True)
    assert code_of(store.seats.leave, game, ANN, people["Ann"], "clerk") == "rated_seat_stays"
    store.people.delete(people["Ann"], lambda title: "clerk")
    assert not store.people.take_seat(people["Di"], game, ANN)
    assert code_of(store.seats.take_over, game, ANN) == "rated_seat_not_taken_over"
    with store._engine.begin() as connection:  # as an earlier version let somebody do
        connection.execute(
            SEATS.update().where(SEATS.c.game == game, SEATS.c.number == ANN).values(left=None, bot=None)
        )
    assert not store.people.take_seat(people["Di"], game, ANN)
    with store._engine.begin() as connection:
        store.standing.rate(connection, store.game(game), [1, 2, 3])
    assert [each.seat for each in store.standing.changes(game)] == [BO, CY], "and no bot for what a person began"


def test_who_stays_away_may_be_replaced(store, people, clock):
    """After a week in which they could have decided; nights and holidays do not count, and who is back stays."""
    game = table(store, people)
    clock.now += 6 * DAY
    assert store.seats.absent(store.game(game)) == frozenset()
    assert code_of(store.seats.replace, game, ANN, "clerk") == "not_absent"
    clock.now += 1.5 * DAY
    assert store.seats.absent(store.game(game)) == {ANN}
    assert code_of(store.seats.replace, game, BO, "clerk") == "not_absent"
    store.append(game, 0, BID, ANN)
    assert store.seats.absent(store.game(game)) == frozenset()
    today = clock.now.date()
    store.people.set_night(people["Bo"], (time(22), time(8)))
    store.people.add_holiday(people["Bo"], (today, today + 9 * DAY))
    clock.now += 20 * DAY
    assert store.seats.absent(store.game(game)) == frozenset()
    clock.now += 5 * DAY
    store.seats.replace(game, BO, "clerk")
    assert (store.game(game).seats[BO].left, store.bots.turn(game).seat.number) == (True, BO)


def test_the_time_in_which_a_game_is_deleted_keeps_nobody_away(store, people, clock):
    """Nobody could have decided."""
    game = table(store, people)
    store.delete_game(game)
    clock.now += 8 * DAY
    store.restore_game(game)
    assert store.seats.absent(store.game(game)) == frozenset()
    clock.now += 7.5 * DAY
    assert store.seats.absent(store.game(game)) == {ANN}


@pytest.mark.parametrize("when_over", ["bot", WAIT])
def test_who_is_represented_may_be_replaced_later(store, people, clock, when_over):
    """Also where the game waits; in a rated game the seat stays theirs."""
    control = TimeControl(2 * DAY, DAY, 3 * DAY, when_over, "clerk")
    for rated in (False, True):
        game = table(store, people, control, rated=rated)
        clock.now += 2 * DAY
        assert store.clocks.expire(game, lambda *_: "over")
        assert store.seats.absent(store.game(game)) == frozenset()
        clock.now += 7 * DAY
        assert store.seats.absent(store.game(game)) == {ANN}
        store.seats.replace(game, ANN, "clerk")
        seat = store.game(game).seats[ANN]
        assert (seat.bot, seat.left, seat.person) == ("clerk", not rated, people["Ann"] if rated else None)


def test_nobody_is_represented_on_a_seat_that_was_left(store, people, clock):
    """Somebody's time is over, and they go for good: the bot plays by itself, and who comes has time for a turn."""
    game = table(store, people, TimeControl(2 * DAY, DAY, 3 * DAY, "bot", "clerk"))
    clock.now += 2 * DAY
    assert store.clocks.expire(game, lambda *_: "over")
    assert store.clocks.of(game).seats[ANN].represented == clock.now
    store.seats.leave(game, ANN, people["Ann"], "clerk")
    assert store.clocks.of(game).seats[ANN].represented is None
    clock.now += 8 * DAY
    assert store.seats.absent(store.game(game)) == frozenset()
    assert store.people.take_seat(people["Di"], game, ANN)
    store.seats.take_over(game, ANN)
    assert (store.clocks.of(game).seat, store.clocks.of(game).seats[ANN].left) == (ANN, DAY)


def test_a_day_that_is_none(store, people):
    """What was a date beyond the calendar stopped every clock of its person, and so the games of others."""
    game = table(store, people, SLOW)
    with pytest.raises(Exception, match="holiday_too_far"):
        store.people.add_holiday(people["Ann"], (date.max, date.max))
    assert store.clocks.of(game).deadline is not None


def test_a_game_is_deleted_when_all_its_people_agree(store, people, clock):
    """Also those for whom a bot plays for a while; a seat that was left is nobody's."""
    game = table(store, people, SLOW, rated=True)
    clock.now += 2 * DAY
    assert store.clocks.expire(game, lambda *_: "over")
    store.give_to_bot(game, BO, "clerk")
    assert not store.agree_to_delete(game, CY)
    assert not store.agree_to_delete(game, ANN)
    assert store.agree_to_delete(game, BO)
    left = table(store, people, SLOW)
    clock.now += 2 * DAY
    assert store.clocks.expire(left, lambda *_: "over")
    store.seats.leave(left, ANN, people["Ann"], "clerk")
    assert not store.agree_to_delete(left, BO)
    assert store.agree_to_delete(left, CY)


def test_who_has_no_account_agrees_too(store, clock):
    """While a bot plays for them because their time was over; a seat that was a bot's from the first has no say."""
    players = ["Ann", "Bo", Player("Cy", bot="clerk")]
    game = store.create_game("1880", players, time_control=SLOW).id
    clock.now += 2 * DAY
    assert store.clocks.expire(game, lambda *_: "over")
    assert not store.agree_to_delete(game, BO)
    assert store.agree_to_delete(game, ANN)


def test_an_account_leaves_all_its_games(store, people):
    """However many newer ones there are; a deleted one, which may come back, and a seat to which somebody has gone."""
    old = table(store, people)
    store.talk.write_note(old, ANN, "my plan")
    deleted, rated, over = table(store, people), table(store, people, rated=True), table(store, people)
    store.delete_game(deleted)
    with store._engine.begin() as connection:
        connection.execute(GAMES.update().where(GAMES.c.id == over).values(finished=True))
    for _ in range(MOST_SEATS):
        table(store, {"Ann": people["Ann"], "Bo": None, "Cy": None})
    told = store.people.delete(people["Ann"], lambda title: "clerk", lambda info, seat, bot: f"{bot} for {seat}")
    assert len(told) == MOST_SEATS + 3
    for game in (old, deleted, rated):
        seat = store.game(game).seats[ANN]
        assert (seat.person, seat.bot, seat.left) == (None, "clerk", True)
    assert store.bots.turn(old).seat.number == ANN
    assert [each.text for each in store.talk.messages_since(old)] == ["clerk for 0"]
    assert store.talk.note(old, ANN) == ""
    seat = store.game(over).seats[ANN]
    assert (seat.person, seat.bot, seat.left) == (None, None, False)
    store.restore_game(deleted)
    assert store.bots.turn(deleted).seat.number == ANN


def test_an_agreed_bot_plays_on_for_a_deleted_account(store, people):
    """The one that was agreed on with the clock, or plays already; the time of nobody runs."""
    game, lent = (table(store, people, replace(SLOW, bot="director")) for _ in range(2))
    store.give_to_bot(lent, ANN, "newcomer")
    store.people.delete(people["Ann"], lambda title: "clerk")
    assert [store.game(each).seats[ANN].bot for each in (game, lent)] == ["director", "newcomer"]
    assert store.clocks.of(game).deadline is None


def test_running_games_come_first(store, people):
    """A slow game is among the games of a person, however many others are over."""
    slow = table(store, people)
    others = [table(store, people) for _ in range(3)]
    with store._engine.begin() as connection:
        connection.execute(GAMES.update().where(GAMES.c.id.in_(others)).values(finished=True))
    assert next(iter(store.people.seats(people["Ann"]))) == slow
