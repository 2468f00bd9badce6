"""Games played for training: tables follow from seeds, shards are continued, and what searching bots weigh is kept."""

from __future__ import annotations

import itertools
import json
import lzma
import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tielu
from tests.test_third_title import python
from tielu.bots import Clerk, Director
from tielu.bots.title import bots_of
from training import play
from training.play import Plan, Table
from training.positions import noted, records

PLAN = Plan(("1880", "1888"), {"clerks": 1, "mixed": 1, "searching": 1}, (0.05, 0.1))
LONG = 600.0


def lines_of(path: Path) -> list[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_a_table_follows_from_its_seed() -> None:
    """Both titles, every edition, every number of players and every kind of bot come up."""
    tables = [Table.of(PLAN, seed) for seed in range(400)]
    assert tables == [Table.of(PLAN, seed) for seed in range(400)]
    assert {(table.title, table.edition) for table in tables} == {
        (title, edition) for title, rules in tielu.TITLES.items() if title in PLAN.titles for edition in rules.editions
    }
    assert {len(table.bots) for table in tables} == set(range(2, 8))
    assert {bot.partition(":")[0] for table in tables for bot in table.bots} == {
        "clerk",
        "clerk*",
        "director",
        "chairman",
    }


def test_tastes_differ_but_what_is_searched_does_not() -> None:
    weights = bots_of("1888").clerk_weights
    other = play.other_taste(weights, random.Random(1))
    assert other != weights
    assert other.search_steps == weights.search_steps


@pytest.fixture(scope="module")
def shard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one shard of one game."""
    folder = tmp_path_factory.mktemp("games")
    plan = replace(PLAN, titles=("1888",), tables={"clerks": 1})
    seed = next(seed for seed in range(1000) if len(Table.of(plan, seed).bots) == 2)
    line = play.play(Table.of(plan, seed), time.time() + LONG)
    assert line is not None
    packed = lzma.compress((json.dumps(line, separators=(",", ":")) + "\n").encode())
    play.shard_path(folder, 0).write_bytes(packed)
    return folder


def test_a_game_is_recorded_as_training_reads_it(shard: Path) -> None:
    """Played again it ends as it was recorded."""
    (line,) = records([play.shard_path(shard, 0)], "1888")
    game = json.loads(line)
    assert noted(line, 10)["final"]
    again = tielu.new_game(game["title"], ["p0", "p1"], game["edition"])
    for action in game["actions"]:
        again.apply(action)
    assert again.worths() == game["worth"]


def test_a_search_tells_what_it_has_weighed() -> None:
    """The clerk's own choice comes first, every candidate is legal, and the action taken is one of them."""
    ticks = itertools.count()
    director = Director(3, 1.0, clock=lambda: next(ticks) * 0.0004)
    game = tielu.new_game("1888", ["Ann", "Bo"])
    decision = director.choose(game)
    actions = [each.action for each in decision.weighed]
    assert len(actions) > 1
    assert actions[0] == Clerk(3, bots_of("1888").searching_weights).options(game)[0].action
    assert decision.action in actions
    assert all(game.why_not(action) is None for action in actions)
    assert all(each.rollouts >= 1 for each in decision.weighed)


def test_shards_are_played_as_a_whole(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Those that hold as many games as are wanted; the help says so."""
    assert list(play.shards(40, 1)) == [40]
    assert list(play.shards(40, 20)) == [40]
    assert list(play.shards(40, 21)) == [40, 60]
    monkeypatch.setattr("sys.argv", ["training.play", "--help"])
    with pytest.raises(SystemExit):
        play.main()
    assert "play the shards of 20 that hold this many games" in " ".join(capsys.readouterr().out.split())


def test_titles_without_a_chairman_are_left_out(tmp_path: Path) -> None:
    """Unless one is asked for."""
    said = python(
        """
import sys
from training import play
play.run = lambda plan, *_: print(*plan.titles) or 0
play.main()
""",
        *("--out", str(tmp_path), "--minutes", "1"),
    )
    assert said.startswith("1880 1888\n0 games")


@pytest.mark.parametrize(
    "wrong", [("--seconds", "abc"), ("--seconds", "0.1,0"), ("--workers", "0"), ("--games", "0"), ("--minutes", "nan")]
)
def test_wrong_input_is_told_in_a_sentence(
    wrong: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Before anything is played."""
    monkeypatch.setattr("sys.argv", ["training.play", "--out", str(tmp_path), "--minutes", "0", *wrong])
    with pytest.raises(SystemExit, match="2"):
        play.main()
    assert f"error: argument {wrong[0]}: '" in capsys.readouterr().err


def test_a_file_is_no_folder_for_shards(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """That is told in a sentence, too."""
    (tmp_path / "file").touch()
    monkeypatch.setattr("sys.argv", ["training.play", "--out", str(tmp_path / "file"), "--minutes", "0"])
    with pytest.raises(SystemExit, match="2"):
        play.main()
    assert "File exists" in capsys.readouterr().err


def test_a_shard_that_is_there_is_not_played_again(shard: Path) -> None:
    before = play.shard_path(shard, 0).read_bytes()
    assert play.play_shard(PLAN, shard, 0, time.time() + LONG) == 0
    assert play.shard_path(shard, 0).read_bytes() == before
    assert list(play.shards(40, 50)) == [40, 60, 80]


def test_nothing_is_begun_when_time_is_up(tmp_path: Path) -> None:
    assert play.run(PLAN, tmp_path, 0, None, time.time() - 1, 1) == 0
    assert play.play(Table.of(PLAN, 1), time.time() - 1) is None
    assert list(tmp_path.iterdir()) == []
