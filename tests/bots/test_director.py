"""The director: looks ahead, is bound to its time, and takes another move than the clerk's only for a reason."""

from __future__ import annotations

import gc
import itertools
import json
from dataclasses import replace
from typing import Any

import pytest

import tielu
from tests.play import LONGEST_GAME, new_game
from tielu.bots import Clerk, make_bot
from tielu.bots.clerk import MapCache
from tielu.bots.decision import Option, Reason
from tielu.bots.director import GAINS, Director, Found, Judge, SearchSettings
from tielu.bots.director.deadline import Deadline
from tielu.bots.director.rollout import Rollout, lead, linear_judge
from tielu.bots.title import bots_of
from tielu.bots.valuation import Holdings, expected_worth, holdings
from tielu.core.actions import LayTile, Pass
from tielu.core.game import Game
from tielu.errors import InvalidInput
from tielu.i18n import LANGUAGES, say_reason

# A look at this clock takes a millisecond, so that a budget is a number of moves.
TICK = 0.001


def director(
    seed: int = 3, looks: int = 80, settings: SearchSettings | None = None, judge: Judge = linear_judge
) -> Director:
    ticks = itertools.count()
    return Director(seed, looks * TICK, settings=settings, clock=lambda: next(ticks) * TICK, judge_of=lambda _: judge)


def after(title: str, actions: int, players: int = 4) -> Game:
    """A game of clerks that has gone so far."""
    game = new_game(players, tielu.TITLES[title].editions[0], title)
    clerks = [Clerk(seat) for seat in range(players)]
    for _ in range(actions):
        assert game.actor is not None
        game.apply(clerks[game.players.index(game.actor)].choose(game).action)
    return game


@pytest.mark.parametrize("title", tielu.TITLES)
def test_director_and_clerks_finish_a_game(title: str) -> None:
    """Every action is verified; at least once the director knows better than the clerk and says so."""
    game = new_game(3, tielu.TITLES[title].editions[0], title)
    bots: list[Any] = [
        director(looks=25, settings=SearchSettings(least_turns=1, guessed_error=20.0)),
        Clerk(1),
        Clerk(2),
    ]
    keys = set()
    for _ in range(LONGEST_GAME):
        if game.actor is None:
            break
        seat = game.players.index(game.actor)
        decision = bots[seat].choose(game)
        game.apply(decision.action)
        if seat == 0:
            keys.add(decision.reason.key)
            for lang in LANGUAGES:
                assert "?" not in say_reason(decision.reason, lang)
    assert game.finished
    assert keys & {key for key, _ in GAINS}


@pytest.mark.parametrize("title", tielu.TITLES)
@pytest.mark.parametrize("actions", [30, 130, 230])
def test_same_time_same_answer(title: str, actions: int) -> None:
    """Seed, position and budget decide, not what the director has seen before; the position is not touched."""
    game = after(title, actions)
    before = game.snapshot()
    used = director()
    used.choose(after(title, 5))
    assert director().choose(game) == director().choose(game.clone())
    assert game.snapshot() == before


def test_without_time_it_plays_like_a_clerk_with_its_weights() -> None:
    """The first look at the clock is the last."""
    for title in tielu.TITLES:
        game = after(title, 150)
        assert director(looks=1).choose(game) == Clerk(3, bots_of(title).director_weights).choose(game)
        plain = Director(3, TICK, weights=lambda title: bots_of(title).clerk_weights, clock=lambda: 0.0)
        assert plain.choose(game).action in [each.action for each in Clerk(3).options(game)]


def test_it_looks_at_the_clock_before_every_move() -> None:
    """However much time there is, a rollout stops when it is over."""
    game = after("1880", 150)
    seen = []

    def clock() -> float:
        seen.append(0)
        return len(seen) * TICK

    Director(3, 50 * TICK, clock=clock).choose(game)
    assert len(seen) <= 50


def test_a_move_as_slow_as_the_slowest_must_fit_in() -> None:
    times = iter([0.0, 10.0, 40.0, 50.0, 71.0])
    deadline = Deadline(lambda: next(times), 100.0, limit=120.0, slowest_before=0.0)
    deadline.count_move()
    assert deadline.allows_move()
    deadline.count_move()
    deadline.count_move()
    assert deadline.allows_move()  # 50 have passed, and 30 are needed
    deadline.count_move()
    assert not deadline.allows_move()  # 71 and 30 are too many


def test_a_move_as_slow_as_an_earlier_one_must_fit_in_too() -> None:
    times = iter([0.0, 30.0, 60.0])
    deadline = Deadline(lambda: next(times), 100.0, limit=120.0, slowest_before=65.0)
    deadline.count_move()
    assert deadline.allows_move()
    deadline.count_move()
    assert not deadline.allows_move()  # 60 and 65 are more than 120
    assert deadline.slowest == 30.0


