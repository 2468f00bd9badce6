"""`tielu review`: what it prints, what it keeps and goes on with, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tielu
from tielu import Game
from tielu.bots import Clerk, Reason
from tielu.cli import main
from tielu.core.actions import Pass
from tielu.files import save_file
from tielu.review import JudgedDecision, Task

LENGTH = 45


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The beginning of a game of clerks, up to the first companies."""
    game, clerk = tielu.new_game("1888", ["Ann", "Bo", "Cy"]), Clerk(3)
    while len(game.actions) < LENGTH:
        game.apply_trusted(clerk.choose(game).action)
    path = tmp_path_factory.mktemp("review") / "game.json"
    save_file(path, game)
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["review", *map(str, arguments), "--lang", "en"])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_review_is_kept_and_continued(capsys: pytest.CaptureFixture[str], saved: Path, tmp_path: Path) -> None:
    """What was judged is in the file; a file that was cut short is completed, and nothing is judged twice."""
    out = tmp_path / "review.jsonl"
    options = (saved, "--seconds", 0.01, "--out", out, "--workers", 1)
    code, text, _ = run(capsys, *options, "--json")
    report: dict[str, Any] = json.loads(text)
    assert code == 0
    assert [each["index"] for each in report["decisions"]] == list(range(LENGTH))
    assert sum(each["decisions"] for each in report["players"]) <= LENGTH
    whole = out.read_text("utf-8").splitlines()
    assert len(whole) == LENGTH
    out.write_text("\n".join(whole[:-2]) + '\n{"cut', "utf-8")
    code, text, _ = run(capsys, *options)
    assert code == 0
    again = out.read_text("utf-8").splitlines()
    assert again[:-2] == whole[:-2]
    assert len(again) == LENGTH
    assert "Ann" in text
    assert "Chairman" in text


def test_a_costly_decision_is_printed_with_what_it_changed(
    capsys: pytest.CaptureFixture[str], saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the loss stand the two expected worths and what the others gain, and they add up to it."""

    def judge(game: Game, tasks: list[Task], *_: object) -> Iterator[JudgedDecision]:
        task, action = tasks[0], game.actions[0]
        plain = JudgedDecision(task.key, 0, task.seat, "", action, Pass(), Reason("pass"), expected=(0, 0, 0))
        yield replace(plain, loss=120.0, uncertainty=20.0, worth_played=5000.0, worth_best=5080.0)

    monkeypatch.setattr("tielu.cli.review.judge_all", judge)
    monkeypatch.setenv("COLUMNS", "400")
    code, text, _ = run(capsys, saved)
    assert code == 0
    assert "¥120 ± ¥20" in text
    said = text.replace("\N{WORD JOINER}", "")
    assert "worth ¥5080 instead of ¥5000 (+¥80), the others −¥40, so the lead +¥120 ± ¥20." in said


def test_one_player_alone(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    """Only decisions of the player named are judged; a name that nobody has is refused."""
    code, text, _ = run(capsys, saved, "--seconds", 0.01, "--player", "Bo", "--json", "--workers", 1)
    assert code == 0
    assert {each["seat"] for each in json.loads(text)["decisions"]} == {1}
    code, _, error = run(capsys, saved, "--player", "Zoe")
    assert code == 2
    assert "Zoe" in error


def test_another_file_is_not_overwritten(capsys: pytest.CaptureFixture[str], saved: Path, tmp_path: Path) -> None:
    """A file that holds no review stays as it is."""
    other = tmp_path / "letter.txt"
    for content in ("Dear Ann\n", "Dear Ann", '{"a": 1}\n'):
        other.write_text(content, "utf-8")
        code, _, error = run(capsys, saved, "--out", other)
        assert (code, other.read_text("utf-8")) == (2, content)
        assert "letter.txt" in error
