"""Judged decisions: both moves get the same rollouts, exact chances are named, keys change with what matters."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

import tielu
from bench.review import bad_run, bad_sale, planted_game
from tests.web.tables_with_bots import until
from tielu import Action, Game
from tielu.bots import Clerk, Reason, pool
from tielu.bots.decision import Option
from tielu.bots.director import Director, Found
from tielu.core.actions import Bid, BuyTrain, Pass, RunTrains
from tielu.core.shares import held
from tielu.errors import InvalidInput, Unavailable
from tielu.i18n import say_error
from tielu.review import (
    Chance,
    DecisionJudge,
    JudgedDecision,
    Review,
    ReviewSettings,
    Task,
    judge_all,
    plan,
    review_pool,
    settings_for,
    unjudged,
)
from tielu.review.decision_judge import searching_bot
from tielu.review.words import say_why, say_worths
from tielu.routing import best_run
from tielu.views.title import view_of

QUICK = 0.02


@pytest.fixture(scope="module")
def played() -> Callable[[str, Callable[[Game, Clerk], Action | None]], tuple[Game, Action]]:
    """The first position in a game of clerks in which a mistake is possible, and the mistake."""

    def find(title: str, mistake: Callable[[Game, Clerk], Action | None]) -> tuple[Game, Action]:
        game, clerk = tielu.new_game(title, ["Ann", "Bo", "Cy", "Dee"]), Clerk(5)
        while True:
            found = mistake(game, clerk) if len(game.actions) > 150 else None
            if found is not None:
                return game, found
            game.apply_trusted(clerk.choose(game).action)

    return find


def judged(game: Game, action: Action) -> JudgedDecision:
    seat = game.players.index(game.actor or "")
    return DecisionJudge(settings_for(game.title, QUICK)).judge(game, action, Task(len(game.actions), seat, "key"))


def test_the_strongest_bot_judges() -> None:
    """The chairman where the title has one; a title without bots is refused."""
    assert [settings_for(title).bot for title in ("1880", "1888")] == ["chairman", "chairman"]
    with pytest.raises(InvalidInput):
        settings_for("18Nothing")


@pytest.mark.parametrize("bot", ["clerk", "grandmaster", None])
def test_other_bots_do_not_judge(bot) -> None:
    """Settings made by hand may name any."""
    with pytest.raises(InvalidInput) as refused:
        DecisionJudge(ReviewSettings(bot))
    assert say_error(refused.value, "en").endswith(" does not judge decisions; these do: director, chairman.")


def test_the_move_of_the_bot_itself_costs_nothing(played, monkeypatch) -> None:
    """Whoever plays what the bot would have played loses exactly nothing, without any rollout."""
    game, _ = played("1888", bad_sale)
    found = searching_bot(settings_for("1888", QUICK)).search(game)
    best = found.option.action
    # A second search might come further in its time, and choose otherwise.
    monkeypatch.setattr(Director, "search", lambda self, game: found)
    decision = judged(game, best)
    assert (decision.best, decision.loss, decision.error, decision.rollouts, decision.agrees) == (best, 0, 0, 0, True)
    assert len(decision.expected) == 4
    assert decision.worth_played == decision.worth_best == decision.expected[decision.seat]


def test_both_moves_are_played_on_equally_often(played) -> None:
    """The comparison asks for the move that was played and the bot's own, and gets as many rollouts of each."""
    game, sale = played("1888", bad_sale)
    decision = judged(game, sale)
    assert decision.rollouts >= 4
    assert decision.played == sale != decision.best
    assert decision.loss > 0
    assert decision.uncertainty >= decision.error > 0


@pytest.mark.parametrize(("lines", "says"), [(0, "Passes: nothing else here pays."), (3, "")])
def test_a_search_that_knows_better_gives_no_rule_of_thumb(played, monkeypatch, lines: int, says: str) -> None:
    """Where rollouts found another move than the clerk's, the clerk's reason for it may be that it loses."""
    game, sale = played("1888", bad_sale)
    other = next(each for each in game.legal_actions() if each != sale)
    option = Option(other, 0.0, Reason("pass"))
    monkeypatch.setattr(Director, "search", lambda self, game: Found(option, option, lines))
    decision = judged(game, sale)
    assert say_why(decision, "en") == says
    assert JudgedDecision.from_json(json.loads(json.dumps(decision.to_json()))) == decision


