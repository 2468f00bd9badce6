"""Recorded positions of 1888-N: lays, stations, shares, trains and best runs are exactly those of the platform.

The records follow the platform's readings, so the games replay with the profile `18xx.games`.
"""

from __future__ import annotations

from typing import cast

import pytest

from tests.corpus import Record, positions, probes_by_file
from tests.test_lay_probes import CORPUS, lays, markers
from tests.test_route_probes import forward
from tests.test_stock_probes import cash_change, offered_par_values, recorded_par_values
from tests.test_train_probes import offered_purchases
from tielu import Game
from tielu.core.actions import BuyShare, BuyTrain, LayTile, Pass, PlaceStation, RouteRun, RunTrains, SellShares
from tielu.core.events import StationPlaced, TileLaid
from tielu.titles.t1888n.rules.components import COMPANY_INDEX, TRAINS
from tielu.titles.t1888n.rules.running import best_runs, route_check, run_offers
from tielu.titles.t1888n.rules.state import State1888
from tielu.titles.t1888n.rules.train_purchase import TrainStep

# Enough for any tile or marker: the recorded lists are complete regardless of cash.
PLENTY = 10_000
MOST_STEPS_BEFORE = 4


LAYS, STOCK, TRAIN_STEPS, ROUTES = (
    probes_by_file(f"1888-{kind}.json") for kind in ("lays", "stock", "trains", "routes")
)
MISSING = pytest.mark.skipif(not LAYS, reason=f"no recorded positions of 1888-N at {CORPUS}: nothing compared")


def where(probe: Record) -> str:
    return f"{probe['file']} before action {probe['index']} ({probe['entity']})"


# -- track and stations --


def own_lays(game: Game) -> set[tuple[str, str, int]]:
    """The lays of the track step, those by private powers aside."""
    powers = {
        (offer.hex, offer.tile, offer.rotation)
        for offer in game.legal_actions()
        if isinstance(offer, LayTile) and offer.power is not None
    }
    own = {
        (offer.hex, offer.tile, offer.rotation)
        for offer in game.legal_actions()
        if isinstance(offer, LayTile) and offer.power is None
    }
    assert lays(game) == own | powers
    return own


def with_plenty(game: Game, company: str) -> Game:
    copy = game.clone()
    copy.state.treasury[COMPANY_INDEX[company]] = PLENTY
    return copy


def check_costs(probe: Record, game: Game) -> None:
    """A lay on each hex, and each marker, costs what is recorded."""
    company = probe["entity"]
    for hex_name, tile, rotation, cost in {lay[0]: lay for lay in probe["lays"]}.values():
        events = game.clone().apply(LayTile(hex_name, tile, rotation))
        assert TileLaid(company, hex_name, tile, rotation, cost) in events, where(probe)
    for hex_name, city, cost in probe["tokens"]:
        copy = game.clone()
        copy.apply(Pass())
        events = copy.apply(PlaceStation(hex_name, city))
        assert StationPlaced(company, hex_name, city, cost) in events, where(probe)


@MISSING
@pytest.mark.parametrize("name", LAYS)
def test_lays_and_stations_are_those_recorded(name: str) -> None:
    """In every recorded position of this game the offers are the platform's, with the cash at hand and with plenty."""
    reached = 0
    for probe, game in positions(name, LAYS[name]):
        company, cash = probe["entity"], probe["cash"]
        assert game.deciding == company, where(probe)
        assert game.state.treasury[COMPANY_INDEX[company]] == cash, where(probe)
        assert probe["only_not_max_exits"] == []
        assert own_lays(game) == {tuple(lay[:3]) for lay in probe["lays"] if lay[3] <= cash}, where(probe)
        assert markers(game, company) == {tuple(at[:2]) for at in probe["tokens"] if at[2] <= cash}, where(probe)
        rich = with_plenty(game, company)
        assert own_lays(rich) == {tuple(lay[:3]) for lay in probe["lays"]}, where(probe)
        assert markers(rich, company) == {tuple(at[:2]) for at in probe["tokens"]}, where(probe)
        check_costs(probe, rich)
        reached += 1
    assert reached == len(LAYS[name])


# -- shares --

OURS = {"buy_shares": "buy_share", "sell_shares": "sell_shares", "par": "found_company", "pass": "pass"}


def offered_shares(game: Game) -> set[tuple[str, str, int, int]]:
    """Company, source, percentage and price of every share on offer."""
    offers = [offer for offer in game.legal_actions() if isinstance(offer, BuyShare)]
    return {(offer.company, offer.source, 10, -cash_change(game, offer)) for offer in offers}


def offered_sales(game: Game, player: int) -> set[tuple[str, int, int]]:
    """Company, percentage and proceeds of every sale on offer to the player."""
    found = set()
    for offer in game.legal_actions():
        if isinstance(offer, SellShares):
            trial = game.clone()
            trial.apply(offer)
            found.add((offer.company, offer.percent, trial.state.cash[player] - game.state.cash[player]))
    return found


