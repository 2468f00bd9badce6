"""Environments by id. An id stands for one numbering of actions and one layout of observations, for good."""

from __future__ import annotations

from typing import Any, Final

from pettingzoo.utils import wrappers

from tielu.errors import InvalidInput

from .environment import Environment
from .table import Setup
from .vector import VectorTable

# What changes the meaning of a number, or the layout, gets a new version; the old one stays as long as it is used.
IDS: Final = {"tielu/1880-v0": "1880", "tielu/1888-v0": "1888"}
ILLEGAL_REWARD: Final = -1.0


def _title(name: str) -> str:
    if name not in IDS:
        raise InvalidInput("unknown_environment", id=name, known=tuple(IDS))
    return IDS[name]


def raw_env(name: str, players: int = 4, edition: str = "", reward: str = "share", **options: Any) -> Environment:
    """The environment itself: quick, and strict: a choice that is not open raises InvalidInput.

    Options are those of `Environment`: `shuffle`, `max_actions`, `render_mode`.
    """
    setup = Setup(_title(name), players, edition, reward)
    return Environment(name, setup, **options)


def env(name: str, players: int = 4, edition: str = "", reward: str = "share", **options: Any) -> Any:
    """The environment in PettingZoo's usual wrappers: whoever makes an illegal choice loses, and the game is over."""
    inner: Any = raw_env(name, players, edition, reward, **options)
    inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=ILLEGAL_REWARD)
    inner = wrappers.AssertOutOfBoundsWrapper(inner)
    return wrappers.OrderEnforcingWrapper(inner)


def make(name: str, players: int = 4, edition: str = "", reward: str = "share", **options: Any) -> Any:
    """The environment with this id, in its wrappers; `raw_env` makes it without them."""
    return env(name, players, edition, reward, **options)


def make_vector(name: str, tables: int, players: int = 4, edition: str = "", reward: str = "share") -> VectorTable:
    """Many games of an id side by side, in arrays."""
    return VectorTable(Setup(_title(name), players, edition, reward), tables)
