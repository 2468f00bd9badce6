"""From the start page to a game: cards, the form, files, deleted games."""

import gzip
import html
import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.event import listen

from tests.corpus import corpus_path, needs_corpus
from tests.web.conftest import PLAYERS, Browser
from tests.web.test_seats import seat_links
from tielu import TITLES, Game
from tielu.bots.strengths import strengths
from tielu.clocks import TimeControl
from tielu.i18n import LANGUAGES, rule_text, say, say_repair
from tielu.store import Player, Store
from tielu.web import create_app
from tielu.web.start.game_cards import Reader, age_text, own_cards

GOLDEN = Path(__file__).parents[1] / "golden"


def fields(page):
    """What a browser would send with the form of a new game, if nothing is changed."""
    data = {
        "players": re.findall(r'<input name="players"[^>]* value="([^"]*)"', page),
        "languages": re.findall(r'<select name="languages".*?<option value="(\w+)"[^>]* selected', page, re.DOTALL),
        "bots": [
            (re.findall(r'value="([^"]*)" selected', menu) or [""])[0]
            for menu in re.findall(r'<select name="bots".*?</select>', page, re.DOTALL)
        ],
        "mode": re.findall(r'name="mode" value="(\w+)" checked', page)[0],
    }
    for name in ("undo", "rules"):
        data[name] = re.findall(rf'<select name="{name}">.*?<option value="([^"]*)" selected', page, re.DOTALL)[0]
    return data


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("title", "seats"), [("1880", 4), ("1888", 3)])
def test_two_clicks_to_a_running_game(browser, store, title, seats, lang):
    """A card, then the button; the players have names, and all sit at one screen with free undo."""
    page = browser.get(f"/?lang={lang}").text
    (card,) = re.findall(rf'href="(/new\?title={title})"', page)
    form = fields(browser.get(card).text)
    assert len(set(form["players"])) == seats
    assert set(form["languages"]) == {lang}
    answer = browser.send("/games", form)
    assert answer.status_code == 200
    assert browser.buttons
    (info,) = store.list_games().games
    assert (info.title, info.edition, info.mode, info.undo) == (title, "2022", "hot_seat", "free")


@pytest.mark.parametrize(("lang", "you"), [("en", "you"), ("de", "du"), ("ja", "あなた")])
def test_play_now_is_one_click(browser, store, lang, you):
    """A stranger is in a game against bots, and finds their own card among the players."""
    browser.get(f"/?lang={lang}")
    page = browser.send("/play", {"title": "1880"}).text
    (info,) = store.list_games().games
    assert [seat.bot for seat in info.seats] == [None, "clerk", "clerk", "clerk"]
    (own,) = re.findall(r'<span class="name" title="([^"]*)">\1</span>\s*<span class="tag you">([^<]*)<', page)
    assert own == (info.players[0], you)


def test_play_now_knows_the_name_of_who_made_a_game_before(browser, store):
    """It is asked once, in the form of a game; what the form suggests is no name."""
    for names, known in ((["Player 1", "Bo", "Cy"], "Player"), (["Zoë", "Bo", "Cy"], "Zoë")):
        browser.new_game(players=names)
        browser.get("/")
        browser.send("/play", {"title": "1880"})
        assert store.list_games().games[0].players[0] == known


@pytest.mark.parametrize("title", ["1830", ""])
def test_nothing_begins_without_a_title(browser, store, title):
    """Play now is for the titles that there are."""
    browser.get("/")
    assert browser.send("/play", {"title": title}).status_code == 400
    assert store.list_games().games == ()


@pytest.mark.parametrize("title", ["1880", "1888"])
def test_with_friends_is_a_game_with_links(browser, title):
    """The form begins with a link for each seat, and keeps that for the other title."""
    assert 'href="/new?title=1880&amp;mode=links"' in browser.get("/").text
    page = browser.get(f"/new?title={title}&mode=links").text
    assert fields(page)["mode"] == "links"
    other = browser.send("/new", fields(page) | {"title": "1888" if title == "1880" else "1880"}).text
    assert fields(other)["mode"] == "links"
    assert browser.get(f"/new?title={title}&mode=letters").status_code == 400


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_bot_says_how_well_it_plays(browser, lang):
    """From beginner to strong, beside its name; the start page presents those that differ in more than style."""
    page = browser.get(f"/new?title=1880&lang={lang}").text
    for strength in strengths("1880"):
        label, level = say(strength.words, lang), say(f"{strength.words}_level", lang)
        words = html.escape(say("web_bot_level", lang, bot=label, level=level))
        assert f">{words}</option>" in page
    start = browser.get("/").text
    for strength in strengths():
        assert (f'bots={strength.name}"><b>{say(strength.words, lang)}</b>' in start) == strength.presented
        assert not strength.presented or f"</span>{html.escape(strength.rating)}</strong>" in start


