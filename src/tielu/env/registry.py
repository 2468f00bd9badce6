"""Environments by id. An id stands for one numbering of actions and one layout of observations, for good."""

from __future__ import annotations

from typing import Any, Final

from tielu.core.setup_input import quoted
from tielu.errors import InvalidInput

from .environment import Environment
from .referee import Referee
from .table import Setup
from .title import environment_ids
from .vector import VectorTable

ILLEGAL_REWARD: Final = -1.0


def _title(name: object) -> str:
    ids = environment_ids()
    if not isinstance(name, str) or name not in ids:
        raise InvalidInput("unknown_environment", id=quoted(name), known=tuple(ids))
    return ids[name]


def raw_env(name: str, players: int = 0, edition: str = "", reward: str = "share", **options: Any) -> Environment:
    """The environment without wrappers: faster and stricter, as a choice that is not open raises InvalidInput.

    Options are those of `Environment`: `shuffle`, `max_actions`, `render_mode`.
    """
    setup = Setup(_title(name), players, edition, reward)
    return Environment(name, setup, **options)


def env(name: str, players: int = 0, edition: str = "", reward: str = "share", **options: Any) -> Any:
    """The environment with the promises of PettingZoo's wrappers: an illegal choice loses, and the game is over."""
    return Referee(raw_env(name, players, edition, reward, **options), ILLEGAL_REWARD)


def make(name: str, players: int = 0, edition: str = "", reward: str = "share", **options: Any) -> Any:
    """The environment with this id, in its wrappers; `raw_env` makes it without them."""
    return env(name, players, edition, reward, **options)


def make_vector(
    name: str, tables: int, players: int = 0, edition: str = "", reward: str = "share", **options: Any
) -> VectorTable:
    """Many games of one id, stepped together in arrays; options are those of `VectorTable`."""
    return VectorTable(Setup(_title(name), players, edition, reward), tables, **options)
