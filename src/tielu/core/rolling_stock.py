"""Trains that change hands between companies, or leave them."""

from __future__ import annotations

from .bank import railway_pays_railway
from .events import TrainBought, TrainScrapped
from .state import State
from .trains import without


def lowest_left(state: State) -> int:
    """The lowest type of train that the bank still has; the last one never runs out."""
    train = 0
    while not state.depot[train]:
        train += 1
    return train


def scrap(state: State, train: int) -> None:
    """Companies lose all trains of an obsolete type."""
    name = state.train_types[train].name
    for company, trains in enumerate(state.trains):
        for _ in range(trains.count(train)):
            state.log(TrainScrapped(state.company_id(company), name))
        state.trains[company] = tuple(each for each in trains if each != train)


def trade_train(state: State, buyer: int, seller: int, train: int, price: int) -> None:
    """A company buys a train from another."""
    railway_pays_railway(state, buyer, seller, price)
    state.trains[seller] = without(state.trains[seller], train)
    state.trains[buyer] = (*state.trains[buyer], train)
    name = state.train_types[train].name
    state.log(TrainBought(state.company_id(buyer), name, state.company_id(seller), price))
