"""The clerk in positions of 1888-N where anybody sees what to do."""

from __future__ import annotations

import pytest

from tests.table_1888 import Table1888
from tests.track_1888 import build
from tielu.bots import Clerk, Decision
from tielu.core.actions import Accept, Action, BuyPrivate, BuyTrain, Decline, FoundCompany, PayDividend, RunTrains
from tielu.routing.best import best_run


def ask(table: Table1888) -> Decision:
    """What the clerk does now; it is legal."""
    decision = Clerk(seed=1).choose(table.game)
    table.allowed(decision.action)
    return decision


def with_track(phase: str = "3") -> Table1888:
    table = Table1888(phase=phase)
    build(table, "F16-G15-H14")
    return table


def test_it_takes_the_best_run_and_pays_out() -> None:
    """The highest income, and dividends as long as the treasury needs nothing."""
    table = with_track("5")
    table.company("LYR", trains=["5"], cash=700, holdings={"Ann": 30})
    table.turn("LYR", "run")
    decision = ask(table)
    assert decision.action == RunTrains(best_run(table.game, "LYR").routes)
    table.do(decision.action)
    assert ask(table).action == PayDividend()


def test_it_buys_the_first_train() -> None:
    """A company with money and without a train buys one."""
    table = with_track()
    table.company("LYR", cash=900, holdings={"Ann": 30})
    table.turn("LYR", "trains")
    assert ask(table).action == BuyTrain("3", "bank", 180)


def test_it_makes_few_offers_for_a_train_that_it_must_have() -> None:
    """Where nothing else is legal, it offers the printed price and then all it has, not one yuan more each time."""
    table = with_track("7")
    table.cash("Ann", 26)
    table.company("LYR", cash=700, in_pool=50)
    table.company("CDL", director="Bo", trains=["5"])
    table.turn("LYR", "trains")
    offered: list[Action] = []
    while table.game.actor == "Ann" and table.legal("buy_train") and len(offered) < 5:
        decision = ask(table)
        if not isinstance(decision.action, BuyTrain):
            break
        assert decision.reason.key == "train_asked_for"
        offered.append(decision.action)
        table.do(decision.action, Decline())
    assert offered == [BuyTrain("5", "CDL", 500), BuyTrain("5", "CDL", 700)]


def test_its_company_pays_the_highest_price_for_its_private() -> None:
    """From Phase 3 on a company with money to spare buys the director's private for as much as it may."""
    table = with_track()
    table.company("LYR", trains=["3"], cash=900, holdings={"Ann": 30})
    table.private("GW", "Ann")
    table.turn("LYR", "privates")
    decision = ask(table)
    assert decision.action == BuyPrivate("GW", 150)


@pytest.mark.parametrize(("price", "answer"), [(150, Accept()), (50, Decline())])
def test_it_sells_a_private_to_others_only_for_a_good_price(price: int, answer: object) -> None:
    """The highest price is accepted, the lowest is not."""
    table = with_track()
    table.company("LYR", director="Bo", trains=["3"], cash=900)
    table.private("GW", "Ann")
    table.turn("LYR", "privates")
    table.do(BuyPrivate("GW", price))
    assert table.game.actor == "Ann"
    assert ask(table).action == answer


@pytest.mark.parametrize(("price", "answer"), [(800, Accept()), (1, Decline())])
def test_it_sells_a_train_only_for_a_good_price(price: int, answer: object) -> None:
    """One of two trains goes for more than it will ever earn, not for nothing."""
    table = with_track()
    table.company("LYR", director="Ann", trains=["3", "3"], cash=0, holdings={"Ann": 30})
    table.company("CDL", director="Bo", trains=[], cash=900)
    table.turn("CDL", "trains")
    table.do(BuyTrain("3", "LYR", price))
    assert table.game.actor == "Ann"
    assert ask(table).action == answer


def test_it_founds_a_company_that_it_can_float() -> None:
    """The price is one at which six shares are within its own means."""
    table = Table1888(phase="2", cash=450)
    table.share_round("Ann")
    decision = ask(table)
    assert isinstance(decision.action, FoundCompany)
    assert 6 * decision.action.price <= 450


def test_it_floats_the_company_it_has_founded() -> None:
    """Four shares more, one after the other."""
    table = Table1888(players=2, phase="2", cash=450)
    table.cash("Bo", 0)
    table.share_round("Ann")
    for _ in range(12):
        if any(table.state.floated):
            break
        table.do(ask(table).action)
    assert any(table.state.floated)
