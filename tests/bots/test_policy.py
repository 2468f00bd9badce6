"""The policy: read from the file of a network, it says which moves of a decision a search plays on."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tielu
from tests.bots.networks import PLAYER_HIDDEN, random_network
from tests.bots.test_chairman import TICK, after, as_json, packed
from tielu.bots import Clerk
from tielu.bots.chairman import Chairman, network_glance, network_judge, policy
from tielu.bots.chairman.network import NUMBERS, Layer, NetworkFile, PolicyHead, read_network
from tielu.bots.chairman.policy import Look, Policy, numbers
from tielu.bots.clerk import MapCache
from tielu.bots.director import SearchSettings
from tielu.bots.title import bots_of

KINDS = ("pass", "buy_share", "sell_shares")
WIDTH = PLAYER_HIDDEN + len(NUMBERS) + len(KINDS)


def random_head(seed: int = 1) -> PolicyHead:
    chance = random.Random(seed)
    rows = [[chance.gauss(0.0, 0.3) for _ in range(WIDTH)] for _ in range(4)]
    return PolicyHead(KINDS, Layer(rows, [0.1, 0.2, -0.1, 0.0]), Layer([[0.5, -0.5, 1.0, 0.3]], [0.05]))


def fond_of(kind: str) -> PolicyHead:
    """A policy to which nothing matters but the kind of a move."""
    row = [0.0] * WIDTH
    row[PLAYER_HIDDEN + len(NUMBERS) + KINDS.index(kind)] = 1.0
    return PolicyHead(KINDS, Layer([row], [0.0]), Layer([[1.0]], [0.0]))


def file_with(head: PolicyHead | None, title: str = "1888") -> NetworkFile:
    return replace(random_network(title), policy=head)


def as_saved(layer: Layer) -> dict[str, Any]:
    return {"columns": len(layer.rows[0]), "data": packed([each for row in layer.rows for each in row])}


def looks() -> list[Look]:
    """Moves of three kinds that are known and one that is not."""
    chance = random.Random(2)
    return [
        Look(
            kind,
            chance.uniform(-200, 200),
            chance.uniform(-200, 200),
            chance.random(),
            [chance.random()] * PLAYER_HIDDEN,
        )
        for kind in (*KINDS, "lay_tile")
    ]


def test_numpy_and_plain_python_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = Policy(random_head()).promise(looks())
    monkeypatch.setattr(policy, "import_numpy", lambda: None)
    assert Policy(random_head()).promise(looks()) == pytest.approx(quick)
    assert len(set(quick)) == len(quick)


def test_moves_are_compared_with_the_usual_one() -> None:
    """What it is called in yuan does not matter, only the difference; small ones are told apart best."""
    usual = Look("pass", 40.0, 1000.0, 0.3, ())
    assert numbers(usual, usual) == [1.0, 0.0, 0.0, 0.0]
    better, far_better = replace(usual, worth=65.0), replace(usual, worth=1040.0, lead=975.0, chance=0.2)
    assert numbers(better, usual) == pytest.approx([0.0, 0.6931, 0.0, 0.0], abs=1e-4)
    assert numbers(far_better, usual) == pytest.approx([0.0, 3.7136, -0.6931, -1.0], abs=1e-4)


def saved_with(head: PolicyHead) -> dict[str, Any]:
    """A file of a network with this policy."""
    parts = {"hidden": head.hidden, "out": head.out}
    policy = {
        "kinds": head.kinds,
        "layers": {name: as_saved(layer) for name, layer in parts.items()},
        "biases": {name: packed(layer.bias) for name, layer in parts.items()},
    }
    return {**as_json(random_network("1888")), "policy": policy}


@pytest.mark.parametrize(
    ("damaged", "says"),
    [
        (replace(random_head(), kinds=KINDS[:-1]), "policy hidden does not fit"),
        (replace(random_head(), out=Layer([[0.5] * 4] * 2, [0.0] * 2)), "one number off the policy"),
    ],
)
def test_a_damaged_policy_is_refused(tmp_path: Path, damaged: PolicyHead, says: str) -> None:
    """Before a chairman plays by it; without numpy, a kind that is missing would go unnoticed."""
    path = tmp_path / "network.json"
    path.write_text(json.dumps(saved_with(damaged)), "utf-8")
    with pytest.raises(ValueError, match=says):
        read_network(path)


def test_a_policy_is_read_with_its_network(tmp_path: Path) -> None:
    """A file of a network without one is still read."""
    head = random_head()
    path = tmp_path / "network.json"
    path.write_text(json.dumps(as_json(random_network("1888"))), "utf-8")
    assert read_network(path).policy is None
    path.write_text(json.dumps(saved_with(head)), "utf-8")
    read = read_network(path).policy
    assert read is not None
    assert Policy(read).promise(looks()) == pytest.approx(Policy(head).promise(looks()), rel=1e-4)


@pytest.mark.parametrize("title", tielu.TITLES)
def test_titles_come_with_a_policy(title: str) -> None:
    """It knows the kinds of moves that occur most."""
    path = bots_of(title).network
    assert path is not None
    head = read_network(path).policy
    assert head is not None
    assert {"pass", "buy_share", "sell_shares", "lay_tile", "pay_dividend", "withhold", "buy_train", "bid"} <= set(
        head.kinds
    )


def chairman_with(file: NetworkFile, settings: SearchSettings) -> Chairman:
    """One with time for 5,000 moves, who judges by a network of its own."""
    ticks = itertools.count()
    judge, glance = network_judge(file), network_glance(file)
    return Chairman(3, 5000 * TICK, settings, lambda: next(ticks) * TICK, lambda _: judge, lambda _: glance)


def test_what_the_policy_likes_is_played_on() -> None:
    """Of many moves two are played on: the usual one, and that of the kind which the policy prefers."""
    game = after("1888", 150)
    clerks = [Clerk(seat) for seat in range(4)]
    while len({option.action.type for option in Clerk(3).options(game)} & {"pass", "sell_shares", "buy_share"}) < 3:
        game.apply(clerks[game.players.index(game.actor or "")].choose(game).action)
    two = SearchSettings(
        margin=1e9, least_moves=2, moves_per_second=0.0, glanced=40, least_turns=1, turns_per_second=0.0
    )
    for kind in ("pass", "sell_shares", "buy_share"):
        weighed = chairman_with(file_with(fond_of(kind)), two).choose(game).weighed
        assert len(weighed) == 2
        assert kind in {each.action.type for each in weighed}


def test_without_a_policy_leads_decide() -> None:
    """So they do where a move ends the game and nothing can be made of the position after it."""
    seen = looks()
    game = after("1888", 20)
    assert network_glance(file_with(None)).promise(game, seen) == [look.lead for look in seen]
    ended = [*seen, replace(seen[0], code=())]
    assert network_glance(file_with(random_head())).promise(game, ended) == [look.lead for look in ended]
    assert network_glance(file_with(random_head())).promise(game, seen) == Policy(random_head()).promise(seen)


def test_a_look_at_the_last_move_of_a_game() -> None:
    """The worths are known then, and so is the winner."""
    game = after("1888", 0)
    clerks = [Clerk(seat) for seat in range(4)]
    before = game
    while not game.finished:
        before = game.clone()
        game.apply(clerks[game.players.index(game.actor or "")].choose(game).action)
    option = Clerk(1).options(before)[0]
    option = replace(option, action=game.actions[-1])
    look = network_glance(file_with(None)).look(before, option, MapCache())
    player = before.players.index(before.actor or "")
    worths = game.worths()
    assert len(look.code) == 0
    assert look.chance == (worths[player] == max(worths))
    others = [worth for seat, worth in enumerate(worths) if seat != player]
    assert look.lead == pytest.approx(worths[player] - 0.5 * max(others) - 0.5 * sum(others) / 3)
