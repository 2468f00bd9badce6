"""Building on the map: each lit hex leads to what the rules allow there, drawn as it would lie, and nothing else."""

import gzip
import html
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tielu
from tests.corpus import needs_corpus, read_recorded, recorded_games
from tielu.core.actions import LayTile, PlaceStation, RunTrains
from tielu.i18n import LANGUAGES, say
from tielu.interop import load_18xx_games
from tielu.store import BotReason, Hint
from tielu.titles.t1888n.rules.actions import LayFerry
from tielu.views.actions.lays import hex_choices, hex_labels
from tielu.views.actions.runs import last_run, runs_to_show
from tielu.views.position.board import track_text

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = sorted(path.name for path in GOLDEN.glob("*.json.gz"))
BUILDS = (LayTile, PlaceStation, LayFerry)


def positions(name, wanted):
    """Yield the positions of a recorded game in which the predicate holds for the legal actions, each with these."""
    saved = json.loads(gzip.decompress((GOLDEN / name).read_bytes()))["game"]
    game = tielu.Game.from_json({**saved, "actions": []})
    for action in saved["actions"]:
        if action["type"] in ("lay_tile", "place_station", "run_trains", "lay_ferry", "pass"):
            legal = list(game.legal_actions())
            if wanted(legal):
                yield game.clone(), legal
        game.apply_trusted(tielu.Action.from_json(action))


