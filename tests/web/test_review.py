"""The page of a review: asked for by players, made in the background, stopped, continued, and read by all who look."""

from __future__ import annotations

import gzip
import json
import threading
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.web.people import TOKEN, visit_as
from tests.web.people import come as come
from tests.web.people import mailbox as mailbox
from tests.web.tables_with_bots import until
from tests.web.test_broken_games import changed, spoilt
from tielu.bots import Reason
from tielu.errors import Unavailable
from tielu.i18n import LANGUAGES, say
from tielu.review import Chance, JudgedDecision, settings_for
from tielu.store import Player, StoreError
from tielu.store.reviews import DONE, FAILED, MOST_WANTED, STOPPED, WANTED
from tielu.web.review import decisions as deciding
from tielu.web.review import reviewer as reviewing
from tielu.web.review.decisions import decisions_of
from tielu.web.review.reviewer import Reviewer, review_game

LOSS = 120.0
PLANTED = Path(__file__).parents[1] / "review" / "planted"


def finished(store, title, **options):
    """A game that is over."""
    return store.import_game(
        json.loads(gzip.decompress((PLANTED / f"{title}.json.gz").read_bytes()))["game"], **options
    )


def as_judged(game, tasks, losses=()):
    """Decisions as if they had been judged: these have cost something, the others nothing."""
    for task in tasks:
        action = game.actions[task.index]
        same = JudgedDecision(
            task.key, task.index, task.seat, "", action, action, Reason("pass"), expected=(100.0,) * len(game.players)
        )
        if task.index in losses:
            chance = Chance("run", 90, {"company": "BCR", "income": 100, "best": 190, "proven": True})
            best = game.actions[task.index - 1]
            same = replace(same, best=best, loss=LOSS, error=5.0, uncertainty=20.0, rollouts=8, chances=(chance,))
        yield same


@pytest.fixture(autouse=True)
def nobody_reviews(monkeypatch):
    """The server makes no reviews by itself: the tests do."""
    monkeypatch.setattr("tielu.web.app.Reviewer", lambda store: None)


@pytest.fixture
def no_thinking(monkeypatch):
    """Decisions are judged at once; the first of each game has cost something."""

    def judge(game, tasks, settings, pool):
        assert pool is not None
        assert settings == settings_for(game.title)
        return as_judged(game, tasks, {tasks[0].index + 1})

    monkeypatch.setattr(reviewing, "judge_all", judge)


def kept_review(store, game_id, *losses):
    """A review that is there already."""
    found = decisions_of(store, game_id)
    store.reviews.ask(game_id)
    judged = as_judged(found.game, found.tasks, set(losses))
    store.reviews.keep(game_id, {each.key: json.dumps(each.to_json()) for each in judged})
    store.reviews.end(game_id, DONE)


@contextmanager
def running(reviewer):
    """A reviewer at work."""
    reviewer.start()
    try:
        yield reviewer
    finally:
        reviewer.close()


def reviewer_of(store):
    return running(Reviewer(store))


def test_a_review_is_asked_for_made_and_shown(browser, store, no_thinking):
    """The button starts it; afterwards the page has sums, a graph, the turning point and the way back to the table."""
    made = finished(store, "1880", mode="hot_seat")
    page = browser.get(f"/games/{made.id}/review").text
    assert say("review_start", "en") in page
    assert say("review_turning", "en") not in page
    page = browser.send(f"/games/{made.id}/review", {}).text
    assert store.reviews.state(made.id) == WANTED
    assert "data-reviewing" in page
    assert "<progress" in page
    review_game(store, made.id, threading.Event())
    assert store.reviews.state(made.id) == DONE
    page = browser.get(f"/games/{made.id}/review").text
    assert "data-reviewing" not in page
    assert "−¥120 ± ¥20" in page
    assert "¥190 was possible" in page
    assert f'action="/games/{made.id}/what-if"' in page


