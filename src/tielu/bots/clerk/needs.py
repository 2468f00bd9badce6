"""What a company will need its money for: the train that it must buy, or the one that would pay."""

from __future__ import annotations

from dataclasses import dataclass

from .desk import Desk


@dataclass(frozen=True)
class Need:
    """A train to be bought: its price, whether the company must have it, and what a yuan toward it is worth."""

    train: str
    price: int
    forced: bool
    worth: float


def money_needed(desk: Desk, company: int) -> Need:
    """The next purchase of a company."""
    state, book = desk.state, desk.book
    trains = state.trains[company]
    offered = book.on_offer(state)
    kept = desk.lasting(trains)
    if not kept:
        # The train on offer now, or the one that is there when the last one of the company goes.
        last = max((desk.turns_of_train(each) for each in trains), default=0.0)
        train = offered
        if trains:
            rusts = max((book.scrapped_by(each) or offered for each in trains), default=offered)
            train = max(offered, rusts)
        forced = desk.turns_left > last
        return Need(book.trains[train].name, book.trains[train].price, forced, desk.w.treasury_worth)
    return Need(book.trains[offered].name, book.trains[offered].price, False, train_worth(desk, company, offered))


def train_worth(desk: Desk, company: int, train: int) -> float:
    """What a yuan spent on one more train of this type brings the player."""
    state, book = desk.state, desk.book
    trains = state.trains[company]
    if len(trains) >= book.train_limit(state):
        return 0.0
    gain = desk.income(company, (*trains, train)) - desk.income(company, trains)
    back = gain * desk.turns_of_train(train) * desk.part(company)
    return min(1.0, back / book.trains[train].price)
