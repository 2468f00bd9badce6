"""The PettingZoo environment: agents take turns, each with a mask of what it may choose."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from tielu.core.setup_input import quoted, whole_number
from tielu.errors import InvalidInput
from tielu.terminal.rendering import make_console
from tielu.terminal.rendering import position as position_in_text
from tielu.views.position.position import position_view
from tielu.views.svg import table_picture

from .layout import Floats, ObservationLayout
from .space import ActionSpace
from .table import Mask, Setup, Table, checked_limit

ANSI_WIDTH = 120


class Environment(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # PettingZoo is not typed throughout
    """A game of 18xx for PettingZoo. Nothing is left to chance but the seating, if `shuffle` is set.

    A game that has not ended after `max_actions` is truncated, and all rewards are 0.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(
        self,
        name: str,
        setup: Setup,
        *,
        shuffle: bool = False,
        max_actions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            known = tuple(self.metadata["render_modes"])
            raise InvalidInput("unknown_render_mode", mode=quoted(render_mode), known=known)
        self.metadata = {**type(self).metadata, "name": name}  # type: ignore[misc]  # each id has its name
        self.render_mode = render_mode
        self.table = Table(setup)
        self.max_actions = checked_limit(max_actions)
        self.possible_agents = setup.names
        self.agents: list[str] = []
        self._shuffle = shuffle
        self._random, _ = seeding.np_random()
        self._seats = list(range(setup.players))
        self._agent_at = list(self.possible_agents)
        self._no_choice: Mask = np.zeros(self.space.size, np.int8)
        self._no_choice.flags.writeable = False
        self._mask = self._no_choice
        layout = self.layout
        seen = spaces.Box(layout.per_place("low"), layout.per_place("high"), dtype=np.float32)
        self.state_space = seen
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": spaces.MultiBinary(self.space.size)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.space.size) for agent in self.possible_agents}

    @property
    def space(self) -> ActionSpace:
        """What every number of an action means."""
        return self.table.space

    @property
    def layout(self) -> ObservationLayout:
        """Where every field of an observation lies."""
        return self.table.layout

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game, or continue the one in the option `game`; raises InvalidInput if it is of another kind."""
        game = (options or {}).get("game")
        random = self._random if seed is None else seeding.np_random(whole_number("seed", seed))[0]
        if game is None:
            self.table.reset()
        else:
            self.table.continue_from(game)
        self._random = random
        self._seats = list(range(len(self.possible_agents)))
        if self._shuffle:
            self._seats = [int(seat) for seat in self._random.permutation(len(self._seats))]
        self._agent_at = [self.possible_agents[self._seats.index(seat)] for seat in range(len(self._seats))]
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        if self.table.finished:
            self._finish()
        self._next_position()

    def seat(self, agent: str) -> int:
        """The number of an agent's seat."""
        return self._seats[self.possible_agents.index(agent)]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InvalidInput("choice_missing", agent=agent)
        self.table.step(action)
        if self.table.finished:
            self._finish()
        elif self.max_actions is not None and self.table.actions >= self.max_actions:
            self.truncations = dict.fromkeys(self.agents, True)
        self._next_position()

    def _finish(self) -> None:
        """Give everybody the reward of a game that has ended; there were none before."""
        for seat, reward in enumerate(self.table.rewards()):
            self.rewards[self._agent_at[seat]] = reward
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)

    def is_open(self, action: int) -> bool:
        """Whether the agent to act may choose this."""
        return action in self.table.choices

    def forfeit(self, reward: float) -> None:
        """End the game for all, with this reward for the agent to act and none for the others."""
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = reward
        self._accumulate_rewards()
        self._deads_step_first()

    def _next_position(self) -> None:
        """Whose turn it is, and what may be chosen."""
        if self.table.finished:
            self._mask = self._no_choice
        else:
            self.agent_selection = self._agent_at[self.table.actor]
            self._mask = self.table.mask()
        self.infos = {agent: {"action_mask": self._mask_of(agent)} for agent in self.agents}

    def _mask_of(self, agent: str) -> Mask:
        return self._mask if agent == self.agent_selection else self._no_choice

    def observe(self, agent: str) -> dict[str, Any]:
        return {"observation": self.table.observation(self.seat(agent)), "action_mask": self._mask_of(agent)}

    def state(self) -> Floats:
        """What the player at seat 0 sees: nothing is hidden from anybody."""
        return self.table.observation(0)

    def render(self) -> str | None:
        """The position as text or as a picture."""
        game = self.table.game
        if self.render_mode == "svg":
            return table_picture(game).text
        if self.render_mode == "ansi":
            console = make_console(width=ANSI_WIDTH, force_terminal=False)
            with console.capture() as text:
                console.print(position_in_text(position_view(game), "en"))
            return text.get()
        return None

    def close(self) -> None:
        """Nothing is held open."""
