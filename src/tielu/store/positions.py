"""Positions replayed from logs, their hashes, and a cache of them.

A log only grows, so a cached position may be behind, but is not wrong, unless a copy of the database is brought back.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable

from tielu import Game, IllegalAction
from tielu.core.errors import RefusedAction
from tielu.store.errors import ChangedPosition
from tielu.store.log import Branch, Entry, Log

# A position in memory takes about this many bytes, and this many more with each entry of its log.
_BYTES, _BYTES_PER_ENTRY = 60_000, 1_100
# Positions may take this part of the memory of the machine, within these bounds; other games are replayed on demand.
_PART_OF_MEMORY = 1 / 16
_LEAST_BYTES, _MOST_BYTES = 128 * 1024**2, 1024**3
# How positions are hashed; it begins each hash, and a hash that begins otherwise is not compared.
_HASH_FORMAT = "1"


def position_hash(game: Game) -> str:
    """A short hash of the position, by which a later version notices that it replays to another one."""
    text = json.dumps([game.snapshot(), game.actor, game.finished], sort_keys=True, separators=(",", ":"))
    return _HASH_FORMAT + hashlib.sha256(text.encode()).hexdigest()[:15]


class Position:
    """A log and its game, replayed on first use; clone the game before changing it.

    `rounds` has how many rounds of each kind have begun, None if nobody has counted them.
    """

    def __init__(
        self, log: Log, game: Game, branch: Branch, last: Entry | None = None, rounds: Counter[str] | None = None
    ) -> None:
        self.log = log
        self.last = last
        self.rounds = rounds
        # A game and its branch: the last one of the log, or a branch close to it.
        self._played = (game, branch)

    @staticmethod
    def of_new_game(game: Game) -> Position:
        log = Log()
        return Position(log, game, log.branch)

    def after(self, entries: list[Entry], game: Game | None = None, rounds: Counter[str] | None = None) -> Position:
        """The position after these entries, with its game and rounds if known; raises StoreError if they do not fit."""
        if not entries:
            return self
        log = self.log.extended(entries)
        game, branch = self._played if game is None else (game, log.branch)
        return Position(log, game, branch, entries[-1], rounds)

    def follows(self, entries: list[Entry]) -> bool:
        """Whether these entries of the database begin with the last one of this position."""
        if self.last is None or not entries:
            return self.last is None
        return _identity(entries[0]) == _identity(self.last)

    def game(self) -> Game:
        """The game after all entries.

        Raises RefusedAction if the present rules forbid one of its actions, and ChangedPosition if they lead to another
        position than the one that was played.
        """
        self._played = (self.game_at(self.log.branch), self.log.branch)
        return self._played[0]

    def game_at(self, branch: Branch) -> Game:
        """The game after the actions of any branch of this log; raises like `game`."""
        game, here = self._played
        if here is branch:
            return game  # whatever was played or replayed to get here has been compared
        game = self.replay(branch)
        if self._differs(game, branch):
            index, seq = self._first_difference(branch)
            raise ChangedPosition(index, seq)
        return game

    def replay(self, branch: Branch) -> Game:
        """The game after the actions of a branch, whatever its hash; raises RefusedAction like `game`."""
        game, here = self._played
        if here is branch:
            return game
        shared = here.shared_with(branch)
        game = game.clone()
        game.rewind(shared.length)
        for index, (action, _) in enumerate(branch.since(shared), shared.length):
            try:
                game.apply(action)
            except IllegalAction as refusal:
                raise RefusedAction(refusal, index, action.to_json()) from refusal
        return game

    def _differs(self, game: Game, branch: Branch) -> bool:
        """Whether the game is in another position than the one that was played after the last action of the branch."""
        known = branch.position_hash
        if known is None or branch.seq <= self.log.accepted or not known.startswith(_HASH_FORMAT):
            return False
        return known != position_hash(game)

    def _first_difference(self, branch: Branch) -> tuple[int, int]:
        """The index and the entry of the first action of the branch after which the position is another one."""
        chain = branch.chain()
        game = self._played[0].at_start()
        for index, step in enumerate(chain[:-1]):
            assert step.action is not None
            game.apply(step.action)
            if self._differs(game, step):
                return index, step.seq
        return len(chain) - 1, branch.seq


def _identity(entry: Entry) -> tuple[object, ...]:
    return entry.seq, entry.kind, entry.seat, entry.at, entry.position_hash


class PositionCache:
    """The most recently used positions by game id, as many as fit into this many bytes; safe for threads."""

    def __init__(self, most_bytes: int | None = None) -> None:
        self._cached: OrderedDict[str, Position] = OrderedDict()
        self._most_bytes = cache_bytes() if most_bytes is None else most_bytes
        self._bytes = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._cached)

    def get(self, game_id: str) -> Position | None:
        with self._lock:
            if game_id in self._cached:
                self._cached.move_to_end(game_id)
            return self._cached.get(game_id)

    def current(
        self,
        game_id: str,
        begin: Callable[[], Game],
        read: Callable[[int], list[Entry]],
        read_again: Callable[[int], list[Entry]],
    ) -> Position:
        """The position of a game after all entries; `read` gives those after a number, `read_again` as of now."""
        cached = self.get(game_id)
        if cached is not None and cached.last is not None:
            entries = read(cached.last.seq - 1)
            if not cached.follows(entries):  # others may have written since the transaction of `read` began
                entries = read_again(cached.last.seq - 1)
            if cached.follows(entries):
                cached = cached.after(entries[1:])
                self.put(game_id, cached)
                return cached
            self.forget(game_id, cached)  # a copy of the database has been brought back
        position = Position.of_new_game(begin()).after(read(0))
        self.put(game_id, position)
        return position

    def forget(self, game_id: str, position: Position) -> None:
        """Drop a position, unless another one is cached by now."""
        with self._lock:
            if self._cached.get(game_id) is position:
                self._bytes -= _bytes_of(self._cached.pop(game_id))

    def put(self, game_id: str, position: Position) -> None:
        """Store a position unless a later one is cached."""
        with self._lock:
            cached = self._cached.get(game_id)
            if cached is None or cached.log.seq < position.log.seq:
                self._bytes += _bytes_of(position) - (0 if cached is None else _bytes_of(cached))
                self._cached[game_id] = position
            self._cached.move_to_end(game_id)
            while self._bytes > self._most_bytes and len(self._cached) > 1:
                self._bytes -= _bytes_of(self._cached.popitem(last=False)[1])


def _bytes_of(position: Position) -> int:
    return _BYTES + _BYTES_PER_ENTRY * position.log.seq


def cache_bytes() -> int:
    """How many bytes positions may take on this machine."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # the system does not say
        memory = 0
    return min(_MOST_BYTES, max(_LEAST_BYTES, int(memory * _PART_OF_MEMORY)))
