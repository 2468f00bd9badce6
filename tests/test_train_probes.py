"""Recorded positions of the train step: what a company may buy and what its director may sell for it, exactly.

The records follow the platform's readings, so the games replay with the profile `18xx.games`.
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tielu import Game
from tielu.core.actions import BuyTrain, Pass, SellShares
from tielu.interop import load_18xx_games
from tielu.titles.t1880.train_purchase import TrainStep

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
PROBES = CORPUS / "1880-trains.json"
FEE = 5
MOST_STEPS_BEFORE = 4

Record = dict[str, Any]


def probes_by_file() -> dict[str, list[Record]]:
    """The recorded positions of each game, in the order in which the game reaches them."""
    if not PROBES.is_file():
        return {}
    grouped: dict[str, list[Record]] = defaultdict(list)
    for probe in json.loads(PROBES.read_text(encoding="utf-8")):
        grouped[probe["file"]].append(probe)
    return {name: sorted(probes, key=lambda probe: probe["index"]) for name, probes in sorted(grouped.items())}


GROUPED = probes_by_file()


def positions(name: str, probes: list[Record]) -> Iterator[tuple[Record, Game]]:
    """The game before each probe's action; the file is replayed once and no further than the last probe."""
    record = json.loads(gzip.decompress((CORPUS / name).read_bytes()))
    waiting = list(probes)
    for index, _, game in load_18xx_games(record):
        while waiting and waiting[0]["index"] == index + 1:
            yield waiting.pop(0), game.clone()
        if not waiting:
            return


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
