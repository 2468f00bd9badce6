"""Places and privates in the reader's language: on the map, in menus, and as the texts of the rules call them."""

from __future__ import annotations

import re

import pytest

import tielu
from tielu.core.actions import Bid
from tielu.i18n import LANGUAGES, rules
from tielu.i18n.catalogue import catalogue
from tielu.i18n.values import say_name
from tielu.views.actions.menu import describe
from tielu.views.svg import PAGE, board_picture
from tielu.views.svg.scene import place_of
from tielu.views.title import view_of


def printed_names() -> set[str]:
    """What stands on the maps and cards of both titles; two towns in one hex have a name each."""
    views = [view_of(title) for title in tielu.TITLES]
    found = {each.name for view in views for each in view.privates}
    found |= {each.name for view in views for each in view.investors}
    for title in tielu.TITLES:
        board = tielu.new_game(title, ["Ann", "Bo", "Cy"]).state.board
        found |= {name for printed in board.hexes for name in place_of(printed).split(" & ") if name}
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_printed_name_is_in_the_catalogue(lang: str) -> None:
    """No name is missing, so that no map is half translated, and none is left over."""
    assert set(catalogue(lang)["names"]) == printed_names()


def test_two_towns_are_named_one_by_one() -> None:
    assert say_name("Kaifeng & Zhengzhou", "ja") == "開封 & 鄭州"
    assert say_name("Hong Kong", "de") == "Hongkong"
    assert say_name("Somewhere else", "ja") == "Somewhere else"


def test_rules_in_japanese_use_the_same_names() -> None:
    """Where a rule has the printed name in brackets, the name before it is that of the map."""
    names = catalogue("ja")["names"]
    found = []
    for rule in rules("ja"):
        for before, printed in re.findall(r"([\w・]+)[（、]([A-Z][A-Za-z' ]+?)[）、]", rule.text):
            if printed in names:
                found.append(printed)
                assert before.endswith(names[printed]), rule
    assert len(found) > 30


@pytest.mark.parametrize(("lang", "place"), [("en", "Beijing"), ("de", "Beijing"), ("ja", "北京")])
def test_map_and_menu_speak_the_readers_language(lang: str, place: str) -> None:
    """The map draws the name, and an action names the private as a card does."""
    game = tielu.new_game("1888", ["Ann", "Bo"])
    drawn = str(board_picture(game, lang=lang, theme=PAGE))
    assert f">{place}<" in drawn
    assert say_name("Great Wall", lang) in describe(game, Bid("GW", 105), lang)