@pytest.mark.parametrize(("mode", "undo"), [("hot_seat", "free"), ("links", "own")])
def test_the_usual_undo_fits_the_mode(browser, store, mode, undo):
    """At one screen anyone anything, with links each their own."""
    form = fields(browser.get("/new?title=1880&players=3").text) | {"mode": mode}
    browser.send("/games", form)
    assert store.list_games().games[0].undo == undo


@pytest.mark.parametrize(("title", "counts"), [("1880", range(3, 8)), ("1888", range(2, 7))])
def test_as_many_seats_as_the_rules_allow(browser, title, counts):
    """The address names the number; the form offers all there are."""
    for count in counts:
        page = browser.get(f"/new?title={title}&players={count}").text
        assert len(fields(page)["players"]) == count
        assert re.findall(r'name="seats" value="(\d)"', page) == [str(each) for each in counts]


@pytest.mark.parametrize(
    "query",
    ["title=1830", "title=1880&players=2", "title=1880&players=8", "title=1888&players=x", "title=1880&players=-1"],
)
def test_a_form_that_cannot_be(browser, query):
    """An unknown title or number of seats gets a page that says so."""
    answer = browser.get(f"/new?{query}")
    assert answer.status_code == 400
    assert "data-code=" in answer.text


@pytest.mark.parametrize("query", ["", "?title=", "?mode=links"])
def test_the_form_of_no_title_is_that_of_the_first(browser, query):
    """The address may be typed by hand; the form offers the other title."""
    answer = browser.get(f"/new{query}")
    assert (answer.status_code, fields(answer.text)["rules"]) == (200, "1880/2022")


def test_a_title_has_its_other_names_in_addresses(browser):
    """The form then has the one that stands in files."""
    for query in ("title=1888-N", "title=1888N&players=6&bots=clerk"):
        assert fields(browser.get(f"/new?{query}").text)["rules"] == "1888/2022"


def test_another_number_of_seats_keeps_what_was_typed(browser):
    """Names, languages, the name of the game and all choices stay."""
    form = fields(browser.get("/new?title=1880&players=3").text)
    form |= {"players": ["Ann", "Bo", "Cy"], "languages": ["de", "ja", "en"], "name": "Evening", "mode": "links"}
    page = browser.send("/new", form | {"seats": 5}).text
    again = fields(page)
    assert again["players"] == ["Ann", "Bo", "Cy", "Player 4", "Player 5"]
    assert again["languages"] == ["de", "ja", "en", "en", "en"]
    assert again["mode"] == "links"
    assert 'value="Evening"' in page
    assert fields(browser.send("/new", again | {"seats": 4}).text)["players"] == ["Ann", "Bo", "Cy", "Player 4"]
    refused = browser.send("/new", again | {"seats": 9})
    assert refused.status_code == 400
    assert len(fields(refused.text)["players"]) == 5


def test_another_title_keeps_what_was_typed(browser):
    """Names and bots stay, as far as the title has seats for them and bots that play it."""
    form = fields(browser.get("/new?title=1880&players=7").text)
    form |= {"players": ["Zoe", "Bo", "Cy", "Dee", "Eva", "Flo", "Gus"], "bots": ["", "chairman-raider", *[""] * 5]}
    again = fields(browser.send("/new", form | {"title": "1888"}).text)
    assert again["rules"] == "1888/2022"
    assert again["players"] == ["Zoe", "Bo", "Cy", "Dee", "Eva", "Flo"]
    able = [each.name for each in strengths("1888")]
    assert again["bots"][1] == ("chairman-raider" if "chairman-raider" in able else "clerk")
    assert browser.send("/new", form | {"title": "1830"}).status_code == 400


