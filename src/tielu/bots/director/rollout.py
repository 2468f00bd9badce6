"""Rollouts: a move is played on by hurried clerks, who do not always play the same way."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from tielu.bots.clerk import Clerk
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

# Says what everybody will be worth at the end.
Judge = Callable[[Desk], Sequence[float]]


def linear_judge(desk: Desk) -> list[float]:
    """What everybody holds, each part trusted as far as its title says."""
    return expected_worth(desk, bots_of(desk.game.title).trust)


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
        """Whether so many railways have had their turn, so that rollouts of different moves end at the same time."""
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

    def worths_for(self, player: int) -> Sequence[float]:
        """What everybody will be worth in the end, as far as this player can see from here."""
        game = self.game
        if game.finished:
            return [float(worth) for worth in game.worths()]
        return self._judge(self._clerks[player].desk(game))


def lead(worths: Sequence[float], player: int) -> float:
    """How far a player is ahead of the best of the others and of all of them."""
    others = [amount for number, amount in enumerate(worths) if number != player]
    return worths[player] - LEADER * max(others) - (1 - LEADER) * sum(others) / len(others)
