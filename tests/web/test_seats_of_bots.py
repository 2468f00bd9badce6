"""Seats of bots: chosen with a new game or a file, handed over and back; and what bots advise people."""

import gzip
import html
import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.web.tables_with_bots import BID, PASS, act, entries, faulty, new_game, table, until
from tests.web.test_seats import open_seat, seat_links
from tests.web.test_start import GOLDEN, fields, send_file
from tielu.bots import BOTS
from tielu.bots.strengths import adviser, all_strengths, ratings, strength_of, strengths, weaker
from tielu.i18n import LANGUAGES, say
from tielu.store import Player


def bots_of(store):
    return [seat.bot for seat in store.list_games().games[0].seats]


# -- which bots there are --


def test_only_bots_that_are_there_are_offered(browser):
    """From the weakest to the strongest, in the form and in the API, each with a name in every language."""
    names = [each.name for each in strengths()]
    assert names[:3] == ["random", "newcomer", "clerk"]
    assert all(each.bot in BOTS for each in strengths())
    found = browser.client.get("/api/bots", headers={"Accept-Language": "de"}).json()
    assert [each["name"] for each in found] == names
    assert found[2]["text"] == say("strength_clerk", "de")
    for lang in LANGUAGES:
        page = browser.get(f"/new?title=1880&lang={lang}").text
        menu = re.findall(r'<select name="bots".*?</select>', page, re.DOTALL)[0]
        assert re.findall(r'value="([^"]*)"', menu) == ["", *names]
        assert all(say(each.words, lang) in menu for each in strengths())


def test_a_strength_that_is_no_longer_offered_still_plays():
    """Games keep the names of their bots: the slow director has its words, its bot and its rating."""
    old = strength_of("director", "1880")
    assert old not in strengths()
    assert say(old.words, "en") == "Director, 3 seconds"
    assert set(ratings()) == {each.name for each in all_strengths()}


def test_the_quick_chairman_is_asked_for_advice():
    """Where the title has one; elsewhere whoever is usual."""
    assert adviser("1880").name == adviser("1888").name == "chairman-quick"


def test_who_steps_in():
    """Another bot that is weaker; nobody for the weakest, and no other style for a chairman."""
    for each in all_strengths():
        other = weaker(each)
        assert (other is None) == (each.bot == "random")
        assert other is None or other.bot != each.bot
        assert not each.name.startswith("chairman") or other == strength_of("director")


# -- a new game --


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", ["1880", "1888"])
def test_alone_against_bots_at_once(browser, store, title, lang):
    """One button on the start page: one person, who moves first, and three clerks with names."""
    page = browser.get(f"/?lang={lang}").text
    assert re.search(rf'action="/play">.{{0,200}}<button name="title" value="{title}"', page, re.DOTALL)
    assert browser.send("/play", {"title": title}).status_code == 200
    assert browser.buttons
    assert len(set(store.list_games().games[0].players)) == 4
    assert bots_of(store) == [None, "clerk", "clerk", "clerk"]
    assert store.list_games().games[0].hints


def test_more_seats_against_bots_are_bots(browser):
    """Changing the number of seats keeps who sits where; new ones are like the last."""
    form = fields(browser.get("/new?title=1880&bots=random").text)
    more = fields(browser.send("/new", form | {"seats": 6}).text)
    assert more["bots"] == ["", *["random"] * 5]
    assert len(set(more["players"])) == 6
    assert fields(browser.send("/new", more | {"seats": 3}).text)["bots"] == ["", "random", "random"]


@pytest.mark.parametrize(
    ("change", "code"), [({"bots": ["", "emperor", ""]}, "unknown_bot"), ({"hints": "maybe"}, "unknown_choice")]
)
def test_a_bot_that_is_not_there_is_refused(browser, store, change, code):
    """In the form, in the address, in the API."""
    browser.get("/new?title=1880")
    answer = browser.new_game(**change)
    assert (answer.status_code, f'data-code="{code}"' in answer.text) == (400, True)
    assert browser.get("/new?title=1880&bots=emperor").status_code == 400
    players = ["Ann", "Bo", {"name": "Cy", "bot": "emperor"}]
    answer = browser.client.post("/api/games", json={"title": "1880", "players": players})
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_bot")
    assert store.list_games().games == ()


def test_bots_have_no_links(browser, store):
    """With links there is one for each person; bots alone need none, and the table is shown at once."""
    browser.new_game(mode="links", bots=["", "clerk", ""])
    assert len(seat_links(browser.page)) == 2
    answer = browser.new_game(mode="links", bots=["clerk"] * 3)
    assert answer.url.path == f"/games/{store.list_games().games[0].id}"


