"""What a title provides for its environments: the facet `env`, and how it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tielu import TITLES
from tielu.core.track import Board
from tielu.errors import InvalidInput
from tielu.titles import facet

from .observation import ObservedComponents, Observer
from .space import ActionSpace


@dataclass(frozen=True)
class TitleEnv:
    """How the games of a title become numbers: the constant `ENV` of the module `env` in the title's package.

    `id` names the environment, such as "tielu/1880-v0". It stands for one numbering of actions and one layout of
    observations, for good: whatever changes either needs a new version in the id.

    `action_space` makes the table of all choices for a board and an edition. An `observer` is made from the title's
    components, a board and the number of players; the common one is enough for a title without fields of its own.
    """

    id: str
    action_space: Callable[[Board, str], ActionSpace]
    components: ObservedComponents
    observer: Callable[[ObservedComponents, Board, int], Observer] = Observer


def environment_ids() -> dict[str, str]:
    """The ids of all environments, each with the name of its title."""
    found = {title: _facet(title) for title in TITLES}
    return {env.id: title for title, env in found.items() if env is not None}


def env_of(title: str) -> TitleEnv:
    """What the title provides for its environments; raises InvalidInput if it provides nothing."""
    found = _facet(title)
    if found is None:
        raise InvalidInput("unknown_environment", id=title, known=tuple(environment_ids()))
    return found


def _facet(title: str) -> TitleEnv | None:
    found: TitleEnv | None = facet(title, "env")
    return found
