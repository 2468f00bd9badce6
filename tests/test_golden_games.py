"""The project's own recorded games replay state for state, with or without the corpus beside the project."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.golden_games import FOLDER, NO_OFFERS, OF_VERSION_0_1, PLANS, Plan, digest_of_offers, digests
from tielu import Game
from tielu.errors import TieluError

FILES = sorted(FOLDER.rglob("*.json.gz"))
OF_REVISION_1 = [plan for plan in PLANS if plan.revision == 1]


def kept_in(path: Path) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return kept


def test_the_golden_games_are_there() -> None:
    """Every planned game has been kept, and no earlier one is lost."""
    assert {plan.path for plan in PLANS} <= set(FILES)
    assert len(FILES) == OF_VERSION_0_1 + len(PLANS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_golden_game_replays_state_for_state(path: Path) -> None:
    """Each position, hashed together with all before it, is the recorded one; at the end the same is offered."""
    kept = kept_in(path)
    game, found = digests(kept["game"])
    assert found == kept["hashes"]
    assert [list(each) for each in game.standings()] == kept["standings"]
    assert digest_of_offers(game) == kept.get("offers", NO_OFFERS)


@pytest.mark.parametrize("plan", OF_REVISION_1, ids=lambda plan: plan.path.name)
def test_a_game_of_the_first_revision_needs_its_revision(plan: Plan) -> None:
    """By the rules of the second one something in it would be refused."""
    with pytest.raises(TieluError):
        Game.from_json({**kept_in(plan.path)["game"], "revision": 2})
