"""From the start page to a game: cards, the form, files, deleted games."""

import gzip
import html
import json
import re
from pathlib import Path

import pytest

from tests.corpus import corpus_path, needs_corpus
from tielu import TITLES
from tielu.i18n import LANGUAGES, rule_text, say_repair

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
    (card,) = re.findall(rf'<a href="(/new\?title={title})">', page)
    form = fields(browser.get(card).text)
    assert len(set(form["players"])) == seats
    assert set(form["languages"]) == {lang}
    answer = browser.send("/games", form)
    assert answer.status_code == 200
    assert browser.buttons
    (info,) = store.list_games().games
    assert (info.title, info.edition, info.mode, info.undo) == (title, "2022", "hot_seat", "free")


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
    ["", "title=1830", "title=1880&players=2", "title=1880&players=8", "title=1888&players=x", "title=1880&players=-1"],
)
def test_a_form_that_cannot_be(browser, query):
    """An unknown title or number of seats gets a page that says so."""
    answer = browser.get(f"/new?{query}")
    assert answer.status_code == 400
    assert "data-code=" in answer.text


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
    """Each card has the map of its title."""
    assert f'src="/titles/{title}.svg' in browser.get("/").text
    answer = browser.get(f"/titles/{title}.svg?lang=de")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert 'id="hex-' in answer.text
    assert "script" not in answer.headers["content-security-policy"]
    assert browser.get("/titles/1830.svg").status_code == 400


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
    """The start page leads to the list, its button brings the game back."""
    assert "/deleted" not in browser.get("/").text
    browser.get(f"/games/{game}/delete")
    browser.send(f"/games/{game}/delete", {})
    assert 'href="/deleted"' in browser.page
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


def test_the_list_gives_no_seat_away(browser, other, store):
    """Whoever sees the lists learns who plays, and no secret."""
    links = re.findall(r"/seat/(\w+)", browser.new_game(mode="links").text)
    game = store.list_games().games[0].id
    for path in ("/", f"/games/{game}", f"/games/{game}/seats", "/api/games", f"/api/games/{game}"):
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
