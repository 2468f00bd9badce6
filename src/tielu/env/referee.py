"""PettingZoo's usual wrappers as one: what they promise, without asking through three layers for every attribute."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from .environment import Environment


def _after_reset(name: str) -> property:
    """An attribute of the environment, which there is only after `reset`."""

    def read(self: Referee) -> Any:
        if not self._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        return getattr(self.inner, name)

    return property(read)


class Referee(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]  # PettingZoo is not typed throughout
    """Enforces the order of calls and the bounds of choices; whoever chooses what is not open loses."""

    agents = _after_reset("agents")
    agent_selection = _after_reset("agent_selection")
    infos = _after_reset("infos")
    num_agents = _after_reset("num_agents")
    rewards = _after_reset("rewards")
    terminations = _after_reset("terminations")
    truncations = _after_reset("truncations")
    _cumulative_rewards = _after_reset("_cumulative_rewards")

    def __init__(self, env: Environment, illegal_reward: float) -> None:
        self.inner = env
        self._illegal_reward = illegal_reward
        super().__init__(env)

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        seen: tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]] = (
            self.inner.last(observe) if self._has_reset else super().last(observe)
        )
        return seen

    def step(self, action: int | None) -> None:
        inner = self.inner
        if not self._has_reset or not inner.agents:
            super().step(action)
            return
        self._has_updated = True
        agent = inner.agent_selection
        is_over = inner.terminations[agent] or inner.truncations[agent]
        # What is open is within the space: it need not be asked, which takes long.
        if not is_over and isinstance(action, int) and inner.is_open(action):
            inner.step(action)
            return
        within = (action is None and is_over) or inner.action_spaces[agent].contains(action)
        assert within, "action is not in action space"
        if action is None or is_over or inner.is_open(int(action)):
            inner.step(action)
        else:
            EnvLogger.warn_on_illegal_move()
            inner.forfeit(self._illegal_reward)

    def __str__(self) -> str:
        return str(self.env)
