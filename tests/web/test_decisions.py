"""Decisions as cards with their numbers, and why something is not possible, as a browser without scripts sees it."""

import html
import json
import re

import pytest

import tielu
from tests.web.test_panel import opened
from tielu import Action
from tielu.core.actions import Bid, BuyShare, BuyTrain, FoundCompany, LayTile, Pass
from tielu.i18n import LANGUAGES, say_error
from tielu.views.position.board import network_hexes
from tielu.web.table.armed import Chosen
from tielu.web.table.run_sheet import run_sheet

FIVE_PLAYERS = "1880-2022-5p-202.json.gz"
SIX_PLAYERS = "1888-2022-6p-808.json.gz"


def cards(page):
    """The cards of the decision, each as the words on it; those that cannot be chosen are in brackets."""
    found = re.findall(r'<(button|div) class="option".*?</\1>', page, re.DOTALL)
    texts = re.findall(r'<(?:button|div) class="option"[^>]*>(.*?)</(?:button|div)>', page, re.DOTALL)
    words = [" ".join(re.sub(r"<[^>]+>", " ", html.unescape(text)).split()) for text in texts]
    return [word if kind == "button" else f"({word})" for kind, word in zip(found, words, strict=True)]


def bar(page):
    """What the action bar says."""
    told = page.split('<section class="bar"')[1].split('<form method="post"')[0]
    return " ".join(re.sub(r"<[^>]+>", " ", html.unescape(told)).split())


def asked(browser, game_id, action):
    """The page for somebody who has pressed something that is not possible."""
    query = {"seq": browser.seq, "why": json.dumps(action.to_json())}
    return browser.get(f"/games/{game_id}", params=query).text


# ---- cards ----


def test_investors_are_cards_in_their_places_and_hexes_on_the_map(browser, store):
    """Whoever is taken keeps the place; home, values and the nearest companies stand on the card."""
    game_id, _ = opened(browser, store, FIVE_PLAYERS, 79)
    shown = cards(browser.page)
    assert shown[2] == "(A3 Belgium C Cy)"
    assert shown[4] == "A5 Britain 20–70 Hong Kong SCR WNR"
    assert [each[0] for each in shown].count("(") == 3
    places = re.findall(r'<a href="/games/\w+\?([^"]*arm=[^"]*)"', browser.page)
    assert len(places) == 4
    browser.get(f"/games/{game_id}?{html.unescape(places[0])}")
    assert re.search(r'class="option"[^>]*aria-pressed="true"', browser.page)
    assert "Take investor A2" in bar(browser.page)
    assert '<g class="picked" data-ring="E13">' in browser.page


def test_a_merger_shows_what_each_side_has_afterwards(browser, store):
    """The owner's share and bonus are told as the reason, the money on the cards."""
    opened(browser, store, FIVE_PLAYERS, 445)
    assert "A6 and LHR are joined by track, so they merge now." in html.unescape(browser.page)
    assert cards(browser.page) == [
        "LHR All ¥360 to LHR Bo ¥212 → ¥262 LHR ¥10 → ¥370",
        "B 20% of ¥360 to Bo, the rest to the bank Bo ¥212 → ¥334 LHR ¥10",
    ]


@pytest.mark.parametrize(
    ("actions", "shown", "beside"),
    [
        (
            446,
            ["LHR Replace the investor's marker markers left 1 → 0", "LHR Remove the investor's marker markers left 1"],
            0,
        ),
        (183, ["NXR Ningxi Railway gets 2+2-train, free (¥180) Trains 0 → 1 / 4"], 0),
        (91, ["JLR Jinglan Railway Permits AB → ABD Treasury ¥400"], 1),
        (185, ["P0 ¥40 now or with the last 3-train ¥70 or with the last 3+3-train ¥100"], 0),
    ],
)
def test_privates_and_markers_say_what_they_bring(browser, store, actions, shown, beside):
    """What may be left for later takes a single line."""
    opened(browser, store, FIVE_PLAYERS, actions)
    assert cards(browser.page) == shown
    assert browser.page.count("decision beside") == beside


@pytest.mark.parametrize(
    ("name", "actions", "shown"),
    [
        (
            FIVE_PLAYERS,
            272,
            [
                "JLR Give up 2-train Trains left 2 · 2+2 · 3+3 Best run ¥130",
                "JLR Give up 2+2-train Trains left 2 · 2 · 3+3 Best run ¥130",
                "JLR Give up 3+3-train Trains left 2 · 2 · 2+2 Best run ¥130 → ¥90",
            ],
        ),
        (
            SIX_PLAYERS,
            187,
            [
                (
                    "B Accept ¥75 Cash ¥138 → ¥213 Worth ¥348 → ¥273 Income each round, to HJR ¥30"
                    " Treasury of HJR ¥330 → ¥255"
                ),
                "B Decline Cash ¥138 Worth ¥348 Income each round, to Bo ¥30",
            ],
        ),
        (
            SIX_PLAYERS,
            366,
            [
                (
                    "ZDR Accept ¥5 Treasury of ZDR ¥519 → ¥524 Best run of ZDR ¥0"
                    " Treasury of LYR ¥900 → ¥895 Best run of LYR ¥0 → ¥70"
                ),
                "ZDR Decline Treasury of ZDR ¥519 Best run of ZDR ¥0",
            ],
        ),
    ],
)
def test_trains_to_give_up_and_offers_are_weighed(browser, store, name, actions, shown):
    """What the other trains earn; what an offer brings to whom, beside what stays if it is declined."""
    opened(browser, store, name, actions)
    assert cards(browser.page) == shown
    assert browser.page.count("decision beside") == 0


