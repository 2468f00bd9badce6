"""A line of play that goes on from a move: everybody plays like a hurried clerk, and not always the same way."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tielu.bots.clerk import Clerk
from tielu.bots.decision import Option
from tielu.core.actions import Action
from tielu.core.game import Game

from .valuation import expected_worth

# Of what others have, so much counts as that of the best of them; the rest is their mean.
LEADER = 0.5
# A line in which nobody operates ends all the same.
MOST_MOVES = 400


class Line:
    """A move and what follows, on a copy of the game of its own."""

    def __init__(
        self, game: Game, action: Action, clerks: Sequence[Clerk], chance: random.Random | None, tremble: float
    ) -> None:
        """The clerks are one for each player, and share their memory."""
        self.game = game.clone()
        self.game.apply_trusted(action)
        self._clerks = clerks
        # What the move itself does to others is looked at; what follows matters less.
        clerks[0].memory.tracks(self.game.state)
        clerks[0].memory.hurried = True
        self._chance = chance
        self._tremble = tremble
        self._moves = 0
        self._turns = 0

    def ended(self, turns: int) -> bool:
        """Whether so many railways have had their turn: lines of different moves end at the same time of the game."""
        return self._turns >= turns or self._moves >= MOST_MOVES or self.game.finished

    def go_on(self) -> None:
        """One more move of whoever decides: the clerk's best, or another one that is nearly as good."""
        options = self._clerks[self.game.players.index(self.game.actor or "")].options(self.game)
        chosen = options[0]
        if self._chance is not None and len(options) > 1:
            chosen = max(options[:4], key=self._felt)
        deciding = self.game.deciding
        self.game.apply_trusted(chosen.action)
        self._moves += 1
        self._turns += deciding not in self.game.players and deciding != self.game.deciding

    def _felt(self, option: Option) -> float:
        assert self._chance is not None
        return option.worth + self._chance.gauss(0.0, self._tremble)

    def lead_of(self, player: int) -> float:
        """How far the player will be ahead of the others in the end, as far as one can see from here."""
        game = self.game
        if game.finished:
            return lead([float(worth) for worth in game.worths()], player)
        return lead(expected_worth(self._clerks[player].desk(game)), player)


def lead(worths: Sequence[float], player: int) -> float:
    others = [amount for number, amount in enumerate(worths) if number != player]
    return worths[player] - LEADER * max(others) - (1 - LEADER) * sum(others) / len(others)
