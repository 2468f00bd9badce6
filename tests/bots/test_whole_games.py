"""Bots play every title, edition and number of players to the end, legally, and the same way every time."""

from __future__ import annotations

import re

import pytest

import tielu
from tests.message_codes import sources
from tests.play import LONGEST_GAME, new_game
from tielu.bots import BOTS, Reason, make_bot
from tielu.core.game import Game
from tielu.errors import InvalidInput
from tielu.i18n import LANGUAGES, say_error, say_reason
from tielu.i18n.catalogue import catalogue, find

TABLES = [
    (title, edition, players)
    for title, counts in (("1880", (3, 4, 5, 6, 7)), ("1888", (2, 3, 4, 5, 6)))
    for edition in tielu.TITLES[title].editions
    for players in counts
]

# Bots that need no time; the director has tests of its own.
QUICK = ("random", "clerk")
# Bots of earlier versions gave these reasons, and the games in which they did so still tell them.
EARLIER_REASONS = {"lines", "lines.one"}


def play(game: Game, bots: list[str], actions: int = LONGEST_GAME) -> set[str]:
    """Play on with these bots in the seats, every action verified; returns the keys of the reasons given."""
    seated = [make_bot(name, seed=number) for number, name in enumerate(bots)]
    keys = set()
    for _ in range(actions):
        if game.actor is None:
            break
        decision = seated[game.players.index(game.actor)].choose(game)
        for lang in LANGUAGES:
            assert find("reasons", decision.reason.key, lang) is not None, decision.reason.key
            assert "?" not in say_reason(decision.reason, lang), decision.reason
        game.apply(decision.action)
        keys.add(decision.reason.key)
    return keys


@pytest.mark.parametrize(("title", "edition", "players"), TABLES)
def test_clerks_and_random_players_finish_a_game(title: str, edition: str, players: int) -> None:
    """Every action is legal, every reason can be said, and the game ends."""
    game = new_game(players, edition, title)
    play(game, ["clerk" if seat % 2 else "random" for seat in range(players)])
    assert game.finished


@pytest.mark.parametrize("title", tielu.TITLES)
def test_clerks_finish_a_game(title: str) -> None:
    """Among themselves they found companies, run trains and end up with more than they began with."""
    game = new_game(3, tielu.TITLES[title].editions[0], title)
    keys = play(game, ["clerk"] * 3)
    assert game.finished
    assert {"bid", "found", "buy_share", "lay_earns", "run", "pay_out", "train_first"} <= keys
    assert all(worth > 1000 for _, worth in game.standings())


@pytest.mark.parametrize("title", tielu.TITLES)
def test_random_players_finish_a_game(title: str) -> None:
    """Chance alone comes to an end, too."""
    game = new_game(4, tielu.TITLES[title].editions[0], title)
    play(game, ["random"] * 4)
    assert game.finished


@pytest.mark.parametrize("title", tielu.TITLES)
@pytest.mark.parametrize("name", QUICK)
def test_the_same_question_has_the_same_answer(title: str, name: str) -> None:
    """A bot asked for the first time answers like one that has played all along, and like itself asked again."""
    game = new_game(3, tielu.TITLES[title].editions[0], title)
    old = make_bot(name, seed=5)
    for _ in range(250):
        if game.finished:
            break
        decision = old.choose(game)
        assert old.choose(game) == decision
        assert make_bot(name, seed=5).choose(game.clone()) == decision
        game.apply(decision.action)


@pytest.mark.parametrize("title", tielu.TITLES)
@pytest.mark.parametrize("name", QUICK)
def test_thinking_changes_nothing(title: str, name: str) -> None:
    """The position is the same after a bot has looked at it."""
    game = new_game(3, tielu.TITLES[title].editions[0], title)
    bot = make_bot(name, seed=2)
    for _ in range(120):
        before = game.snapshot()
        decision = bot.choose(game)
        assert game.snapshot() == before
        game.apply(decision.action)


def test_seeds_make_different_players() -> None:
    """Two random bots with different seeds do not play the same game."""
    games = []
    for seed in (1, 2):
        game = new_game(3, "2022", "1880")
        bot = make_bot("random", seed=seed)
        for _ in range(60):
            game.apply(bot.choose(game).action)
        games.append(game.actions)
    assert games[0] != games[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bad_wishes_are_refused_clearly(lang: str) -> None:
    """An unknown name, no time to think, and a game that is over."""
    with pytest.raises(InvalidInput) as unknown:
        make_bot("chancellor")
    assert "chancellor" in say_error(unknown.value, lang)
    assert "clerk" in say_error(unknown.value, lang)
    for seconds in (0, -1, float("nan")):
        with pytest.raises(InvalidInput) as timeless:
            make_bot("clerk", seconds=seconds)
        assert "?" not in say_error(timeless.value, lang)
    game = new_game(3, "2022", "1880")
    game.state.finished = True
    for name in BOTS:
        with pytest.raises(InvalidInput):
            make_bot(name).choose(game)


def test_no_reason_is_left_over() -> None:
    """Every reason of the catalogues is given somewhere in the source, or was given once."""
    text = "\n".join(source for file, source in sources() if {"bots", "lessons"} & set(file.split("/")))
    known = catalogue("en")["reasons"].keys() - EARLIER_REASONS
    plain = {re.sub(r"\.one$|\.free$|_for_nothing$", "", key) for key in known}
    assert [key for key in plain if f'"{key}"' not in text] == []
    assert say_reason(Reason("lines", {"count": 2, "gain": 40}), "en").endswith("better than the usual move.")
