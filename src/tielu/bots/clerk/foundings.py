"""Founding companies: there are hundreds of ways, and only the best few become options."""

from __future__ import annotations

from tielu.bots.decision import Option
from tielu.core.actions import FoundCompany

from .desk import Desk

# A way to found a company: what it is worth, and the action.
Founding = tuple[float, FoundCompany]


def best_foundings(desk: Desk, foundings: list[Founding]) -> list[Option]:
    """The best ways to found companies as options; of equal ones, those that were offered first."""
    order = sorted([(-founding[0], number) for number, founding in enumerate(foundings)])
    options = []
    for _, number in order[: desk.w.foundings_weighed]:
        worth, offer = foundings[number]
        values = {"company": offer.company, "price": offer.price, "percent": offer.director_percent}
        options.append(desk.option(offer, worth, "found", **values))
    return options