@pytest.mark.parametrize("path", ["/new", "/games"])
def test_another_language_keeps_the_form_that_was_sent(browser, path):
    """Its buttons send the form again: what was typed stays, what was only suggested is said in the new language."""
    form = fields(browser.get("/new?title=1880&players=6&lang=en").text)
    form |= {"players": ["Zoe", *form["players"][1:5], "Zoe"], "languages": [*["en"] * 5, "ja"]}
    page = browser.send(path, form | ({"seats": 6} if path == "/new" else {})).text
    assert 'href="/?lang=de"' not in page
    (pressed,) = re.findall(r'formaction="([^"]*)" formnovalidate name="before" value="en" lang="de"', page)
    german = browser.send(pressed, form | {"before": "en"}).text
    assert '<html lang="de"' in german
    again = fields(german)
    assert again["players"] == ["Zoe", "Spieler 2", "Spieler 3", "Spieler 4", "Spieler 5", "Zoe"]
    assert again["languages"] == [*["de"] * 5, "ja"]
    assert '<html lang="de"' in browser.get("/").text
    (pressed,) = re.findall(r'formaction="([^"]*theme=dark)"', german)
    assert fields(browser.send(pressed, again).text) == again


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": ["Ann", "Ann", "Cy"]}, "name_twice"),
        ({"players": ["Ann", "", ""]}, "wrong_player_count"),
        ({"players": ["x" * 41, "Bo", "Cy"]}, "name_too_long"),
        ({"rules": "1880/1999"}, "unknown_edition"),
        ({"languages": ["xx", "en", "en"]}, "unknown_choice"),
        ({"mode": "post"}, "unknown_choice"),
        ({"undo": "maybe"}, "unknown_choice"),
        ({"mode": "hot_seat", "undo": "consent"}, "undo_at_hot_seat"),
        ({"name": "x" * 81}, "text_too_long"),
    ],
)
def test_a_refused_form_comes_back(browser, store, change, code):
    """With a code, and the names that were typed."""
    form = {"rules": "1880/2022", "players": ["Ann", "Bo", "Cy"], "languages": ["en"] * 3} | change
    browser.get("/new?title=1880")
    answer = browser.send("/games", form)
    assert (answer.status_code, f'data-code="{code}"' in answer.text) == (400, True)
    for name in form["players"]:
        assert f'value="{name}"' in answer.text
    assert store.list_games().games == ()


def test_each_seat_has_its_language(browser, store):
    """Also where a seat between others stays empty."""
    browser.get("/new?title=1880")
    browser.send(
        "/games",
        {"rules": "1880/2022", "players": ["Ann", " ", "Bo", "Cy"], "languages": ["de", "de", "ja", "en"]},
    )
    seats = store.list_games().games[0].seats
    assert [(seat.name, seat.language) for seat in seats] == [("Ann", "de"), ("Bo", "ja"), ("Cy", "en")]


@pytest.mark.parametrize("title", ["1880", "1888"])
def test_pictures_of_the_maps(browser, title):
    """Each card has the map of its title, small and without words."""
    assert f'src="/titles/{title}/small.svg"' in browser.get("/").text
    small = browser.get(f"/titles/{title}/small.svg")
    assert (small.headers["content-type"], "<text" in small.text) == ("image/svg+xml", False)
    assert browser.get("/titles/1830/small.svg").status_code == 400
    answer = browser.get(f"/titles/{title}.svg?lang=de")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert 'id="hex-' in answer.text
    assert "script" not in answer.headers["content-security-policy"]
    assert browser.get("/titles/1830.svg").status_code == 400


# ---- my games ----


def recorded(share=1.0):
    """A recorded game of 1880 up to a part of its actions."""
    saved = json.loads(gzip.decompress((GOLDEN / "1880-2022-3p-101.json.gz").read_bytes()))["game"]
    return Game.from_json({**saved, "actions": saved["actions"][: int(share * len(saved["actions"]))]})


def imported(store, share, person="", **more):
    """A recorded game in the store, at one screen; all but one person are bots, if one is named. Returns its id."""
    game = recorded(share)
    players = [Player(name, bot="clerk" if person and name != person else None) for name in game.players]
    return store.import_game(game.to_json(), players, **{"mode": "hot_seat", **more}).id


def cards(page):
    """The cards of the start page by the id of their game, in their order."""
    found = re.findall(r'<article class="card game.*?</article>', page, re.DOTALL)
    return {re.findall(r'id="game-(\w+)"', each)[0]: html.unescape(each) for each in found}


