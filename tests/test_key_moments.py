"""The end of a game: what everybody's worth is made of, why the game is over, and the moments that decided it."""

import pytest

from tests.test_chronicle import played
from tests.test_forbidden import golden
from tielu import Game
from tielu.core.events import DirectorChanged, DividendPaid, TrainScrapped
from tielu.i18n import LANGUAGES
from tielu.i18n.catalogue import catalogue
from tielu.views.history.chronicle import chronicle
from tielu.views.history.key_moments import MOST, ending, key_moments
from tielu.views.history.standings import standings_of
from tielu.views.position.position import position_view

GAMES = (
    "1880-18xx.games-3p-707.json.gz",
    "1880-2010-6p-505.json.gz",
    "1880-2022-3p-101.json.gz",
    "1880-2022-7p-303.json.gz",
    "1888-18xx.games-3p-111.json.gz",
    "1888-2022-6p-808.json.gz",
)
each_game = pytest.mark.parametrize("name", GAMES)


@each_game
def test_the_parts_make_up_the_worth(name):
    """Cash, shares and privates less debt, best first, and the places and distances that follow from it."""
    game = played(name)
    found = standings_of(chronicle(game), position_view(game))
    assert [(each.name, each.worth) for each in found] == game.standings()
    for each in found:
        assert each.cash + each.share_value + each.privates - each.debt == each.worth
        assert each.privates >= 0
        assert each.behind == found[0].worth - each.worth
    assert [each.place for each in found] == [1 + sum(b.worth > a.worth for b in found) for a in found]


def test_equals_share_a_place():
    """Before the first action nobody is ahead."""
    game = played(GAMES[0], 0)
    found = standings_of(chronicle(game), position_view(game))
    assert {(each.place, each.behind, each.dividends) for each in found} == {(1, 0, 0)}


def test_the_moments_of_a_recorded_game():
    """A game in which Ann had to borrow most and Cy led from the seventh operating round on."""
    told = chronicle(played("1880-2022-3p-101.json.gz"))
    assert [(each.actions, each.heading) for each in key_moments(told, "en")] == [
        (242, "The Communist takeover"),
        (264, "Cy takes the lead for good"),
        (341, "The last 8-train is gone"),
        (363, "Ann borrows ¥1000"),
        (374, "Bo gains ¥1254 on the others"),
        (380, "JLR pays out ¥350"),
    ]
    takeover = key_moments(told, "en")[0]
    assert takeover.details == ("Share prices stand still.", "Trains scrapped: JHA ×2, JLR ×3, SCR ×3, BCR.")
    assert ending(told, "en").startswith("The last 8-train was gone")


def test_the_moments_of_a_bankruptcy():
    """The first train that scraps others, a company taken over, the lead, and the end."""
    told = chronicle(played("1888-18xx.games-3p-111.json.gz"))
    assert [(each.actions, each.heading) for each in key_moments(told, "en")] == [
        (69, "Cy gains ¥108 on the others"),
        (83, "Bo takes over TJL"),
        (228, "ZDR buys the first 4-train"),
        (333, "SSL pays out ¥280"),
        (346, "Bo takes the lead for good"),
        (365, "Cy is bankrupt"),
    ]
    assert ending(told, "en") == "Cy went bankrupt."
    assert ending(chronicle(played("1888-2022-6p-808.json.gz")), "en").startswith("The bank had run out of money")


@each_game
def test_moments_are_what_the_log_says(name):
    """In the order of the game, a few only, and each of them happened with the action it names."""
    told = chronicle(played(name))
    found = key_moments(told, "en")
    assert 3 <= len(found) <= MOST
    assert [each.actions for each in found] == sorted({each.actions for each in found})
    kinds = {"pays out": DividendPaid, "takes over": DirectorChanged, "buys the first": TrainScrapped}
    for each in found:
        for words, kind in kinds.items():
            if words in each.heading:
                assert any(isinstance(event, kind) for event in told.entries[each.actions - 1].events), each


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_left_unsaid(lang):
    """Every word is in the catalogue, and every number has its place."""
    for name in GAMES:
        told = chronicle(played(name))
        for each in key_moments(told, lang):
            for text in (each.heading, *each.details, ending(told, lang)):
                assert text not in catalogue("en")["ui"], text
                assert "?" not in text
                assert "{" not in text


def test_a_game_without_moments_has_none():
    """Nothing has happened yet."""
    told = chronicle(Game.from_json({**golden(GAMES[0]), "actions": []}))
    assert key_moments(told, "en") == ()
    assert ending(told, "en") == ""