def test_what_came_before_the_first_move_is_not_a_slow_move() -> None:
    times = iter([0.0, 50.0, 55.0])
    deadline = Deadline(lambda: next(times), 100.0, limit=120.0, slowest_before=0.0)
    deadline.start()
    assert deadline.elapsed == 0.5
    deadline.count_move()
    assert deadline.slowest == 5.0
    assert deadline.allows_move()


def test_the_worst_moves_are_given_up_as_time_passes() -> None:
    """Two are left for the end, however much time there is; the more there is, the later the others are given up."""
    game = after("1888", 150)
    settings = SearchSettings(
        margin=1e9, least_moves=6, moves_per_second=0.0, least_turns=1, turns_per_second=0.0, least_rollouts=1000
    )
    first_given_up = []
    for looks in (200, 8000):
        counts = sorted(each.rollouts for each in director(looks=looks, settings=settings).choose(game).weighed)
        assert len(counts) == 6
        assert counts[-1] == counts[-2] > counts[-3]
        first_given_up.append(counts[0])
    assert first_given_up[0] == 1
    assert first_given_up[1] > 3


def test_what_it_knows_of_other_games_changes_nothing() -> None:
    """One bot plays many games, of any title and edition: it decides as a new one would."""
    games = []
    for title, edition in (("1880", "2022"), ("1880", "2010"), ("1888", "2022"), ("1880", "2022")):
        game = new_game(4, edition, title)
        clerks = [Clerk(seat) for seat in range(4)]
        for _ in range(260):
            game.apply(clerks[game.players.index(game.actor or "")].choose(game).action)
        games.append(game)
    ticks = itertools.count()
    known = Director(3, 300 * TICK, clock=lambda: next(ticks) * TICK)
    for game in games:
        new = director(looks=300).choose(game)
        again = known.choose(game)
        assert (again, again.weighed) == (new, new.weighed)


def test_the_collector_waits_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is as it was before when the bot has decided, on or off."""
    game = after("1888", 150)
    seen: list[bool] = []

    def ended(rollout: Rollout, turns: int) -> bool:
        seen.append(gc.isenabled())
        return True

    monkeypatch.setattr(Rollout, "ended", ended)
    director().choose(game)
    assert gc.isenabled()
    gc.disable()
    try:
        director().choose(game)
        assert not gc.isenabled()
    finally:
        gc.enable()
    assert seen
    assert not any(seen)


@pytest.mark.parametrize("title", tielu.TITLES)
def test_rollouts_end_at_the_same_time_of_the_game(title: str) -> None:
    """However many moves that takes: when so many railways have had their turn."""
    game = after(title, 200)
    ends = set()
    for option in Clerk(1).options(game)[:3]:
        rollout = Rollout(game, option.action, [Clerk(1)] * 4, None, SearchSettings())
        turns, deciding = 0, rollout.game.deciding
        while not rollout.ended(4):
            rollout.advance()
            if rollout.game.deciding != deciding:
                turns += deciding not in rollout.game.players
                deciding = rollout.game.deciding
        ends.add(turns)
    assert ends == {4}


def test_more_rollouts_with_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game = after("1888", 150)
    moves = []
    advance = Rollout.advance

    def counted(rollout: Rollout) -> None:
        moves.append(1)
        advance(rollout)

    monkeypatch.setattr(Rollout, "advance", counted)
    counts = []
    for looks in (40, 400):
        moves.clear()
        director(looks=looks).choose(game)
        counts.append(len(moves))
    assert counts[1] > 3 * counts[0] > 0


def test_a_move_that_ends_better_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another move whose rollouts end best is taken; if they are not better by enough, it does as the clerk."""
    game = after("1880", 150)
    options = Clerk(3, bots_of("1880").director_weights).options(game)
    assert len(options) > 1
    other = options[1].action
    monkeypatch.setattr(Rollout, "ended", lambda rollout, turns: True)
    settings = SearchSettings(margin=1e9, blur=0.0)

    player = game.players.index(game.actor or "")

    def better(amount: float) -> Judge:
        return lambda after, _: [
            amount * (seat == player and after.actions[-1] == other) for seat in range(len(game.players))
        ]

    decision = director(looks=5000, settings=settings, judge=better(500.0)).choose(game)
    assert (decision.action, decision.reason.key) == (other, "gains")
    assert decision.reason.values["own"] == 500
    hardly = director(looks=5000, settings=settings, judge=better(settings.doubt - 1)).choose(game)
    assert hardly.action == options[0].action
    doubting = director(looks=5000, settings=replace(settings, doubt=600.0), judge=better(500.0)).choose(game)
    assert doubting.action == options[0].action


def test_a_move_that_the_clerk_ranks_low_is_found_at_a_glance() -> None:
    """Of moves that are judged as soon as they are made, the best are played on, wherever the clerk had put them."""
    game = after("1880", 161)
    played = len(game.actions)
    options = Clerk(3, bots_of("1880").director_weights).options(game)
    assert len(options) > 2
    low = options[2].action

    def judge(after: Game, cache: MapCache) -> list[float]:
        return [500.0 * (seat == player and after.actions[played] == low) for seat in range(len(game.players))]

    player = game.players.index(game.actor or "")
    two = SearchSettings(margin=1e9, blur=0.0, least_moves=2, moves_per_second=0.0, least_turns=1, turns_per_second=0.0)
    assert director(looks=5000, settings=two, judge=judge).choose(game).action == options[0].action
    assert director(looks=5000, settings=replace(two, glanced=10), judge=judge).choose(game).action == low