@MISSING
@pytest.mark.parametrize("name", STOCK)
def test_stock_round_offers_what_the_platform_records(name: str) -> None:
    """Purchases, sales and foundings with their prices and the duty to sell are those on record."""
    reached = 0
    for probe, game in positions(name, STOCK[name]):
        snapshot = game.snapshot()
        assert (snapshot["round.type"], snapshot["phase"]) == ("Stock", probe["phase"]), where(probe)
        assert snapshot["entity"] == probe["entity"], where(probe)
        player = int(probe["entity"].removeprefix("p"))
        assert offered_shares(game) == {tuple(buy) for buy in probe["buys"]}, where(probe)
        assert offered_sales(game, player) == {tuple(sale) for sale in probe["sells"]}, where(probe)
        assert offered_par_values(game) == recorded_par_values(probe), where(probe)
        kinds = {offer.type for offer in game.legal_actions()} - {"take_share"}
        assert kinds == {OURS[each] for each in probe["actions"]}, where(probe)
        refusal = game.why_not(Pass())
        assert (refusal is not None) == probe["must_sell"], where(probe)
        assert refusal is None or refusal.rule == "1888.cert.over-limit-sell", where(probe)
        reached += 1
    assert reached == len(STOCK[name])


# -- trains --

# The record has one word for the bank and its pool.
DEPOT = "depot"


def waits_in_train_step(game: Game, company: str) -> bool:
    """Whether the game asks for the company's trains, after steps that the platform has passed over by itself."""
    for _ in range(MOST_STEPS_BEFORE):
        if isinstance(game.state.stack[-1], TrainStep) or game.deciding != company:
            break
        game.apply(Pass())
    return isinstance(game.state.stack[-1], TrainStep) and game.deciding == company


def recorded_purchases(probe: Record) -> set[tuple[str, str, int, int]]:
    """Of the trains on record those that are legal: payable, or any of the bank's if one must be bought.

    They stand there even where the company has no room for another.
    """
    if not probe["room"]:
        return set()
    return {
        (train, seller, low, high)
        for train, seller, low, high in probe["buyable"]
        if low <= probe["cash"] or (seller == DEPOT and probe["must_buy"])
    }


def plain_purchases(game: Game) -> set[tuple[str, str, int, int]]:
    """Train, seller, lowest and highest price of every purchase on offer, exchanges aside."""
    exchanges = {(new, "bank", price, price) for _, new, price in offered_exchanges(game)}
    return {
        (train, DEPOT if seller in ("bank", "pool") else seller, low, high)
        for train, seller, low, high in offered_purchases(game) - exchanges
    }


def offered_exchanges(game: Game) -> set[tuple[str, str, int]]:
    """The old train, the new one and the price of every exchange on offer."""
    offers = [offer for offer in game.legal_actions() if isinstance(offer, BuyTrain)]
    return {(offer.trade_in, offer.train, offer.price) for offer in offers if offer.trade_in is not None}


@MISSING
@pytest.mark.parametrize("name", TRAIN_STEPS)
def test_train_step_offers_what_the_platform_records(name: str) -> None:
    """Purchases and exchanges with their prices, the director's sales and the duty to buy are those on record."""
    reached = 0
    for probe, game in positions(name, TRAIN_STEPS[name]):
        assert waits_in_train_step(game, probe["entity"]), where(probe)
        assert game.actor is not None
        owner = game.players.index(game.actor)
        snapshot = game.snapshot()
        assert snapshot["phase"] == probe["phase"], where(probe)
        assert snapshot[f"c.{probe['entity']}.cash"] == probe["cash"], where(probe)
        assert snapshot[f"p.{owner}.cash"] == probe["owner_cash"], where(probe)
        payable = {(old, new, price) for old, new, price in probe["exchanges"] if price <= probe["cash"]}
        assert plain_purchases(game) == recorded_purchases(probe), where(probe)
        assert offered_exchanges(game) == payable, where(probe)
        assert offered_sales(game, owner) == {tuple(each) for each in probe["owner_emergency_sells"]}, where(probe)
        refusal = game.why_not(Pass())
        assert (refusal is not None) == probe["must_buy"], where(probe)
        assert refusal is None or refusal.rule == "1888.trains.must-own", where(probe)
        reached += 1
    assert reached == len(TRAIN_STEPS[name])


# -- runs --


def recorded_run(state: State1888, probe: Record) -> RunTrains:
    """The best routes on record; the platform names every stop passed, and all of them count."""
    routes = []
    for each in probe["best_routes"]:
        path = forward(state, [[name.split()[0] for name in link] for link in each["connections"]])
        routes.append(RouteRun(each["train"], tuple((name, stop) for name, stop in each["stops"]), path))
    return RunTrains(tuple(routes))


@MISSING
@pytest.mark.parametrize("name", ROUTES)
def test_recorded_best_runs_are_legal_and_earn_what_they_should(name: str) -> None:
    """The best run on record verifies and earns `best`, which the exact solver finds too; what we offer is legal."""
    reached = 0
    for probe, game in positions(name, ROUTES[name]):
        state, company = cast(State1888, game.state), COMPANY_INDEX[probe["entity"]]
        assert game.snapshot()["phase"] == probe["phase"], where(probe)
        assert sorted(TRAINS[train].name for train in state.trains[company]) == sorted(probe["trains"]), where(probe)
        best, check = recorded_run(state, probe), route_check(state, company)
        assert game.why_not(best) is None, where(probe)
        assert check.income(best.routes) == probe["best"], where(probe)
        assert 40 * check.calls(best.routes) == probe["subsidy_of_best"], where(probe)
        assert max(run.revenue for run in best_runs(state, company).values()) == probe["best"], where(probe)
        for offer in run_offers(state, company):
            assert game.why_not(offer) is None, where(probe)
            assert check.income(offer.routes) <= probe["best"], where(probe)
        reached += 1
    assert reached == len(ROUTES[name])
