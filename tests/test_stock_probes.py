"""Recorded positions of share rounds: what the acting player may buy, sell and found, exactly.

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
from tielu.core.actions import Action, BuyShare, FoundCompany, Pass, SellShares
from tielu.interop import load_18xx_games

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
PROBES = CORPUS / "1880-stock.json"
FEE = 5
OURS = {
    "buy_shares": "buy_share",
    "sell_shares": "sell_shares",
    "par": "found_company",
    "payoff_player_debt": "repay_debt",
    "pass": "pass",
}

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


def cash_change(game: Game, offer: Action) -> int:
    """What carrying out the offer adds to the acting player's cash."""
    assert game.actor is not None
    player = game.players.index(game.actor)
    trial = game.clone()
    trial.apply(offer)
    return trial.state.cash[player] - game.state.cash[player]


def offered_purchases(game: Game) -> set[tuple[str, str, int, int]]:
    """Company, source, percentage and price of every share on offer."""
    offers = [offer for offer in game.legal_actions() if isinstance(offer, BuyShare)]
    assert all(offer.source == "bank" for offer in offers)
    return {(offer.company, "ipo", 10, -cash_change(game, offer)) for offer in offers}


def offered_sales(game: Game) -> set[tuple[str, int, int]]:
    """Company, percentage and gross proceeds of every sale on offer."""
    offers = [offer for offer in game.legal_actions() if isinstance(offer, SellShares)]
    fees = {offer: FEE * offer.percent // 10 for offer in offers}
    return {(offer.company, offer.percent, cash_change(game, offer) + fees[offer]) for offer in offers}


def offered_par_values(game: Game) -> dict[str, list[int]]:
    """The par values at which each company may be founded."""
    prices: dict[str, set[int]] = defaultdict(set)
    for offer in game.legal_actions():
        if isinstance(offer, FoundCompany):
            prices[offer.company].add(offer.price)
    return {company: sorted(values) for company, values in prices.items()}


def recorded_par_values(probe: Record) -> dict[str, list[int]]:
    """The companies on record that can be paid for at some par value; the others stand there without one."""
    return {company: sorted(prices) for company, prices in probe["pars"] if prices}


def recorded_kinds(probe: Record) -> set[str]:
    """The kinds of action on record, in our words."""
    kinds = {OURS[each] for each in probe["actions"]}
    return kinds if recorded_par_values(probe) else kinds - {FoundCompany.type}


@pytest.mark.parametrize("name", GROUPED or ["no corpus"])
def test_share_round_offers_what_the_platform_records(name: str) -> None:
    """Purchases, sales and foundings with their prices and the duty to sell are those on record."""
    if not GROUPED:
        pytest.skip(f"the recorded positions are not here: {PROBES}")
    reached = 0
    for probe, game in positions(name, GROUPED[name]):
        where = f"{name} before action {probe['index']} ({probe['entity']})"
        snapshot = game.snapshot()
        assert (snapshot["round.type"], snapshot["phase"]) == ("Stock", probe["phase"]), where
        assert snapshot["entity"] == probe["entity"], where
        assert offered_purchases(game) == {tuple(buy) for buy in probe["buys"]}, where
        assert offered_sales(game) == {tuple(sale) for sale in probe["sells"]}, where
        assert offered_par_values(game) == recorded_par_values(probe), where
        assert {offer.type for offer in game.legal_actions()} == recorded_kinds(probe), where
        refusal = game.why_not(Pass())
        assert (refusal is not None) == probe["must_sell"], where
        assert refusal is None or refusal.rule == "1880.cert.over-limit-must-sell", where
        reached += 1
    assert reached == len(GROUPED[name])


def test_every_recorded_position_is_read() -> None:
    """The file of positions is whole: none is lost on the way to the games."""
    if not GROUPED:
        pytest.skip(f"the recorded positions are not here: {PROBES}")
    assert sum(map(len, GROUPED.values())) == len(json.loads(PROBES.read_text(encoding="utf-8"))) > 0
