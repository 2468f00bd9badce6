"""The folder of a run: what was planned, a line for each finished game, and the games themselves.

    plan.json           what is played; a folder belongs to one plan
    results.jsonl       one line per game, written when it has ended
    games/000012.json   the game, as `tielu verify` and `tielu show` read it

A game is saved before its line is written. So a run that is killed loses the games that were being played, and nothing
else; a line that was being written is dropped and its game played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from tielu import Game
from tielu.errors import InvalidInput, TieluError, Unavailable

from .plan import ArenaPlan, Match
from .playing import MatchRecord, Played, check_record

try:
    import fcntl
except ImportError:  # a system without it, where nobody watches
    fcntl = None  # type: ignore[assignment]

PLAN: Final = "plan.json"
LINES: Final = "results.jsonl"
GAMES: Final = "games"


class Results:
    """The results of a plan so far. Opening makes the folder, or goes on with it; raises TieluError.

    While results are open no other process can open them, since both would play the same games.
    """

    def __init__(self, folder: str | Path, plan: ArenaPlan) -> None:
        self.folder = Path(folder)
        self.plan = plan
        self._records: dict[int, MatchRecord] = {}
        try:
            self._open()
        except OSError as error:
            raise _not_usable(self.folder, error) from error

    def _open(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._check_plan()
        self._lines = _locked(self.folder / LINES)
        try:
            (self.folder / GAMES).mkdir(exist_ok=True)
            self._read_lines()
        except (OSError, TieluError):
            self.close()
            raise

    def _check_plan(self) -> None:
        path, planned = self.folder / PLAN, self.plan.to_json()
        if not path.exists():
            if any(self.folder.iterdir()):
                raise InvalidInput("arena_folder_in_use", folder=str(self.folder))
            _write(path, json.dumps(planned, indent=1))
            return
        try:
            found = json.loads(path.read_text("utf-8"))
        except ValueError as error:
            raise Unavailable("file_not_read", file=str(path), reason=str(error)) from error
        if found != planned:
            raise InvalidInput("arena_other_plan", folder=str(self.folder))

    def _read_lines(self) -> None:
        path = self.folder / LINES
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            # Killed while writing: this game is played again.
            with path.open("r+b") as file:
                file.truncate(len(whole))
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                record = MatchRecord.from_json(json.loads(line))
                check_record(record, len(self.plan.bots))
            except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
                raise InvalidInput("arena_line_broken", file=str(path), line=number) from error
            self._records[record.number] = record

    def close(self) -> None:
        """Let others open them."""
        self._lines.close()

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def missing(self) -> Iterator[Match]:
        """The games that are still to be played."""
        return (match for match in self.plan.matches() if match.number not in self._records)

    @property
    def records(self) -> list[MatchRecord]:
        """What has been played of the plan, in its order."""
        return [self._records[number] for number in sorted(self._records) if number < self.plan.games]

    def game_file(self, number: int) -> Path:
        return self.folder / GAMES / f"{number:06}.json"

    def load_game(self, number: int) -> Game:
        return Game.from_json(json.loads(self.game_file(number).read_text("utf-8")))

    def add(self, played: Played) -> None:
        """Keep a finished game; raises TieluError if it cannot be written."""
        try:
            _write(self.game_file(played.record.number), json.dumps(played.game, ensure_ascii=False))
            self._lines.write(json.dumps(played.record.to_json(), ensure_ascii=False).encode() + b"\n")
            self._lines.flush()
            os.fsync(self._lines.fileno())
        except OSError as error:
            raise _not_usable(self.folder, error) from error
        self._records[played.record.number] = played.record


def _locked(path: Path) -> BinaryIO:
    """The file, opened and locked until it is closed or the process ends; raises TieluError if another has it."""
    file = path.open("ab")
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            raise Unavailable("arena_folder_busy", folder=str(path.parent)) from error
    return file


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    beside = path.with_name(path.name + ".part")
    beside.write_text(text + "\n", "utf-8")
    beside.replace(path)


def _not_usable(path: Path, error: Exception) -> Unavailable:
    reason: Any = getattr(error, "strerror", None) or error
    return Unavailable("file_not_written", file=str(path), reason=str(reason))
