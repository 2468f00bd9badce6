"""bench.strength: a table that is interrupted goes on, in the middle of a game, and counts every game once."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from bench import chairman, strength
from tests.test_architecture import ROOT
from tielu import TITLES, Game
from tielu.bots import BOTS, Decision, RandomBot


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


def test_a_line_that_was_cut_off_is_played_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As when a run was killed while it wrote."""
    out = tmp_path / "games.jsonl"
    games = run(monkeypatch, out)
    out.write_text(out.read_text("utf-8")[:-30], "utf-8")
    assert [each["actions"] for each in run(monkeypatch, out)] == [each["actions"] for each in games]


@pytest.mark.parametrize("wrong", [("--bots", "nobody"), ("--bots", "clerk:x"), ("--edition", "2010")])
def test_a_wish_that_cannot_be_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: tuple[str, str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        run(monkeypatch, tmp_path / "games.jsonl", *wrong)
    assert wrong[1].partition(":")[0] in capsys.readouterr().err


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


def test_a_failure_is_kept_and_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken(RandomBot):
        def choose(self, game: Game) -> Decision:
            raise ZeroDivisionError("no idea")

    monkeypatch.setitem(BOTS, "random", lambda seed, _: Broken(seed))
    games = run(monkeypatch, tmp_path / "games.jsonl")
    assert all("no idea" in str(each["failure"]) for each in games)
    assert all(each["worth"] is None for each in games)
    assert "| 0 | 0.0% (0%–100%) | 33% | +0 | 3 | 0 |" in capsys.readouterr().out


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


def test_the_table_of_the_documentation_is_that_of_the_games() -> None:
    """Every line of docs/chairman.md says what the results say that are kept; in none a bot failed."""
    records = strength.played(ROOT / "bench" / "strength.jsonl")
    page = (ROOT / "docs" / "chairman.md").read_text("utf-8")
    lines = [chairman.line_of(cell, games, records) for cell, games in chairman.LINES]
    assert "\n".join([*chairman.TABLE, *lines]) in page
    assert not any(each["failure"] for each in records)
