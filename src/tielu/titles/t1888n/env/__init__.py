"""1888-N as numbers: the action space and the observations of its environments.

`env` and `raw_env` make it as the modules of PettingZoo make their games:

    from tielu.titles.t1888n import env as t1888_v0

    game = t1888_v0.env(players=3)
"""

from functools import partial
from typing import Final

from tielu.env import TitleEnv, registry

from .observation import COMPONENTS, Observer1888
from .space import action_space

ENV: Final = TitleEnv("tielu/1888-v0", action_space, COMPONENTS, Observer1888)

env = partial(registry.env, ENV.id)
raw_env = partial(registry.raw_env, ENV.id)