def test_a_file_can_be_played_against_bots(browser, store):
    """Whoever must decide there is a person, all others are bots."""
    saved = json.loads(gzip.decompress((GOLDEN / "1880-2022-3p-101.json.gz").read_bytes()))["game"]
    saved["actions"] = saved["actions"][:40]
    answer = send_file(browser, json.dumps(saved), bot="clerk", hints="no")
    assert answer.status_code == 200
    info = store.list_games().games[0]
    assert [seat.bot is None for seat in info.seats] == [seat.number == info.actor for seat in info.seats]
    assert not info.hints
    assert send_file(browser, json.dumps(saved), bot="emperor").status_code == 400


# -- handing over --


def test_at_one_screen_seats_change_hands(browser, store):
    """Anybody lets a bot play, another one, and plays again; the table and the chat show it."""
    browser.new_game()
    game = store.list_games().games[0].id
    path = f"/games/{game}/seats"
    assert f'href="{path}"' in browser.page
    browser.get(path)
    browser.send(f"{path}/1/bot", {"bot": "clerk"})
    assert "Bot: Clerk" in browser.page
    browser.send(f"{path}/1/bot", {"bot": "random"})
    assert bots_of(store) == [None, "random", None]
    assert "Bot: Random" in browser.get(f"/games/{game}").text
    browser.get(path)
    browser.send(f"{path}/1/bot", {"bot": ""})
    browser.send(f"{path}/1/bot", {"bot": ""})
    assert bots_of(store) == [None] * 3
    said = [message.text for message in store.talk.messages_since(game)]
    assert said == ["Clerk plays for Bo now.", "Random plays for Bo now.", "A person plays for Bo again."]
    for seat, bot, status in ((7, "clerk", 404), (-1, "clerk", 404), (1, "emperor", 400)):
        browser.get(path)
        assert browser.send(f"{path}/{seat}/bot", {"bot": bot}).status_code == status


def test_with_links_each_hands_over_their_own_seat(browser, other, store):
    """The owner lends it and takes it back by the same link; others and strangers do neither."""
    browser.new_game(mode="links")
    links = seat_links(browser.page)
    keeper_page = browser.get(links[0].partition("/seat/")[0] + "/seats").text
    assert "/seats/0/bot" not in keeper_page
    path = open_seat(other, links[0])
    other.get(f"{path}/seats")
    assert other.send(f"{path}/seats/1/bot", {"bot": "clerk"}).status_code == 403
    other.get(f"{path}/seats")
    assert other.send(f"{path}/seats/0/bot", {"bot": "clerk"}).status_code == 200
    assert bots_of(store) == ["clerk", None, None]
    # Who made the game may choose another bot where one plays, and no more.
    browser.get(f"{path}/seats")
    assert browser.send(f"{path}/seats/0/bot", {"bot": "random"}).status_code == 200
    assert browser.send(f"{path}/seats/0/bot", {"bot": ""}).status_code == 403
    other.get(f"{path}/seats")
    assert other.send(f"{path}/seats/0/bot", {"bot": ""}).status_code == 200
    assert bots_of(store) == [None] * 3


def test_a_lent_seat_is_played_and_taken_back(store):
    """By the API: the bot moves at once, and the person goes on where it stopped."""
    with table(store) as browser:
        made = browser.client.post("/api/games", json={"title": "1880", "players": ["Ann", "Bo", "Cy"]}).json()
        game, keys = made["id"], [{"Authorization": f"Bearer {secret}"} for secret in made["secrets"]]
        path = f"/api/games/{game}/seats"
        assert browser.client.post(f"{path}/0", json={"bot": "clerk"}).status_code == 403
        assert browser.client.post(f"{path}/0", json={"bot": "clerk"}, headers=keys[1]).status_code == 403
        given = browser.client.post(f"{path}/0", json={"bot": "clerk"}, headers=keys[0])
        assert [seat["bot"] for seat in given.json()] == ["clerk", None, None]
        assert browser.client.get(path).json() == given.json()
        until(lambda: entries(store, game) == 1)
        answer = act(browser, game, 1, PASS, headers=keys[0])
        assert answer.status_code == 403
        assert browser.client.post(f"{path}/0", json={"bot": None}, headers=keys[0]).status_code == 200
        while store.load(game).game.actor != "Ann":
            now = store.load(game)
            seat = now.game.players.index(now.game.actor)
            assert act(browser, game, now.seq, PASS, headers=keys[seat]).status_code == 200
        before = entries(store, game)
        assert act(browser, game, before, PASS, headers=keys[0]).status_code == 200
        assert browser.client.get("/api/games").json()["games"][0]["bots"] == [None] * 3


def test_a_bot_agrees_to_what_was_asked_of_the_person_before(browser, store):
    """Who leaves while others ask for an undo does not block it."""
    made = store.create_game("1880", ["Ann", "Bo", Player("Cy", bot="clerk")], undo="consent")
    store.append(made.id, 0, BID, 0)
    store.append(made.id, 1, {"type": "ask_undo", "to": 0}, 0)
    headers = {"Authorization": f"Bearer {made.secrets[1]}"}
    assert (
        browser.client.post(f"/api/games/{made.id}/seats/1", json={"bot": "clerk"}, headers=headers).status_code == 200
    )
    assert store.load(made.id).game.actions == []


