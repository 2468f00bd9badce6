"""Guided games: the switch, the strip above the bar, what fades, and that nobody is guided among people."""

import re

import pytest

from tests.web.tables_with_bots import table, until
from tests.web.test_empty_steps import recorded
from tielu import Action, Game
from tielu.i18n import LANGUAGES
from tielu.i18n.catalogue import catalogue
from tielu.store import BotReason, Player
from tielu.web.guide.explained import FADED, IN_FULL, SHORTLY, Explained, Told

GAME, OTHER_TITLE = "1880-2022-3p-101", "1888-18xx.games-4p-909"
STRIP = '<section class="guide"'


def first_run():
    """How many actions of the game come before one that is a run and nothing else, so that it has one topic."""
    saved = recorded(GAME)
    game = Game.from_json({**saved, "actions": []})
    while {each.type for each in game.legal_actions()} != {"run_trains"}:
        game.apply_trusted(Action.from_json(saved["actions"][len(game.actions)]))
    return len(game.actions)


RUN = first_run()


def against_bots(store, name=GAME, count=0, mode="hot_seat", guided=True, people=1, **more):
    """A recorded game after so many actions; whoever must decide is a person, and so are the next ones."""
    saved = recorded(name)
    data = {**saved, "actions": saved["actions"][:count]}
    seats = [Player(each, "en", "clerk", skips_empty_steps=True) for each in saved["players"]]
    made = store.import_game(data, seats, mode=mode, **more)
    first = store.game(made.id).actor
    for number in range(people):
        seat = (first + number) % len(seats)
        store.take_from_bot(made.id, seat)
        store.set_guided(made.id, seat, guided)
    return made.id


def lesson(page):
    """What the strip tells of the decision; empty once it has faded."""
    found = re.findall(r'<p class="lesson" role="status">(.*?)</p>', page, re.DOTALL)
    return re.sub(r"<a class=.rule.*</a>", "", found[0]).strip() if found else ""


# -- the switch --


def test_play_now_can_be_guided(browser, store):
    """One press on the start page of somebody who has not played yet; who has is not asked again."""
    browser.get("/")
    assert 'name="guided" value="yes"' in browser.page
    browser.send("/play", {"title": "1880", "guided": "yes"})
    assert STRIP in browser.page
    (info,) = store.list_games().games
    assert [seat.guided for seat in info.seats] == [seat.bot is None for seat in info.seats]
    browser.get("/")
    assert 'name="guided" value="yes"' not in browser.page
    browser.send("/play", {"title": "1880"})
    assert STRIP not in browser.page


def test_new_game_can_be_guided(browser, store):
    """The box in the form, which an address can tick, and which is kept when the number of seats changes."""
    page = browser.get("/new?title=1888&bots=clerk&guided=1").text
    assert re.search(r'name="guided" value="yes" checked', page)
    fields = {"rules": "1888/2022", "players": ["Ann", "Li", "Wang"], "bots": ["", "clerk", "clerk"], "guided": "yes"}
    assert re.search(r'name="guided" value="yes" checked', browser.send("/new", {**fields, "seats": 4}).text)
    browser.send("/games", fields)
    assert STRIP in browser.page


def test_switch_is_in_the_settings(browser, store):
    """On and off at any time; off, the page has nothing of it."""
    game = against_bots(store, guided=False)
    assert STRIP not in browser.get(f"/games/{game}").text
    browser.send(f"/games/{game}/guided", {"guided": "yes"})
    assert STRIP in browser.page
    browser.send(f"/games/{game}/guided", {"guided": ""})
    assert STRIP not in browser.page


def test_rematch_and_what_if_keep_the_switch(browser, store):
    """What-if boards of a guided game are guided, too."""
    game = against_bots(store)
    browser.get(f"/games/{game}")
    browser.send(f"/games/{game}/what-if", {"at": 0})
    assert STRIP in browser.page
    assert "tries-out" in browser.page


# -- not among people --


