"""The project's own recorded games replay state for state, with or without the corpus beside the project."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.golden_games import FOLDER, PLANS, digests

FILES = sorted(FOLDER.glob("*.json.gz"))


def test_the_golden_games_are_there() -> None:
    """Every planned game has been kept."""
    assert len(FILES) == len(PLANS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_golden_game_replays_state_for_state(path: Path) -> None:
    """Each position, hashed together with all before it, is the one that was recorded."""
    kept = json.loads(gzip.decompress(path.read_bytes()))
    game, found = digests(kept["game"])
    assert found == kept["hashes"]
    assert game.finished
    assert [list(each) for each in game.standings()] == kept["standings"]
