"""Environments for learning: PettingZoo's interface, and many games in arrays. Needs the extra `env`.

docs/environment.md describes every number of actions and observations.
"""

from .baseline import Baseline, baseline, judgement
from .environment import Environment
from .registry import env, make, make_vector, raw_env
from .space import ActionSpace
from .table import Setup, Table, action_space
from .title import TitleEnv, environment_ids
from .vector import EndedGame, VectorTable

__all__ = [
    "ActionSpace",
    "Baseline",
    "EndedGame",
    "Environment",
    "Setup",
    "Table",
    "TitleEnv",
    "VectorTable",
    "action_space",
    "baseline",
    "env",
    "environment_ids",
    "judgement",
    "make",
    "make_vector",
    "raw_env",
]
