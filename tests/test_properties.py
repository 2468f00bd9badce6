"""What holds at every moment of any game: random legal play to the end, all player counts and editions.

`TIELU_GAMES=500 make test` plays more games; docs/testing.md records the large runs.
"""

from __future__ import annotations

import os
import random
from dataclasses import fields
from typing import Any

import pytest

import tielu
from tests.play import LONGEST_GAME, STYLES, choose, fingerprint, new_game, play_out
from tielu.core.actions import Action, LayTile, Pass, RunTrains
from tielu.core.bank import all_money
from tielu.core.errors import IllegalAction, InvalidAction
from tielu.core.game import Game
from tielu.core.shares import issued
from tielu.views.position.board import tile_face

# Every title with its editions and the numbers of players it is for.
TABLES = [
    (title, edition, players)
    for title, editions, counts in (
        ("1880", ("2022", "2010", "18xx.games"), (3, 4, 5, 6, 7)),
        ("1888", ("2022", "18xx.games"), (2, 3, 4, 5, 6)),
    )
    for edition in editions
    for players in counts
]
ROUNDS = max(1, int(os.environ.get("TIELU_GAMES", "25")) // len(TABLES))
GAMES = [(*table, seed) for seed in range(ROUNDS) for table in TABLES]


def style_of(seed: int, players: int) -> str:
    return sorted(STYLES)[(seed + players) % len(STYLES)]


def check_position(game: Game, rng: random.Random, money: int) -> None:
    state = game.state
    assert all_money(state) == money
    assert min(state.cash) >= 0
    assert min(state.treasury) >= 0
    assert all(issued(state, company) == 100 for company in range(len(state.director)))
    assert min(state.shares) >= 0
    assert min(state.supply) >= 0
    assert min(state.depot) >= 0
    if not game.finished:
        check_offers(game, rng)


def check_offers(game: Game, rng: random.Random) -> None:
    """Every offer verifies, and whatever verifies among altered ones is an offer too."""
    offers = list(game.legal_actions())
    assert offers, "somebody must decide, but there is nothing to choose"
    assert len(set(offers)) == len(offers)
    for offer in rng.sample(offers, min(len(offers), 12)):
        game.verify(offer)
        assert Action.from_json(offer.to_json()) == offer
        altered = alter(offer, rng)
        if altered is not None and game.why_not(altered) is None:
            assert is_offered(game, altered, offers), f"{altered} verifies but is not offered"


def alter(offer: Action, rng: random.Random) -> Action | None:
    """The same action with one field changed to something near it."""
    names = [each.name for each in fields(offer) if each.name not in ("amounts", "routes")]
    if not names:
        return None
    data = offer.to_json()
    name = rng.choice(names)
    data[name] = _near(data.get(name), rng)
    try:
        return Action.from_json(data)
    except InvalidAction:
        return None


def _near(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-10, -5, -1, 1, 5, 10, 1000))
    words = [
        "BCR",
        "HKR",
        "LYR",
        "A1",
        "P7",
        "FC",
        "2",
        "3+3",
        "2R",
        "K15",
        "F8",
        "C5",
        "9",
        "57",
        "bank",
        "pool",
        "ABC",
        "D",
    ]
    return rng.choice([word for word in words if word != value])


def is_offered(game: Game, action: Action, offers: list[Action]) -> bool:
    """Whether an action is among the offers: as it is, within a range, or as a tile that looks the same when turned."""
    if action in offers or isinstance(action, RunTrains):
        return True
    if isinstance(action, LayTile):
        alike = [offer for offer in offers if isinstance(offer, LayTile) and looks_alike(game, offer, action)]
        return bool(alike)
    for offer in offers:
        amounts = getattr(offer, "amounts", None)
        if amounts is None or type(offer) is not type(action):
            continue
        mine, theirs = action.to_json(), offer.to_json()
        field = "price" if "price" in mine else "amount"
        if mine.pop(field) in amounts and theirs.pop(field) and mine == theirs:
            return True
    return False


def looks_alike(game: Game, one: LayTile, other: LayTile) -> bool:
    """Whether two lays differ in nothing but a rotation that cannot be seen."""
    if (one.hex, one.tile, one.power) != (other.hex, other.tile, other.power):
        return False
    faces = [tile_face(game.state.board, each.tile, each.rotation) for each in (one, other)]
    tracks = [set(map(frozenset, face.pieces)) for face in faces if face is not None]
    return len(tracks) == 2 and tracks[0] == tracks[1]


@pytest.mark.parametrize(("title", "edition", "players", "seed"), GAMES)
def test_any_game_keeps_the_invariants_to_its_end(title: str, edition: str, players: int, seed: int) -> None:
    """Money, shares, tiles and trains add up, offers are exact, and undo, clone and JSON are faithful."""
    game = new_game(players, edition, title)
    money = all_money(game.state)
    rng = random.Random(seed * 1000 + players)
    style = style_of(seed, players)
    action: Action = Pass()
    for step in range(LONGEST_GAME):
        if game.finished:
            break
        check_position(game, rng, money)
        action = choose(game, rng, style)
        if step % 40 == 7:
            check_undo_and_clone(game, action)
        game.apply(action)
    assert game.finished
    check_position(game, rng, money)
    with pytest.raises(IllegalAction):
        game.apply(action)
    again = tielu.Game.from_json(game.to_json())
    assert fingerprint(again.state) == fingerprint(game.state)
    assert again.standings() == game.standings()


def check_undo_and_clone(game: Game, action: Action) -> None:
    before, taken = fingerprint(game.state), game.actions
    other = game.clone()
    other.apply(action)
    after = fingerprint(other.state)
    assert fingerprint(game.state) == before
    game.apply(action)
    assert fingerprint(game.state) == after
    assert game.undo() == action
    assert fingerprint(game.state) == before
    assert game.actions == taken
    assert other.undo() == action
    assert fingerprint(other.state) == before


def test_undo_goes_back_to_the_beginning() -> None:
    """A whole game can be taken back action by action, each state as it was."""
    game = new_game(3, "2022")
    rng = random.Random(5)
    seen = [fingerprint(game.state)]
    for _ in range(150):
        game.apply(choose(game, rng))
        seen.append(fingerprint(game.state))
    while game.actions:
        seen.pop()
        game.undo()
        assert fingerprint(game.state) == seen[-1]
    with pytest.raises(InvalidAction):
        game.undo()


def test_the_same_seed_gives_the_same_game() -> None:
    """Nothing in the engine depends on hash order, time or chance."""
    games = [play_out(new_game(4, "2022"), 11, "builder") for _ in range(2)]
    assert games[0].to_json() == games[1].to_json()
    assert fingerprint(games[0].state) == fingerprint(games[1].state)
