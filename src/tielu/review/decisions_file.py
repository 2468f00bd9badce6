"""Judged decisions in a file, a line of JSON each, so that a review goes on where it was stopped."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import IO

from tielu.errors import InvalidInput, TieluError, Unavailable

from .decision_judge import JudgedDecision


class KeptDecisions:
    """The decisions in a file, and a place for more; without a path nothing is kept.

    Raises InvalidInput if the file holds something else, and Unavailable if it cannot be read or written.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: IO[str] | None = None
        self.found: list[JudgedDecision] = []

    def __enter__(self) -> KeptDecisions:
        if self._path is not None:
            try:
                self._open(self._path)
            except OSError as error:
                raise self._unavailable(error) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, decision: JudgedDecision) -> None:
        if self._file is not None:
            try:
                self._file.write(json.dumps(decision.to_json(), ensure_ascii=False) + "\n")
                self._file.flush()
            except OSError as error:
                raise self._unavailable(error) from error

    def _open(self, path: Path) -> None:
        """Read what is there; a last line that was cut short is dropped."""
        lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
        try:
            self.found = [JudgedDecision.from_json(json.loads(line)) for line in lines[:-1]]
        except (ValueError, LookupError, TypeError, TieluError) as error:
            raise InvalidInput("review_in_the_way", file=str(path)) from error
        if lines == [lines[-1]] and lines[-1]:
            raise InvalidInput("review_in_the_way", file=str(path))
        self._file = path.open("a", encoding="utf-8")
        self._file.truncate(sum(len(line) + 1 for line in lines[:-1]))

    def _unavailable(self, error: OSError) -> Unavailable:
        return Unavailable("file_not_written", file=str(self._path), reason=error.strerror or str(error))
