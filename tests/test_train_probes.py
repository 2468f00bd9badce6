"""Recorded positions of the train step: what a company may buy and what its director may sell for it, exactly.

The records follow the platform's readings, so the games replay with the profile `18xx.games`.
"""

from __future__ import annotations

import json

import pytest

from tests.corpus import Record, corpus_path, positions, probes_by_file
from tielu import Game
from tielu.core.actions import BuyTrain, Pass, SellShares
from tielu.titles.t1880.rules.train_purchase import TrainStep

PROBES = corpus_path("1880-trains.json")
FEE = 5
MOST_STEPS_BEFORE = 4


GROUPED = probes_by_file("1880-trains.json")


def waits_in_train_step(game: Game, company: str) -> bool:
    """Whether the game asks for the company's trains, after steps that the platform has passed over by itself."""
    for _ in range(MOST_STEPS_BEFORE):
        if isinstance(game.state.stack[-1], TrainStep) or game.deciding != company:
            break
        game.apply(Pass())
    return isinstance(game.state.stack[-1], TrainStep) and game.deciding == company


def recorded_purchases(probe: Record) -> set[tuple[str, str, int, int]]:
    """Of the trains on record those that are legal: payable, or any of the bank's but the 2R if one must be bought."""
    legal = set()
    for train, seller, low, high in probe["buyable"]:
        payable = low <= probe["cash"]
        if payable or (seller == "depot" and probe["must_buy"] and train != "2R"):
            legal.add((train, "bank" if seller == "depot" else seller, low, high))
    return legal


def offered_purchases(game: Game) -> set[tuple[str, str, int, int]]:
    """Train, seller, lowest and highest price of every purchase on offer."""
    found = set()
    for offer in game.legal_actions():
        if isinstance(offer, BuyTrain):
            low, high = (offer.amounts.low, offer.amounts.high) if offer.amounts else (offer.price, offer.price)
            found.add((offer.train, offer.seller, low, high))
    return found


def offered_sales(game: Game, player: int) -> set[tuple[str, int, int]]:
    """Company, percentage and gross proceeds of every sale on offer."""
    found = set()
    for offer in game.legal_actions():
        if isinstance(offer, SellShares):
            trial = game.clone()
            trial.apply(offer)
            received = trial.state.cash[player] - game.state.cash[player]
            found.add((offer.company, offer.percent, received + FEE * offer.percent // 10))
    return found


def compare(probe: Record, game: Game) -> None:
    """Purchases, sales and the duty to buy in a game that waits in the company's train step."""
    where = f"{probe['file']} before action {probe['index']} ({probe['entity']})"
    assert game.actor is not None
    owner = game.players.index(game.actor)
    snapshot = game.snapshot()
    assert snapshot["phase"] == probe["phase"], where
    assert snapshot[f"c.{probe['entity']}.cash"] == probe["cash"], where
    assert snapshot[f"p.{owner}.cash"] == probe["owner_cash"], where
    assert offered_purchases(game) == recorded_purchases(probe), where
    assert offered_sales(game, owner) == {tuple(sale) for sale in probe["owner_emergency_sells"]}, where
    refusal = game.why_not(Pass())
    assert (refusal is not None) == probe["must_buy"], where
    assert refusal is None or refusal.rule == "1880.trains.must-own", where


@pytest.mark.parametrize("name", GROUPED or ["no corpus"])
def test_train_step_offers_what_the_platform_records(name: str) -> None:
    """Purchases with their prices, the director's sales and the duty to buy are those on record.

    Where none of the trains on record can be paid for, our game may have passed over the company.
    """
    if not GROUPED:
        pytest.skip(f"the recorded positions are not here: {PROBES}")
    reached = 0
    for probe, game in positions(name, GROUPED[name]):
        assert probe["exchanges"] == []
        if waits_in_train_step(game, probe["entity"]):
            compare(probe, game)
        else:
            nothing = not (recorded_purchases(probe) or probe["owner_emergency_sells"] or probe["must_buy"])
            assert nothing, f"{name} before action {probe['index']}: {probe['entity']} was passed over"
        reached += 1
    assert reached == len(GROUPED[name])


def test_every_recorded_position_is_read() -> None:
    """The file of positions is whole: none is lost on the way to the games."""
    if not GROUPED:
        pytest.skip(f"the recorded positions are not here: {PROBES}")
    assert sum(map(len, GROUPED.values())) == len(json.loads(PROBES.read_text(encoding="utf-8"))) > 0
