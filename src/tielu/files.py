"""Files: recorded games, saved by Tielu or by 18xx.games, plain or gzipped; and drawings."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from tielu import Game, InvalidAction
from tielu.core.setup_input import whole_number
from tielu.errors import NotFound, TieluError, TooLarge, Unavailable
from tielu.interop import open_replay

# Far more than any game needs; a file that unpacks to more is none.
LARGEST_FILE = 256 * 1024 * 1024
# More than three times the longest game on record, with its chat and what was undone; passes can go on without end.
LONGEST_GAME = 5_000
_GZIP_MAGIC = b"\x1f\x8b"
_DRAWING = b"<svg "
_PAGE = b"<!doctype html>"


@dataclass(frozen=True)
class RecordedGame:
    """The contents of a file; a foreign one is in the format of 18xx.games."""

    path: Path
    data: dict[str, Any]
    foreign: bool

    def game(self, at: int | None = None) -> Game:
        """The game after `at` actions, or after all; raises as `Game.from_json` and the replay of foreign games do."""
        if at is not None:
            at = whole_number("at", at)
        if not self.foreign:
            actions = self.data["actions"]
            if at is None or not isinstance(actions, list):
                return Game.from_json(self.data)
            self._check_length(at, len(actions))
            return Game.from_json({**self.data, "actions": actions[:at]})
        replay = open_replay(self.data)
        _check_not_too_long(self.path, len(replay))
        if at is not None:
            self._check_length(at, len(replay))
        for _ in islice(replay.steps(), at):
            pass
        return replay.game

    @staticmethod
    def _check_length(at: int, actions: int) -> None:
        if not 0 <= at <= actions:
            raise InvalidAction("fewer_actions", actions=actions, at=at)


def load_file(path: str | Path) -> RecordedGame:
    """The recorded game in a file; raises TieluError if it holds none."""
    path = Path(path)
    return recorded_game(path, _read(path))


def recorded_game(path: Path, content: bytes, largest: int = LARGEST_FILE) -> RecordedGame:
    """The recorded game in the content of a file, wherever it was read; `path` is its name in messages.

    Raises TooLarge if it has more bytes or more actions than any game needs.
    """
    data = _parse(path, _unpacked(path, content, largest))
    players = data.get("players") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(players, list) or "actions" not in data:
        raise InvalidAction("file_not_a_game", file=str(path))
    foreign = [isinstance(each, dict) and isinstance(each.get("name"), str) for each in players]
    if any(foreign) != all(foreign):
        raise InvalidAction("file_not_a_game", file=str(path))
    if isinstance(data["actions"], list):
        _check_not_too_long(path, len(data["actions"]))
    return RecordedGame(path, data, foreign=bool(foreign) and all(foreign))


def _check_not_too_long(path: Path, actions: int) -> None:
    if actions > LONGEST_GAME:
        raise TooLarge("file_too_long", file=str(path), actions=actions, most=LONGEST_GAME)


def save_file(path: str | Path, game: Game) -> None:
    """Write a game so that `load_file` reads it, never leaving half of it; raises TieluError if that fails."""
    path = Path(path)
    if not _may_be_replaced(path):
        raise InvalidAction("file_in_the_way", file=str(path))
    _write(path, json.dumps(game.to_json(), ensure_ascii=False, indent=1) + "\n")


def save_drawing(path: str | Path, drawing: str) -> None:
    """Write an SVG, in the place of another one if need be; raises TieluError if that fails."""
    _save_in_place_of(path, drawing + "\n", _DRAWING, InvalidAction("drawing_in_the_way", file=str(Path(path))))


def save_page(path: str | Path, page: str) -> None:
    """Write an HTML page, in the place of another one if need be; raises TieluError if that fails."""
    _save_in_place_of(path, page, _PAGE, InvalidAction("page_in_the_way", file=str(Path(path))))


def _save_in_place_of(path: str | Path, text: str, beginning: bytes, refusal: InvalidAction) -> None:
    """Write a file that may replace one with the same beginning and nothing else; raises the refusal otherwise."""
    path = Path(path)
    if not _holds_such_or_nothing(path, beginning):
        raise refusal
    _write(path, text)


def _holds_such_or_nothing(path: Path, beginning: bytes) -> bool:
    try:
        if not path.exists():
            return True
        with path.open("rb") as file:
            return file.read(len(beginning)) in (beginning, b"")
    except (OSError, ValueError):
        return False


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(text, "utf-8")
        beside.replace(path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            beside.unlink(missing_ok=True)
        raise Unavailable("file_not_written", file=str(path), reason=_reason(error)) from error


def _may_be_replaced(path: Path) -> bool:
    """Whether the file is missing, empty or a saved game; anything else is not ours to overwrite."""
    try:
        return not path.exists() or path.stat().st_size == 0 or not load_file(path).foreign
    except (OSError, ValueError, TieluError):
        # The file is there and holds no game.
        return False


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except FileNotFoundError as error:
        raise NotFound("file_missing", file=str(path)) from error
    except IsADirectoryError as error:
        raise InvalidAction("file_is_directory", file=str(path)) from error
    except (OSError, ValueError) as error:
        raise Unavailable("file_not_read", file=str(path), reason=_reason(error)) from error


def _unpacked(path: Path, content: bytes, largest: int) -> bytes:
    try:
        if content.startswith(_GZIP_MAGIC):
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as unpacked:
                content = unpacked.read(largest + 1)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InvalidAction("file_broken_gzip", file=str(path)) from error
    if len(content) > largest:
        raise TooLarge("file_too_large", file=str(path))
    return content


def _parse(path: Path, content: bytes) -> object:
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        # Broken JSON, bytes that are no text, numbers or nesting without end.
        raise InvalidAction("file_not_json", file=str(path)) from error


def _reason(error: Exception) -> str:
    """The system's message, without the path, which ours names already."""
    return getattr(error, "strerror", None) or str(error)
