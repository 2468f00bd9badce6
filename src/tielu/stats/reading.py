"""The games of a folder, whatever else lies there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tielu import Game
from tielu.arena.results import LINES, PLAN
from tielu.errors import NotFound, TieluError
from tielu.files import load_file

_SUFFIXES = (".json", ".json.gz", ".gz")


@dataclass
class FolderRead:
    """How the reading of a folder goes: files that hold a game, games that are not over, and files that hold none."""

    finished: int = 0
    unfinished: int = 0
    refused: list[Path] = field(default_factory=list)


def files_in(folder: str | Path) -> list[Path]:
    """The files in a folder and below that may hold games; a file is itself. Raises NotFound if there is no such.

    The plan of the arena, which lies beside its results, holds none.
    """
    folder = Path(folder)
    if folder.is_file():
        return [folder]
    if not folder.is_dir():
        raise NotFound("file_missing", file=str(folder))
    return sorted(
        path
        for path in folder.rglob("*")
        if path.name.endswith(_SUFFIXES) and path.is_file() and not _is_arena_plan(path)
    )


def _is_arena_plan(path: Path) -> bool:
    return path.name == PLAN and path.with_name(LINES).exists()


def games_in(folder: str | Path, read: FolderRead | None = None) -> Iterator[Game]:
    """The finished games in a folder, one at a time; what was left out is noted in `read`."""
    read = read or FolderRead()
    for path in files_in(folder):
        try:
            game = load_file(path).game()
        except TieluError:
            read.refused.append(path)
            continue
        if game.finished:
            read.finished += 1
            yield game
        else:
            read.unfinished += 1
