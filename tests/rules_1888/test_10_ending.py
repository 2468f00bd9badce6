"""X. The end of the game: the broken bank, bankruptcy and the final totals."""

from __future__ import annotations

import pytest

from tests.table import rule
from tests.table_1888 import Table1888
from tielu.core.actions import BuyShare, FoundCompany, GoBankrupt, Pass, PayDividend, SellShares
from tielu.core.events import Event, GameEnded, NobodyCanAct, RoundBegan
from tielu.core.game import Game
from tielu.titles.t1888n.rules.components import CHART, COMPANY_INDEX, TRAIN_INDEX
from tielu.titles.t1888n.rules.events import BankBroke, TrainExported

LONG_ENOUGH = 60


def leave_in_bank(table: Table1888, amount: int) -> None:
    """Cy takes what the bank has beyond `amount`."""
    table.cash("Cy", table.state.cash[table.player("Cy")] + table.state.bank - amount)
    assert table.state.bank == amount


def pass_on(table: Table1888) -> list[Event]:
    """Play to the end of the game with as few decisions as possible; everything that happens."""
    events: list[Event] = []
    for _ in range(LONG_ENOUGH):
        if table.game.finished:
            return events
        offers = table.game.legal_actions()
        events += table.do(Pass() if Pass() in offers else offers[0])
    raise AssertionError("the game goes on")


def rounds(events: list[Event]) -> list[str]:
    return [event.round for event in events if isinstance(event, RoundBegan)]


def running(phase: str = "3", rounds_left: int = 0, bank: int = 10) -> Table1888:
    """CDL runs for 50 in Phase 3 and pays 30 of it to Ann; the bank has less."""
    table = Table1888(phase=phase)
    table.company("CDL", trains=["5"], holdings={"Ann": 40})
    leave_in_bank(table, bank)
    table.turn("CDL", "run", rounds_left=rounds_left)
    return table


# -- X.1 --


@rule("1888.end.bank-break-full-set")
@pytest.mark.parametrize("rounds_left", [0, 1, 2])
def test_set_of_operating_rounds_is_played_to_its_end(rounds_left: int) -> None:
    """The bank breaks in a round with more to come in the set: they are played, and no stock round after them."""
    table = running(rounds_left=rounds_left)
    events = table.do(table.legal("run_trains")[0])
    events += table.do(PayDividend())
    assert BankBroke() in events
    assert not table.game.finished or rounds_left == 0
    events += pass_on(table)
    assert rounds(events) == ["operating"] * rounds_left
    assert events[-1] == GameEnded()
    assert table.game.actor is None
    table.refused(Pass(), "1888.end.bank-break-full-set")


@rule("1888.end.bank-break-full-set")
def test_other_companies_have_their_turns_too() -> None:
    """The round in which the bank breaks goes on with the next company."""
    table = running()
    table.company("HJR", "Bo", price=70, trains=["5"])
    table.do(table.legal("run_trains")[0])
    assert BankBroke() in table.do(PayDividend())
    assert (table.game.deciding, table.game.finished) == ("HJR", False)


@rule("1888.end.bank-break-full-set")
@pytest.mark.parametrize(("bank", "broken"), [(29, True), (30, True), (31, False)])
def test_bank_is_broken_when_it_has_nothing_left(bank: int, broken: bool) -> None:
    """A dividend of 30 empties a bank of 30; with 1 more the game goes on with a stock round."""
    table = running(bank=bank)
    events = table.do(table.legal("run_trains")[0])
    events += table.do(PayDividend())
    assert (BankBroke() in events) is broken
    assert (table.game.finished, RoundBegan("share") in events) == (broken, not broken)


@rule("1888.end.bank-break-iou")
def test_money_the_bank_cannot_pay_counts_as_cash() -> None:
    """Of 30 for Ann the bank has 10; the other 20 are noted and are hers in the final totals."""
    table = running()
    worth = table.of("p.0.value")
    table.do(table.legal("run_trains")[0], PayDividend())
    assert (table.of("p.0.cash"), table.of("bank")) == (1030, -20)
    pass_on(table)
    assert table.game.finished
    assert table.of("p.0.cash") == 1030
    rise = 6 * (table.of("c.CDL.price") - 95)
    assert dict(table.game.standings())["Ann"] == table.of("p.0.value") == worth + 30 + rise