def test_what_is_shown_adds_up(played, monkeypatch) -> None:
    """The loss is what the player would be worth more and the others less, all of it in the same rollouts."""
    game, sale = played("1888", bad_sale)
    other = next(each for each in game.legal_actions() if each != sale)
    seat = game.players.index(game.actor or "")

    def worths(own: int, best: int) -> list[float]:
        return [float(own if each == seat else best if each == (seat + 1) % 4 else 700) for each in range(4)]

    ends = [[worths(1000, 1100)] * 3 + [worths(1002, 1100)], [worths(1100, 1070)] * 4]
    found = Option(other, 0.0, Reason("pass"))
    monkeypatch.setattr(Director, "search", lambda self, game: Found(found, found))
    monkeypatch.setattr(Director, "compare", lambda self, *asked: ends)
    decision = judged(game, sale)
    assert (decision.worth_played, decision.worth_best) == (1000.5, 1100)
    assert decision.loss == 99.5 + 30 / 2 + 30 / 3 / 2
    text = say_worths(decision, "en").replace("\N{WORD JOINER}", "")
    assert "worth ¥1100 instead of ¥1000 (+¥100), the others −¥20, so the lead +¥120" in text
    assert f"± ¥{round(decision.uncertainty)}" in text


def test_without_a_choice_nobody_is_judged() -> None:
    """A decision with one legal action is forced, and does not count."""
    game = tielu.new_game("1888", ["Ann", "Bo", "Cy"])
    clerk = Clerk(1)
    while len(game.legal_actions()) > 1 or isinstance(game.legal_actions()[0], RunTrains):
        game.apply_trusted(clerk.choose(game).action)
    decision = judged(game, game.legal_actions()[0])
    assert decision.forced
    assert not decision.loss
    assert Review(game, settings_for("1888"), [decision]).total(decision.seat).decisions == 0


def test_a_run_below_the_best_names_what_is_missing(played) -> None:
    """The chance is exact: what the proven best run brings, less what was run for."""
    game, run = played("1880", bad_run)
    decision = judged(game, run)
    [chance] = decision.chances
    best = best_run(game, game.deciding).revenue
    assert chance.kind == "run"
    assert chance.values["best"] == best
    assert chance.values["proven"]
    assert chance.amount == best - chance.values["income"] >= 60
    assert (decision.rollouts, decision.error, decision.agrees) == (0, 0, False)
    company = [each.id for each in view_of("1880").companies].index(game.deciding or "")
    part = held(game.state, company, decision.seat)
    assert decision.worth_best - decision.worth_played >= chance.amount * part / 100
    assert decision.believed > 0


def test_a_dear_train_names_the_cheaper_one(played) -> None:
    """The bank sells the same type for less than another player's company was paid."""

    def from_others(game: Game, _: Clerk) -> Action | None:
        offers = [each for each in game.legal_actions() if isinstance(each, BuyTrain)]
        bank = {each.train: each.price for each in offers if each.seller == "bank"}
        directors = {each.id: each.director for each in game.position.companies}
        for each in offers:
            dear = each.amounts is not None and each.train in bank and each.amounts.high > bank[each.train]
            if dear and directors[each.seller] != game.actor:
                return replace(each, price=bank[each.train] + 1)
        return None

    game, train = played("1888", from_others)
    [chance] = [each for each in judged(game, train).chances if each.kind == "cheaper_train"]
    assert isinstance(train, BuyTrain)
    assert (chance.values["seller"], chance.values["lowest"], chance.amount) == ("bank", train.price - 1, 1)


def test_decisions_survive_json(played) -> None:
    game, sale = played("1888", bad_sale)
    decision = judged(game, sale)
    assert JudgedDecision.from_json(json.loads(json.dumps(decision.to_json()))) == decision


# ---- plan ----


def game_of(*actions: Action) -> Game:
    game = tielu.new_game("1888", ["Ann", "Bo", "Cy"])
    for action in actions:
        game.apply(action)
    return game


def test_only_what_follows_another_move_is_judged_again() -> None:
    """Keys before an action that was taken back stay; from there on, and with other settings, they are others."""
    offers = game_of(Pass()).legal_actions()
    one, other = game_of(Pass(), Pass(), Pass()), game_of(Pass(), offers[0], Pass())
    settings = settings_for("1888")
    keys = [[task.key for task in plan(game, settings)] for game in (one, other)]
    assert [a == b for a, b in zip(*keys, strict=True)] == [True, False, False]
    slower = plan(one, replace(settings, seconds=1.0))
    assert not {task.key for task in slower} & set(keys[0])


def test_names_of_players_do_not_matter() -> None:
    """A seat that was renamed keeps its review."""
    game = game_of(Pass())
    renamed = Game.from_json({**game.to_json(), "players": ["Xi", "Yu", "Zoe"]})
    settings = settings_for("1888")
    assert plan(game, settings) == plan(renamed, settings)


def test_only_the_seats_asked_for() -> None:
    game = game_of(Pass(), Pass(), Pass())
    assert [task.seat for task in plan(game, settings_for("1888"), [1])] == [1]


