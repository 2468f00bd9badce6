"""How everybody stands: what each player's worth is made of, and what the companies have paid."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tielu.core.events import DividendReceived
from tielu.core.position import PlayerView, PositionView
from tielu.core.shares import SHARE
from tielu.views.history.chronicle import Chronicle


@dataclass(frozen=True)
class ShareValue:
    """What the shares of a company in one hand are worth."""

    company: str
    value: int


@dataclass(frozen=True)
class Standing:
    """A player's place, and the parts of the worth: cash, shares and privates less debt.

    `behind` is what is missing to the best; equals share a place. `privates` is 0 where they do not count.
    """

    place: int
    name: str
    worth: int
    behind: int
    cash: int
    shares: tuple[ShareValue, ...]
    privates: int
    debt: int
    dividends: int

    @property
    def share_value(self) -> int:
        return sum(each.value for each in self.shares)


def standings_of(told: Chronicle, position: PositionView) -> tuple[Standing, ...]:
    """The players, best first; equals in seating order."""
    received = Counter[str]()
    for entry in told.entries:
        for event in entry.events:
            if isinstance(event, DividendReceived):
                received[event.player] += event.amount
    worths = [player.worth for player in position.players]
    players = sorted(position.players, key=lambda player: -player.worth)
    return tuple(_standing(player, worths, received[player.name], position) for player in players)


def _standing(player: PlayerView, worths: list[int], dividends: int, position: PositionView) -> Standing:
    prices = {company.id: company.price for company in position.companies}
    shares = [ShareValue(each.company, prices[each.company] * each.percent // SHARE) for each in player.holdings]
    value = sum(each.value for each in shares)
    return Standing(
        place=1 + sum(worth > player.worth for worth in worths),
        name=player.name,
        worth=player.worth,
        behind=max(worths) - player.worth,
        cash=player.cash,
        shares=tuple(sorted(shares, key=lambda each: -each.value)),
        # Whatever else the title counts.
        privates=player.worth + player.debt - player.cash - value,
        debt=player.debt,
        dividends=dividends,
    )
