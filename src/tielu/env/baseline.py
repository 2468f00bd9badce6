"""The bots as opponents and yardsticks for learning programs, in the numbers of the action space."""

from __future__ import annotations

from typing import Any, SupportsIndex

from tielu.bots import Bot, make_bot
from tielu.bots.chairman import Judgement
from tielu.bots.chairman import judgement as judgement_of_game
from tielu.core.actions import Action
from tielu.errors import InvalidInput

from .amounts import item_of
from .table import Table

DEFAULT_SECONDS = 0.1


class Baseline:
    """A bot that is asked for a number: `baseline(env)` is what it chooses for whoever is to act."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def __call__(self, env: Any) -> int:
        """The number of its choice; raises InvalidInput if the game is over or the bot cannot play its title.

        If the bot chooses an amount or a run that no number stands for, it is the number of the nearest one.
        """
        table = table_of(env)
        return nearest(table, self.bot.choose(table.game.clone()).action)


def baseline(name: str = "chairman", seconds: float = DEFAULT_SECONDS, seed: SupportsIndex = 0) -> Baseline:
    """The bot of this name, with this many seconds for a choice; raises InvalidInput if there is no such bot."""
    return Baseline(make_bot(name, seed, seconds))


def judgement(env: Any) -> Judgement:
    """What the title's network expects now for every seat; raises InvalidInput if the title has none."""
    return judgement_of_game(table_of(env).game)


def table_of(env: Any) -> Table:
    """The table of an environment, wrapped or not; a table is its own."""
    inner = getattr(env, "unwrapped", env)
    table = inner if isinstance(inner, Table) else getattr(inner, "table", None)
    if not isinstance(table, Table):
        raise InvalidInput("not_a_table", found=type(env).__name__)
    return table


def nearest(table: Table, action: Action) -> int:
    """The number of a legal action, or of the step nearest to its amount; raises the refusal of an illegal one."""
    table.game.verify(action)
    item, wanted = _item(action), _amount(action)
    found: list[tuple[int, int]] = []
    for number, each in table.choices.items():
        if each == action:
            return number
        if _item(each) == item:
            found.append((abs(_amount(each) - wanted), number))
    return min(found)[1]


def _item(action: Action) -> tuple[str, ...]:
    """What an action is about, its amount aside; of actions without amounts the kind alone."""
    return item_of(action) if hasattr(action, "amounts") else (action.type,)


def _amount(action: Action) -> int:
    amount = getattr(action, "amount", getattr(action, "price", 0))
    return int(amount)