def test_a_review_is_stopped_and_goes_on(browser, store, monkeypatch):
    """What was judged before it was stopped is not judged again."""
    made = finished(store, "1888", mode="hot_seat")
    asked = []

    def judge(game, tasks, settings, pool):
        for each in as_judged(game, tasks):
            asked.append(each.key)
            if len(asked) == 5:
                browser.get(f"/games/{made.id}/review")
                browser.send(f"/games/{made.id}/review/stop", {})
            yield each

    monkeypatch.setattr(reviewing, "judge_all", judge)
    monkeypatch.setattr(reviewing, "KEEP_SECONDS", 0.0)
    browser.get(f"/games/{made.id}/review")
    browser.send(f"/games/{made.id}/review", {})
    review_game(store, made.id, threading.Event())
    assert (store.reviews.state(made.id), len(store.reviews.judged(made.id))) == (STOPPED, 5)
    page = browser.get(f"/games/{made.id}/review").text
    count = len(decisions_of(store, made.id).tasks)
    assert say("review_paused", "en", done=5, count=count) in page
    assert say("review_continue", "en") in page
    monkeypatch.setattr(reviewing, "KEEP_SECONDS", 1.0)
    browser.send(f"/games/{made.id}/review", {})
    review_game(store, made.id, threading.Event())
    assert store.reviews.state(made.id) == DONE
    assert len(asked) == len(set(asked)) == count


def test_a_server_that_ends_leaves_the_review_to_the_next(store, no_thinking):
    """It stays wanted, and a thread that starts takes it up."""
    made = finished(store, "1888", mode="hot_seat")
    store.reviews.ask(made.id)
    ending = threading.Event()
    ending.set()
    review_game(store, made.id, ending)
    assert store.reviews.state(made.id) == WANTED
    with reviewer_of(store):
        until(lambda: store.reviews.state(made.id) == DONE)


def test_a_deleted_game_keeps_no_other_waiting(store, no_thinking):
    """Its review is stopped, and can go on should the game be restored; the next one is made at once."""
    gone, there = (finished(store, "1888", mode="hot_seat").id for _ in range(2))
    for game_id in (gone, there):
        store.reviews.ask(game_id)
    store.delete_game(gone)
    with reviewer_of(store):
        until(lambda: store.reviews.state(there) == DONE)
    assert store.reviews.state(gone) == STOPPED
    store.restore_game(gone)
    store.reviews.ask(gone)
    review_game(store, gone, threading.Event())
    assert store.reviews.state(gone) == DONE


@pytest.mark.parametrize("broken", [spoilt, changed])
def test_a_game_that_the_rules_refuse_ends_its_review(store, no_thinking, broken):
    """It cannot be loaded, however often that is tried; the next one is made."""
    refused, there = broken(store, mode="hot_seat").id, finished(store, "1888", mode="hot_seat").id
    for game_id in (refused, there):
        store.reviews.ask(game_id)
    with reviewer_of(store):
        until(lambda: store.reviews.state(there) == DONE)
    assert store.reviews.state(refused) == FAILED


def test_a_busy_store_fails_no_review(store, monkeypatch):
    """It is wanted as before, and made as soon as the store can be used again."""
    made = finished(store, "1888", mode="hot_seat")
    store.reviews.ask(made.id)
    busy = [StoreError("store_busy")]

    def judge(game, tasks, settings, pool):
        if busy:
            raise busy.pop()
        return as_judged(game, tasks)

    monkeypatch.setattr(reviewing, "judge_all", judge)
    with pytest.raises(StoreError):
        review_game(store, made.id, threading.Event())
    assert store.reviews.state(made.id) == WANTED
    busy.append(StoreError("store_busy"))
    monkeypatch.setattr(reviewing, "POLL_SECONDS", 0.1)
    with reviewer_of(store):
        until(lambda: store.reviews.state(made.id) == DONE)
    assert not busy


