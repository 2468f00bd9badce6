"""Bots at the table: they move when it is their turn, say why, and never know or delay more than a person would."""

import html
import itertools
import os
import signal
import time

import pytest

from tests.web.tables_with_bots import AT_ONCE, BID, PASS, PATIENT, act, entries, faulty, new_game, table, until
from tielu import Action
from tielu import new_game as engine_game
from tielu.bots import make_bot
from tielu.bots.pool import BotPool
from tielu.bots.strengths import strengths
from tielu.i18n import LANGUAGES, say, say_reason
from tielu.web.bots.turns import BotPacing


@pytest.fixture
def quick(store):
    """Somebody at a table with bots that lose no time."""
    with table(store) as browser:
        yield browser


@pytest.fixture
def patient(store):
    """The same where bots wait after an undo until somebody lets them go on."""
    with table(store, PATIENT) as browser:
        yield browser


def waits_for(store, game, name):
    return until(lambda: store.load(game).game.actor == name and store.load(game))


# -- playing --


@pytest.mark.parametrize(("title", "most"), [("1880", 120), ("1888", 9999)])
def test_one_person_and_three_clerks_play(store, quick, title, most):
    """By HTTP alone, one title to the end. The person does what is suggested; moves of bots can be found again."""
    game = new_game(quick, title=title, names=("Ann", "Li", "Wang", "Chen"))
    path = f"/api/games/{game}"
    while True:
        now = until(lambda: (at := quick.client.get(path).json()) and (at["finished"] or at["actor"] == "Ann") and at)
        if now["finished"] or now["seq"] > most:
            break
        advice = quick.client.post(f"{path}/hint", json={"seq": now["seq"]}).json()
        assert advice["reason"]["text"]
        assert act(quick, game, now["seq"], advice["action"]).status_code == 200
    log = quick.client.get(f"{path}/entries").json()
    assert [entry["reason"] is None for entry in log] == [entry["seat"] == 0 for entry in log]
    assert store.talk.messages_since(game) == []
    seats, again = store.game(game).seats, engine_game(title, [seat.name for seat in store.game(game).seats])
    bots = {seat.number: make_bot(seat.bot, seat.seed) for seat in seats if seat.bot}
    for entry in log:
        if entry["reason"] is not None and entry["seq"] % 7 == 0:
            decision = bots[entry["seat"]].choose(again.clone())
            assert (decision.action.to_json(), decision.reason.key) == (entry["entry"], entry["reason"]["key"])
        again.apply(Action.from_json(entry["entry"]))
    assert again.finished == (most > len(log))


