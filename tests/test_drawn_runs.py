"""A run drawn on the page: what its address says, what can follow, and what the engine says to it."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Sequence

import pytest

from tests.golden_games import FOLDER
from tests.routing.test_by_hand import strokes_of
from tielu import Action, Game
from tielu.core.actions import RunTrains
from tielu.routing.best import asked_trains
from tielu.routing.by_hand import Stroke
from tielu.views.actions.drawn_runs import RunDrawing, empty_drawing, read_strokes, run_drawing, write_strokes
from tielu.views.actions.runs import ShownRun, runs_to_show

# Recorded games whose runs are drawn, and how many positions of each are looked at.
GAMES = ("1880-2022-5p-202", "1880-2010-4p-404", "1888-2022-6p-808")
MOST = 5
HIGHEST = "1888.income.maximum"


def before_runs(name):
    """Some positions of a recorded game in which trains may run, with the runs that are offered."""
    with gzip.open(FOLDER / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        data = json.load(file)["game"]
    kinds = [each["type"] for each in data["actions"]]
    numbers = [number for number, kind in enumerate(kinds) if kind == "run_trains"]
    chosen, game = set(numbers[:: max(1, len(numbers) // MOST)]), Game.from_json({**data, "actions": []})
    for number, each in enumerate(data["actions"]):
        if number in chosen:
            yield game.clone(), runs_to_show(game, game.legal_actions(), "en")
        game.apply_trusted(Action.from_json(each))


def draw(game: Game, runs: Sequence[ShownRun], text: str) -> RunDrawing:
    """The drawing that a text tells."""
    drawing = run_drawing(game, runs, text, "en")
    assert drawing is not None
    return drawing


def last_stroke(text: str, train: int) -> Stroke:
    """The last stroke that was made for a train."""
    read = read_strokes(text)
    assert read is not None
    return read[1][train][-1]


def test_strokes_are_read_as_written():
    """Forwards and in front, over hexes without a stop, for trains that have none."""
    trains = [[Stroke(("K15",), 0), Stroke(("K13", "K11"), 1), Stroke(("K17",), 0, in_front=True)], []]
    text = write_strokes(1, trains)
    assert text == "1:K15.0_K13-K11.1_-K17.0~"
    assert read_strokes(text) == (1, trains)
    assert read_strokes(empty_drawing()) == (0, [[]])


@pytest.mark.parametrize(
    "text", ["", "1", "x:K15.0", "0:K15", "0:K15.0_", "0:K15.0__K13.0", "0:" + "K15.0_" * 999, "0:\n"]
)
def test_what_is_no_drawing_is_not_read(text):
    """Addresses may say anything."""
    assert read_strokes(text) is None


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_leads_on_and_what_it_leads_to_is_legal(name):
    """Train by train to the end; only a run that does not earn the most is refused, and only where that is a rule."""
    rng = random.Random(7)
    for game, runs in before_runs(name):
        drawing = draw(game, runs, empty_drawing())
        for line in range(len(drawing.lines)):
            drawing = draw(game, runs, drawing.lines[line].take_up)
            while ahead := [each for each in drawing.choices if not each.instead]:
                drawing = draw(game, runs, rng.choice(ahead).drawing)
                assert drawing.income <= drawing.prospect.income
                if drawing.prospect.proven:
                    assert drawing.prospect.income <= max(run.view.income for run in runs)
        assert drawing.income == sum(line.income for line in drawing.lines if len(line.stops) > 1)
        if drawing.refusal is None:
            assert game.why_not(drawing.action) is None
            assert drawing.total is not None
            assert drawing.total.trains == drawing.income
        elif drawing.action.routes:
            assert drawing.refusal.rule == HIGHEST
            assert drawing.best.view.income > drawing.income


@pytest.mark.parametrize("name", GAMES)
def test_the_best_run_can_be_drawn_stop_by_stop(name):
    """Every step of it is among the choices, in the end it is accepted, and it says how to take each step back."""
    for game, runs in before_runs(name):
        asked = asked_trains(game, game.deciding)
        drawing, best = draw(game, runs, empty_drawing()), runs[0]
        free = list(enumerate(drawing.lines))
        for route in best.action.routes:
            number, line = next(each for each in free if each[1].train == route.train)
            free.remove((number, line))
            drawing = draw(game, runs, drawing.lines[number].take_up)
            for stroke in strokes_of(asked.position, route):
                before = drawing.drawing
                drawing = next(
                    draw(game, runs, each.drawing)
                    for each in drawing.choices
                    if last_stroke(each.drawing, number) == stroke
                )
                assert drawing.taken_back == before
        assert (drawing.refusal, drawing.income) == (None, best.view.income)
        assert drawing.total == best.income
        assert drawing.best.action == best.action


def test_a_lower_run_is_refused_where_the_rules_say_so():
    """1888-N wants the highest income: the refusal cites its rule, and the better run is legal. 1880 does not mind."""
    refused: dict[str, set[str | None]] = {}
    for name in ("1880-2022-5p-202", "1888-2022-6p-808"):
        for game, runs in before_runs(name):
            drawing = draw(game, runs, empty_drawing())
            while drawing.choices and not drawing.action.routes:
                drawing = draw(game, runs, drawing.choices[-1].drawing)
            if drawing.action.routes and drawing.income < runs[0].view.income:
                refused.setdefault(name, set()).add(drawing.refusal.rule if drawing.refusal else None)
                if drawing.refusal:
                    assert game.why_not(drawing.best.action) is None
    assert refused == {"1880-2022-5p-202": {None}, "1888-2022-6p-808": {HIGHEST}}


def test_a_drawing_of_another_position_is_none():
    """Track that is not there, trains that the railway has not, and positions in which nothing runs."""
    game, runs = next(before_runs(GAMES[0]))
    for text in ("0:A1.0", "9:", "0:~~~~~~~~~", "0:K15.0_K13.0"):
        assert run_drawing(game, runs, text, "en") is None
    assert run_drawing(game, (), empty_drawing(), "en") is None


def test_other_track_to_the_last_stop_is_offered():
    """Where two ways lead to a stop, the one that was not drawn follows as a further choice, and comes back again."""
    for game, runs in before_runs("1888-2022-6p-808"):
        drawing = draw(game, runs, empty_drawing())
        for station in drawing.choices:
            begun = draw(game, runs, station.drawing)
            for choice in [each for each in begun.choices if each.way]:
                drawn = draw(game, runs, choice.drawing)
                (other, *_) = [each for each in drawn.choices if (each.hex, each.stop) == (choice.hex, choice.stop)]
                again = draw(game, runs, other.drawing)
                assert again.action != drawn.action
                assert drawn.drawing in [each.drawing for each in again.choices]
                return
    raise AssertionError("no such place in this game")


def test_an_empty_run_is_what_is_drawn_at_first():
    """It is legal on the platform, where trains may stay at home."""
    game, runs = next(before_runs("1888-18xx.games-4p-909"))
    drawing = draw(game, runs, empty_drawing())
    assert drawing.action == RunTrains(())
    assert drawing.refusal is None