def test_my_games_say_whose_turn_it_is(store):
    """The game that waits for the reader comes first, marked, and the title of the page counts it."""
    decides = recorded(0.5).actor
    others = [name for name in recorded().players if name != decides]
    mine = imported(store, 0.5, decides)
    bots = imported(store, 0.5, others[0])
    over = imported(store, 1, others[0])
    # Without `with` nothing of the server is started, so that no bot moves meanwhile.
    page = TestClient(create_app(store), base_url="http://localhost").get("/").text
    shown = cards(page)
    assert list(shown) == [mine, bots, over]
    assert ["waits" in card for card in shown.values()] == [True, False, False]
    assert "<title>(1) Tielu" in page
    assert f"<b>Your turn</b> · OR {store.game(mine).round_number}, " in shown[mine]
    assert f">{store.game(mine).company}</text>" in shown[mine]
    assert f"{decides} decides for {store.game(mine).company}" in shown[bots]
    assert [f"/games/{game}/small.svg?at={store.load(game).seq}" in card for game, card in shown.items()] == [True] * 3
    place = store.game(over).places[store.game(over).players.index(others[0])]
    assert ("You won" if place == 1 else f"You came {('2nd', '3rd')[place - 2]} of 3") in shown[over]
    for label, card in zip(("Continue", "Open", "Review"), shown.values(), strict=True):
        assert f">{label}<" in card
    assert [card.count('class="person p-') for card in shown.values()] == [3, 3, 3]


def test_several_at_one_screen_are_called_by_name(store, browser):
    """Whoever sits at the screen sees whose turn it is there, and who has won."""
    running, over = imported(store, 0.5), imported(store, 1)
    shown = cards(browser.get("/").text)
    assert f"<b>{recorded(0.5).actor} decides for" in shown[running]
    assert f"Won by {recorded().standings()[0][0]}" in shown[over]


def test_games_with_links_are_mine_by_my_seat(browser, other, store):
    """Who has opened the link of a seat finds the game among their own and is told when it is their turn."""
    links = seat_links(browser.new_game(mode="links").text)
    (game,) = [info.id for info in store.list_games().games]
    assert ">Open<" in cards(browser.get("/").text)[game]
    assert cards(other.get("/").text) == {}
    other.get(links[0])
    assert "<b>Your turn</b>" in cards(other.get("/").text)[game]
    assert "<title>(1) Tielu" in other.page
    other.get(links[1])
    assert "Ann decides" in cards(other.get("/").text)[game]
    assert "<title>Tielu" in other.page


def test_games_of_others_are_not_mine_on_a_shared_server(store, browser):
    """At one screen only the browser that made the game has it among its own; all games are one click away."""
    with (
        TestClient(create_app(store, addresses=["http://192.0.2.1"]), base_url="http://localhost") as made,
        TestClient(create_app(store, addresses=["http://192.0.2.1"]), base_url="http://localhost") as guest,
    ):
        type(browser)(made).new_game()
        assert len(cards(made.get("/").text)) == 1
        page = guest.get("/").text
        assert cards(page) == {}
        assert 'href="/games"' in page
        assert "Ann, Bo, Cy" in guest.get("/games").text
        assert "/delete" not in guest.get("/games").text


@pytest.mark.parametrize(
    "cookie", ["", "x", ".", "_._", "no-id.0", f"{'a' * 33}.1", f"{'b' * 16}.99", "é.1", "a.x_" * 99]
)
def test_a_forged_list_of_games_shows_nothing(browser, cookie):
    """The cookie only names games; what is not one is passed over."""
    answer = browser.get("/", headers={"cookie": f"tielu_games={cookie}".encode()})
    assert (answer.status_code, cards(answer.text)) == (200, {})


def test_lists_replay_nothing(store, tmp_path, browser, monkeypatch):
    """The start page and the list of all games read no log, however many games there are."""
    for share in (0.2, 0.5, 1):
        imported(store, share)
    with Store(tmp_path / "games.sqlite3") as fresh:  # with no position in memory
        for name in ("load", "_position", "entries_since"):
            monkeypatch.setattr(fresh, name, None)
        with TestClient(create_app(fresh), base_url="http://localhost") as client:
            assert len(cards(client.get("/").text)) == 3
            assert client.get("/games").text.count("1880: China (2022)") == 3


