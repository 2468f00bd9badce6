"""1888-N as PettingZoo has its own games: `from tielu.env import t1888_v0`, then `t1888_v0.env()`."""

from functools import partial

from . import registry

env = partial(registry.env, "tielu/1888-v0")
raw_env = partial(registry.raw_env, "tielu/1888-v0")