def test_a_fault_in_one_game_keeps_no_other_waiting(store, monkeypatch):
    """The thread lives on, does not try again at once, and reviews the others meanwhile."""
    bad, there = (finished(store, title, mode="hot_seat").id for title in ("1880", "1888"))
    for game_id in (bad, there):
        store.reviews.ask(game_id)
    tried = []

    def judge(game, tasks, settings, pool):
        if game.title == "1880":
            tried.append(bad)
            raise ZeroDivisionError
        return as_judged(game, tasks)

    monkeypatch.setattr(reviewing, "judge_all", judge)
    with reviewer_of(store) as reviewer:
        until(lambda: store.reviews.state(there) == DONE)
        store.reviews.ask(finished(store, "1888", mode="hot_seat").id)
        reviewer.wake()
        until(lambda: len(store.reviews.wanted()) == 1)
    assert 2 <= len(tried) <= 4
    assert store.reviews.wanted() == [bad]


def test_a_reviewer_ends_when_all_have_closed_it(store, no_thinking):
    """Two apps of one store share it; the one that closes first leaves it to the other, and it can begin again."""
    reviewer, first, second = Reviewer(store), *(finished(store, "1888", mode="hot_seat").id for _ in range(2))
    for _ in range(2):
        reviewer.start()
    reviewer.close()
    store.reviews.ask(first)
    reviewer.wake()
    until(lambda: store.reviews.state(first) == DONE)
    reviewer.close()
    assert "tielu-reviews" not in {thread.name for thread in threading.enumerate()}
    store.reviews.ask(second)
    with running(reviewer):
        until(lambda: store.reviews.state(second) == DONE)


def test_bots_that_fail_end_the_review(browser, store, monkeypatch):
    """The page says so, and it can be asked for again."""
    made = finished(store, "1888", mode="hot_seat")

    def judge(game, tasks, settings, pool):
        raise Unavailable("review_failed", reason="x")

    monkeypatch.setattr(reviewing, "judge_all", judge)
    store.reviews.ask(made.id)
    review_game(store, made.id, threading.Event())
    assert store.reviews.state(made.id) == FAILED
    assert say("review_failed_state", "en") in browser.get(f"/games/{made.id}/review").text


def test_a_plan_is_made_once(store, monkeypatch):
    """For a game as it is; after another entry it is made anew, and old ones are forgotten."""
    made = []

    def planned(game, settings, seats):
        made.append(seats)
        return []

    monkeypatch.setattr(deciding, "plan", planned)
    monkeypatch.setattr(deciding, "_PLANS", {})
    bots = [Player("Ann"), Player("Bo", bot="clerk"), Player("Cy", bot="clerk")]
    game = store.create_game("1888", bots, mode="hot_seat").id
    for _ in range(2):
        decisions_of(store, game)
    assert made == [{0}]
    store.append(game, 0, {"type": "pass"}, 0)
    decisions_of(store, game)
    assert len(made) == len(deciding._PLANS) == 2
    monkeypatch.setattr(deciding, "_MOST_PLANS", 2)
    others = [store.create_game("1888", bots, mode="hot_seat").id for _ in range(2)]
    for each in (*others, game):
        decisions_of(store, each)
    assert (len(made), len(deciding._PLANS)) == (5, 2)


def test_another_end_changes_only_what_follows(store):
    """After an undo and another move the decisions before are still judged; what no longer counts is cleared away."""
    made = finished(store, "1888", mode="hot_seat")
    kept_review(store, made.id)
    before = decisions_of(store, made.id)
    game, seat = before.game, store.game(made.id).seats[0].number
    length = store.progress(made.id).entries
    store.append(made.id, length, {"type": "undo", "to": length - 6}, seat)
    undone = store.load(made.id).game
    other = next(each for each in undone.legal_actions() if each != game.actions[len(undone.actions)])
    actor = undone.players.index(undone.actor)
    store.append(made.id, length + 1, other.to_json(), actor)
    found = decisions_of(store, made.id)
    assert len(found.judged) == len(undone.actions)
    assert len(found.tasks) == len(undone.actions) + 1
    assert len(found.outdated) == len(game.actions) - len(undone.actions)


