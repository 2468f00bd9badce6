"""Bots are made of a name, a seed and a time to think, and copied by the same."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest

from tests.play import new_game
from tielu.bots import BOTS, Bot, Chairman, Director, make_bot
from tielu.errors import InvalidInput


@pytest.mark.parametrize(
    "seconds", [0, -1, math.nan, math.inf, pytest.param(10**400, id="huge"), 1e308, "1", None, [1]]
)
def test_a_time_to_think_is_a_number_above_zero(seconds: object) -> None:
    """For every bot, however it is made."""
    makers: list[Callable[..., Bot]] = [*(partial(make_bot, name) for name in BOTS), Director, Chairman]
    for make in makers:
        with pytest.raises(InvalidInput, match="no_time_to_think"):
            make(seconds=seconds)


@pytest.mark.parametrize("seconds", [1, 0.5, Fraction(1, 2), 1e299])
def test_a_time_to_think_may_be_any_number(seconds: float) -> None:
    """Whole, broken or long."""
    assert [make_bot(name, 1, seconds).name for name in BOTS] == list(BOTS)


@pytest.mark.parametrize("name", BOTS)
def test_bots_can_be_copied_and_pickled(name: str) -> None:
    """A copy knows the seed and the time, whatever the bot has seen before."""
    game, bot = new_game(3, "2022", "1888"), make_bot(name, 3, 0.02)
    bot.choose(game)
    for twin in (copy.copy(bot), copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):
        assert twin.name == name
        assert game.why_not(twin.choose(game).action) is None


def test_a_copy_of_a_director_has_seen_nothing() -> None:
    """It answers like a new one; its clock and its judge may be functions without a name."""

    def director() -> Director:
        ticks = itertools.count()
        return Director(3, 0.2, clock=lambda: next(ticks) * 0.001, judge_of=lambda _: lambda game, _: [0.0, 0.0, 0.0])

    def answer(bot: Bot) -> object:
        decision = bot.choose(new_game(3, "2022", "1888"))
        return decision, decision.weighed

    asked = director()
    asked.choose(new_game(4, "2022", "1880"))
    assert answer(copy.copy(asked)) == answer(director())


@pytest.mark.parametrize("name", BOTS)
def test_copies_share_nothing(name: str) -> None:
    """A bot is for one thread at a time, and so is its copy, which thinks of nothing that the other remembers."""
    bot = make_bot(name, 3, 0.02)
    bot.choose(new_game(3, "2022", "1888"))
    twins = [copy.copy(bot), copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))]
    for part in ("_search", "_clerk", "cache"):
        own = [getattr(each, part) for each in (bot, *twins) if hasattr(each, part)]
        assert len({id(each) for each in own}) == len(own)
