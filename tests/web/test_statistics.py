"""The page with statistics of the server's own games, which are counted once each, apart from the page."""

import logging
import time
from unittest.mock import Mock

import pytest

from tielu.errors import TieluError
from tielu.puzzles import all_puzzles, game_of
from tielu.stats import Tally, facts_of
from tielu.stats.charts import charts_of
from tielu.store import StoreError
from tielu.web.statistics import counter as counter_module
from tielu.web.statistics import routes
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
    """Nothing has been counted, and nothing is to be; the page tells what will stand there."""
    page = browser.get("/statistics?lang=en").text
    assert "No game has been counted yet" in page
    assert all(heading in page for heading in ("When trains come", "How seats do"))


def test_the_counter_counts_in_a_thread_and_rests(store, finished):
    """A second call while it counts, or soon after, begins nothing."""
    counter = StatisticsCounter(store)
    assert counter.wake()
    assert not counter.wake()
    deadline = time.monotonic() + 60
    while not store.tallies.all() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert store.tallies.all()["1888"]["games"] == 1


def test_readers_do_not_search_all_games(browser, store, finished, monkeypatch):
    """That nothing waits is known for a while, and charts are drawn once for a language until more is counted."""
    count_games(store, 10)
    look, draw = Mock(wraps=store.tallies.uncounted), Mock(wraps=charts_of)
    monkeypatch.setattr(store.tallies, "uncounted", look)
    monkeypatch.setattr(routes, "charts_of", draw)
    pages = [browser.get(f"/statistics?lang=en&x={number}").text for number in range(3)]
    assert look.call_count == 1
    assert draw.call_count <= 1, "it may have been drawn for another test"
    assert all("1 finished game" in page and "<svg" in page for page in pages)
    browser.get("/statistics?lang=de")
    more = store.import_game(game_of(next(each.game for each in all_puzzles() if each.title == "1888"))).id
    assert store.tallies.count(more, "1888", lambda kept: {**kept, "games": 2})
    assert "2 finished games" in browser.get("/statistics?lang=en").text


def test_a_counter_that_has_counted_looks_again(store, finished):
    """Once it is done, pages say so, however short it took."""
    counter = StatisticsCounter(store)
    assert counter.games_wait()
    counter.wake()
    deadline = time.monotonic() + 60
    while counter.games_wait() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not counter.games_wait()
    assert store.tallies.all()["1888"]["games"] == 1


@pytest.mark.parametrize("where", ["facts", "tally"])
def test_a_game_that_cannot_be_counted_holds_up_no_other(store, finished, monkeypatch, caplog, where):
    """Whatever it raises, it counts for nothing and is logged; the next one is counted."""
    other = store.import_game(game_of(next(each.game for each in all_puzzles() if each.title == "1880"))).id

    def failing_for_one_title(call):
        def failing(first, *more):
            if first.title != "1880":
                raise KeyError("nothing")
            return call(first, *more)

        return failing

    if where == "facts":
        monkeypatch.setattr(counter_module, "facts_of", failing_for_one_title(facts_of))
    else:
        monkeypatch.setattr(Tally, "add", failing_for_one_title(Tally.add))
    with caplog.at_level(logging.WARNING):
        assert count_games(store, 10) == 2
    assert finished in caplog.text
    assert other not in caplog.text
    assert {title: tally["games"] for title, tally in store.tallies.all().items()} == {"1880": 1}
    assert store.tallies.uncounted(10) == []


def test_a_database_that_is_away_costs_no_game(store, finished, monkeypatch):
    """What could not be read now is counted later."""

    def busy(game_id):
        raise StoreError("store_busy")

    with monkeypatch.context() as patch:
        patch.setattr(store, "load", busy)
        with pytest.raises(TieluError):
            count_games(store, 10)
    assert store.tallies.uncounted(10) == [finished]
