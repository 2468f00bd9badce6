"""What a company will need its money for: the train that it must have to the end, or one more that would pay."""

from __future__ import annotations

from dataclasses import dataclass

from .desk import Desk


@dataclass(frozen=True)
class Need:
    """A train to be bought: its type and price, what the treasury lacks, and what a yuan in the treasury is worth."""

    train: str
    price: int
    lacking: int
    worth: float
    forced: bool


def need_of(desk: Desk, company: int) -> Need:
    """The next purchase of a company: the train that lets it live, or else the one on offer if that pays."""
    state, book, w = desk.state, desk.book, desk.w
    trains = state.trains[company]
    offered = book.on_offer(state)
    if not any(desk.is_permanent(each) for each in trains):
        alive = max((desk.turns_of_train(each) for each in trains if book.counts_as_train(each)), default=0.0)
        if alive < desk.turns_left:
            return _forced(desk, company, alive)
    price = book.trains[offered].price
    lacking = max(0, price - state.treasury[company])
    return Need(book.trains[offered].name, price, lacking, max(w.idle_money, _return(desk, company, offered)), False)


def _forced(desk: Desk, company: int, alive: float) -> Need:
    """The train that will be on offer when the last one of the company has gone, or a lasting one before that."""
    state, book, w = desk.state, desk.book, desk.w
    offered = book.on_offer(state)
    train = offered
    if alive > w.soon:
        # There is time: save for the first type that will never be scrapped.
        train = max(offered, first_permanent(desk))
    price = book.trains[train].price
    lacking = max(0, price - state.treasury[company])
    # Money for a train that is needed long after is worth less today: dividends come before.
    near = 1.0 if alive <= w.saving_ahead else w.saving_ahead / alive
    return Need(book.trains[train].name, price, lacking, w.saved_pocket_money * near, True)


def first_permanent(desk: Desk) -> int:
    """The first type of train that is never scrapped."""
    return next(each for each in range(len(desk.book.trains)) if desk.is_permanent(each))


def _return(desk: Desk, company: int, train: int) -> float:
    """What a yuan spent on one more train of this type brings the player."""
    state, book = desk.state, desk.book
    trains = state.trains[company]
    if len(trains) >= book.train_limit(state):
        return 0.0
    gain = desk.income(company, (*trains, train)) - desk.income(company, trains)
    back = gain * desk.turns_of_train(train) * desk.part(company)
    return min(1.0, back / book.trains[train].price)


def money_worth(desk: Desk, railway: int, spent: float) -> float:
    """What it costs the player that a railway spends this much of its treasury on something else."""
    if railway >= len(desk.state.director):
        return spent * desk.w.idle_money
    need = need_of(desk, railway)
    spare: int = max(0, desk.state.treasury[railway] - need.price)
    hurting = max(0.0, spent - spare)
    return hurting * max(need.worth, desk.w.idle_money) + (spent - hurting) * desk.w.idle_money