def test_a_pool_judges_the_same_decisions() -> None:
    """In processes of their own, and in whatever order they come, all decisions are judged once."""
    game = game_of(Pass(), game_of(Pass()).legal_actions()[0], Pass(), Pass())
    settings = settings_for("1888", QUICK)
    tasks, pool = plan(game, settings), review_pool(2)
    try:
        found = list(judge_all(game, tasks, settings, pool))
    finally:
        pool.close()
    assert sorted(each.key for each in found) == sorted(task.key for task in tasks)
    assert unjudged(tasks, found[:1]) == [task for task in tasks if task.key != found[0].key]


def test_a_pool_that_is_closed_asks_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was under way fails, although a worker that died by itself would be replaced."""
    started = []

    class Counted(pool._Worker):
        def __init__(self, command: Sequence[str]) -> None:
            started.append(command)
            super().__init__(command)

    monkeypatch.setattr(pool, "_Worker", Counted)
    game, settings, workers = game_of(Pass()), settings_for("1888", 60.0), review_pool(1)
    with ThreadPoolExecutor(1) as thread:
        judging = thread.submit(lambda: list(judge_all(game, plan(game, settings), settings, workers)))
        until(lambda: workers.processes)
        workers.close()
        with pytest.raises(Unavailable):
            judging.result(60)
    assert len(started) == 1


# ---- report ----


def decision(index: int, loss: float, uncertainty: float = 10.0, seat: int = 0, **more: Any) -> JudgedDecision:
    values = {"best": Bid("KT", 5), "expected": (100.0, 100.0, 100.0), "error": 3.0, **more}
    return JudgedDecision(
        str(index), index, seat, "", Pass(), reason=Reason("pass"), loss=loss, uncertainty=uncertainty, **values
    )


def test_the_worst_are_those_that_chance_does_not_explain() -> None:
    """A large loss that is quite uncertain comes after a smaller one that is sure."""
    review = Review(
        game_of(), ReviewSettings("director"), [decision(0, 300, 290), decision(1, 80, 20), decision(2, -5)]
    )
    assert [each.index for each in review.worst(0)] == [1, 0]
    assert review.worst(1) == []


def test_totals_add_what_was_gained_and_lost() -> None:
    """Losses and finds add up, errors by their squares; the bot agrees where nothing was played on."""
    review = Review(
        game_of(),
        ReviewSettings("director"),
        [decision(0, 40, error=3), decision(1, -10, error=4), decision(2, 0, best=Pass(), error=0)],
    )
    total = review.total(0)
    assert (total.decisions, total.agreed, total.loss, total.error) == (3, 1, 30, 5)


def test_finds_are_better_than_the_bot_for_certain() -> None:
    review = Review(game_of(), ReviewSettings("director"), [decision(0, -30, 40), decision(1, -50, 10)])
    assert [each.index for each in review.finds()] == [1]


def test_swings_are_what_changes_from_one_action_to_the_next() -> None:
    """The player whose prospects change most compared with the others, and by how much."""
    review = Review(
        game_of(Pass(), Pass(), Pass()),
        ReviewSettings("director"),
        [decision(0, 0, expected=(100.0, 100.0, 100.0)), decision(1, 0, seat=1, expected=(100.0, 400.0, 100.0))],
    )
    [swing] = review.swings()
    assert (swing.index, swing.seat, swing.gain) == (0, 1, 300)


def test_chances_without_exact_numbers_need_belief() -> None:
    """A missed run counts whatever the bots think; a missed sale only where the loss is more than uncertain."""
    run, sale = Chance("run", 20, {"company": "A"}), Chance("sale", 90, {"company": "A", "price": 90})
    review = Review(game_of(), ReviewSettings("director"), [decision(0, 5, 10, chances=(run, sale))])
    assert [chance for _, chance in review.missed()] == [run]
    review = Review(game_of(), ReviewSettings("director"), [decision(0, 50, 10, chances=(run, sale))])
    assert [chance for _, chance in review.missed()] == [run, sale]


def test_early_in_a_game_hardly_anything_is_foreseen() -> None:
    """The measured foresight grows from quarter to quarter; of a game that goes on the least is assumed."""
    game, _ = planted_game("1888", 5, Clerk(5))
    review = Review(game, settings_for("1888"), [])
    seen = [review.foreseen_part(index) for index in (0, review.actions // 3, review.actions - 1)]
    assert seen == sorted(seen)
    assert seen[0] < 0.5 < 0.9 < seen[-1]
    game.undo()
    assert Review(game, settings_for("1888"), []).foreseen_part(review.actions - 2) == seen[0]
