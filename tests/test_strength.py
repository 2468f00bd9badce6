"""bench.strength: a table that is interrupted goes on, in the middle of a game, and counts every game once."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench import chairman, strength
from tests.play import new_game
from tests.test_architecture import ROOT
from tests.test_third_title import python
from tielu import TITLES, Game
from tielu.bots import BOTS, Decision, RandomBot
from tielu.bots.chairman.network import read_network
from tielu.bots.title import bots_of


def run(monkeypatch: pytest.MonkeyPatch, out: Path, *more: str) -> list[dict[str, object]]:
    """Random players alone against random ones, three at a table of 1888-N."""
    fixed = ("--title", "1888", "--players", "3", "--bots", "random", "--against", "random", "--games", "3")
    monkeypatch.setattr("sys.argv", ["bench.strength", "--out", str(out), *fixed, *more])
    strength.main()
    return strength.played(out)


def test_a_table_is_played_and_not_played_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    first = run(monkeypatch, out)
    assert [each["number"] for each in first] == [0, 1, 2]
    assert {each["seat"] for each in first} == {0, 1, 2}
    lines = out.read_text("utf-8")
    assert run(monkeypatch, out) == first
    assert out.read_text("utf-8") == lines
    assert len(run(monkeypatch, out, "--seed", "2")) == 6


def test_a_game_goes_on_where_it_was_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    out, cut = tmp_path / "games.jsonl", tmp_path / "cut.jsonl"
    whole = run(monkeypatch, out)[0]
    actions = whole["actions"]
    assert isinstance(actions, list)
    begun = {**whole, "worth": None, "actions": actions[:40], "late": 2, "longest": 7.5}
    cut.write_text(json.dumps(begun) + "\n", "utf-8")
    game = run(monkeypatch, cut)[0]
    assert game["worth"] is not None
    assert game["late"] == 2
    assert game["longest"] == 7.5
    played = game["actions"]
    assert isinstance(played, list)
    assert played[:40] == actions[:40]
    assert len(played) > 40


def test_a_game_goes_on_by_the_rules_that_it_was_begun_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its revision stays, whatever the newest is; a game that is new has that."""
    out = tmp_path / "games.jsonl"
    game = run(monkeypatch, out)[0]
    assert game["revision"] == new_game(3, "2022", "1888").revision > 1
    out.write_text(json.dumps({**game, "revision": 1, "worth": None, "actions": []}) + "\n", "utf-8")
    assert {each["number"]: each["revision"] for each in run(monkeypatch, out)}[0] == 1