def some(found, count):
    """A few of them, from beginning to end."""
    found = list(found)
    return found[:: max(1, len(found) // count)]


def told_apart(game, action):
    """What makes a lay different from another: rotations with the same track are the same."""
    if not isinstance(action, LayTile):
        return action
    face = game.state.board.tiles[game.state.board.tile_index[action.tile]].face(action.rotation)
    return action.hex, action.tile, action.power, track_text(face, "en")


def check_choices(game, legal):
    """The lit hexes are those of the legal actions, and each offers its own: all that differ, and only legal ones."""
    labels = hex_labels(game, legal, "en")
    offered = []
    for name in labels:
        choices = hex_choices(game, legal, name, "en")
        lays = [lay for choice in choices.tiles for lay in choice.lays] + list(choices.others)
        assert choices.count == len(lays) > 0
        offered += [(name, lay) for lay in lays]
    for name, lay in offered:
        assert lay.action in legal
        after = game.clone()
        events = after.apply(lay.action)
        assert f'data-hex="{name}"' in lay.picture.text
        if isinstance(lay.action, LayTile):
            assert f'data-tile="{lay.action.tile}"' in lay.picture.text
        if not isinstance(lay.action, LayFerry):
            assert lay.cost == next(event.cost for event in events if hasattr(event, "cost"))
    expected = {told_apart(game, action) for action in legal if isinstance(action, BUILDS)}
    shown = [told_apart(game, lay.action) for _, lay in offered]
    assert set(shown) == expected
    ferries = [action for action in shown if isinstance(action, LayFerry)]
    assert len(shown) - len(ferries) == len(set(shown) - set(ferries))


def builds(legal):
    return any(isinstance(action, BUILDS) for action in legal)


@pytest.mark.parametrize("name", GAMES)
def test_every_lit_hex_offers_exactly_what_is_legal(name):
    """In positions of our own games, from the first lays to the last."""
    found = some(positions(name, builds), 4)
    assert found
    for game, legal in found:
        check_choices(game, legal)


@needs_corpus
@pytest.mark.parametrize("title", ["1880", "1888"])
def test_positions_played_by_people(title):
    """The same in games recorded elsewhere."""
    (name,) = (each for each in recorded_games(title) if "human" in each)
    seen = 0
    for index, _, game in load_18xx_games(read_recorded(title, name)):
        if index % 23 == 0 and not game.finished and builds(game.legal_actions()):
            check_choices(game, list(game.legal_actions()))
            seen += 1
    assert seen


def test_powers_are_told_apart():
    """A tile that a private's power lays stands under its name, beside the same tile without it."""
    game, legal = next(
        positions("1888-2022-6p-808.json.gz", lambda legal: any(getattr(each, "power", None) for each in legal))
    )
    lay = next(action for action in legal if getattr(action, "power", None))
    powers = {choice.power for choice in hex_choices(game, legal, lay.hex, "en").tiles}
    assert any(power.startswith(lay.power) for power in powers)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hexes_say_what_can_be_done(lang):
    """The words of a hex count the tiles, in every language, row by row."""
    game, legal = next(
        positions("1880-2022-5p-202.json.gz", lambda legal: any(each.type == "lay_tile" for each in legal))
    )
    labels = hex_labels(game, legal, lang)
    for name, label in labels.items():
        tiles = {action.tile for action in legal if isinstance(action, LayTile) and action.hex == name}
        assert label == say("tiles_to_lay", lang, count=len(tiles))
    assert list(labels) == sorted(labels, key=lambda name: (name[0], int(name[1:])))


# -- the pages --


def opened(browser, store, game):
    """The page of a position, and the id of its game."""
    game_id = store.import_game(game.to_json(), mode="hot_seat").id
    browser.get(f"/games/{game_id}")
    return game_id


def links(page):
    """The lit hexes: name, address and accessible name of each."""
    found = re.findall(r'<a href="([^"]+)" aria-label="([^"]+)"><g id="hex-(\w+)" class="hex legal"', page)
    return {name: (html.unescape(address), html.unescape(label)) for address, label, name in found}


@pytest.fixture
def laying(browser, store):
    """A position in which tiles can be laid, its page open: the id of the game, the game, its legal actions."""
    game, legal = some(positions("1888-2022-6p-808.json.gz", builds), 5)[2]
    return opened(browser, store, game), game, legal


def test_a_lit_hex_is_a_link(browser, laying):
    """It leads to its lays and says how many there are; hexes without any are no links."""
    game_id, game, legal = laying
    found = links(browser.page)
    labels = hex_labels(game, legal, "en")
    assert set(found) == set(labels)
    for name, (address, label) in found.items():
        assert address == f"/games/{game_id}/lays/{name}?seq={browser.seq}"
        assert label.startswith(name)
        assert label.endswith(labels[name])


@pytest.mark.parametrize("part", ["", "&part=1"])
def test_each_button_sends_a_legal_action(browser, store, laying, part):
    """The page of a hex, and the part that the script shows: one button for each lay, in the panel's form."""
    _, game, legal = laying
    page = browser.page
    for name, (address, _) in links(page).items():
        answer = browser.get(address + part)
        assert answer.status_code == 200
        assert browser.page.count('id="act"') == (0 if part else 1)
        sent = [tielu.Action.from_json(json.loads(each)) for each in browser.buttons if each]
        choices = hex_choices(game, legal, name, "en")
        lays = [lay for choice in choices.tiles for lay in choice.lays] + list(choices.others)
        assert sent == [lay.action for lay in lays]


def test_a_tile_is_laid_without_a_script(browser, store, laying):
    """From the map to the hex, and from there by its form back to the table."""
    game_id, _, _ = laying
    address, _ = next(iter(links(browser.page).values()))
    browser.get(address)
    action = browser.buttons[0]
    answer = browser.send(f"/games/{game_id}/act", {"seq": browser.seq, "action": action})
    assert answer.status_code == 200
    assert store.load(game_id).game.actions[-1].to_json() == json.loads(action)


def test_the_page_of_a_hex_looks_like_any_other_page(browser, laying):
    """Whoever has no script sees it in every turn: with the header, the footer and the style sheet of other pages."""
    address, _ = next(iter(links(browser.page).values()))
    page = browser.get(address).text
    assert re.search(r'<header class="top">\s*<a class="home" href="/"><svg', page)
    assert '<footer class="foot">' in page
    assert "/static/pages.css?" in page


def test_a_map_that_is_out_of_date_is_told(browser, laying):
    """If somebody was quicker, the hex of the old map answers with a conflict."""
    game_id, _, legal = laying
    address, _ = next(iter(links(browser.page).values()))
    action = next(each for each in legal if isinstance(each, BUILDS))
    browser.send(f"/games/{game_id}/act", {"seq": browser.seq, "action": json.dumps(action.to_json())})
    assert browser.get(address).status_code == 409
    assert browser.get(address + "&part=1").status_code == 409


def test_a_hex_without_lays_says_so(browser, laying):
    """A hex on which nothing can be built, and one that is not on the map."""
    game_id, game, legal = laying
    idle = next(each.name for each in game.state.board.hexes if each.name not in hex_labels(game, legal, "en"))
    assert say("lay_nothing", "en") in browser.get(f"/games/{game_id}/lays/{idle}").text
    assert browser.get(f"/games/{game_id}/lays/Z99").status_code == 404
    assert browser.get(f"/games/{game_id}/lays/{'x' * 500}").status_code == 404


def test_who_watches_is_offered_nothing(browser, other, store):
    """With links, only the one who decides has lit hexes and lays."""
    game, legal = some(positions("1888-2022-6p-808.json.gz", builds), 5)[2]
    made = store.import_game(game.to_json(), mode="links")
    watched = other.get(f"/games/{made.id}")
    assert not links(watched.text)
    name = next(iter(hex_labels(game, legal, "en")))
    assert say("lay_nothing", "en") in other.get(f"/games/{made.id}/lays/{name}").text


@pytest.mark.parametrize("name", ["1880-2022-7p-303.json.gz", "1888-2022-6p-808.json.gz"])
def test_no_id_stands_twice_on_a_page(browser, store, name):
    """Map, chart, legend and the tiles of a hex share what they define."""
    for game, _ in some(positions(name, builds), 3):
        opened(browser, store, game)
        page = browser.page
        address = next(iter(links(page).values()))[0]
        part = browser.get(address + "&part=1").text
        ids = re.findall(r'\sid="([^"]+)"', page + part)
        assert len(ids) == len(set(ids))
        whole = browser.get(address).text
        ids = re.findall(r'\sid="([^"]+)"', whole)
        assert len(ids) == len(set(ids))
        for text in (page, whole):
            assert set(re.findall(r'href="#(tielu-[^"]+)"', text)) <= set(re.findall(r'\sid="([^"]+)"', text))


# -- runs --


def runs(legal):
    return any(isinstance(action, RunTrains) and action.routes for action in legal)


@pytest.mark.parametrize("name", GAMES)
def test_the_offered_run_is_drawn_with_its_sum(browser, store, name):
    """One line for each train, on the map and in words; the sums add up to what the engine counts."""
    game, legal = some(positions(name, runs), 3)[-1]
    offered = [action for action in legal if isinstance(action, RunTrains) and action.routes]
    shown = runs_to_show(game, legal, "en")
    assert {run.action for run in shown} == set(offered)
    for run in shown:
        events = game.clone().apply(run.action)
        assert run.view.income == next(event.income for event in events if event.name == "trains_run")
        for route in run.view.routes:
            counted = sum(stop.value or 0 for stop in route.stops)
            assert route.income == counted + sum(bonus.amount for bonus in route.bonuses)
    opened(browser, store, game)
    assert browser.page.count('class="route"') == sum(len(action.routes) for action in offered)
    assert browser.page.count('class="run-route ') == len(shown[0].view.routes)
    assert say("run_for", "en", amount=shown[0].income.income) in browser.page


def test_a_suggested_tile_is_drawn_on_its_hex(browser, store):
    """In a dashed ring, by the server alone; the bar says that it is a suggestion, also when the page is read again."""

    def lays(legal):
        return any(isinstance(action, LayTile) for action in legal)

    game, legal = some(positions("1880-2022-5p-202.json.gz", lays), 3)[1]
    tile = next(action for action in legal if isinstance(action, LayTile))
    game_id = opened(browser, store, game)
    assert "preview" not in browser.page
    reason = BotReason("clerk", "random", {"kinds": 1, "choices": 2})
    seat = store.game(game_id).players.index(game.actor)
    store.bots.keep_hint(game_id, seat, Hint(len(game.actions), tile.to_json(), reason))
    for _ in range(2):
        browser.get(f"/games/{game_id}")
        (drawn,) = re.findall(r'<g class="preview tried".*?data-hex="(\w+)" data-tile="(\w+)"', browser.page)
        assert drawn == (tile.hex, tile.tile)
        assert re.search(r'id="decide"[^>]*>Suggested: ', browser.page)


def test_an_empty_hex_says_what_its_ground_costs():
    """In words over its tiles; where a tile lies, that one is named instead."""
    game = tielu.new_game("1888", ["Ann", "Bo", "Cy"])
    assert hex_choices(game, [], "B4", "en").ground == "Great Wall and mountain ¥40"
    assert hex_choices(game, [], "B4", "ja").ground.endswith(" 40元")
    assert hex_choices(game, [], "B4", "de").ground == "Große Mauer und Berg ¥40"


def test_nobody_elses_run_lies_over_hexes_to_build_on(browser, store):
    """Where a company builds right after the run of another, that run is not drawn."""

    def lays(legal):
        return any(isinstance(action, LayTile) for action in legal)

    found = positions("1880-2022-5p-202.json.gz", lays)
    game = next(game for game, _ in found if isinstance(game.actions[-1], RunTrains) and game.actions[-1].routes)
    opened(browser, store, game)
    assert 'class="route"' not in browser.page


def test_of_several_runs_the_best_is_seen(browser, store):
    """The others are drawn as well, out of sight until somebody looks at them."""

    def several(legal):
        return sum(isinstance(action, RunTrains) and bool(action.routes) for action in legal) > 1

    game, legal = next(positions("1888-2022-6p-808.json.gz", several))
    shown = runs_to_show(game, legal, "en")
    assert [run.view.income for run in shown] == sorted((run.view.income for run in shown), reverse=True)
    opened(browser, store, game)
    seen = re.findall(
        r'<g( class="away")? data-run="(\d)"><g class="route"|<g( class="away")? data-run="(\d)">', browser.page
    )
    assert {(number, bool(away)) for away, number, _, _ in seen if number} == {
        (str(number), number > 0) for number in range(len(shown))
    }


def test_the_last_run_is_shown_again(browser, store):
    """From the table to the position after the run, which the map shows; who has not run yet is told so."""
    game, legal = some(positions("1888-2022-6p-808.json.gz", runs), 4)[1]
    company = game.deciding
    offered = next(action for action in legal if isinstance(action, RunTrains) and action.routes)
    game.apply(offered)
    assert last_run(game, company) == len(game.actions) - 1
    game_id = opened(browser, store, game)
    answer = browser.get(f"/games/{game_id}/runs/{company}")
    assert answer.status_code == 200
    assert answer.url.path == f"/games/{game_id}"
    assert say("run_made", "en", company=company) in answer.text
    assert answer.text.count('class="run-route ') == len(offered.routes)
    assert browser.get(f"/games/{game_id}/runs/nobody").status_code == 404


def test_drawings_of_a_page_are_well_formed(browser, store):
    """Every drawing on the page and in the part for the script can be read as XML."""
    game, _ = some(positions("1880-2022-7p-303.json.gz", builds), 3)[1]
    opened(browser, store, game)
    address = next(iter(links(browser.page).values()))[0]
    text = browser.page + browser.get(address + "&part=1").text
    drawings = re.findall(r"<svg .*?</svg>", text, re.DOTALL)
    assert len(drawings) > 10
    for drawing in drawings:
        ElementTree.fromstring(drawing)
