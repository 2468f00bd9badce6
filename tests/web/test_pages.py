"""The pages: from the start page to a game, playing by their forms, languages, refusals."""

import gzip
import html
import json
import re
from pathlib import Path

import pytest

import tielu
from tielu.core.actions import LayTile
from tielu.i18n import LANGUAGES, rule_text, say
from tielu.i18n.catalogue import catalogue

GOLDEN = Path(__file__).parents[1] / "golden"
TEMPLATES = Path(tielu.__file__).parent / "web" / "templates"
UNDO = ("undo", "ask_undo")


def golden(name):
    """A whole game, as Tielu saves it."""
    return json.loads(gzip.decompress((GOLDEN / name).read_bytes()))["game"]


def test_three_requests_from_start_to_a_running_game(browser):
    """Start page, a form, and the first action."""
    assert browser.get("/").status_code == 200
    begun = browser.send("/games", {"rules": "1880/2022", "players": ["Ann", "Bo", "Cy", "", ""]})
    assert begun.status_code == 200
    assert "Ann · your decision" in browser.page
    answer = browser.send(begun.url.path + "/act", {"seq": 0, "action": browser.buttons[0]})
    assert answer.status_code == 200
    assert "Bo · your decision" in browser.page
    assert answer.history[0].status_code == 303


@pytest.mark.parametrize("rules", ["1880/2022", "1888/2022"])
def test_a_game_is_played_by_its_forms(browser, store, rules):
    """Forty decisions, each the first that the page offers, and the page shows hexes to lay on."""
    browser.new_game(rules)
    game_id = store.list_games().games[0].id
    for seq in range(40):
        offered = [each for each in browser.buttons if json.loads(each)["type"] not in UNDO]
        # Passing comes last, so the first offer moves the game on.
        answer = browser.send(f"/games/{game_id}/act", {"seq": browser.seq, "action": offered[0]})
        assert answer.status_code == 200, browser.page
        assert browser.seq == seq + 1
    assert store.load(game_id).seq == 40


def opened_before(browser, store, name, types):
    """A recorded game before its first action of one of these types, its page open in the browser."""
    saved = golden(name)
    game = tielu.Game.from_json({**saved, "actions": []})
    for action in saved["actions"]:
        if action["type"] in types:
            break
        game.apply_trusted(tielu.Action.from_json(action))
    browser.get(f"/games/{store.import_game(game.to_json(), mode='hot_seat').id}")
    return game


def test_hexes_to_lay_on_stand_out(browser, store):
    """Where tiles may be laid the map marks the hexes, and each is a link to its choices."""
    game = opened_before(browser, store, "1888-2022-6p-808.json.gz", {"lay_tile"})
    hexes = {action.hex for action in game.legal_actions() if isinstance(action, LayTile)}
    marked = set(re.findall(r'<g (?=[^>]*class="[^"]*\blegal\b)[^>]*data-hex="(\w+)"', browser.page))
    assert hexes
    assert hexes <= marked
    assert hexes <= set(re.findall(r'href="/games/\w+/lays/(\w+)\?seq=', browser.page))


def test_an_offer_waits_for_its_answer(browser, store):
    """Who is asked reads what is offered, and has two cards to choose from."""
    opened_before(browser, store, "1888-2022-6p-808.json.gz", {"accept", "decline"})
    assert re.search(r'<p class="why">\w+ offers \w+ ¥\d+ for ', browser.page)
    assert {json.loads(each)["type"] for each in browser.buttons} >= {"accept", "decline"}


def test_an_amount_is_typed(browser, game, store):
    """A bid has a number field with its limits, and the number counts."""
    assert re.search(r'<input type="number" name="amount"[^>]* min="5" max="\d+" step="5"', browser.page)
    browser.send(f"/games/{game}/act", {"seq": 0, "action": browser.buttons[0], "amount": 25})
    assert store.entries_since(game, 0)[0].data["amount"] == 25


def test_two_who_act_at_once(browser, other, game):
    """The second is told, and sees the new position."""
    other.get(f"/games/{game}")
    action = browser.buttons[0]
    assert browser.send(f"/games/{game}/act", {"seq": 0, "action": action}).status_code == 200
    late = other.send(f"/games/{game}/act", {"seq": 0, "action": action})
    assert late.status_code == 409
    assert "Somebody was quicker" in late.text
    assert "Bo · your decision" in late.text
    assert other.seq == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages(browser, game, lang):
    """The address chooses the language, and it stays chosen."""
    for path in (f"/games/{game}?lang={lang}", f"/games/{game}", "/"):
        assert f'<html lang="{lang}"' in browser.get(path).text
    assert say("web_my_games", lang) in browser.page


def test_another_language_shows_the_same_position(browser, game):
    """The links to other languages keep what the reader looks at."""
    browser.send(f"/games/{game}/act", {"seq": 0, "action": browser.buttons[0]})
    assert f'href="/games/{game}?at=0&amp;lang=ja"' in browser.get(f"/games/{game}?at=0&lang=de").text


def test_the_browsers_language_is_the_first_guess(browser):
    """Without a choice the pages speak as the browser does."""
    assert '<html lang="de"' in browser.get("/", headers={"Accept-Language": "de-AT,en;q=0.5"}).text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_forbidden_action_shows_its_rule(browser, game, lang):
    """The refusal says why, and what the rule says, in the reader's language."""
    browser.get(f"/games/{game}?lang={lang}")
    action = '{"type":"bid","private":"P0","amount":3}'
    refused = tielu.new_game("1880", ["Ann", "Bo", "Cy"]).why_not(tielu.Action.from_json(json.loads(action)))
    assert refused
    answer = browser.send(f"/games/{game}/act", {"seq": 0, "action": action})
    assert answer.status_code == 422
    assert refused.rule in answer.text
    assert html.escape(rule_text(refused.rule, lang)) in answer.text


