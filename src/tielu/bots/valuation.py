"""What a position promises each player: the worth at the end, from what lies on the table now."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Final

from tielu.bots.clerk.desk import Desk
from tielu.bots.clerk.needs import need_of
from tielu.core.shares import SHARE, held


@dataclass(frozen=True)
class Holdings:
    """What one player has, in yuan: in hand, in shares at today's price, and what shares pay in a turn.

    `lasting` is what trains that will not be scrapped soon earn for the shares, `next_train` what they would earn with
    one more from the bank, `rise` what the price gains by a dividend, `bonus` what the chart adds. `doomed` are shares
    of companies that cannot pay their next train, `burden` what that train will cost the player as director, `control`
    the treasuries of the player's own companies, `treasuries` the shares' part of all.
    """

    cash: float = 0.0
    shares: float = 0.0
    paid: float = 0.0
    lasting: float = 0.0
    next_train: float = 0.0
    rise: float = 0.0
    bonus: float = 0.0
    doomed: float = 0.0
    treasuries: float = 0.0
    burden: float = 0.0
    control: float = 0.0
    privates: float = 0.0


# The fields of Holdings that come with shares, from `shares` to `treasuries`.
SHARE_FIELDS: Final = 8


def holdings(desk: Desk) -> list[Holdings]:
    """What every player has, in the order of the state's lists."""
    state, book = desk.state, desk.book
    players = range(len(state.players))
    of_shares = [[0.0] * SHARE_FIELDS for _ in players]
    burden, control, privates = [0.0] * len(players), [0.0] * len(players), [0.0] * len(players)
    for company in range(len(book.companies)):
        if not state.par[company]:
            continue
        lacking = _lacking(desk, company)
        one = _one_share(desk, company, doomed=lacking > 0)
        for player in players:
            count = held(state, company, player) / SHARE
            if count:
                mine = of_shares[player]
                for index, amount in enumerate(one):
                    mine[index] += count * amount
        burden[state.director[company]] += lacking
        control[state.director[company]] += state.treasury[company]
    for private, owner in enumerate(state.private_owner):
        if 0 <= owner < len(players):
            privates[owner] += book.private_worth(desk, private)
    purses = [state.cash[player] - book.debt(state, player) for player in players]
    return [
        Holdings(*each) for each in zip(purses, *zip(*of_shares, strict=True), burden, control, privates, strict=True)
    ]


def _one_share(desk: Desk, company: int, *, doomed: bool) -> tuple[float, ...]:
    """What one share adds to these fields."""
    state, book = desk.state, desk.book
    price, treasury = float(book.price(state, company)), state.treasury[company] / 10
    if not state.stations[company]:
        return (price, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, treasury)
    trains = state.trains[company]
    now = desk.income(company, trains)
    kept = desk.lasting(trains)
    lasting = desk.income(company, kept)
    later = lasting
    if len(kept) < book.train_limit(state):
        later = max(lasting, desk.income(company, (*kept, book.on_offer(state))))
    up, _ = book.steps_of_price(state, company)
    bonus = book.bonus(state, company) / 10
    return (price, now / 10, lasting / 10, later / 10, up * (now > 0), bonus, price * doomed, treasury)


def _lacking(desk: Desk, company: int) -> float:
    """What the treasury lacks for a train that the company must have."""
    if not desk.state.stations[company]:
        return 0.0
    need = need_of(desk, company)
    return float(need.lacking) if need.forced else 0.0


@dataclass(frozen=True)
class Trust:
    """What each part of the holdings was worth in games of clerks: at the end, and more with every turn before it.

    Both have a number for each field of Holdings, in their order.
    """

    at_the_end: tuple[float, ...]
    per_turn: tuple[float, ...]

    def worth(self, has: Holdings, turns: float) -> float:
        total = 0.0
        for amount, last, each in zip(astuple(has), self.at_the_end, self.per_turn, strict=True):
            total += amount * (last + each * turns)
        return total


# What we thought before anything was measured; `python -m bench.valuation` finds better numbers for a title.
GUESSED_TRUST: Final = Trust(
    (1.0, 1.0, 0.5, 1.0, 0.5, 1.0, 1.0, -0.2, 0.0, -0.5, 0.03, 0.8),
    (0.0, 0.0, 0.05, 0.1, 0.1, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0),
)


def expected_worth(desk: Desk, trust: Trust) -> list[float]:
    """What everybody will be worth at the end, as far as one can see."""
    return [trust.worth(has, desk.turns_left) for has in holdings(desk)]