@rule("1888.end.bank-break-in-sr")
@pytest.mark.parametrize(("phase", "count"), [("2", 1), ("3", 2), ("5", 3)])
def test_bank_broken_in_a_stock_round_leaves_a_whole_set(phase: str, count: int) -> None:
    """LYR floats for more than the bank has: the stock round goes on, then a complete set is played."""
    table = Table1888(phase=phase)
    table.company("LYR", floated=False, holdings={"Ann": 30})
    table.company("CDL", "Bo", trains=["5"], price=70)
    leave_in_bank(table, 100)
    table.share_round("Bo")
    assert BankBroke() in table.do(BuyShare("LYR", "ipo"))
    assert (table.of("round.type"), table.of("c.LYR.cash")) == ("Stock", 950)
    assert table.game.actor == "Cy"
    table.do(BuyShare("LYR", "ipo"))
    assert rounds(pass_on(table)) == ["operating"] * count
    table.refused(Pass(), "1888.end.bank-break-in-sr")


@rule("1888.end.bank-break-in-sr")
def test_sale_of_shares_may_break_the_bank() -> None:
    """The seller has the whole price, and money that comes back later does not mend the bank."""
    table = Table1888()
    table.company("LYR", cash=100, trains=["5"], holdings={"Ann": 30})
    leave_in_bank(table, 100)
    table.share_round("Ann")
    assert BankBroke() in table.do(SellShares("LYR", 20))
    assert (table.of("p.0.cash"), table.of("bank")) == (1190, -90)
    table.do(Pass(), BuyShare("LYR", "ipo"))
    assert table.of("bank") == 5
    assert rounds(pass_on(table)) == ["operating"]
    assert table.game.finished


def last_decision(edition: str = "2022", phase: str = "5") -> Table1888:
    """Ann's money is enough to found LYR, whose certificate she cannot sell; nobody else has any."""
    table = Table1888(edition=edition, phase=phase, cash=0)
    table.cash("Ann", 140)
    table.share_round("Ann")
    return table


FOUND_LYR = FoundCompany("LYR", 70, 20)


@rule("1888.play.alternate-sr-or")
@pytest.mark.parametrize("edition", ["2022", "18xx.games"])
def test_game_ends_when_nobody_can_ever_act_again(edition: str) -> None:
    """A stock round and a set go by without a decision and change nothing, as all after them would (ruling 9.9)."""
    table = last_decision(edition)
    events = table.do(FOUND_LYR)
    assert rounds(events) == ["operating"] * 3 + ["share"] + ["operating"] * 3
    assert events[-2:] == [NobodyCanAct(), GameEnded()]
    assert (table.game.finished, table.game.actor) == (True, None)
    table.refused(Pass(), "1888.play.alternate-sr-or")


@rule("1888.play.alternate-sr-or")
def test_game_goes_on_while_anything_changes() -> None:
    """As long as a 4 is exported after every set play goes on; then it stands still."""
    table = last_decision(phase="4")
    left = table.state.depot[TRAIN_INDEX["4"]]
    events = table.do(FOUND_LYR)
    assert len([event for event in events if isinstance(event, TrainExported)]) == left > 1
    assert rounds(events).count("share") == left + 1
    assert table.game.finished


@rule("1888.play.alternate-sr-or")
def test_prices_fall_as_far_as_they_can_before_the_game_ends() -> None:
    """JZR operates without a route, and without money for a tile: its price goes left and down, then nothing moves."""
    table = last_decision()
    table.company("JZR", "Bo", trains=["5"], in_pool=50)
    events = table.do(FOUND_LYR)
    space = table.state.cell[COMPANY_INDEX["JZR"]]
    assert (CHART.left(space), table.of("c.JZR.price")) == (space, 40)
    assert events[-2:] == [NobodyCanAct(), GameEnded()]


@rule("1888.play.alternate-sr-or")
def test_game_goes_on_until_somebody_can_act_again() -> None:
    """Cy's Kaiping pays until he can found a company."""
    table = last_decision(phase="4")
    table.private("KT", "Cy")
    table.do(FOUND_LYR)
    assert (table.game.finished, table.game.actor, table.of("round.type")) == (False, "Cy", "Stock")


