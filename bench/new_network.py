"""A chairman with other networks than those of the titles, under the name `challenger`, for `bench.strength`.

The folder is `networks`, or the one named by the variable `NETWORKS` in the environment; a file is named by its title.
Raises ValueError if there is no such folder.
"""

from __future__ import annotations

import os
from functools import cache, partial
from pathlib import Path
from typing import Final

from tielu.bots import BOTS, Chairman
from tielu.bots.chairman import network_glance, network_judge
from tielu.bots.chairman.network import read_network
from tielu.bots.director import Glance, Judge

FOLDER: Final = Path(os.environ.get("NETWORKS", "networks"))
NAME: Final = "challenger"
if not FOLDER.is_dir():
    raise ValueError(f"there is no folder {FOLDER} with networks; the variable NETWORKS names another one")


@cache
def judge_of(title: str) -> Judge:
    return network_judge(read_network(FOLDER / f"{title}.json"))


@cache
def glance_of(title: str) -> Glance:
    return network_glance(read_network(FOLDER / f"{title}.json"))


BOTS[NAME] = partial(Chairman, judge_of=judge_of, glance_of=glance_of)