# ---- what is not possible ----


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_press_on_what_is_not_possible_says_why(browser, store, lang):
    """A share that is too dear, without a script: the bar says the reason, and nothing is armed."""
    game_id, game = opened(browser, store, FIVE_PLAYERS, 252)
    browser.get(f"/games/{game_id}?lang={lang}")
    action = BuyShare("BCR", "bank")
    assert json.dumps(action.to_json(), separators=(",", ":")) in html.unescape(browser.page)
    page = asked(browser, game_id, action)
    assert say_error(game.why_not(action), lang) in bar(page)
    assert re.search(r'<button class="main" data-main type="button" disabled>', page)


def test_a_duty_says_why_nobody_can_pass(browser, store):
    """Whoever presses Pass in vain reads the rule; the train that must be bought is a press away."""
    game_id, game = opened(browser, store, SIX_PLAYERS, 365)
    assert re.search(r'<button class="tool pass refused" form="arm" name="why"', browser.page)
    assert say_error(game.why_not(Pass()), "en") in bar(asked(browser, game_id, Pass()))


def test_a_private_that_cannot_be_bought_says_why(browser, store):
    """It stands among the others with its owner; pressed, the bar has the reason."""
    game_id, game = opened(browser, store, SIX_PLAYERS, 365)
    pressed = re.findall(r'<button class="off" form="arm" name="why" value="([^"]+)"', browser.page)
    assert len(pressed) == 5
    action = Action.from_json(json.loads(html.unescape(pressed[0])))
    assert say_error(game.why_not(action), "en") in bar(asked(browser, game_id, action))


def test_the_train_of_the_bank_stands_there_if_it_is_too_dear(browser, store):
    """Grey among the trains of others, with what the treasury holds."""
    game_id, _ = opened(browser, store, FIVE_PLAYERS, 248)
    (line,) = re.findall(r'<button class="refused beyond".*?</button>', browser.page)
    assert " ".join(re.sub(r"<[^>]+>", " ", line).split()) == "3 Bank only ¥63 in treasury ¥180"
    page = asked(browser, game_id, BuyTrain("3", "bank", 180))
    assert "Not possible: Buy a 3-train for ¥180 That costs ¥180; the treasury holds only ¥63." in bar(page)


def test_the_map_knows_the_network_of_the_company_in_turn(browser, store):
    """So it can stay there while trains are bought."""
    _, game = opened(browser, store, FIVE_PLAYERS, 248)
    hexes = network_hexes(game)
    assert {"M3", "L4"} <= set(hexes)
    assert f'data-network="{" ".join(hexes)}"' in browser.page


# ---- steps that a private keeps open ----


def test_a_dividend_is_weighed_below_its_run_whatever_a_private_may_build(browser, store):
    """The run and its sum stay where a private lets a company build in the step of the dividend, as Heng Shan does."""
    _, game = opened(browser, store, FIVE_PLAYERS, 247)
    lay = LayTile("M5", "9", 0)
    assert run_sheet("game", game, [*game.legal_actions(), lay], Chosen(), 247, "en").runs
    assert not run_sheet("game", game, [lay], Chosen(), 247, "en").runs


@pytest.mark.parametrize(
    ("name", "actions", "states"),
    [(SIX_PLAYERS, 186, {"done", "skipped"}), (FIVE_PLAYERS, 446, {"now", "to-come"})],
)
def test_the_line_of_the_ribbon_is_never_empty(browser, store, name, actions, states):
    """After the last step a turn has all of them behind it; between two turns it shows who decides of the players."""
    opened(browser, store, name, actions)
    line = browser.page.split("</ol>")[0]
    assert set(re.findall(r'<li class="([\w-]+)"(?: aria-current| title|><span)', line)) == states


def test_the_ribbon_asks_for_a_bid_only_where_one_can_be_made(browser, store):
    """Whoever has bought P6 chooses permits before the auction goes on."""
    begun = tielu.new_game("1880", ["Ann", "Bo", "Cy"])
    while not any(isinstance(action, FoundCompany) for action in begun.legal_actions()):
        begun.apply(max(begun.legal_actions(), key=lambda action: isinstance(action, Bid)))
    game_id = store.import_game(begun.to_json(), mode="hot_seat").id
    assert "<span><b>Found a company</b>" in browser.get(f"/games/{game_id}").text
    assert "<span><b>Bid</b>" in browser.get(f"/games/{game_id}?at=0").text