@pytest.mark.parametrize("at_an_action", [True, False])
def test_a_line_that_was_cut_off_is_played_again(
    at_an_action: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As when a run was killed while it wrote, be it just behind an action."""
    out = tmp_path / "games.jsonl"
    games = run(monkeypatch, out)
    text = out.read_text("utf-8")[:-30]
    out.write_text(text[: text.rindex("}") + 1] if at_an_action else text, "utf-8")
    assert [each["actions"] for each in run(monkeypatch, out)] == [each["actions"] for each in games]
    assert [json.loads(line)["number"] for line in out.read_text("utf-8").splitlines()] == [0, 1, 2]


@pytest.mark.parametrize(
    "wrong",
    [
        ("--bots", "nobody"),
        ("--bots", "clerk:x"),
        ("--edition", "2010"),
        ("--out", "nowhere/games.jsonl"),
        ("--out", "."),
        ("--results", "nowhere/games.jsonl"),
        ("--processes", "0"),
        ("--minutes", "nan"),
        ("--module", "nope"),
    ],
)
def test_a_wish_that_cannot_be_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: tuple[str, str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        run(monkeypatch, tmp_path / "games.jsonl", *wrong)
    assert wrong[1].partition(":")[0] in capsys.readouterr().err


@pytest.mark.parametrize("line", ['{"a":1}', "{garbage}", "[1]"])
def test_a_line_that_is_no_game_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """Before anything is played; the file stays as it is."""
    out = tmp_path / "games.jsonl"
    out.write_text(line + "\n", "utf-8")
    with pytest.raises(SystemExit, match="2"):
        run(monkeypatch, out)
    assert f"games.jsonl has a line that is no game: {line}" in capsys.readouterr().err
    assert out.read_text("utf-8") == line + "\n"


def test_a_folder_without_networks_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before a game fails for want of a network."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NETWORKS", raising=False)
    monkeypatch.delitem(sys.modules, "bench.new_network", raising=False)
    with pytest.raises(SystemExit, match="2"):
        run(monkeypatch, tmp_path / "games.jsonl", "--module", "bench.new_network")
    assert "there is no folder networks" in capsys.readouterr().err


def test_a_bot_of_a_module_plays(tmp_path: Path) -> None:
    """The command of the documentation; a bot is known before it is asked which titles it plays."""
    (tmp_path / "my_module.py").write_text(
        "from tielu.bots import BOTS, RandomBot\nBOTS['mine'] = lambda seed, seconds: RandomBot(seed)\n", "utf-8"
    )
    said = python(
        """
import sys
from bench import strength
folder, *sys.argv = [sys.argv[1], "strength", "--out", sys.argv[1] + "/strength.jsonl", *sys.argv[2:]]
sys.path.insert(0, folder)
strength.main()
""",
        str(tmp_path),
        *("--module", "my_module", "--bots", "mine:0.1", "--against", "random", "--players", "3", "--games", "1"),
    )
    assert said.count("| mine:0.1 | random | 1 |") == 2


def test_a_whole_line_without_its_end_is_kept(tmp_path: Path) -> None:
    """A file that somebody has edited loses no game."""
    path = tmp_path / "games.jsonl"
    game = {"title": "1880", "edition": "2022", "players": 3, "bot": "clerk", "against": "clerk", "plan": 1}
    game |= {"failure": None, "worth": [1, 2, 3]}
    path.write_text(json.dumps({**game, "number": 0}), "utf-8")
    strength.append(path, {**game, "number": 1})
    assert [each["number"] for each in strength.played(path)] == [0, 1]


def test_titles_are_left_out_that_the_bots_cannot_play() -> None:
    """Unless one is asked for; and no table is too large for its title."""
    said = python(
        """
from argparse import Namespace
from bench.strength import cells
for bots in ("random,clerk", "random"):
    places = cells(Namespace(title=None, edition=None, players=None, bots=bots, against="random"))
    print(sorted({(cell.title, cell.players) for cell in places}))
"""
    )
    known = [(title, players) for title in ("1880", "1888") for players in strength.PLAYERS]
    assert said.splitlines() == [str(known), str([*known, ("18Valley", 3), ("18Valley", 4)])]


def test_results_are_kept_without_actions_and_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What they hold is not played again when the games themselves are gone; a game that was begun goes on."""
    out, results = tmp_path / "games.jsonl", tmp_path / "results.jsonl"
    games = run(monkeypatch, out, "--results", str(results))
    kept = strength.played(results)
    assert kept == [{name: value for name, value in game.items() if name != "actions"} for game in games]
    out.unlink()
    assert run(monkeypatch, out, "--results", str(results)) == []
    assert strength.played(results) == kept
    begun = {**games[0], "worth": None}
    out.write_text(json.dumps(begun) + "\n", "utf-8")
    results.write_text("".join(json.dumps(each) + "\n" for each in kept[1:]), "utf-8")
    run(monkeypatch, out, "--results", str(results))
    assert sorted(str(each["number"]) for each in strength.played(results)) == ["0", "1", "2"]


def test_a_failure_is_told_and_played_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is kept and counted until then; the exit code says that there was one."""

    class Broken(RandomBot):
        def choose(self, game: Game) -> Decision:
            raise ZeroDivisionError("no idea")

    with monkeypatch.context() as patch:
        patch.setitem(BOTS, "random", lambda seed, _: Broken(seed))
        games = run(patch, tmp_path / "games.jsonl")
        assert strength.main() == 1
    assert all("no idea" in str(each["failure"]) for each in games)
    assert all(each["worth"] is None for each in games)
    said = capsys.readouterr().out
    assert "| 0 | 0.0% (0–100%) | 33% | +0 | 3 | 0 |" in said
    assert "random against random, game 2: ZeroDivisionError: no idea\n" in said
    assert all(each["failure"] is None for each in run(monkeypatch, tmp_path / "games.jsonl"))
    assert strength.main() == 0


def test_a_process_that_dies_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As when memory runs out; the others are not waited for without end."""

    class Killed(RandomBot):
        def choose(self, game: Game) -> Decision:
            os._exit(9)

    monkeypatch.setitem(BOTS, "random", lambda seed, _: Killed(seed))
    with pytest.raises(SystemExit, match="a process was killed"):
        run(monkeypatch, tmp_path / "games.jsonl")


def test_what_is_published_are_all_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not those of one file of games alone."""
    monkeypatch.setattr("sys.argv", ["bench.chairman", "--out", str(tmp_path / "games.jsonl"), "--publish"])
    with pytest.raises(SystemExit, match="2"):
        chairman.main()
    assert "--publish needs --results" in capsys.readouterr().err


def test_lines_of_the_chairman_can_be_played() -> None:
    """Each has its title and edition, and the chairman sits everywhere as often, give or take a game."""
    for cell, games in chairman.LINES:
        assert cell.edition in TITLES[cell.title].editions
        seats = Counter(match.seating.index(0) for match in cell.plan(games, chairman.SEED).matches())
        assert len(seats) == cell.players
        assert max(seats.values()) - min(seats.values()) <= 1


def test_nothing_is_played_without_numpy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="numpy is missing"):
        run(monkeypatch, tmp_path / "games.jsonl")
    assert not (tmp_path / "games.jsonl").exists()


@pytest.fixture(scope="module")
def kept() -> list[dict[str, Any]]:
    """How the games ended that are kept."""
    return strength.played(ROOT / "bench" / "strength.jsonl")


def test_the_table_of_the_documentation_is_that_of_the_games(kept: list[dict[str, Any]]) -> None:
    """Every line of docs/chairman.md says what the results say that are kept; in none a bot failed."""
    page = chairman.PAGE.read_text("utf-8")
    assert chairman.table_of(kept) in page
    assert chairman.with_table(page, kept) == page
    assert chairman.with_table(page, kept[1:]) != page
    assert not any(each["failure"] for each in kept)


@pytest.mark.parametrize("title", sorted({cell.title for cell, _ in chairman.LINES}))
def test_the_card_of_a_network_says_how_strong_it_is(title: str, kept: list[dict[str, Any]]) -> None:
    """As the results have it; `python -m bench.chairman --publish` writes both."""
    network = bots_of(title).network
    assert network is not None
    assert read_network(network).card["strength"] == chairman.strength_of(title, kept)