def test_nobody_is_guided_among_people(browser, other, store):
    """With links and a second person the switch is not offered, and sending it is refused; a new game is refused."""
    game = against_bots(store, mode="links", people=2)
    info = store.game(game)
    secret = store.new_secret(game, info.actor)
    browser.get(f"/games/{game}/seat/{secret}")
    page = browser.get(f"/games/{game}").text
    assert STRIP not in page
    assert f"/games/{game}/guided" not in page
    assert browser.send(f"/games/{game}/guided", {"guided": "yes"}).status_code == 403
    fields = {"rules": "1880/2022", "players": ["Ann", "Bo", "Cy"], "mode": "links", "guided": "yes"}
    other.get("/")
    answer = other.send("/games", fields)
    assert answer.status_code == 400
    assert "not among people" in answer.text


def test_a_person_behind_a_bot_is_a_person(browser, store):
    """Who is away, or has handed the seat over, still plays: the other one is not guided."""
    game = against_bots(store, mode="links", people=2)
    info = store.game(game)
    first, second = info.actor, (info.actor + 1) % len(info.seats)
    secret = store.new_secret(game, first)
    store.new_secret(game, second)
    store.give_to_bot(game, second, "clerk")
    browser.get(f"/games/{game}/seat/{secret}")
    assert STRIP not in browser.get(f"/games/{game}").text


def test_alone_against_bots_with_a_link(browser, other, store):
    """The own seat is guided; somebody who watches sees nothing of it."""
    game = against_bots(store, mode="links")
    secret = store.new_secret(game, store.game(game).actor)
    browser.get(f"/games/{game}/seat/{secret}")
    assert STRIP in browser.get(f"/games/{game}").text
    assert STRIP not in other.get(f"/games/{game}").text


def test_what_if_board_of_a_game_among_people_is_not_guided(browser, store):
    """Nor does the switch work there while hints are off."""
    game = against_bots(store, mode="links", people=3, hints=False)
    browser.get(f"/games/{game}")
    browser.send(f"/games/{game}/what-if", {"at": 0})
    board = re.findall(r'data-game="(\w+)"', browser.page)[0]
    assert STRIP not in browser.page
    assert browser.send(f"/games/{board}/guided", {"guided": "yes"}).status_code == 403


# -- what is told --


@pytest.mark.parametrize("name", [GAME, OTHER_TITLE])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_strip_in_three_languages(browser, store, name, lang):
    """The lesson with its rule, what can be done, and what can be asked."""
    page = browser.get(f"/games/{against_bots(store, name)}?lang={lang}").text
    words = catalogue(lang)["ui"]
    for key in ("web_guide_known", "web_guide_ask", "web_guide_if", "web_guide_good"):
        assert words[key] in page
    assert lesson(page)
    assert re.search(r'<p class="lesson".*<a class="rule" data-rule="18', page)
    assert catalogue(lang)["kinds"]["bid"] in page


def test_a_kind_fades(browser, store):
    """In full the first time, however often the page is loaded; then one short line; then only behind a sign."""
    game, other_game = against_bots(store, count=RUN), against_bots(store, count=RUN)
    full = lesson(browser.get(f"/games/{game}").text)
    assert full == lesson(browser.get(f"/games/{game}").text)
    short = lesson(browser.get(f"/games/{other_game}").text)
    assert 0 < len(short) < len(full)
    third = against_bots(store, count=RUN)
    page = browser.get(f"/games/{third}").text
    assert lesson(page) == ""
    assert full in page  # behind the sign


def test_all_bids_for_a_private_are_one_moment(browser, store):
    """What an auction is about is told as long as the private is bid for, and another one is told anew."""
    game, told = against_bots(store, count=24, people=3), []
    for action in recorded(GAME)["actions"][24:36]:
        text = lesson(browser.get(f"/games/{game}").text)[:9]
        told += [text] if text not in told else []
        store.append(game, store.read(game).seq, action, store.game(game).actor)
    assert told == ["A private", "P1 pays ¥", "P2 pays ¥"]


