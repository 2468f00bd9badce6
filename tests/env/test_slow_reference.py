"""Masks and observations, which are found in quick ways, against a slow one that remembers nothing."""

import json
import random

import numpy as np
import pytest

from tielu import TITLES
from tielu.core.actions import RunTrains
from tielu.core.game import Game
from tielu.core.tiles import TOWN
from tielu.env import ActionSpace, Setup, Table, VectorTable, action_space
from tielu.env.amounts import HIGHEST, item_of
from tielu.titles.t1888n.rules.map import HENG_SHAN

STEPS = 120
CASES = [
    (title, edition, players)
    for title, rules in TITLES.items()
    for edition in rules.editions
    for players in rules.players
]


@pytest.fixture(params=CASES, ids=["-".join(map(str, case)) for case in CASES])
def setup(request):
    title, edition, players = request.param
    return Setup(title, players, edition)


def meanings(space: ActionSpace) -> dict[str, int]:
    """The number of everything that can be said, as sorted JSON."""
    return {json.dumps(space.meaning(number), sort_keys=True): number for number in range(space.size)}


def slow_numbers(game: Game, numbers: dict[str, int]) -> list[int]:
    """The number of every legal action by what it says in JSON, in the order in which the engine offers them."""
    found: list[int] = []
    for offer in game.legal_actions():
        for said in slow_meanings(game, offer, numbers):
            number = numbers[json.dumps(said, sort_keys=True)]
            if number not in found:
                found.append(number)
    return found


def slow_meanings(game: Game, offer, numbers: dict[str, int]):
    """What an offer says in the words of the space: one thing, or one for each step within its amounts."""
    legal = getattr(offer, "amounts", None)
    if isinstance(offer, RunTrains) and offer.routes:
        calls = sum(any(name == HENG_SHAN for name, _ in route.stops) for route in offer.routes)
        calls = calls if mountain_lies(game) else 0
        yield {"type": "run_trains", "calls": calls}
    elif legal is None or json.dumps(offer.to_json(), sort_keys=True) in numbers:
        yield offer.to_json()
    else:
        kind, *item = item_of(offer)
        taken = set()
        for amount in legal:
            for word in (f"lowest + {amount - legal.low}", str(amount)):
                said = {"type": kind, "item": item, "amount": word}
                if json.dumps(said, sort_keys=True) in numbers:
                    taken.add(amount)
                    yield said
        if legal.high not in taken:
            yield {"type": kind, "item": item, "amount": HIGHEST}


def mountain_lies(game: Game) -> bool:
    """Whether Heng Shan, in 1888-N, has its mountain tile, so that calls there are paid apart."""
    state = game.state
    index = state.board.hex_index.get(HENG_SHAN) if game.title == "1888" else None
    return index is not None and any(stop.kind == TOWN for stop in state.board.faces[state.faces[index]].stops)


def test_masks_and_choices_are_those_of_the_slow_way(setup):
    """Over random steps: the same numbers in the same order, and each means the action that it says."""
    numbers = meanings(action_space(setup.title, setup.edition))
    table, rng = Table(setup), random.Random(setup.players)
    for _ in range(STEPS):
        expected = slow_numbers(table.game, numbers)
        assert table.choices.numbers == expected
        assert sorted(expected) == list(table.mask().nonzero()[0])
        table.step(rng.choice(expected))
        if table.finished:
            table.reset()


def test_an_observation_does_not_depend_on_those_before(setup):
    """What stays drawn between steps is what a table shows that sees the position for the first time."""
    many, rng = VectorTable(setup, 2), np.random.default_rng(setup.players)
    for step in range(STEPS):
        many.step(many.random_choices(rng))
        if step % 24 == 0:
            for number, table in enumerate(many.tables):
                fresh = Table(setup)
                fresh.continue_from(table.game)
                assert np.array_equal(many.observations[number], fresh.observation(table.actor))
                for seat in range(setup.players):
                    assert np.array_equal(table.observation(seat), fresh.observation(seat))
