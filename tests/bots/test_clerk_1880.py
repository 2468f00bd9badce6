"""The clerk in positions of 1880 where anybody sees what to do."""

from __future__ import annotations

import pytest

from tests.play import new_game
from tests.table import Table
from tielu.bots import Clerk, Decision
from tielu.core.actions import (
    Bid,
    BuyTrain,
    DiscardTrain,
    FoundCompany,
    LayTile,
    Pass,
    PayDividend,
    RunTrains,
    SellShares,
    Withhold,
)
from tielu.core.state import NOBODY
from tielu.routing.best import best_run
from tielu.titles.t1880.bots.weights import Weights1880
from tielu.titles.t1880.rules.actions import ChooseInvestor, MergeMoney, RepayDebt


def ask(table: Table) -> Decision:
    """What the clerk does now; it is legal."""
    decision = Clerk(seed=1).choose(table.game)
    table.allowed(decision.action)
    return decision


def shanghai(table: Table) -> None:
    """Track from Shanghai over Hangzhou to Changsha."""
    table.tile("K15", "8877", 0)
    table.tile("L14", "57", 0)
    table.tile("M13", "9", 0)
    table.tile("N12", "235", 3)


def test_it_takes_the_best_run() -> None:
    """Of all runs the one that earns most."""
    table = Table(phase="B1")
    shanghai(table)
    table.company("HKR", percent=30, trains=["3", "2"], cash=100)
    table.turn("HKR", "run")
    decision = ask(table)
    best = best_run(table.game, "HKR")
    assert best.revenue > 0
    assert decision.action == RunTrains(best.routes)
    assert decision.reason.values["income"] == best.revenue


def test_it_buys_the_first_train() -> None:
    """A company with money and without a train buys one."""
    table = Table()
    shanghai(table)
    table.company("HKR", percent=30, cash=400)
    table.turn("HKR", "trains")
    assert ask(table).action == BuyTrain("2", "bank", 100)


def test_it_builds_where_a_train_earns_more() -> None:
    """One tile is missing between two cities: it is laid."""
    table = Table()
    table.tile("K15", "8877", 0)
    table.tile("L14", "57", 0)
    table.tile("N12", "235", 3)
    table.company("HKR", percent=30, trains=["2"], cash=100, stations=[("L14", 0)])
    table.turn("HKR", "track")
    decision = ask(table)
    assert isinstance(decision.action, LayTile)
    assert decision.reason.key in {"lay_earns", "lay_later"}
    assert decision.reason.values["gain"] > 0


def test_it_pays_out_what_the_treasury_does_not_need() -> None:
    """A company with a train for ever pays out."""
    table = Table(phase="C2")
    shanghai(table)
    table.company("HKR", percent=30, trains=["6"], cash=100, holdings={"Bo": 30})
    table.turn("HKR", "run")
    table.do(ask(table).action)
    assert ask(table).action == PayDividend()


def test_it_withholds_when_a_forced_purchase_looms() -> None:
    """While prices stand still, money for the next train is kept: the last one is about to be scrapped."""
    table = Table(phase="C1")
    shanghai(table)
    table.depot("4+4", 1)
    table.company("HKR", percent=30, trains=["3"], cash=380, holdings={"Bo": 30})
    table.cash("Ann", 0)
    table.turn("HKR", "run")
    table.do(ask(table).action)
    decision = ask(table)
    assert decision.action == Withhold()
    assert decision.reason.values["train"] == "4+4"


@pytest.mark.parametrize(("left", "key"), [(1, "train_before_forced"), (4, "train_permanent")])
def test_it_buys_a_lasting_train_before_it_is_forced(left: int, key: str) -> None:
    """A 6-train is never scrapped; the 4-train will be, but only if few 6-trains are left it is said to be soon."""
    table = Table(phase="C2")
    shanghai(table)
    table.depot("6", left)
    table.company("HKR", percent=30, trains=["4"], cash=650)
    table.turn("HKR", "trains")
    decision = ask(table)
    assert decision.action == BuyTrain("6", "bank", 600)
    assert decision.reason.key == key


def test_it_does_not_strip_a_sister_of_her_only_train() -> None:
    """A train that must be replaced at once is no bargain."""
    table = Table(phase="D3")
    shanghai(table)
    table.company("HKR", percent=30, trains=["10"], cash=0)
    table.company("SCR", percent=30, trains=["6"], cash=900)
    table.turn("SCR", "trains")
    assert ask(table).action == Pass()


def test_it_does_not_spend_what_the_train_it_must_have_will_cost() -> None:
    """A 2R-train does not meet the duty to own a train: the money is needed for one that does."""
    table = Table(phase="C2")
    shanghai(table)
    table.company("HKR", percent=30, cash=350)
    table.turn("HKR", "trains")
    assert ask(table).action != BuyTrain("2R", "bank", 250)


def test_it_withholds_what_makes_a_purchase_possible_at_once() -> None:
    """Ten yuan are missing for the last cheap train; the income brings them."""
    table = Table(phase="C1")
    shanghai(table)
    table.company("HKR", percent=20, trains=["3"], cash=440, holdings={"Bo": 10})
    table.turn("HKR", "run")
    table.do(ask(table).action)
    assert ask(table).action == Withhold()