@pytest.mark.parametrize("title", ["1880", "1888"])
def test_the_page_in_three_languages(browser, store, title):
    """Everything is in words, for all players and for one of them; results and menu lead there."""
    made = finished(store, title, mode="hot_seat")
    kept_review(store, made.id, 40, 90)
    for lang in LANGUAGES:
        page = browser.get(f"/games/{made.id}/review?lang={lang}").text
        for key in ("review", "review_turning", "review_sums", "review_missed", "review_expected", "review_play_on"):
            assert say(key, lang) in page, key
        assert page.count('class="card decision') == 2
    seats = {task.index: task.seat for task in decisions_of(store, made.id).tasks}
    for seat in range(4):
        shown = browser.get(f"/games/{made.id}/review?player={seat}").text.count('class="card decision')
        assert shown == [seats[40], seats[90]].count(seat)
    assert browser.get(f"/games/{made.id}/review?player=99").status_code == 404
    for path in (f"/games/{made.id}", f"/games/{made.id}?at=10"):
        assert f'href="/games/{made.id}/review"' in browser.get(path).text


def test_there_is_no_review_while_people_play(browser, store):
    """It would be advice; against bots alone it is nobody else's affair, and what is judged is the person's."""
    among_people = store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat")
    answer = browser.get(f"/games/{among_people.id}/review")
    assert answer.status_code == 403
    assert f'href="/games/{among_people.id}/review"' not in browser.get(f"/games/{among_people.id}").text
    bots = [Player("Ann"), Player("Bo", bot="clerk"), Player("Cy", bot="clerk")]
    alone = store.create_game("1880", bots, mode="hot_seat")
    store.append(alone.id, 0, {"type": "pass"}, 0)
    assert browser.get(f"/games/{alone.id}/review").status_code == 200
    assert {task.seat for task in decisions_of(store, alone.id).tasks} == {0}
    board = store.open_what_if(among_people.id, "z" * 27, 0)
    assert browser.get(f"/games/{board}/review").status_code == 403


def test_spectators_read_and_players_ask(browser, store, no_thinking):
    """Who has no seat neither starts nor stops a review."""
    made = finished(store, "1888", mode="links")
    page = browser.get(f"/games/{made.id}/review").text
    assert say("review_not_yet", "en") in page
    assert f'action="/games/{made.id}/review"' not in page
    for path in ("review", "review/stop"):
        browser.get("/new?title=1888")
        assert browser.send(f"/games/{made.id}/{path}", {}).status_code == 403


def test_private_reviews_are_seen_by_their_players_alone(come, store):
    """For everybody else there is no such game."""
    made = store.create_game("1880", ["Ann", "Bo", "Cy"], undo="own", visibility="private")
    owner, stranger = come(), come()
    visit_as(owner, store, "owner")
    assert store.people.take_seat(store.people.named("owner").id, made.id, 0)
    stranger.client.cookies.set("tielu_form", TOKEN, "games.example")
    assert stranger.client.get(f"/games/{made.id}/review").status_code == 404
    assert stranger.client.post(f"/games/{made.id}/review", data={"token": TOKEN}).status_code == 404
    assert owner.client.get(f"/games/{made.id}/review").status_code == 403


def test_too_many_waiting_reviews_are_refused(browser, store):
    """A queue without end would never be done."""
    games = [finished(store, "1888", mode="hot_seat").id for _ in range(2)]
    store.reviews.ask(games[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tielu.store.reviews.MOST_WANTED", 1)
        browser.get(f"/games/{games[1]}/review")
        token = browser.token
        assert browser.send(f"/games/{games[1]}/review", {}).status_code == 503
        browser.page = f'name="token" value="{token}"'
        assert browser.send(f"/games/{games[0]}/review", {}).status_code == 200  # it waits already
    assert MOST_WANTED > 1
