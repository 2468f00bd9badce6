"""Whole games planned ahead: one player's part is played on the page, the parts of the others are written at once."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from tests.browser.hand import Hand
from tests.browser.serving import Served
from tests.play import choose, new_game
from tielu import Action, Game


@dataclass(frozen=True)
class Plan:
    """A game played at random beforehand, and the seat that is played on the page."""

    title: str
    players: int
    style: str
    seed: int
    seat: int


# Found by trying seeds: few decisions of one player, and nearly every kind of action among them.
PLANS = {
    "1880": Plan("1880", 3, "any", 92, 1),
    "1888": Plan("1888", 4, "any", 9, 2),
    "1888 with ferries and privates": Plan("1888", 6, "trader", 41, 4),
}


@cache
def _actions(plan: Plan) -> tuple[Action, ...]:
    game, rng = new_game(plan.players, "2022", plan.title), random.Random(plan.seed)
    while not game.finished:
        game.apply_trusted(choose(game, rng, plan.style))
    return tuple(game.actions)


def play_through(hand: Hand, served: Served, game_id: str, plan: Plan) -> Game:
    """Play a new game to its end, the part of one seat by hand; returns the game."""
    actions = _actions(plan)
    game = served.store.load(game_id).game
    while not game.finished:
        number = len(game.actions)
        if game.players.index(game.actor or "") == plan.seat:
            hand.arrived(number)
            hand.take(game, actions[number])
        else:
            _write_for_others(served, game_id, game, actions, plan.seat)
        game = served.store.load(game_id).game
    hand.arrived(len(game.actions))
    return game


def _write_for_others(served: Served, game_id: str, game: Game, actions: tuple[Action, ...], seat: int) -> None:
    """Write what the others do until the seat decides again, and let the page know."""
    while not game.finished and game.players.index(game.actor or "") != seat:
        number = len(game.actions)
        served.store.append(game_id, number, actions[number].to_json(), game.players.index(game.actor or ""))
        game.apply_trusted(actions[number])
    served.publisher.publish(game_id)
