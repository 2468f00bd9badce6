"""The page with statistics of the server's own games, which are counted once each, apart from the page."""

import time

import pytest

from tielu.puzzles import all_puzzles, game_of
from tielu.stats import Tally
from tielu.web.statistics.counter import StatisticsCounter, count_games


@pytest.fixture
def finished(store):
    """The id of a finished game that everybody may see."""
    return store.import_game(game_of(next(each.game for each in all_puzzles() if each.title == "1888"))).id


def test_games_are_counted_once(store, finished):
    """Finished public games only, each once, whoever counts."""
    store.create_game("1880", ["Ann", "Bo", "Cy"])
    private = store.create_game("1880", ["Ann", "Bo", "Cy"], visibility="private")
    assert store.tallies.uncounted(10) == [finished]
    assert count_games(store, 10) == 1
    assert count_games(store, 10) == 0
    assert not store.tallies.count(finished, "1888", lambda kept: kept)
    assert private.id not in store.tallies.uncounted(10)
    tally = Tally.from_json(store.tallies.all()["1888"])
    assert (tally.games, list(store.tallies.all())) == (1, ["1888"])


def test_the_page_shows_charts_and_tables(browser, store, finished):
    """In the reader's language, of the title that was chosen or the first."""
    count_games(store, 10)
    page = browser.get("/statistics?lang=de&title=nonsense").text
    assert "1 beendete Partie" in page
    assert page.count("<svg") >= 6
    assert "Wann Loks kommen" in page


def test_the_page_itself_counts_nothing(browser, store, finished, monkeypatch):
    """It wakes the counter, says that more is being counted, and answers at once."""
    woken = []
    monkeypatch.setattr(StatisticsCounter, "wake", lambda self: woken.append(True))
    page = browser.get("/statistics?lang=en").text
    assert "More games are being counted" in page
    assert woken == [True]
    assert store.tallies.all() == {}


def test_without_games_the_page_says_so(browser):
    """Nothing has been counted, and nothing is to be."""
    assert "No game has been counted yet" in browser.get("/statistics?lang=en").text


def test_the_counter_counts_in_a_thread_and_rests(store, finished):
    """A second call while it counts, or soon after, begins nothing."""
    counter = StatisticsCounter(store)
    assert counter.wake()
    assert not counter.wake()
    deadline = time.monotonic() + 60
    while not store.tallies.all() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert store.tallies.all()["1888"]["games"] == 1
