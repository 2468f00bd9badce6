"""Styles of the chairman: what differs, and what follows from it."""

from __future__ import annotations

import itertools

import pytest

from tests.play import new_game
from tielu.bots import BOTS, Chairman, Clerk, make_bot
from tielu.bots.chairman import STYLES
from tielu.bots.chairman.styles import USUAL
from tielu.bots.clerk import MapCache
from tielu.bots.director import GAINS, Judge, Style
from tielu.core.actions import ACTIONS
from tielu.core.game import Game

# A look at this clock takes a millisecond, so that a budget is a number of moves.
TICK = 0.001


def before_a_dividend() -> Game:
    """A game of clerks in which the next one would pay a dividend."""
    game = new_game(4, "2022", "1888")
    clerks = [Clerk(seat) for seat in range(4)]
    while True:
        usual = clerks[game.players.index(game.actor or "")].choose(game).action
        if usual.type == "pay_dividend":
            return game
        game.apply(usual)


def bot_with(style: Style, judge: Judge) -> Chairman:
    """One with time for 500 moves."""
    ticks = itertools.count()
    return Chairman(
        3, 500 * TICK, clock=lambda: next(ticks) * TICK, judge_of=lambda _: judge, glance_of=None, style=style
    )


def nothing_matters(_game: Game, _cache: MapCache) -> list[float]:
    return [0.0] * 4


def test_what_a_style_likes_is_an_action() -> None:
    """Of every kind that it names."""
    assert {kind for style in STYLES for kind in style.likes} <= set(ACTIONS)


@pytest.mark.parametrize(("liking", "chosen"), [(1e6, "withhold"), (-1e6, "pay_dividend")])
def test_what_is_liked_is_done(liking: float, chosen: str) -> None:
    """And told with the clerk's own reason for it, since nobody gains or loses by it."""
    decision = bot_with(Style("odd", {"withhold": liking}), nothing_matters).choose(before_a_dividend())
    assert decision.action.type == chosen
    assert decision.reason.key not in {key for key, _ in GAINS}


def test_what_is_liked_must_not_cost_too_much() -> None:
    """A million for a dividend is more than a liking for the treasury."""
    game = before_a_dividend()
    player = game.players.index(game.actor or "")

    def judge(game: Game, _cache: MapCache) -> list[float]:
        return [1000.0 * game.state.cash[each] if each == player else 0.0 for each in range(4)]

    assert bot_with(Style("odd", {"withhold": 100.0}), judge).choose(game).action.type == "pay_dividend"


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_a_style_is_a_bot(style: Style) -> None:
    bot = make_bot(style.name, seed=3, seconds=0.05)
    game = new_game(3, "2022", "1880")
    assert bot.name == style.name
    assert style.name in BOTS
    assert game.why_not(bot.choose(game).action) is None


@pytest.mark.parametrize(
    ("counted", "own", "others", "reason"), [(1.4, -1.0, -0.8, "hurts_at_a_price"), (0.5, 1.0, 1.5, "gains")]
)
def test_others_count_more_or_less(counted: float, own: float, others: float, reason: str) -> None:
    """Who counts the others more pays for a loss of theirs that the usual chairman would not pay for.

    Who counts them less gets richer, though they do even more. Where kept money changes everybody's worth, the style
    decides whether it is kept; the reason tells what it does to both.
    """
    game = before_a_dividend()
    assert game.actor is not None
    player, company = game.players.index(game.actor), game.state.company_ids.index(game.deciding or "")

    def judge(game: Game, _cache: MapCache) -> list[float]:
        kept = 1000.0 * game.state.treasury[company]
        return [kept * (own if each == player else others) for each in range(4)]

    def chosen_by(style: Style) -> tuple[str, str]:
        decision = bot_with(style, judge).choose(game)
        return decision.action.type, decision.reason.key

    assert chosen_by(USUAL)[0] == "pay_dividend"
    assert chosen_by(Style("odd", others=counted)) == ("withhold", reason)