@pytest.mark.parametrize("action", ["", "hello", "[]", "{}", '{"type":"fly"}', "[" * 50_000])
def test_nonsense_is_refused(browser, game, action):
    """What is no action gets a page with a code, never a trace."""
    answer = browser.send(f"/games/{game}/act", {"seq": 0, "action": action})
    assert answer.status_code == 400
    assert "Traceback" not in answer.text
    assert "data-code=" in answer.text


@pytest.mark.parametrize(
    ("path", "status"),
    [("/games/nothere", 404), ("/nowhere", 404), ("/games/nothere/seat/x", 404), ("/games/nothere/events", 404)],
)
def test_what_is_not_there(browser, path, status):
    """A page says so."""
    answer = browser.get(path)
    assert answer.status_code == status
    assert "data-code=" in answer.text


def test_earlier_positions(browser, game):
    """The position after any entry can be looked at, and offers no actions; one that is not there is refused."""
    browser.send(f"/games/{game}/act", {"seq": 0, "action": browser.buttons[0]})
    past = browser.get(f"/games/{game}?at=0")
    assert past.status_code == 200
    assert browser.buttons == []
    assert "The position after entry 0 of 1" in past.text
    assert browser.get(f"/games/{game}?at=1").text.count("Bo · your decision") == 1
    assert browser.get(f"/games/{game}?at=2").status_code == 404
    assert browser.get(f"/games/{game}?at=x").status_code == 400


def test_what_is_not_in_a_game_leads_back_to_its_table(browser, game):
    """An address that is out of date is no dead end; where there is no game, the start page is next."""
    for address in (f"/games/{game}?at=999", f"/games/{game}/lays/Z99", f"/games/{game}/runs/BCR"):
        answer = browser.get(address)
        assert answer.status_code == 404
        assert f'<a class="button" href="/games/{game}">' in answer.text
    assert '<a class="button" href="/">' in browser.get("/games/nowhere?at=999").text


def test_taking_back(browser, game, store):
    """The button takes back the last action that counts."""
    for _ in range(2):
        browser.send(f"/games/{game}/act", {"seq": browser.seq, "action": browser.buttons[0]})
    for left in (1, 0):
        # The log before it can bring back what was taken back, which is an undo, too.
        undo = [each for each in browser.buttons if json.loads(each)["type"] == "undo"][-1]
        browser.send(f"/games/{game}/act", {"seq": browser.seq, "action": undo})
        assert len(store.load(game).game.actions) == left
    assert [json.loads(each)["to"] for each in browser.buttons if "undo" in each] == [3]  # which brings it back


def test_the_log_has_words(browser, game):
    """What was done stands in the log, with a link to the position after it."""
    browser.send(f"/games/{game}/act", {"seq": 0, "action": browser.buttons[0], "amount": 15})
    assert re.search(rf'<a href="/games/{game}\?at=1"[^>]*><span class="event">Ann [^<]*15', browser.page)


def test_a_file_is_opened_and_saved(browser, store):
    """A saved game goes in, also gzipped, and comes out the same."""
    game = golden("1880-2022-3p-101.json.gz")
    content = gzip.compress(json.dumps(game).encode())
    browser.get("/")
    answer = browser.send("/import", {}, files={"file": ("a.json.gz", content)})
    assert answer.status_code == 200, answer.text
    saved = browser.get(answer.url.path + "/saved.json")
    assert saved.json() == {**game, "revision": 1}
    whole = browser.get(answer.url.path + "/log")
    assert whole.text.count('class="event"') > 30


@pytest.mark.parametrize("content", [b"", b"hello", b"{}", b"\x1f\x8bjunk", b'{"players":[],"actions":[]}'])
def test_a_file_that_is_no_game(browser, content):
    """The start page says what is wrong with it."""
    browser.get("/")
    answer = browser.send("/import", {}, files={"file": ("a.json", content)})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text


def test_what_was_typed_is_kept(browser):
    """Two players are too few for 1880; the form comes back with their names."""
    answer = browser.new_game(players=["Ann", "Bo"], name="Evening")
    assert answer.status_code == 400
    assert 'value="Bo"' in answer.text
    assert 'value="Evening"' in answer.text


def test_deleting_asks_first(browser, game, store):
    """The question changes nothing, the answer does."""
    browser.get(f"/games/{game}/delete")
    assert store.list_games().games
    browser.send(f"/games/{game}/delete", {})
    assert store.list_games().games == ()
    assert browser.get(f"/games/{game}").status_code == 404


def test_every_word_of_the_templates_is_there():
    """Each key that a template asks for by name is in the catalogues."""
    text = "\n".join(path.read_text("utf-8") for path in TEMPLATES.iterdir())
    asked = set(re.findall(r"""\bt\(["'](\w+)["'](?! ~)""", text))
    begun = set(re.findall(r"""\bt\(["'](\w+)["'] ~""", text))
    known = set(catalogue("en")["ui"])
    assert len(asked) > 40
    assert asked <= known
    assert [each for each in begun if not any(key.startswith(each) for key in known)] == []
