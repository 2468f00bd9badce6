"""`tielu review`: what it prints, what it keeps and goes on with, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tielu
from tielu.bots import Clerk
from tielu.cli import main
from tielu.files import save_file

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
