"""The titles as views know them, by name."""

from __future__ import annotations

from collections.abc import Mapping

from tielu.titles.t1880 import view as facts_1880
from tielu.titles.t1888n import view as facts_1888
from tielu.views.title import Facts

FACTS: Mapping[str, Facts] = {"1880": facts_1880.FACTS, "1888": facts_1888.FACTS}