@pytest.mark.parametrize("strength", [each.name for each in strengths()])
def test_every_strength_plays(store, quick, strength):
    """Whatever people can choose moves at the table, under its own name and with a reason in every language."""
    game = new_game(quick, bot=strength)
    act(quick, game, 0, BID)
    until(lambda: entries(store, game) >= 3)
    reason = store.reasons(game)[2]
    assert reason.bot == strength
    assert store.talk.messages_since(game) == []
    for lang in LANGUAGES:
        assert say_reason(reason, lang) in html.unescape(quick.get(f"/games/{game}?at=2&lang={lang}").text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_says_who_thinks_and_why_they_moved(store, lang, tmp_path):
    """In the reader's language: the bot that must decide, its strength with the player, the reason in the log."""
    with table(store, pool=faulty("slow", 1, tmp_path)) as browser:
        game = new_game(browser)
        act(browser, game, 0, BID)
        clerk = say("strength_clerk", lang)
        page = browser.get(f"/games/{game}?lang={lang}").text
        assert say("web_bot_thinks", lang, player="Li", bot=clerk) in page
        assert say("web_bot_mark", lang, bot=clerk) in page
        assert [each for each in browser.buttons if "undo" not in each] == []
        waits_for(store, game, "Ann")
        assert page.count('class="why"') == 0
        assert browser.get(f"/games/{game}?lang={lang}").text.count('class="why"') >= 2


def test_bots_take_their_time(store):
    """So that people can follow: a pause before each move."""
    with table(store, BotPacing(between_moves=0.5)) as browser:
        game = new_game(browser)
        act(browser, game, 0, BID)
        until(lambda: entries(store, game) >= 3)
    at = [at for _, at in store.read(game).times]
    assert all((later - earlier).total_seconds() > 0.35 for earlier, later in itertools.pairwise(at))


def test_bots_alone_play_while_somebody_watches(store, quick):
    """A game without people rests until somebody looks at it."""
    game = new_game(quick, people=())
    time.sleep(1.5)
    assert entries(store, game) == 0
    quick.get(f"/games/{game}")
    until(lambda: entries(store, game) > 5)


def test_a_bot_of_a_version_to_come_is_played_by_the_usual(store, quick):
    """A game is never stuck because its bot is not there."""
    game = new_game(quick)
    for seat in (1, 2):
        store.give_to_bot(game, seat, "emperor")
    act(quick, game, 0, BID)
    waits_for(store, game, "Ann")
    assert {reason.bot for reason in store.reasons(game).values()} == {"clerk"}
    assert "Bot: emperor" in quick.get(f"/games/{game}").text


# -- what can go wrong --


@pytest.mark.parametrize(
    ("fault", "key"),
    [
        ("dies", "web_bot_died"),
        ("hangs", "web_bot_died"),
        ("errs", "web_bot_erred"),
        ("garbage", "web_bot_erred"),
        ("illegal", "web_bot_erred"),
    ],
)
def test_a_bot_that_fails_is_asked_again(store, tmp_path, fault, key):
    """Its process is begun anew, people read what happened, and the game goes on with the same bot."""
    with table(store, pool=faulty(fault, 1, tmp_path, patience=6.0)) as browser:
        game = new_game(browser)
        act(browser, game, 0, BID)
        waits_for(store, game, "Ann")
        assert {reason.bot for reason in store.reasons(game).values()} == {"clerk"}
        assert [message.text for message in store.talk.messages_since(game)] == [say(key, "en", player="Li")]
        assert browser.get(f"/games/{game}").status_code == 200


@pytest.mark.parametrize("fault", ["dies", "errs"])
def test_a_bot_that_always_fails_is_replaced_for_its_move(store, tmp_path, fault):
    """By the next weaker one, and the reasons say so; the first failure in each position is told, no more."""
    with table(store, pool=faulty(fault, 999, tmp_path)) as browser:
        game = new_game(browser)
        act(browser, game, 0, BID)
        waits_for(store, game, "Ann")
        reasons = store.reasons(game)
        assert {reason.bot for reason in reasons.values()} == {"newcomer"}
        assert len(store.talk.messages_since(game)) == len(reasons)
        assert store.game(game).seats[1].bot == "clerk"


def test_trouble_is_told_while_it_lasts(store, tmp_path):
    """The page says that the bot cannot decide, and a person can play in its place."""
    pool = BotPool(1, (str(tmp_path / "nothing"),))
    with table(store, BotPacing(0.0, 0.0, retry=0.2), pool) as browser:
        game = new_game(browser)
        act(browser, game, 0, BID)
        until(lambda: store.talk.messages_since(game))
        until(lambda: say("web_bot_trouble", "en", player="Li") in browser.get(f"/games/{game}").text)
        assert browser.client.post(f"/api/games/{game}/hint", json={"seq": 1}).status_code == 403
        assert browser.client.post(f"/api/games/{game}/seats/1", json={"bot": None}).status_code == 200
        assert act(browser, game, 1, PASS).status_code == 200
        assert browser.client.get("/").status_code == 200


def test_a_killed_worker_is_replaced(store):
    """Whatever ends the process from outside."""
    pool = BotPool(1)
    with table(store, pool=pool) as browser:
        game = new_game(browser)
        for _ in range(3):
            act(browser, game, entries(store, game), BID if not entries(store, game) else PASS)
            waits_for(store, game, "Ann")
            (worker,) = pool.processes
            os.kill(worker, signal.SIGKILL)
        now = store.load(game)
        assert now.game.actor == "Ann"
    assert pool.processes == []


def test_bots_go_on_when_the_server_does(store):
    """What they have to do stands in the store: a new server needs to be told nothing."""
    with table(store, BotPacing(between_moves=600.0)) as browser:
        game = new_game(browser)
        act(browser, game, 0, BID)
    assert entries(store, game) == 1
    with table(store):
        waits_for(store, game, "Ann")


# -- taking back --


def test_an_undo_takes_the_answers_of_bots_along(store, quick):
    """The button, and the API without a target, go back to before the person's last action."""
    game = new_game(quick)
    act(quick, game, 0, BID)
    seq = waits_for(store, game, "Ann").seq
    assert seq >= 3
    quick.get(f"/games/{game}")
    assert [each for each in quick.buttons if "undo" in each] == ['{"type":"undo","to":0}']
    assert quick.client.post(f"/api/games/{game}/undo", json={"seq": seq}).status_code == 200
    assert store.load(game).game.actions == []
    assert store.load(game).game.actor == "Ann"
    time.sleep(0.2)
    assert entries(store, game) == seq + 1


def test_who_takes_back_need_not_be_quicker_than_bots(store, quick):
    """Their answers since the page was made go, too; what a person did meanwhile still stops it."""
    game = new_game(quick)
    act(quick, game, 0, BID)
    seq = waits_for(store, game, "Ann").seq
    back = {"type": "undo", "to": 0}
    assert act(quick, game, 1, back).status_code == 200
    assert store.load(game).game.actions == []
    act(quick, game, seq + 1, BID)
    assert act(quick, game, seq, back).status_code == 409
    assert act(quick, game, seq + 1, PASS).status_code == 409


def test_after_an_undo_bots_wait_until_they_may_go_on(store, patient):
    """Back at a bot's turn people come first: they can take back more, or press the button."""
    game = new_game(patient)
    act(patient, game, 0, BID)
    seq = waits_for(store, game, "Ann").seq
    act(patient, game, seq, {"type": "undo", "to": 1})
    time.sleep(0.3)
    assert entries(store, game) == seq + 1
    patient.get(f"/games/{game}")
    assert say("web_bot_waits", "en", player="Li", bot="Clerk") in patient.page
    assert patient.send(f"/games/{game}/go-on", {"seq": seq}).status_code == 409
    assert patient.send(f"/games/{game}/go-on", {"seq": seq + 1}).status_code == 200
    waits_for(store, game, "Ann")
    again = store.load(game).game.actions
    now = entries(store, game)
    act(patient, game, now, {"type": "undo", "to": 1})
    assert patient.client.post(f"/api/games/{game}/go_on", json={"seq": now + 1}).json() == {"seq": now + 1}
    waits_for(store, game, "Ann")
    assert store.load(game).game.actions == again


def test_after_an_undo_bots_go_on_by_themselves(store):
    """A few seconds later, if nobody does anything."""
    with table(store, BotPacing(0.0, after_undo=0.4)) as browser:
        game = new_game(browser)
        act(browser, game, 0, BID)
        seq = waits_for(store, game, "Ann").seq
        began = time.monotonic()
        act(browser, game, seq, {"type": "undo", "to": 1})
        until(lambda: entries(store, game) > seq + 1)
        assert time.monotonic() - began > 0.3


def test_an_answer_that_comes_too_late_is_dropped(store, tmp_path):
    """A person took back while the bot was thinking: what it found is for another position, and nobody complains."""
    with table(store, pool=faulty("slow", 1, tmp_path)) as browser:
        game = new_game(browser)
        act(browser, game, 0, BID)
        until((tmp_path / "count").exists)
        assert act(browser, game, 1, {"type": "undo", "to": 0}).status_code == 200
        time.sleep(1.0)
        assert entries(store, game) == 2
        assert store.talk.messages_since(game) == []
        act(browser, game, 2, BID)
        waits_for(store, game, "Ann")


def test_nobody_moves_for_a_bot(store, patient):
    """Neither by the API nor by a form."""
    game = new_game(patient)
    act(patient, game, 0, BID)
    seq = waits_for(store, game, "Ann").seq
    act(patient, game, seq, {"type": "undo", "to": 1})
    answer = act(patient, game, seq + 1, PASS)
    assert (answer.status_code, answer.json()["code"]) == (403, "seat_of_bot")
    patient.get(f"/games/{game}")
    assert patient.send(f"/games/{game}/act", {"seq": seq + 1, "action": '{"type":"pass"}'}).status_code == 403
    assert 'data-code="seat_of_bot"' in patient.page


def test_pacing_of_the_tests_is_not_that_of_people():
    """A server without wishes pauses between moves and after an undo."""
    assert BotPacing().between_moves > AT_ONCE.between_moves
    assert BotPacing().after_undo > 3
