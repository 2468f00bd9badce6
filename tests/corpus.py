"""The recorded games beside the project: where they are, and the notice for tests that need them."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

_CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"

needs_corpus = pytest.mark.skipif(not _CORPUS.is_dir(), reason="the recorded games of ../shared/corpus are not here")


def corpus_path(*parts: str) -> Path:
    return _CORPUS.joinpath(*parts)


def recorded_games(title: str) -> list[str]:
    """The names of a title's games, or one that stands for them where the corpus is missing."""
    return [path.name for path in sorted(corpus_path(title).glob("*.json.gz"))] or ["no corpus"]


def read_recorded(*parts: str) -> dict[str, Any]:
    with gzip.open(corpus_path(*parts), "rt", encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    return data
