"""Positions rebuilt from logs, and the last ones in memory: a log only grows, so these may be short but never wrong."""

from __future__ import annotations

import threading
from collections import OrderedDict

from tielu import Game, IllegalAction
from tielu.core.errors import RefusedAction
from tielu.core.game import begin
from tielu.store.log import Branch, Entry, Log

# So many games stay in memory; any other is replayed when it is asked for.
MOST_KNOWN = 128
# Going back further than this is slower than to begin anew.
_STEPS_BACK = 32


class Position:
    """A log, and the game it leads to, played when first asked for. Whoever wants to change the game clones it."""

    def __init__(self, log: Log, game: Game, branch: Branch) -> None:
        self.log = log
        # A game, and the branch it stands at: that of the log, or another one not far from it.
        self._played = (game, branch)

    @staticmethod
    def of_new_game(game: Game) -> Position:
        log = Log()
        return Position(log, game, log.branch)

    def after(self, entries: list[Entry], game: Game | None = None) -> Position:
        """The position after these entries too, with its game if known; raises StoreError if they do not follow."""
        if not entries:
            return self
        log = self.log.extended(entries)
        return Position(log, *self._played) if game is None else Position(log, game, log.branch)

    def game(self) -> Game:
        """The game after all entries; raises RefusedAction if the rules forbid one of its actions by now."""
        self._played = (self.game_at(self.log.branch), self.log.branch)
        return self._played[0]

    def game_at(self, branch: Branch) -> Game:
        """The game after the actions of a branch of this log, which need not be its last."""
        game, here = self._played
        if here is branch:
            return game
        shared = here.shared_with(branch)
        if here.length - shared.length > _STEPS_BACK:
            game, shared = begin(game.title, game.players, game.edition), self.log.branches[0]
        else:
            game = game.clone()
            for _ in range(here.length - shared.length):
                game.undo()
        for index, (action, _) in enumerate(branch.since(shared), shared.length):
            try:
                game.apply(action)
            except IllegalAction as refusal:
                raise RefusedAction(refusal, index, action.to_json()) from refusal
        return game


class Positions:
    """The positions of the games that were asked for last, for all threads."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Position] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game_id: str) -> Position | None:
        with self._lock:
            if game_id in self._known:
                self._known.move_to_end(game_id)
            return self._known.get(game_id)

    def put(self, game_id: str, position: Position) -> None:
        """Remember a position, unless a later one is known."""
        with self._lock:
            known = self._known.get(game_id)
            if known is None or known.log.seq < position.log.seq:
                self._known[game_id] = position
            self._known.move_to_end(game_id)
            while len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
