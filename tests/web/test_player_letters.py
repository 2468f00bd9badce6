"""The letters that stand for players on squares and certificates."""

import re

import pytest

from tests.web.test_panel import opened
from tielu.web.player_letters import player_letters


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Ann", "Bo", "cy"], ["A", "B", "C"]),
        (["Player 1", "Player 2", "Li"], ["1", "2", "L"]),
        (["Spieler 10", "Spieler 9"], ["10", "9"]),
        (["プレイヤー1", "プレイヤー2", "李"], ["1", "2", "李"]),
        (["李明", "李華"], ["李明", "李華"]),
        (["Max", "Mia"], ["Ma", "Mi"]),
        (["Ann", "Anna"], ["A", "Aa"]),
        (["Émile", "E\u0301lodie"], ["Ém", "Él"]),
        (["👩\u200d🚀 Zoe", "👍🏽", "🇩🇪"], ["👩\u200d🚀", "👍🏽", "🇩🇪"]),
        (["Player 1"], ["P"]),
        ([""], [""]),
    ],
)
def test_letters_tell_players_apart(names, letters):
    """The first letter, or where others begin with it the number at the end or one letter more."""
    assert player_letters(names) == dict(zip(names, letters, strict=True))


def test_equal_names_have_equal_letters():
    """Nothing tells them apart, and that is no error; nor are many that begin alike."""
    assert player_letters(["Ann", "Ann"]) == {"Ann": "A"}
    assert set(map(len, player_letters(["Anna", "Anne", "Abba", "Abbe"]).values())) <= {1, 2}


def test_default_names_are_told_apart_at_the_table(browser, store):
    """At the table, on the page of seats and in lists of games; certificates have the same letters."""
    names = ["Player 1", "Player 2", "Player 3"]
    browser.new_game(players=names)
    game = store.list_games().games[0].id
    for path in (f"/games/{game}", f"/games/{game}/seats", "/"):
        page = browser.get(path).text
        assert set(re.findall(r'class="person p-\d[^>]*>(?:<span aria-hidden="true">)?(\w+)<', page)) == {"1", "2", "3"}
    opened(browser, store, "1880-2022-7p-303.json.gz", 400)
    boxes = re.findall(r'<i class="p-\d">(\w+)</i>', browser.page)
    assert boxes
    assert set(boxes) <= set(player_letters(store.list_games().games[0].players).values())
