"""Rules of thumb that every title can use, with the types of action that each of them weighs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tielu.bots.decision import Option
from tielu.core.actions import Action

from . import dividends, shares, track, trains
from .desk import Desk

# Weighs the offers of some types; those that it leaves out are worth nothing to it.
Evaluator = Callable[[Desk, list[Action]], list[Option]]
# An evaluator and the types of action that it weighs, in the order in which it gets them.
Evaluators = tuple[tuple[Evaluator, tuple[str, ...]], ...]
# Weighs the ways to found companies; the number is what a yuan brings elsewhere.
Founding = Callable[[Desk, shares.Portfolio, list[Action], float], list[Option]]
Purchases = Callable[[Desk, shares.Portfolio, list[Action]], list[Option]]


def share_round(founding: Founding, purchases: Purchases = shares.purchase_options) -> Evaluator:
    """An evaluator of shares, certificates and sales, also of those sales by which a director pays for a train."""

    def evaluate(desk: Desk, offers: list[Action]) -> list[Option]:
        portfolio = shares.Portfolio(desk)
        bought = purchases(desk, portfolio, offers)
        founded = founding(desk, portfolio, offers, shares.best_rate(desk, bought))
        forced = desk.deciding in desk.book.companies
        return bought + founded + shares.sale_options(desk, portfolio, offers, forced)

    return evaluate


COMMON: Final[Evaluators] = (
    (track.lay_options, ("lay_tile",)),
    (dividends.run_options, ("run_trains",)),
    (dividends.dividend_options, ("pay_dividend", "withhold")),
    (trains.train_options, ("buy_train",)),
    (trains.discard_options, ("discard_train",)),
)
