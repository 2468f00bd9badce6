"""What a title tells the bots, and what happens where it tells them nothing."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

import tielu
from tests.message_codes import sources
from tests.play import new_game
from tielu.bots import BOTS, can_play, check_bot, make_bot
from tielu.bots.strengths import strength_of, strengths, usual_strength
from tielu.bots.title import bots_of
from tielu.bots.valuation import GUESSED_TRUST, Holdings
from tielu.errors import InvalidInput
from tielu.i18n import LANGUAGES, say_error


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> str:
    """A title that can be played and has nothing for bots: its package holds no module of that name."""
    title = replace(tielu.TITLES["1888"], name="bare", label="Bare Bones", package="tielu.core", other_names=())
    monkeypatch.setitem(tielu.TITLES, "bare", title)
    return "bare"


def test_only_the_random_bot_plays_a_title_without_bots(bare: str) -> None:
    """It makes legal moves; the others name the title, in every language."""
    game = new_game(3, "2022", bare)
    assert [name for name in BOTS if can_play(name, bare)] == ["random"]
    for _ in range(30):
        game.apply(make_bot("random", seed=1).choose(game).action)
    for name in ("clerk", "director"):
        with pytest.raises(InvalidInput) as refused:
            make_bot(name).choose(game)
        assert refused.value.code == "bot_not_for_title"
        assert all("Bare Bones" in say_error(refused.value, lang) for lang in LANGUAGES)
        with pytest.raises(InvalidInput):
            check_bot(name, bare)


def test_only_bots_and_titles_that_there_are_go_together(bare: str) -> None:
    """An unknown bot or title is named, and a title may have its other name."""
    for ask in (can_play, check_bot):
        for code, name, title in (
            ("unknown_bot", "chancellor", "1880"),
            ("unknown_bot", "chancellor", bare),
            ("unknown_title", "random", "1830"),
            ("unknown_title", "clerk", "1830"),
        ):
            with pytest.raises(InvalidInput) as refused:
                ask(name, title)
            assert refused.value.code == code
    assert can_play("chairman", "1888-N")


def test_only_strengths_that_can_play_a_title_are_offered(bare: str) -> None:
    """Without a title all of them; the usual one is the first choice wherever it can play."""
    assert [each.name for each in strengths(bare)] == ["random"]
    assert usual_strength(bare).name == "random"
    with pytest.raises(InvalidInput) as refused:
        strength_of("clerk", bare)
    assert refused.value.code == "bot_not_for_title"
    for title in ("1880", "1888"):
        assert strengths(title) == strengths()
        assert usual_strength(title).name == "clerk"


@pytest.mark.parametrize("title", ["1880", "1888"])
def test_every_weight_is_used(title: str) -> None:
    """No number is left among a title's weights that changes nothing."""
    folder = tielu.TITLES[title].package.removeprefix("tielu.").replace(".", "/")
    read = [text for file, text in sources() if file.startswith(("bots/", f"{folder}/bots/"))]
    names = [each.name for each in fields(bots_of(title).clerk_weights)]
    assert [name for name in names if not any(f"w.{name}" in text for text in read)] == []


def test_a_title_need_not_bring_numbers_for_the_director() -> None:
    """Then the director's clerk believes what every clerk believes, and a guess says what holdings are worth."""
    known = bots_of("1880")
    assert known.searching_weights == known.director_weights != known.clerk_weights
    plain = replace(known, director_weights=None)
    assert plain.searching_weights == plain.clerk_weights
    assert GUESSED_TRUST.worth(Holdings(cash=100.0, shares=50.0), turns=4.0) == 150.0