def test_got_it_puts_a_kind_away(browser, store):
    """At once, for this game and the next, and what is chosen stays chosen; it can all be explained again."""
    game = against_bots(store, count=RUN)
    page = browser.get(f"/games/{game}?seq={RUN}&run=0%3A").text
    full = lesson(page)
    known = re.findall(r'href="(/games/[^"]+known=[^"]+)"', page)[0].replace("&amp;", "&")
    assert "run=" in known
    assert lesson(browser.get(known).text) == ""
    assert lesson(browser.get(f"/games/{against_bots(store, count=RUN)}").text) == ""
    browser.get(f"/games/{game}")
    browser.send(f"/games/{game}/guided", {"guided": "again"})
    assert lesson(browser.page) == full


def test_hidden_pages_count_for_nothing(browser, store):
    """What loads in a tab that nobody looks at has not been read."""
    game = against_bots(store)
    full = lesson(browser.get(f"/games/{game}", headers={"tielu-hidden": "yes"}).text)
    other = lesson(browser.get(f"/games/{against_bots(store)}").text)
    assert full == other


@pytest.mark.parametrize(
    "cookie", ["x", "~", "~a-9.", "1.2.3.4~", "~" + "a-1." * 4000, "ä~", "game.1.auction.7~auction-7."]
)
def test_forged_cookies_do_no_harm(browser, store, cookie):
    """Whatever a browser sends, the page is there."""
    browser.client.cookies.set("tielu_guide", cookie.encode("ascii", "replace").decode())
    answer = browser.get(f"/games/{against_bots(store)}?known=%00%3Cscript%3E")
    assert answer.status_code == 200
    assert STRIP in answer.text


def test_why_bots_have_moved_is_told(store):
    """The reasons of the last moves, without the most that a bot would bid."""
    with table(store) as who:
        game = against_bots(store, count=70)
        info = store.game(game)
        seq = store.read(game).seq
        page = who.get(f"/games/{game}").text
        action = re.findall(r'form="act" name="action" value="([^"]+)"', page)[0].replace("&#34;", '"')
        who.send(f"/games/{game}/act", {"seq": seq, "action": action})
        until(lambda: store.read(game).seq > seq + 1 and store.game(game).actor == info.actor)
        reasons = store.reasons(game, seq)
        page = who.get(f"/games/{game}").text
        assert reasons
        assert '<p class="reason">' in page


def test_limits_of_bots_are_not_told(browser, store):
    """The store keeps how far a bot would have gone; the strip of an auction does not say so."""
    game = against_bots(store)
    info, seq = store.game(game), 0
    store.append(game, seq, {"type": "pass"}, info.actor)
    seat = store.game(game).actor
    reason = BotReason("clerk", "bid", {"private": "P0", "price": 5, "most": 98765})
    store.append_for_bot(game, seq + 1, {"type": "bid", "private": "P0", "amount": 5}, seat, reason)
    page = browser.get(f"/games/{game}").text
    assert "Bids ¥5 for P0" in page[page.index(STRIP) :]
    assert "98765" not in page


# -- what has been explained --


def test_the_first_topic_that_was_told_least_is_told():
    """New kinds come before known ones; of equals, the more urgent."""
    explained = Explained()
    told = []
    for seq in range(5):
        explained = explained.tell("g", str(seq), ("found", "buy_share"))
        assert explained.last is not None
        told.append((explained.last.topic, explained.last.level))
    assert told == [
        ("found", IN_FULL),
        ("buy_share", IN_FULL),
        ("found", SHORTLY),
        ("buy_share", SHORTLY),
        ("found", FADED),
    ]


def test_one_decision_counts_once():
    """However often it is looked at, also when another game was looked at in between."""
    explained = Explained().tell("g", "7", ("run",))
    assert explained.tell("g", "7", ("run",)) is explained
    assert explained.understood("run").tell("g", "7", ("run",)).last == Told("g", "7", "run", FADED)
