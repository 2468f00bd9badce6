"""1880: China. `rules` reads like the rulebook; the other modules are what each part of the package asks for.

rules       the rules, compiled, with the actions and events that only this title has
view        what pages and drawings show in this title's way
bots        what the clerk and the director know of it
env         its games as numbers, for learning programs
lessons     positions in which it is learned
platform    reader and writer of files of 18xx.games
messages    its words and the texts of its rules, in each language
"""

from __future__ import annotations

from typing import Final

from tielu.core.title import Title

from .rules import ending
from .rules.components import STARTING_CASH
from .rules.editions import EDITIONS, REPAIRS
from .rules.preparation import prepare
from .rules.running import trains_of_railway
from .rules.snapshot import snapshot

TITLE: Final = Title(
    name="1880",
    label="1880: China",
    package=__name__,
    editions=tuple(EDITIONS),
    players=tuple(STARTING_CASH),
    usual_players=4,
    start=prepare,
    snapshot=snapshot,
    worth=ending.worth,
    finished_rule=ending.finished_rule,
    trains_to_run=trains_of_railway,
    repairs=REPAIRS,
)