def test_small_pictures_are_drawn_once(store, browser, monkeypatch):
    """A picture is that of one entry: the browser may keep it, and the server draws the next one from memory."""
    game = imported(store, 0.5)
    seq = store.load(game).seq
    first = browser.get(f"/games/{game}/small.svg?at={seq}")
    assert first.headers["cache-control"] == "private, max-age=86400"
    assert "max-age=86400" in first.headers["cache-control"]
    assert "script" not in first.headers["content-security-policy"]
    assert browser.get(f"/games/{game}/small.svg?at={seq // 2}").text != first.text
    assert browser.get(f"/games/{game}/small.svg?at={seq + 1}").status_code == 404
    monkeypatch.setattr(store, "load", None)
    assert browser.get(f"/games/{game}/small.svg?at={seq}").text == first.text


def test_all_games_come_in_pages(store, browser):
    """Twelve at a time, the last changed first."""
    made = [store.create_game("1888", ["Ann", "Bo"], name=f"Game {number}").id for number in range(15)]
    page = browser.get("/games").text
    assert re.findall(r"/games/(\w+)/saved.json", page) == made[:2:-1]
    (more,) = re.findall(r'href="(/games\?after=[^"]+)"', page)
    assert re.findall(r"/games/(\w+)/saved.json", browser.get(more).text) == made[2::-1]


@pytest.mark.parametrize(
    ("age", "en", "ja"),
    [
        (timedelta(seconds=5), "just now", "たった今"),
        (timedelta(minutes=1), "1 minute ago", "1分前"),
        (timedelta(hours=5), "5 hours ago", "5時間前"),
        (timedelta(days=13), "13 days ago", "13日前"),
        (timedelta(days=14), "2026-11-01", "2026-11-01"),
    ],
)
def test_times_are_told_without_a_zone(age, en, ja):
    """How long ago a game changed is the same everywhere."""
    changed = datetime(2026, 11, 1, tzinfo=UTC)
    assert [age_text(age, changed, lang) for lang in ("en", "ja")] == [en, ja]


# ---- files ----


def send_file(browser, content, **more):
    browser.get("/")
    return browser.send("/import", more, files={"file": ("a.json", content)})


def test_a_file_becomes_a_game_with_links(browser, store):
    """Each player of the file gets a link; the undo rule is the usual one unless another is chosen."""
    saved = json.loads(gzip.decompress((GOLDEN / "1880-2022-3p-101.json.gz").read_bytes()))["game"]
    answer = send_file(browser, json.dumps(saved), mode="links")
    assert len(re.findall(r"<dd><a href=", answer.text)) == 3
    assert store.list_games().games[0].undo == "own"
    send_file(browser, json.dumps(saved), mode="links", undo="consent")
    assert store.list_games().games[0].undo == "consent"
    assert send_file(browser, json.dumps(saved), mode="hot_seat", undo="own").status_code == 400


@needs_corpus
@pytest.mark.parametrize("title", ["1880", "1888"])
def test_a_file_of_the_platform_is_opened(browser, store, title):
    """As it is downloaded there, gzipped or not."""
    content = min(corpus_path(title).glob("*.json.gz")).read_bytes()
    for each in (content, gzip.decompress(content)):
        assert send_file(browser, each).status_code == 200
    first, second = store.list_games().games
    assert store.load(first.id).seq == store.load(second.id).seq > 100


# ---- deleted games ----


def test_a_deleted_game_can_be_had_again(browser, game, store):
    """The list of all games leads to it, its button brings the game back."""
    assert "/deleted" not in browser.get("/games").text
    browser.get(f"/games/{game}/delete")
    browser.send(f"/games/{game}/delete", {})
    assert 'href="/deleted"' in browser.get("/games").text
    assert f"/games/{game}/restore" in browser.get("/deleted").text
    answer = browser.send(f"/games/{game}/restore", {})
    assert answer.url.path == f"/games/{game}"
    assert [info.id for info in store.list_games().games] == [game]
    assert f"/games/{game}/restore" not in browser.get("/deleted").text


def test_strangers_neither_delete_nor_restore(browser, other, store):
    """A game with links is deleted and restored by who plays in it or made it."""
    browser.new_game(mode="links")
    game = store.list_games().games[0].id
    other.get("/")
    assert other.send(f"/games/{game}/delete", {}).status_code == 403
    browser.get("/")
    assert browser.send(f"/games/{game}/delete", {}).status_code == 200
    other.get("/deleted")
    assert other.send(f"/games/{game}/restore", {}).status_code == 403
    browser.get("/deleted")
    assert browser.send(f"/games/{game}/restore", {}).status_code == 200


