"""Whom a purchase hurts: the first train of a type takes older ones off the tracks, one's own and those of others."""

from __future__ import annotations

from math import fsum

from tielu.core.shares import held

from .desk import Desk


def scrapping(desk: Desk, train: int) -> float:
    """What the player gains on the others, on average, if this train is the first of its type and scraps others."""
    state, book = desk.state, desk.book
    if not book.trains[train].scraps or state.train_sold[train]:
        return 0.0
    old = next(index for index, each in enumerate(book.trains) if each.name == book.trains[train].scraps)
    effects = [0.0] * len(state.players)
    for company, trains in enumerate(state.trains):
        if old in trains:
            _loss(desk, company, old, book.trains[train].price, effects)
    mine = effects.pop(desk.player)
    return (mine - fsum(effects) / len(effects)) * desk.w.malice


def _loss(desk: Desk, company: int, old: int, price: int, effects: list[float]) -> None:
    """Dividends that are lost until the trains would have gone anyway, and the purchase that is then forced."""
    state = desk.state
    trains = state.trains[company]
    rest = tuple(each for each in trains if each != old)
    turns = min(max(1.0, desk.turns_of_train(old)), desk.w.near_turns)
    lost = (desk.income(company, trains) - desk.income(company, rest)) * turns
    for player in range(len(effects)):
        effects[player] -= lost * held(state, company, player) / 100
    if not any(desk.book.counts_as_train(each) for each in rest):
        # It would have come to that anyway, only later.
        effects[state.director[company]] -= max(0, price - state.treasury[company]) * desk.w.sooner
