"""1880: China as PettingZoo's own games are imported: `from tielu.env import t1880_v0`, then `t1880_v0.env(players=4)`."""

from functools import partial

from . import registry

env = partial(registry.env, "tielu/1880-v0")
raw_env = partial(registry.raw_env, "tielu/1880-v0")