def test_a_game_of_others_goes_with_the_consent_of_all(app, browser, store):
    """A player alone deletes nothing; the chat tells the others, and with the last of them the game goes."""
    made = store.create_game("1880", [*PLAYERS[:2], Player("Cy", bot="clerk")])
    path, agreed = f"/games/{made.id}", []
    for secret in made.secrets[:2]:
        assert secret is not None
        browser.get(f"{path}/seat/{secret}")
        assert ("Ann" in agreed) == ("Agreed so far: Ann" in browser.get(f"{path}/delete").text)
        assert store.game(made.id).deleted is None
        assert browser.send(f"{path}/delete", {}).status_code == 200
        agreed = [seat.name for seat in store.game(made.id).seats if seat.wants_deleted]
    assert store.game(made.id).deleted is not None
    store.restore_game(made.id)
    assert not any(seat.wants_deleted for seat in store.game(made.id).seats)
    assert [message.text.split()[0] for message in store.talk.messages_since(made.id)] == ["Ann"]


def test_a_shared_game_at_one_screen_is_deleted_by_its_maker(store):
    """Anybody in the network can play there; that is not enough. On this machine alone it is."""
    app = create_app(store, addresses=["http://192.0.2.1:1880/"])
    maker, guest = (Browser(TestClient(app, base_url="http://localhost")) for _ in range(2))
    maker.new_game()
    game = store.list_games().games[0].id
    guest.get(f"/games/{game}")
    assert guest.send(f"/games/{game}/delete", {}).status_code == 403
    assert guest.client.get(f"/games/{game}/delete").status_code == 403
    maker.get(f"/games/{game}")
    assert maker.send(f"/games/{game}/delete", {}).status_code == 200
    assert store.game(game).deleted is not None


def test_the_list_gives_no_seat_away(browser, other, store):
    """Whoever sees the lists learns who plays, and no secret."""
    links = re.findall(r"/seat#(\w+)", browser.new_game(mode="links").text)
    game = store.list_games().games[0].id
    for path in ("/", "/games", f"/games/{game}", f"/games/{game}/seats", "/api/games", f"/api/games/{game}"):
        page = other.get(path)
        assert page.status_code == 200
        assert not any(secret in page.text for secret in links)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_revisions_says_what_each_changed(browser, store, lang):
    """Every repair of every title, in the reader's words, with its rule; the table links to it."""
    page = html.unescape(browser.get(f"/revisions?lang={lang}").text)
    for title in TITLES.values():
        for repair in title.repairs:
            assert say_repair(repair.switch, lang) in page
            assert repair.rule in page
            assert rule_text(repair.rule, lang) in page
    game = store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat").id
    assert 'href="/revisions"' in browser.get(f"/games/{game}").text


@pytest.mark.parametrize(
    ("lang", "players"), [("en", "“Ann, Bo, Cy”"), ("de", "„Ann, Bo, Cy“"), ("ja", "「Ann、Bo、Cy」")]
)
def test_a_game_without_a_name_is_called_by_its_players(browser, store, lang, players):
    """They stand in a row as the language separates them, in lists, headings and questions."""
    game = store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat").id
    browser.get(f"/games/{game}")
    assert players in html.unescape(browser.get(f"/games/{game}/delete?lang={lang}").text)
    assert f"{players[1:-1]}</h2>" in browser.get(f"/games?lang={lang}").text


def test_games_with_clocks_are_read_together(store):
    """The cards of a reader need as many statements for many games with clocks as for one."""
    control = TimeControl(timedelta(days=2), timedelta(days=1), timedelta(days=3), bot="clerk")
    games = [store.create_game("1880", PLAYERS, time_control=control).id for _ in range(5)]
    statements, counts = [], []
    listen(store._engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
    for some in (games[:1], games):
        statements.clear()
        reader = Reader(dict.fromkeys(some, 0), is_alone=False)
        cards = own_cards(store, reader, "en", datetime.now(UTC))
        counts.append(len(statements))
        assert [bool(card.time_left) for card in cards] == [True] * len(some)
        assert sum("FROM clocks" in each for each in statements) == 1
    assert counts[0] == counts[1]
