"""1880: China as numbers: the action space and the observations of its environments.

`env` and `raw_env` make it as the modules of PettingZoo make their games:

    from tielu.titles.t1880 import env as t1880_v0

    game = t1880_v0.env(players=3)
"""

from functools import partial
from typing import Final

from tielu.env import TitleEnv, registry

from .observation import COMPONENTS, Observer1880
from .space import action_space

ENV: Final = TitleEnv("tielu/1880-v0", action_space, COMPONENTS, Observer1880)

env = partial(registry.env, ENV.id)
raw_env = partial(registry.raw_env, ENV.id)
