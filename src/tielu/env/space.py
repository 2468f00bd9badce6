"""The finite action space: a table in which every number means one choice, in every position of every game.

Most choices are simply actions. Amounts become steps (`amounts`), and runs are told apart by how many trains call at a
place that pays separately, since the engine offers the best run for each number of calls. The engine alone decides what
is legal: the space only numbers what `legal_actions` offers. Compiled with the engine.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, Final, SupportsIndex, TypeAlias

from tielu import Action, Game
from tielu.core.actions import (
    Amounts,
    RunTrains,
    field_values,
    kept,
)
from tielu.core.setup_input import whole_number
from tielu.errors import InvalidInput

from .amounts import Item, Steps, at_amount, item_of

NO_RUNS: Final = -1

CallsOf: TypeAlias = Callable[[Game, RunTrains], int]


@dataclass(frozen=True)
class ActionGroup:
    """Choices of one kind that follow each other in the table: actions, items with steps, or runs.

    Runs have a choice for each number of calls up to `most_calls`, and one for no run at all.
    """

    kind: str
    meaning: str
    actions: tuple[Action, ...] = ()
    items: tuple[tuple[Item, Steps], ...] = ()
    most_calls: int = NO_RUNS

    @property
    def runs(self) -> int:
        return 0 if self.most_calls == NO_RUNS else self.most_calls + 2

    def __reduce__(self) -> tuple[Any, ...]:
        return ActionGroup, field_values(self)

    def __len__(self) -> int:
        return len(self.actions) + sum(len(steps) for _, steps in self.items) + self.runs


class Choices(Mapping[int, Action]):
    """The open choices of a position by number; an action with an amount is made only when it is asked for."""

    def __init__(self, offers: dict[int, Action], amounts: dict[int, int]) -> None:
        self._offers = offers
        self._amounts = amounts
        self.numbers = list(offers)

    def __getitem__(self, number: SupportsIndex) -> Action:
        found = index(number)
        offer = self._offers[found]
        return at_amount(offer, self._amounts[found]) if found in self._amounts else offer

    def __contains__(self, number: object) -> bool:
        return number in self._offers

    def __iter__(self) -> Iterator[int]:
        return iter(self._offers)

    def __len__(self) -> int:
        return len(self._offers)


class ActionSpace:
    """The table of a title and edition: `choices` numbers what is legal, `encode` and `decode` go both ways.

    `calls_of` counts the calls of a run that pay separately, in titles that have any.
    """

    def __init__(self, groups: Sequence[ActionGroup], calls_of: CallsOf | None = None) -> None:
        self.groups = tuple(groups)
        self.starts: dict[str, int] = {}
        self._calls_of = calls_of
        self._fixed: dict[Action, int] = {}
        # The engine offers many actions as the same object each time: these are known without looking at their fields.
        self._kept: dict[int, int] = {}
        self._items: dict[Item, tuple[int, Steps]] = {}
        self._first_run = self._no_run = -1
        size = 0
        for group in self.groups:
            self.starts[group.kind] = size
            size = self._number(group, size)
        self.size = size

    def __reduce__(self) -> tuple[Any, ...]:
        return ActionSpace, (self.groups, self._calls_of)

    def _number(self, group: ActionGroup, start: int) -> int:
        """Give the choices of a group their numbers; returns the first number after them."""
        for each in group.actions:
            action = kept(each)
            assert action not in self._fixed, f"{action} stands in the table twice"
            self._fixed[action] = start
            self._kept[id(action)] = start
            start += 1
        for item, steps in group.items:
            self._items[item] = (start, steps)
            start += len(steps)
        if group.runs:
            self._first_run = start
            start += group.runs
            self._no_run = start - 1
        return start

    def choices(self, game: Game) -> Choices:
        """Every choice that is open in this position, by number."""
        found: dict[int, Action] = {}
        amounts: dict[int, int] = {}
        kept, fixed = self._kept, self._fixed
        for offer in game.legal_actions():
            number = kept.get(id(offer))
            if number is None:
                number = fixed.get(offer)
            if number is not None:
                found[number] = offer
            elif isinstance(offer, RunTrains):
                self._add(found, self._number_of_run(game, offer), offer)
            else:
                start, steps = self._items[item_of(offer)]
                legal = getattr(offer, "amounts", None)
                assert isinstance(legal, Amounts)
                for step, amount in steps.amounts(legal):
                    self._add(found, start + step, offer)
                    amounts[start + step] = amount
        return Choices(found, amounts)

    @staticmethod
    def _add(found: dict[int, Action], number: int, offer: Action) -> None:
        assert number not in found, f"{offer} and {found[number]} have the same number"
        found[number] = offer

    def _number_of_run(self, game: Game, run: RunTrains) -> int:
        if not run.routes:
            return self._no_run
        return self._first_run + (self._calls_of(game, run) if self._calls_of is not None else 0)

    def decode(self, game: Game, number: SupportsIndex) -> Action:
        """The action that a number means now; raises InvalidInput if that choice is not open."""
        found = whole_number("choice", number)
        action = self.choices(game).get(found)
        if action is None:
            raise InvalidInput("choice_not_open", number=found)
        return action

    def encode(self, game: Game, action: Action) -> int:
        """The number of an action; raises the refusal of an illegal one, or InvalidInput between the steps."""
        game.verify(action)
        number = self._fixed.get(action)
        if number is not None:
            return number
        for number, open_now in self.choices(game).items():
            if open_now == action:
                return number
        raise InvalidInput("choice_not_in_space", type=action.type)

    def group_of(self, number: SupportsIndex) -> ActionGroup:
        found = whole_number("choice", number)
        if not 0 <= found < self.size:
            raise InvalidInput("choice_unknown", number=found, size=self.size)
        return next(group for group in reversed(self.groups) if self.starts[group.kind] <= found)

    def meaning(self, number: SupportsIndex) -> dict[str, Any]:
        """What a number means in every position, as the JSON of an action; raises InvalidInput if there is none."""
        group = self.group_of(number)
        left = index(number) - self.starts[group.kind]
        if left < len(group.actions):
            return group.actions[left].to_json()
        left -= len(group.actions)
        for item, steps in group.items:
            if left < len(steps):
                return {"type": item[0], "item": list(item[1:]), "amount": steps.meaning(left)}
            left -= len(steps)
        if left > group.most_calls:
            return RunTrains(()).to_json()
        return {"type": group.kind, "calls": left}

    def fingerprint(self) -> str:
        """A hash of what all numbers mean; it never changes under a released id."""
        table = json.dumps([self.meaning(number) for number in range(self.size)], sort_keys=True)
        return hashlib.sha256(table.encode()).hexdigest()[:16]
