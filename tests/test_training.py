"""From recorded games to arrays and figures: what training reads, and how a network is compared. Needs no PyTorch."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.bots.networks import names_of
from tests.play import new_game
from tielu.bots import Clerk
from tielu.bots.chairman.network import NumpyNetwork, read_network
from tielu.bots.director import hurried
from tielu.bots.title import bots_of
from training import compare, curves, positions


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A game of two clerks, as self-play records it."""
    game = new_game(2, "2022", "1888")
    quick = hurried(bots_of("1888").searching_weights)
    clerks = [Clerk(1, quick), Clerk(2, quick)]
    while game.actor is not None:
        game.apply(clerks[game.players.index(game.actor)].choose(game).action)
    return {**game.to_json(), "players": 2, "bots": ["clerk", "clerk"], "seed": 16, "worth": game.worths()}


@pytest.fixture(scope="module")
def found(record: dict[str, Any]) -> positions.Positions:
    return positions.Positions(**positions.noted_many([json.dumps(record)], 10))


def test_positions_of_a_game_become_rows(record: dict[str, Any], found: positions.Positions) -> None:
    """One of ten, each with all players and companies at their places; seats that are empty hold nothing."""
    names, actions = names_of("1888"), len(record["actions"])
    assert actions / 20 < len(found) < actions / 5
    assert found.game.shape == (len(found), len(names.game))
    assert found.company.shape == (len(found), 8, len(names.company))
    assert found.player.shape == (len(found), 7, len(names.player))
    assert found.held.shape == found.directs.shape == (len(found), 7, 8)
    assert not found.player[:, 2:].any()
    assert (found.final[:, :2] == record["worth"]).all()
    assert (found.seated.sum(axis=1) == 2).all()
    assert (np.diff(found.stage) > 0).all()
    assert found.held_out.all()
    assert not found.equals.any()
    assert len(found.only(found.stage < 0.5)) < len(found)


def test_a_game_that_ends_otherwise_is_refused(record: dict[str, Any]) -> None:
    """Records of other rules teach nothing."""
    with pytest.raises(ValueError, match="16"):
        positions.noted(json.dumps({**record, "worth": [0, 0]}), 10_000)


def test_only_games_of_the_title_are_read(record: dict[str, Any], tmp_path: Path) -> None:
    """Shards hold games of all titles."""
    shard = tmp_path / "games.jsonl.xz"
    lines = [json.dumps({"title": title, **record, "players": 2}, separators=(",", ":")) for title in ("1880", "1888")]
    lines[0] = lines[0].replace('"title":"1888"', '"title":"1880"')
    shard.write_bytes(lzma.compress("\n".join(lines).encode() + b"\n"))
    assert [json.loads(line)["title"] for line in positions.records([shard], "1888")] == ["1888"]


def test_who_knows_the_end_explains_everything(found: positions.Positions) -> None:
    """Perfect foresight explains all and is never surprised; the linear valuation lies below."""
    won = compare.winners(found.final, found.seated)
    rows = compare.comparison(found, found.final.astype(float), won)
    assert [row["quarter"] for row in rows] == [1, 2, 3, 4]
    for row in rows:
        assert row["network_explained"] == pytest.approx(1)
        assert row["network_log_loss"] == pytest.approx(0)
        assert row["linear_explained"] < 1
        assert row["linear_log_loss"] > 0
    assert len(compare.table_lines(rows)) == 6


def test_the_network_is_asked_as_the_bot_asks_it(found: positions.Positions) -> None:
    """From arrays back to features; near the end it explains most."""
    path = bots_of("1888").network
    assert path is not None
    worths, chances = compare.judged(NumpyNetwork(read_network(path)), found, names_of("1888"))
    assert chances.sum(axis=1) == pytest.approx(1)
    late = found.stage > 0.9
    assert np.abs(worths - found.final)[late].max() < 1500


def test_curves_are_drawn() -> None:
    """A line for each figure, with its lowest value."""
    drawn = curves.drawn([{"worth": 0.6, "surprise": 1.4}, {"worth": 0.4, "surprise": 1.1}])
    assert drawn.count("<polyline") == 2
    assert "lowest 0.400" in drawn
