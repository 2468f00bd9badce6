"""Replaying a recorded game: each foreign action, one of the platform's, becomes the action of ours that it stands for.

The platform asks for passes where our game passes over a step by itself, and the other way round. In the platform's
own edition our game waits as the platform does, with two exceptions: a foreign pass for somebody whom our game does not
ask is absorbed, and a railway's step at which our game waits but the record goes on is passed. In other editions our
game keeps its own pace, and the record is matched with it:

- a foreign pass where our game stands at a step that cannot be passed, or at which the next recorded action already
  fits, is absorbed: our game is past the step that was passed;
- a foreign decision for which our game is not ready is reached by passing, if passing alone gets there;
- where only a power could be used, our game passes at once, as the platform does not ask;
- trains that several companies give up together are taken in the order in which our game asks for them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tielu import Game
from tielu.core.actions import Action, DiscardTrain, Pass
from tielu.core.errors import IllegalAction, InvalidAction, RefusedAction
from tielu.core.events import Event

from .records import Foreign

# No two decisions have this many steps between them.
MOST_PASSES = 10


@dataclass(frozen=True)
class Entity:
    """Who decides: a player by name, or a railway by its id; the two never mix, whatever players call themselves."""

    name: str
    is_player: bool = False


@dataclass(frozen=True)
class RecordedDecision:
    """What a foreign action stands for: who decides, and our action, or None if our game has done it by itself.

    `answer` is what another player says to it, where our game asks and the platform does not.
    """

    by: Entity
    action: Action | None
    answer: Action | None = None


class Reader(ABC):
    """Reads the platform's actions in one title; most readers begin with `BaseReader`."""

    @abstractmethod
    def read(self, game: Game, foreign: Foreign) -> RecordedDecision | None:
        """The decision that is complete with this action, or None if it is only a part of one."""

    @abstractmethod
    def note(self, game: Game, foreign: Foreign, decision: RecordedDecision) -> None:
        """Remember what later actions refer to; called when the decision has been carried out."""

    @abstractmethod
    def deciders(self, game: Game) -> frozenset[Entity]:
        """Who may decide now: a player, and the railway for which that player decides, if any."""

    @abstractmethod
    def out_of_turn(self, game: Game, decision: RecordedDecision) -> IllegalAction:
        """The refusal of a decision by somebody who may not decide now."""

    def in_between(self, _game: Game) -> bool:
        """Whether the game stands between two decisions that the platform takes as one."""
        return False

    # -- for editions in which our game keeps its own pace --

    def preview(self, _game: Game, _foreign: Foreign) -> Action | None:
        """What a railway's foreign action would mean in this position, or None if that cannot be told yet."""
        return None

    def uses_power(self, _foreign: Foreign) -> bool:
        """Whether a foreign action uses the power of a private."""
        return False

    def only_powers(self, _game: Game, _power_next: bool) -> bool:
        """Whether a railway can do nothing but use a power or pass, and not here if one is used next."""
        return False


@dataclass(frozen=True)
class ReplayStep:
    """A recorded action and what it did.

    `complete`: it is not only the first part of a decision. `absorbed`: our game had done it by itself already.
    """

    index: int
    foreign: Foreign
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    complete: bool
    absorbed: bool