def test_it_sells_shares_to_repay() -> None:
    """A debtor without cash sells what brings less than the debt grows."""
    table = Table(phase="C2", cash=0)
    table.company("HKR", director="Bo", percent=30, trains=["6"], cash=300, holdings={"Ann": 20})
    table.debt("Ann", 400)
    table.share_round("Ann")
    assert isinstance(ask(table).action, SellShares)


def test_it_does_not_take_over_a_company_that_needs_a_dear_train() -> None:
    """The share that would make it director costs a 10-train as well."""
    table = Table(phase="D3", cash=400)
    table.company("HKR", director="Bo", percent=20, cash=0, holdings={"Ann": 20}, price=70)
    table.share_round("Ann")
    assert ask(table).action == Pass()


def test_it_gives_up_the_worst_train() -> None:
    """Of a 2-train and 3-trains the 2-train goes."""
    table = Table(phase="B1")
    shanghai(table)
    table.depot("3", 0)
    table.company("HKR", percent=30, trains=["2", "3", "3", "3"], cash=0)
    table.company("NJR", percent=30, trains=[], cash=400)
    table.turn("NJR", "trains")
    table.do(BuyTrain("3+3", "bank", 300))
    assert ask(table).action == DiscardTrain("HKR", "2")


def test_it_does_not_sell_a_company_that_pays() -> None:
    """The director's shares of a company with income stay, whatever cash they would bring."""
    table = Table(phase="B2")
    shanghai(table)
    table.company("HKR", percent=30, trains=["3+3"], cash=300, holdings={"Ann": 20, "Bo": 30})
    table.share_round("Ann")
    assert not isinstance(ask(table).action, SellShares)


def test_it_repays_debts_first() -> None:
    """Debts grow by half with every share round."""
    table = Table(phase="C2")
    table.company("HKR", percent=30, trains=["6"], cash=300)
    table.debt("Ann", 200)
    table.share_round("Ann")
    assert ask(table).action == RepayDebt(200)


def test_it_founds_a_company_in_the_first_share_round() -> None:
    """Cash alone brings nothing."""
    table = Table(cash=300)
    table.share_round("Ann", first=True)
    decision = ask(table)
    assert isinstance(decision.action, FoundCompany)
    assert "A" in (decision.action.permits or "")


@pytest.mark.parametrize("edition", ["2022", "18xx.games"])
def test_it_does_not_overpay_for_a_private(edition: str) -> None:
    """A clerk bids at face value, and lets go when the price is beyond all income to come."""
    table = Table(edition=edition)
    table.auction("P1")
    assert ask(table).action == Bid("P1", 10)
    table = Table(edition=edition)
    table.auction("P1")
    table.do(Bid("P1", 95))
    assert ask(table).action == Pass()


def test_it_keeps_money_for_a_company() -> None:
    """Who has only just enough to found a company does not spend it on a private."""
    table = Table(cash=200)
    table.auction("P4")
    assert ask(table).action == Pass()


def test_it_does_not_wait_for_ever_in_the_auction() -> None:
    """Nobody thinks much of the privates; those who own some grow rich by waiting, and then take the rest."""
    modest = Weights1880(privates=(35.0, 25.0, 45.0, 40.0, 40.0, 40.0, 40.0, 40.0))
    game = new_game(4, "2022")
    clerks = [Clerk(seat, modest) for seat in range(4)]
    for _ in range(1000):
        if game.deciding is None or not any(isinstance(each, Bid) for each in game.legal_actions()):
            break
        game.apply(clerks[game.players.index(game.actor or "")].choose(game).action)
    assert NOBODY not in game.state.private_owner[:-1]


def test_it_takes_an_investor() -> None:
    """Any of them, with a reason that names it."""
    table = Table()
    table.investor_choice()
    decision = ask(table)
    assert isinstance(decision.action, ChooseInvestor)
    assert decision.reason.values["investor"] == decision.action.investor


@pytest.mark.parametrize(("director", "to"), [("Ann", "company"), ("Bo", "owner")])
def test_merger_money_goes_where_it_helps(director: str, to: str) -> None:
    """All of it to one's own company; a fifth into one's own pocket before a stranger's treasury."""
    table = Table(phase="B1")
    shanghai(table)
    table.company("HKR", director=director, percent=30, trains=["3"], cash=0)
    table.investor("A4", owner="Ann", company="HKR", cash=300)
    table.station("A4", "L14", 0)
    table.turn("A4", "merger")
    assert ask(table).action == MergeMoney(to)


def test_options_are_sorted_and_contain_the_choice() -> None:
    """What was weighed comes best first; the best is the choice."""
    table = Table(cash=300)
    table.share_round("Ann", first=True)
    clerk = Clerk(seed=1)
    options = clerk.options(table.game)
    worth = [option.worth for option in options]
    assert worth == sorted(worth, reverse=True)
    assert options[0].action == clerk.choose(table.game).action
    for option in options:
        table.allowed(option.action)


def test_weights_change_what_it_does() -> None:
    """A clerk that needs no money for a company bids where another one passes."""
    table = Table(cash=200)
    table.auction("P4")
    careless = Clerk(seed=1, weights=Weights1880(founding_money=0))
    assert careless.choose(table.game).action == Bid("P4", 70)
