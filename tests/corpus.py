"""The recorded games beside the project: where they are, and the notice for tests that need them."""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tielu import Game
from tielu.interop import load_18xx_games

Record = dict[str, Any]

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


def probes_by_file(name: str) -> dict[str, list[Record]]:
    """The recorded positions of each game, in the order in which the game reaches them; none without the corpus."""
    path = corpus_path(name)
    if not path.is_file():
        return {}
    grouped: dict[str, list[Record]] = defaultdict(list)
    for probe in json.loads(path.read_text(encoding="utf-8")):
        grouped[probe["file"]].append(probe)
    return {file: sorted(probes, key=lambda probe: probe["index"]) for file, probes in sorted(grouped.items())}


def positions(file: str, probes: list[Record]) -> Iterator[tuple[Record, Game]]:
    """The game before each probe's action; the file is replayed once and no further than the last probe."""
    waiting = list(probes)
    for index, _, game in load_18xx_games(read_recorded(file)):
        while waiting and waiting[0]["index"] == index + 1:
            yield waiting.pop(0), game.clone()
        if not waiting:
            return