class Replay:
    """A game that follows a record, action by action; `own_pace` says that it does not wait as the platform does."""

    def __init__(self, game: Game, reader: Reader, actions: list[Foreign], own_pace: bool) -> None:
        self.game = game
        self._reader = reader
        self._actions = actions
        self._own_pace = own_pace
        self._given_up: list[DiscardTrain] = []

    def __len__(self) -> int:
        return len(self._actions)

    def steps(self) -> Iterator[ReplayStep]:
        """Carry out the record; raises RefusedAction or InvalidAction at the first action that fails."""
        for index, foreign in enumerate(self._actions):
            try:
                yield self._step(index, foreign)
            except InvalidAction as error:
                raise InvalidAction(error.code, **{**error.params, "index": index}) from error
            except IllegalAction as refusal:
                raise RefusedAction(refusal, index, foreign) from refusal

    def _step(self, index: int, foreign: Foreign) -> ReplayStep:
        decision = self._reader.read(self.game, foreign)
        if decision is None or self._to_be_sorted(index, decision):
            return ReplayStep(index, foreign, (), (), complete=False, absorbed=False)
        if self._given_up:
            return self._give_up_trains(index, foreign)
        actions = self._actions_for(index, decision)
        events = self._apply(actions)
        if actions and decision.answer is not None and self.game.why_not(decision.answer) is None:
            actions += (decision.answer,)
            events += self._apply([decision.answer])
        self._reader.note(self.game, foreign, decision)
        complete = not self._reader.in_between(self.game)
        passes = self._passes_after(index)
        events += self._apply(passes)
        return ReplayStep(index, foreign, actions + passes, tuple(events), complete, absorbed=not actions)

    def _apply(self, actions: Sequence[Action]) -> list[Event]:
        return [event for action in actions for event in self.game.apply(action)]

    def _to_be_sorted(self, index: int, decision: RecordedDecision) -> bool:
        """Whether a train is given up and the next recorded action gives up another; note it if so."""
        if not (self._own_pace and isinstance(decision.action, DiscardTrain)):
            return False
        self._given_up.append(decision.action)
        return index + 1 < len(self) and self._actions[index + 1]["type"] == self._actions[index]["type"]

    def _give_up_trains(self, index: int, foreign: Foreign) -> ReplayStep:
        """Discard what has been noted as our game asks for it; what it does not ask for it has done already."""
        waiting, self._given_up = self._given_up, []
        taken: list[Action] = []
        events: list[Event] = []
        while fitting := [action for action in waiting if self.game.why_not(action) is None]:
            events += self._apply(fitting[:1])
            waiting.remove(fitting[0])
            taken.append(fitting[0])
        passes = self._passes_after(index)
        events += self._apply(passes)
        return ReplayStep(index, foreign, (*taken, *passes), tuple(events), complete=True, absorbed=bool(waiting))

    def _actions_for(self, index: int, decision: RecordedDecision) -> tuple[Action, ...]:
        """The action decided on, after the passes that lead to it; nothing for what our game has done already."""
        action = decision.action
        if action is None:
            return ()
        in_turn = decision.by in self._reader.deciders(self.game)
        if isinstance(action, Pass):
            behind = not in_turn or (self._own_pace and self._is_past(index))
            return () if behind else (action,)
        passes = self._passes_before(decision.by, action) if self._own_pace or not in_turn else 0
        if not in_turn and not passes:
            raise self._reader.out_of_turn(self.game, decision)
        return (Pass(),) * passes + (action,)

    def _is_past(self, index: int) -> bool:
        """Whether our game has left the step that the foreign pass at `index` ends."""
        if self.game.why_not(Pass()) is not None:
            return True
        entity = self._actions[index]["entity"]
        following = (
            each
            for each in self._actions[index:]
            if (each["entity"], each["type"]) != (entity, "pass") and not self._reader.uses_power(each)
        )
        foreign = next(following, None)
        if foreign is None or foreign["entity"] != entity:
            return False
        action = self._reader.preview(self.game, foreign)
        return action is not None and self.game.why_not(action) is None

    def _passes_after(self, index: int) -> tuple[Action, ...]:
        """The passes past steps at which nothing but a power could be used."""
        if not self._own_pace:
            return ()
        power_next = index + 1 < len(self) and self._reader.uses_power(self._actions[index + 1])
        trial = self.game.clone()
        passes = 0
        while not trial.finished and self._reader.only_powers(trial, power_next):
            trial.apply_trusted(Pass())
            passes += 1
        return (Pass(),) * passes

    def _passes_before(self, by: Entity, action: Action) -> int:
        """How many steps of railways must be passed until `by` may do `action`; 0 if passing does not help.

        Only railways that may decide now, and `by` itself, may be passed for: nobody else's turn is given away.
        """
        trial = self.game.clone()
        passing = {entity for entity in (*self._reader.deciders(trial), by) if not entity.is_player}
        for passes in range(MOST_PASSES):
            deciders = self._reader.deciders(trial)
            if by in deciders and trial.why_not(action) is None:
                return passes
            if trial.finished or not deciders & passing or trial.why_not(Pass()) is not None:
                return 0
            trial.apply_trusted(Pass())
        return 0
