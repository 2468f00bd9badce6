"""1888-N as PettingZoo's own games are imported: `from tielu.env import t1888_v0`, then `t1888_v0.env(players=4)`."""

from functools import partial

from . import registry

env = partial(registry.env, "tielu/1888-v0")
raw_env = partial(registry.raw_env, "tielu/1888-v0")
