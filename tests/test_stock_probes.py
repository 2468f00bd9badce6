"""Recorded positions of share rounds: what the acting player may buy, sell and found, exactly.

The records follow the platform's readings, so the games replay with the profile `18xx.games`.
"""

from __future__ import annotations

import json
from collections import defaultdict

import pytest

from tests.corpus import Record, corpus_path, positions, probes_by_file
from tielu import Game
from tielu.core.actions import Action, BuyShare, FoundCompany, Pass, SellShares

PROBES = corpus_path("1880-stock.json")
FEE = 5
OURS = {
    "buy_shares": "buy_share",
    "sell_shares": "sell_shares",
    "par": "found_company",
    "payoff_player_debt": "repay_debt",
    "pass": "pass",
}


GROUPED = probes_by_file("1880-stock.json")


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
    return kinds if recorded_par_values(probe) else kinds - {"found_company"}


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