@rule("1888.play.alternate-sr-or")
def test_game_goes_on_while_players_pass_of_their_own_will() -> None:
    """Ann could found LYR and does not, round after round: that is a decision, also when the game is replayed."""
    table = last_decision()
    game = Game(table.game.definition, "2022", tuple(table.game.players), table.state.copy())
    for _ in range(5):
        game.apply(Pass())
    game.undo()
    assert (game.finished, game.actor, len(game.actions)) == (False, "Ann", 4)


def bankrupt(price: tuple[int, int] = (1, 3)) -> Table1888:
    """Ann's LYR has nothing and needs a 5; she has 100 and half of LYR, of which the pool takes no more."""
    table = Table1888(phase="5", cash=100)
    table.company("LYR", holdings={"Ann": 30}, in_pool=50)
    table.company("CDL", "Bo", price=70, cash=1000, trains=["5"])
    table.price_at("LYR", *price)
    table.turn("LYR", "trains", rounds_left=2)
    return table


@rule("1888.end.bankruptcy-immediate")
def test_bankruptcy_ends_the_game_at_once() -> None:
    """CDL has no turn any more, the set is not completed, and nobody may do anything."""
    table = bankrupt()
    assert table.legal() == [GoBankrupt()]
    events = table.do(GoBankrupt())
    assert (events[-1], rounds(events)) == (GameEnded(), [])
    assert (table.game.finished, table.game.actor, table.legal()) == (True, None, [])
    for action in (Pass(), GoBankrupt(), SellShares("CDL", 10)):
        table.refused(action, "1888.end.bankruptcy-immediate")


@rule("1888.end.bankrupt-can-win")
def test_bankrupt_player_can_win() -> None:
    """Ann keeps her cash and her half of LYR at 400, and nobody else has as much."""
    table = bankrupt((0, 17))
    table.do(GoBankrupt())
    assert table.game.standings()[0] == ("Ann", 100 + 5 * 400)
    assert (table.of("p.0.bankrupt"), table.of("p.0.value")) == (True, 2100)


# -- X.2 --


def final() -> Table1888:
    """A game that ends with Ann's bankruptcy, with privates, treasuries and trains about."""
    table = bankrupt()
    table.private("KT", "Bo")
    table.private("FC", "Bo")
    table.private("GW", "CDL")
    table.cash("Bo", 40)
    table.cash("Cy", 333)
    return table


@rule("1888.score.sum")
def test_score_is_cash_privates_and_shares() -> None:
    """Shares at their price on the board, privates at face value (ruling 8.35)."""
    table = final()
    table.price_at("CDL", 1, 9)
    table.do(GoBankrupt())
    assert dict(table.game.standings()) == {"Ann": 100 + 5 * 95, "Bo": 40 + 25 + 150 + 2 * 160, "Cy": 333}
    assert [table.of(f"p.{player}.value") for player in range(3)] == [575, 535, 333]


@rule("1888.score.company-assets-ignored")
def test_what_a_company_owns_does_not_count() -> None:
    """CDL's treasury, train and private make nobody richer."""
    table = final()
    before = dict(table.game.standings())
    table.treasury("CDL", 0)
    table.private("GW", None)
    table.state.trains[2] = ()
    assert dict(table.game.standings()) == before
    assert before["Bo"] == 40 + 25 + 150 + 2 * 70
    table.do(GoBankrupt())
    assert dict(table.game.standings()) == before


@rule("1888.score.winner")
@pytest.mark.parametrize(("cy", "first"), [(333, "Ann"), (576, "Cy"), (574, "Ann")])
def test_greatest_wealth_wins(cy: int, first: str) -> None:
    """Ann has 575; Cy wins with one more and loses with one less."""
    table = final()
    table.cash("Cy", cy)
    table.do(GoBankrupt())
    standings = table.game.standings()
    assert standings[0][0] == first
    assert [worth for _, worth in standings] == sorted((worth for _, worth in standings), reverse=True)


@rule("1888.score.winner")
def test_equal_wealth_is_a_shared_win() -> None:
    """Ann and Cy stand first with the same worth (ruling 8.38)."""
    table = final()
    table.cash("Cy", 575)
    table.do(GoBankrupt())
    assert {name for name, worth in table.game.standings() if worth == table.game.standings()[0][1]} == {"Ann", "Cy"}