def test_lead() -> None:
    """Against the best of the others and against all of them."""
    assert lead([100.0, 40.0, 60.0], 0) == 100 - 0.5 * 60 - 0.5 * 50
    assert lead([100.0, 40.0, 60.0], 1) < 0


@pytest.mark.parametrize("title", tielu.TITLES)
def test_valuation_at_the_end_is_what_the_rules_count(title: str) -> None:
    """Shortly before the end the estimate is near the worth; earlier, more of everything is worth more."""
    game = after(title, 200)
    desk = Clerk(0).desk(game)
    has = holdings(desk)
    assert len(has) == len(game.players)
    for player, each in enumerate(has):
        assert each.cash <= game.state.cash[player]
    rich = replace(has[0], cash=has[0].cash + 100)
    trust = bots_of(title).trust
    for turns in (0.0, 5.0, 12.0):
        assert trust.worth(rich, turns) - trust.worth(has[0], turns) > 90
    assert len(expected_worth(desk, trust)) == len(game.players)
    assert trust.worth(Holdings(), 3.0) == 0


def test_registry_and_bad_time() -> None:
    assert make_bot("director", seed=1, seconds=0.5).name == "director"
    with pytest.raises(InvalidInput):
        make_bot("director", seconds=0)
    game = after("1888", 0)
    game.state.finished = True
    with pytest.raises(InvalidInput):
        make_bot("director").choose(game)


@pytest.mark.parametrize(
    ("own", "key", "words"),
    [
        (90.0, "gains", "By the end, about ¥90 more than with “Pass” (tried out 12 times)."),
        (
            50.0,
            "gains_and_hurts",
            "By the end, about ¥50 more than with “Pass”, and about ¥50 less for the others (tried out 12 times).",
        ),
        (
            2.0,
            "hurts",
            "By the end, about as much as with “Pass”, but about ¥98 less for the others (tried out 12 times).",
        ),
        (
            -40.0,
            "hurts_at_a_price",
            "By the end, about ¥40 less than with “Pass”, but about ¥140 less for the others (tried out 12 times).",
        ),
    ],
)
def test_a_reason_tells_who_gains_and_who_loses(own: float, key: str, words: str) -> None:
    """A lead of ¥100 more may be one's own money or the others' loss, and it is told instead of what."""
    game = after("1880", 150)
    chosen = Option(game.legal_actions()[0], 0.0, Reason("only_choice"))
    usual = Option(Pass(), 0.0, Reason("pass"))
    found = Found(chosen, usual, rollouts=12, gain=100.0, own=own)
    assert found.reason.key == key
    assert say_reason(found.reason, "en") == words
    assert say_reason(Found(usual, usual).reason, "en") == say_reason(usual.reason, "en")
    for lang in LANGUAGES:
        assert "{" not in say_reason(found.reason, lang)


def test_a_game_that_is_over_is_not_searched() -> None:
    """Whatever is asked."""
    game = new_game(3, "2022", "1888")
    clerk = Clerk(1)
    while not game.finished:
        game.apply(clerk.choose(game).action)
    director = Director(1, 0.05)
    for ask in (director.choose, director.foresee, lambda it: director.compare(it, [], 1, 1)):
        with pytest.raises(InvalidInput, match="nothing_to_decide"):
            ask(game)


def test_no_time_at_all_is_enough_for_a_move() -> None:
    """A time so short that it is nothing beside the clock's own figures."""
    game = new_game(3, "2022", "1888")
    assert game.why_not(Director(1, 1e-13, clock=lambda: 1e6).choose(game).action) is None


def test_what_a_move_is_compared_with_is_told_so_that_they_differ() -> None:
    """In few words, but with all that tells them apart, as the turn of a tile."""
    lay, other = (Option(LayTile("B16", "56", rotation), 0.0, Reason("pass")) for rotation in (1, 3))
    same = Found(lay, other, rollouts=3, gain=40.0, own=40.0).reason
    lays = "“Lay tile 56 in B16, rotation 3”"
    assert say_reason(same, "en") == f"By the end, about ¥40 more than with {lays} (tried out 3 times)."
    assert "„Plättchen 56 auf B16 legen, Drehung 3“" in say_reason(same, "de")
    assert "「B16にタイル56を敷設（向き3）」" in say_reason(same, "ja")
    brief = Found(Option(LayTile("B14", "56", 1), 0.0, Reason("pass")), lay, rollouts=3, gain=40.0, own=40.0).reason
    assert "“Lay tile 56 in B16”" in say_reason(brief, "en")
    assert json.loads(json.dumps(dict(brief.values))) == brief.values
