"""Rollouts: a move is played on by hurried clerks, who do not always play the same way."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import fsum

from tielu.bots.clerk import Clerk, MapCache, Weights
from tielu.bots.clerk.desk import Desk
from tielu.bots.decision import Option
from tielu.bots.title import bots_of
from tielu.bots.valuation import expected_worth
from tielu.core.actions import Action
from tielu.core.game import Game

from .settings import SearchSettings

# A lead is measured against the best of the others to this part, and for the rest against their mean.
LEADER = 0.5
# A rollout in which nobody operates ends all the same.
MOST_MOVES = 400
# Of the clerk's options only the best are ever chosen.
FEW = 4

# Says what everybody will be worth at the end of a game; the cache knows maps that were seen before.
Judge = Callable[[Game, MapCache], Sequence[float]]


def hurried(weights: Weights) -> Weights:
    """The same weights for a clerk in a rollout, who looks at less in order to be quicker."""
    return replace(weights, search_steps=60, lays_tried=1, stations_tried=1, foundings_weighed=FEW)


def judges_desk(game: Game, cache: MapCache) -> Desk:
    """The position as judges see it: the map as it is now, whatever a hurried clerk has overlooked in the cache."""
    return Clerk(0, _judges_weights(game.title), cache.emptied()).desk(game)


@functools.cache
def _judges_weights(title: str) -> Weights:
    return hurried(bots_of(title).searching_weights)


def linear_judge(game: Game, cache: MapCache) -> list[float]:
    """What everybody holds, each part trusted as far as its title says."""
    return expected_worth(judges_desk(game, cache), bots_of(game.title).trust)


class Rollout:
    """A move and what follows, on a copy of the game of its own."""

    def __init__(
        self,
        game: Game,
        action: Action,
        clerks: Sequence[Clerk],
        chance: random.Random | None,
        settings: SearchSettings,
        judge: Judge = linear_judge,
    ) -> None:
        """Begin with this action; there is a clerk for each player, and all share one cache."""
        self.game = game.clone()
        self._memory = clerks[0].cache.memory
        self._apply(action)
        self._clerks = clerks
        # What the move itself does to others is looked at; what follows matters less.
        clerks[0].cache.tracks(self.game.state)
        clerks[0].cache.hurried = True
        self._chance = chance
        self._tremble = settings.tremble
        self._judge = judge
        self._moves = 0
        self._turns = 0.0
        self._player_counts = settings.round_counts / len(clerks)

    def ended(self, turns: int) -> bool:
        """Whether this many railways have had their turn, so that rollouts of different moves end at the same time."""
        return self._turns > turns - 1e-6 or self._moves >= MOST_MOVES or self.game.finished

    def advance(self) -> None:
        """Make one more move for whoever decides: the clerk's best, or another that is nearly as good."""
        deciding = self.game.deciding
        self._apply(self._chosen())
        self._moves += 1
        if deciding != self.game.deciding:
            self._turns += self._player_counts if deciding in self.game.players else 1.0

    def _chosen(self) -> Action:
        options = self._clerks[self.game.players.index(self.game.actor or "")].options(self.game)
        if self._chance is None or len(options) == 1:
            return options[0].action
        return max(options[:FEW], key=self._misjudged).action

    def _apply(self, action: Action) -> None:
        state = self.game.state
        faces, stations = state.faces, state.stations
        self.game.apply_trusted(action)
        if self._memory is not None and (state.faces is not faces or state.stations is not stations):
            self._memory.share_runs(state)

    def _misjudged(self, option: Option) -> float:
        assert self._chance is not None
        return option.worth + self._chance.gauss(0.0, self._tremble)

    def worths(self) -> Sequence[float]:
        """What everybody will be worth in the end, as far as one can see from here."""
        return worths_of(self.game, self._clerks[0].cache, self._judge)


def worths_of(game: Game, cache: MapCache, judge: Judge) -> Sequence[float]:
    """What everybody is worth when the game is over; until then what the judge expects."""
    return [float(worth) for worth in game.worths()] if game.finished else judge(game, cache)


def lead(worths: Sequence[float], player: int, counted: float = 1.0) -> float:
    """How far a player is ahead of the best of the others and of all of them, who may count more or less."""
    others = [amount for number, amount in enumerate(worths) if number != player]
    return worths[player] - counted * (LEADER * max(others) + (1 - LEADER) * fsum(others) / len(others))
