"""Tallies in the store: each game is counted once, and servers that count at the same moment lose nothing."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tielu.store import Store


def one_more(kept):
    """The tally with one more game; it takes long enough for another server to come in between."""
    time.sleep(0.2)
    return {"games": 1 + (0 if kept is None else kept["games"])}


@pytest.fixture
def games(store):
    """The ids of some games."""
    return [store.create_game("1880", ["Ann", "Bo", "Cy"]).id for _ in range(5)]


def count_at_once(stores, games):
    """Let each server count a game at the same moment; returns what each was told."""
    begin = threading.Barrier(len(games))

    def count(store, game):
        begin.wait(10)
        return store.tallies.count(game, "1880", one_more)

    with ThreadPoolExecutor(len(games)) as threads:
        return list(threads.map(count, stores, games))


def test_servers_that_count_at_once_keep_the_tally(address, store, games):
    """Each waits for the other and adds to what it has left."""
    assert store.tallies.count(games[0], "1880", one_more)
    with Store(address) as other:
        assert count_at_once((store, other, store, other), games[1:]) == [True] * 4
    assert store.tallies.all() == {"1880": {"games": 5}}


def test_the_first_games_of_a_title_are_counted_at_once(address, store, games):
    """Where there is no tally yet, nobody can wait for it; both games count all the same."""
    with Store(address) as other:
        assert count_at_once((store, other), games[:2]) == [True, True]
    assert store.tallies.all() == {"1880": {"games": 2}}


def test_a_game_is_counted_by_one_server(address, store, games):
    """The other is told so, and adds nothing."""
    with Store(address) as other:
        assert sorted(count_at_once((store, other), games[:1] * 2)) == [False, True]
    assert store.tallies.all() == {"1880": {"games": 1}}


def test_a_game_that_counts_for_nothing(store, games):
    """It is not looked at again, and leaves no tally where there was none."""
    assert store.tallies.count(games[0], "1880", lambda kept: None)
    assert not store.tallies.count(games[0], "1880", one_more)
    assert store.tallies.all() == {}