# -- advice --


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_move_is_suggested_and_made(browser, store, lang):
    """A button; then the move stands in the bar with its reason, and the main button makes it."""
    browser.new_game()
    game = store.list_games().games[0].id
    browser.get(f"/games/{game}?lang={lang}")
    assert say("web_hint", lang) in browser.page
    answer = browser.send(f"/games/{game}/hint", {"seq": 0, "strength": "clerk"})
    assert answer.status_code == 200
    ((told, adviser, reason),) = re.findall(
        r'<p class="advice" title="([^"]*)"><span class="unseen">([^<]*)</span>([^<]*)</p>', browser.page
    )
    assert adviser.startswith(say("strength_clerk", lang))
    assert told == adviser + reason
    assert 'class="what" aria-live="polite"' in browser.page
    assert 'class="advice"' not in browser.get(f"/games/{game}?seq=0&nothing=yes").text  # put back, and there again
    assert 'class="advice"' in browser.get(f"/games/{game}").text
    (action,) = re.findall(r'data-main form="act" name="action" value="([^"]+)"', browser.page) or [None]
    action = browser.buttons[0] if action is None else html.unescape(action)
    assert browser.send(f"/games/{game}/act", {"seq": 0, "action": action}).status_code == 200
    assert store.entries_since(game, 0)[0].data == json.loads(action)
    assert 'class="advice"' not in browser.page


def test_games_without_suggestions(browser, store):
    """Nobody is offered any, and whoever asks all the same is refused."""
    browser.new_game(hints="no")
    game = store.list_games().games[0].id
    assert say("web_hint", "en") not in browser.page
    assert browser.send(f"/games/{game}/hint", {"seq": 0}).status_code == 403
    assert 'data-code="hints_off"' in browser.page
    answer = browser.client.post(f"/api/games/{game}/hint", json={"seq": 0})
    assert (answer.status_code, answer.json()["code"]) == (403, "hints_off")


def test_advice_is_for_who_decides_and_for_nobody_else(browser, other, store):
    """With links the others neither ask nor see it."""
    browser.new_game(mode="links", hints="yes")
    links = seat_links(browser.page)
    path = open_seat(browser, links[0])
    open_seat(other, links[1])
    assert "/hint" not in other.page
    browser.send(f"{path}/hint", {"seq": 0})
    assert 'class="advice"' in browser.page
    assert 'class="advice"' not in other.get(path).text
    browser.get(path)
    token = browser.token
    assert browser.send(f"{path}/hint", {"seq": 4}).status_code == 409
    assert browser.client.post(f"{path}/hint", data={"seq": 0}).status_code == 403
    answer = browser.client.post(f"{path}/hint", data={"seq": 0, "strength": "emperor", "token": token})
    assert answer.status_code == 400


def test_a_seat_asks_one_question_at_a_time(store, tmp_path):
    """Pressing the button again and again keeps nobody else waiting; what is asked by others is answered."""
    with table(store, pool=faulty("slow", 1, tmp_path)) as browser:
        game = new_game(browser)
        with ThreadPoolExecutor(1) as another:
            first = another.submit(browser.client.post, f"/api/games/{game}/hint", json={"seq": 0})
            until((tmp_path / "count").exists)
            answer = browser.client.post(f"/api/games/{game}/hint", json={"seq": 0})
            assert (answer.status_code, answer.json()["code"]) == (503, "bot_busy")
            assert first.result().status_code == 200


def test_a_bot_without_an_answer_says_so(store, tmp_path):
    """After two attempts; the game is as it was."""
    with table(store, pool=faulty("errs", 2, tmp_path)) as browser:
        game = new_game(browser)
        answer = browser.client.post(f"/api/games/{game}/hint", json={"seq": 0})
        assert (answer.status_code, answer.json()["code"]) == (503, "bot_failed")
        assert browser.client.post(f"/api/games/{game}/hint", json={"seq": 0}).status_code == 200
        assert entries(store, game) == 0


def test_doing_the_same_again_changes_nothing_and_needs_the_same_right(browser, other, store):
    """A button that was pressed twice is no error for who may press it, and no way in for who may not."""
    browser.new_game(mode="links")
    links = seat_links(browser.page)
    path = open_seat(other, links[1])
    for _ in range(2):
        other.get(f"{path}/seats")
        assert other.send(f"{path}/seats/1/bot", {"bot": ""}).status_code == 200
    other.get(f"{path}/seats")
    assert other.send(f"{path}/seats/0/bot", {"bot": ""}).status_code == 403
    assert store.talk.messages_since(store.list_games().games[0].id) == []
