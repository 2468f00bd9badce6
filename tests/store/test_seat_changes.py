"""Seats that are left for good, those of people who stay away, and who takes them over."""

from __future__ import annotations

from datetime import date, time, timedelta

import pytest

from tests.store.conftest import Clock
from tielu.clocks import WAIT, TimeControl
from tielu.core.game import begin
from tielu.errors import NotAllowed
from tielu.store import Player
from tielu.store.new_games import GameChoices

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
    store.seats.leave(game, ANN, people["Ann"], "clerk", with_account=True)
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
    store.people.set_rest(people["Bo"], (time(22), time(8)), [(today, today + 9 * DAY)])
    clock.now += 20 * DAY
    assert store.seats.absent(store.game(game)) == frozenset()
    clock.now += 5 * DAY
    store.seats.replace(game, BO, "clerk")
    assert (store.game(game).seats[BO].left, store.bots.turn(game).seat.number) == (True, BO)


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


def test_a_day_that_is_none(store, people):
    """What was a date beyond the calendar stopped every clock of its person, and so the games of others."""
    game = table(store, people, SLOW)
    with pytest.raises(Exception, match="holiday_too_far"):
        store.people.set_rest(people["Ann"], None, [(date.max, date.max)])
    assert store.clocks.of(game).deadline is not None
