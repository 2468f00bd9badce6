"""Replaying a recorded game: each foreign action becomes the actions of ours that it stands for.

Two rules bring the platform's passing and ours together. A foreign pass for someone our game does not ask is
absorbed: our game has passed over them by itself. A foreign decision that our game does not ask for yet is
reached by passing, if passing alone gets there: the platform has passed over those steps by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from tielu import Game
from tielu.core.actions import Action, Pass
from tielu.core.errors import IllegalAction, InvalidAction
from tielu.core.events import Event

from .raw import Foreign

# So many steps at most can the platform pass over by itself between two decisions.
MOST_PASSES = 40


class RefusedAction(IllegalAction):
    """The rules forbid a recorded action; `index` says which one, `foreign` is the action as recorded."""

    def __init__(self, refusal: IllegalAction, index: int, foreign: Foreign) -> None:
        super().__init__(refusal.code, refusal.rule, {**refusal.params, "index": index})
        self.index = index
        self.foreign = foreign


@dataclass(frozen=True)
class Decision:
    """What a foreign action stands for: our actions, and the entity that decides (by our name for it)."""

    by: str
    actions: tuple[Action, ...]


class Reader(Protocol):
    """What a title provides: the meaning of each of the platform's actions."""

    def read(self, game: Game, foreign: Foreign) -> Decision | None:
        """The decision that is complete with this action, or None if it is only a part of one."""

    def note(self, foreign: Foreign, decision: Decision) -> None:
        """Remember what later actions refer to; called when the decision has been carried out."""

    def in_between(self, game: Game) -> bool:
        """Whether the game stands between two decisions that the platform takes as one."""


@dataclass(frozen=True)
class Step:
    """A recorded action and what it did: `complete` unless it is only the first part of a decision."""

    index: int
    foreign: Foreign
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    complete: bool

    @property
    def absorbed(self) -> bool:
        """Whether our game had done this by itself already."""
        return self.complete and not self.actions


class Replay:
    """A game that follows a record, action by action."""

    def __init__(self, game: Game, reader: Reader, actions: list[Foreign]) -> None:
        self.game = game
        self._reader = reader
        self._actions = actions

    def __len__(self) -> int:
        return len(self._actions)

    def steps(self) -> Iterator[Step]:
        """Carry out the record; raises RefusedAction or InvalidAction at the first action that fails."""
        for index, foreign in enumerate(self._actions):
            try:
                yield self._step(index, foreign)
            except InvalidAction as error:
                raise InvalidAction(error.code, **{**error.params, "index": index}) from error
            except IllegalAction as refusal:
                raise RefusedAction(refusal, index, foreign) from refusal

    def _step(self, index: int, foreign: Foreign) -> Step:
        decision = self._reader.read(self.game, foreign)
        if decision is None:
            return Step(index, foreign, (), (), complete=False)
        taken: list[Action] = []
        events: list[Event] = []
        for action in self._with_passes(decision):
            events += self.game.apply(action)
            taken.append(action)
        self._reader.note(foreign, decision)
        complete = not self._reader.in_between(self.game)
        return Step(index, foreign, tuple(taken), tuple(events), complete)

    def _with_passes(self, decision: Decision) -> tuple[Action, ...]:
        """The actions of a decision, after the passes that lead to it; none for a pass nobody asks for."""
        if not decision.actions:
            return ()
        first = decision.actions[0]
        if isinstance(first, Pass):
            return decision.actions if _asks(self.game, decision.by) else ()
        passes = _passes_before(self.game, decision.by, first)
        return (Pass(),) * passes + decision.actions


def _asks(game: Game, entity: str) -> bool:
    return entity in (game.actor, game.deciding)


def _passes_before(game: Game, by: str, action: Action) -> int:
    """How many passes it takes until `by` may do `action`; 0 if passing does not help."""
    if _asks(game, by) and game.why_not(action) is None:
        return 0
    trial = game.clone()
    for passes in range(1, MOST_PASSES):
        if trial.finished or trial.why_not(Pass()) is not None:
            return 0
        trial.apply_trusted(Pass())
        if _asks(trial, by) and trial.why_not(action) is None:
            return passes
    return 0
