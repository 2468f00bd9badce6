"""A game as numbers: what may be chosen, what a player sees, and what came of it. Environments are made of tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

import tielu
from tielu import Game
from tielu.core.setup_input import quoted, whole_number
from tielu.core.title import check_player_count, find_title
from tielu.errors import InvalidInput

from .layout import Floats, ObservationLayout
from .rewards import REWARDS
from .space import ActionSpace, Choices
from .title import env_of

Mask: TypeAlias = NDArray[np.int8]

_DEFAULT_PLAYERS: Final = 4


@dataclass(frozen=True)
class Setup:
    """Which game is played, and how it is rewarded.

    By default there are four players, or the title's usual number if four cannot play it, and the edition is the
    title's first. Raises InvalidInput if there is no such game.
    """

    title: str
    players: int = 0
    edition: str = ""
    reward: str = "share"

    def __post_init__(self) -> None:
        if self.reward not in tuple(REWARDS):  # a key of a dict would have to be hashable
            raise InvalidInput("unknown_reward", reward=quoted(self.reward), known=tuple(REWARDS))
        title = find_title(self.title)
        usual = _DEFAULT_PLAYERS if _DEFAULT_PLAYERS in title.players else title.usual_players
        players = whole_number("players", self.players or usual)
        check_player_count(title, players)
        object.__setattr__(self, "title", title.name)
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "edition", self.new_game().edition)

    @property
    def names(self) -> list[str]:
        return [f"player_{seat}" for seat in range(self.players)]

    def new_game(self) -> Game:
        return tielu.new_game(self.title, self.names, self.edition or None)


def checked_limit(max_actions: SupportsIndex | None) -> int | None:
    """After how many actions a game is cut short, None for never; raises InvalidInput unless it is 1 or more."""
    if max_actions is None:
        return None
    limit = whole_number("max_actions", max_actions)
    if limit < 1:
        raise InvalidInput("no_actions", actions=limit)
    return limit


@lru_cache
def action_space(title: str, edition: str) -> ActionSpace:
    """The numbered choices of a title and edition."""
    setup = Setup(title, edition=edition)
    return env_of(setup.title).action_space(setup.new_game().state.board, setup.edition)


class Table:
    """A game in which every choice is a number. Seats are the players' numbers in the engine."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.space = action_space(setup.title, setup.edition)
        self._open: Choices | None = None
        self.game = setup.new_game()
        env = env_of(setup.title)
        self._observer = env.observer(env.components, self.game.state.board, setup.players)
        self.actions = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return _table_with, (self.setup, self.game, self.actions)

    @property
    def layout(self) -> ObservationLayout:
        return self._observer.layout

    def reset(self) -> None:
        """A new game."""
        self.continue_from(self.setup.new_game())

    def continue_from(self, game: Game) -> None:
        """Continue a copy of a game; raises InvalidInput unless title, edition and number of players are the same."""
        if not isinstance(game, Game):
            raise InvalidInput("not_to_be_continued", found=type(game).__name__)
        if (game.title, game.edition, len(game.players)) != (self.setup.title, self.setup.edition, self.setup.players):
            raise InvalidInput("other_game", title=game.title, edition=game.edition, players=len(game.players))
        self.game = game.clone()
        self.actions = 0
        self._open = None

    @property
    def finished(self) -> bool:
        return self.game.finished

    @property
    def actor(self) -> int:
        """The seat that decides now; -1 when the game is over."""
        state = self.game.state
        return -1 if state.finished else state.stack[-1].actor(state)

    @property
    def choices(self) -> Choices:
        """Every open choice by number, looked up once per position."""
        if self._open is None:
            self._open = self.space.choices(self.game)
        return self._open

    def step(self, number: SupportsIndex) -> None:
        """Carry out a choice; raises InvalidInput if it is not open."""
        self.carry_out(self.checked(number))

    def checked(self, number: SupportsIndex) -> int:
        """The number of an open choice; raises InvalidInput if it is not open."""
        found = whole_number("choice", number)
        if found not in self.choices:
            raise InvalidInput("choice_not_open", number=found)
        return found

    def carry_out(self, number: int) -> None:
        """Carry out a choice that is open."""
        self.game.apply_trusted(self.choices[number])
        self.actions += 1
        self._open = None

    def write_mask(self, into: Mask) -> Mask:
        """Write 1 for every open choice into an array that has the size of the space and only zeros; returns it."""
        bytes_of = into.data
        for number in self.choices.numbers:
            bytes_of[number] = 1
        return into

    def mask(self) -> Mask:
        return self.write_mask(np.zeros(self.space.size, np.int8))

    def write_observation(self, seat: int, into: Floats) -> Floats:
        self._observer.observe(self.game, seat, into)
        return into

    def observation(self, seat: int) -> Floats:
        """What the player at a seat sees; raises InvalidInput if there is no such seat."""
        if not 0 <= whole_number("seat", seat) < self.setup.players:
            raise InvalidInput("no_such_seat", seats=self.setup.players)
        return self.write_observation(seat, np.empty(self.layout.size, np.float32))

    def worth(self) -> list[int]:
        """What each seat is worth now."""
        return self.game.worths()

    def rewards(self) -> list[float]:
        """What each seat would be rewarded with if the game ended now."""
        return REWARDS[self.setup.reward](self.worth())


def _table_with(setup: Setup, game: Game, actions: int) -> Table:
    """An unpickled table."""
    table = Table(setup)
    table.continue_from(game)
    table.actions = actions
    return table
