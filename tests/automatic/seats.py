"""Players with automatic moves in a game without a server, for tests: what is set, what is done, what stops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tielu import Game
from tielu.automatic import Act, AutomaticMove, SetMove, Stop, decide_all
from tielu.core.actions import Action
from tielu.core.events import Event


@dataclass
class Seats:
    """A game, the automatic moves of its players, and how often one of them had to be asked."""

    game: Game
    moves: dict[int, list[SetMove]] = field(default_factory=dict)
    made: set[int] = field(default_factory=set)
    asked: int = 0
    stops: list[Stop] = field(default_factory=list)

    def set(self, seat: int, move: AutomaticMove) -> SetMove:
        known = self.moves.setdefault(seat, [])
        known.append(SetMove(len(known), move, len(self.game.actions)))
        return known[-1]

    @property
    def seat(self) -> int:
        """The seat that must decide."""
        assert self.game.actor is not None
        return self.game.players.index(self.game.actor)

    def decide(self) -> Act | None:
        """What is done automatically now; None if the player is asked. Stops are noted on the way."""
        known = self.moves.get(self.seat, [])
        stops, act = decide_all(self.game, self.seat, known, self.made)
        for stop in stops:
            known[stop.number] = replace(known[stop.number], stop=stop, stopped_at=len(self.game.actions))
        self.stops += stops
        return act

    def play(
        self, by_hand: Callable[[Game], Action], check: Callable[[SetMove, Act], None] | None = None
    ) -> list[Event]:
        """Take the next action, automatically or by hand."""
        act = self.decide()
        if act is None:
            self.asked += 1
            return self.game.apply(by_hand(self.game))
        if check is not None:
            check(self.moves[self.seat][act.number], act)
        self.made.add(len(self.game.actions))
        return self.game.apply(act.action)
