"""VIII.3.10 and VIII.3.11. Phases: what each one changes; and the train that is exported."""

from __future__ import annotations

from typing import cast

import pytest

import tielu
from tests.table import rule
from tests.table_1888 import Table1888
from tielu.core.actions import Bid, BuyPrivate, BuyTrain, DiscardTrain, LayTile, Pass, PayDividend, RunTrains
from tielu.core.events import PhaseBegan, PrivateClosed, RoundBegan, TrainScrapped
from tielu.core.tiles import YELLOW
from tielu.titles.t1888n.rules.components import COMPANY_INDEX, TRAINS
from tielu.titles.t1888n.rules.events import TrainExported
from tielu.titles.t1888n.rules.operating_round import Cycle, OperatingRound
from tielu.titles.t1888n.rules.phases import on_offer
from tielu.titles.t1888n.rules.state import State1888
from tielu.titles.t1888n.rules.train_purchase import TrainStep

PRICES = {"2": 80, "3": 180, "4": 300, "5": 500, "6": 630, "D": 900}
COUNTS = {"2": 7, "3": 6, "4": 5, "5": 3, "6": 2, "D": 999}


def before(phase: str, train: str, trains: tuple[str, ...] = ()) -> Table1888:
    """The last moment of a phase: no `train` has left the bank, and LYR of Ann has the money for it."""
    table = Table1888(phase=phase)
    table.depot(train, COUNTS[train])
    table.company("LYR", cash=PRICES[train] + 400, trains=trains)
    return table


def buy(train: str) -> BuyTrain:
    return BuyTrain(train, "bank", PRICES[train])


def phase_name(table: Table1888) -> str:
    """The phase by the book; the platform's keys know no Phase 1."""
    return table.state.current_phase.name


def upgrades(table: Table1888) -> set[str]:
    """The tiles that HJR may put in place of the one that lies at its home, Handan."""
    table.turn("HJR", "track")
    lays = [offer for offer in table.legal() if isinstance(offer, LayTile)]
    assert lays
    return {lay.tile for lay in lays if lay.hex == "F6"}


def handan_tiles(table: Table1888, tile: str) -> set[str]:
    """Lay a tile at Handan, without asking the rules; the tiles that may follow it."""
    table.tile("F6", tile, 0)
    if not table.state.founded(COMPANY_INDEX["HJR"]):
        table.company("HJR", "Bo", price=70, cash=200)
    return upgrades(table)


def changchun_run(table: Table1888) -> int:
    """What CDL's 2-train earns between Changchun, which is red, and the town of A17, worth 20."""
    if not table.state.founded(COMPANY_INDEX["CDL"]):
        table.company("CDL", "Bo", price=70)
    table.state.trains[COMPANY_INDEX["CDL"]] = (0,)
    table.turn("CDL", "run")
    best = table.legal("run_trains")[0]
    assert isinstance(best, RunTrains)
    return table.earn(best)


def most_trains(table: Table1888) -> int:
    """How many trains a company may own: with one less it is offered another."""
    company = table.company("ZDR", "Cy", price=70, cash=1000)
    for count in range(6):
        table.state.trains[company] = (4,) * count
        table.state.stack = (Cycle(), OperatingRound(frozenset({company})), TrainStep(company))
        if table.game.why_not(buy(TRAINS[on_offer(table.state)].name)) is not None:
            return count
    raise AssertionError("no limit")


def all_have_acted(table: Table1888) -> None:
    """The turn that goes on is the last of the set."""
    table.state.stack = (Cycle(0), OperatingRound(frozenset(range(8))), *table.state.stack[2:])


# -- VIII.3.10 --


@rule("1888.phase.triggered-by-sale-or-export")
@pytest.mark.parametrize(
    ("phase", "train", "new"),
    [("1", "2", "2"), ("2", "3", "3"), ("3", "4", "4"), ("4", "5", "5"), ("5", "6", "6"), ("6", "D", "7")],
)
def test_first_purchase_of_a_type_begins_a_phase(phase: str, train: str, new: str) -> None:
    """The first of each type does it, the second does not."""
    table = before(phase, train)
    table.treasury("LYR", 2000)
    table.turn("LYR", "trains")
    assert phase_name(table) == phase
    assert PhaseBegan(new) in table.do(buy(train))
    assert phase_name(table) == new
    assert not [event for event in table.do(buy(train)) if isinstance(event, PhaseBegan)]
    assert phase_name(table) == new


@rule("1888.phase.triggered-by-sale-or-export")
@pytest.mark.parametrize(("phase", "train", "new"), [("1", "2", "2"), ("2", "3", "3"), ("3", "4", "4")])
def test_first_export_of_a_type_begins_a_phase(phase: str, train: str, new: str) -> None:
    """When the set ends the train leaves the bank unsold, with the same effect."""
    table = before(phase, train, ("3",))
    table.turn("LYR", "trains")
    events = table.do(Pass())
    assert (TrainExported(train) in events, PhaseBegan(new) in events) == (True, True)
    assert phase_name(table) == new


@rule("1888.phase.triggered-by-sale-or-export")
def test_trains_from_pool_and_companies_begin_nothing() -> None:
    """Only what leaves the bank counts."""
    table = before("3", "4")
    table.pool("4")
    table.company("HJR", trains=["4"], price=70)
    table.turn("LYR", "trains")
    table.do(BuyTrain("4", "pool", 300), BuyTrain("4", "HJR", 10))
    assert (phase_name(table), table.of("depot.4")) == ("3", 5)


@rule("1888.phase.1")
def test_phase_1_has_yellow_tiles_and_room_for_four_trains() -> None:
    """The game starts in it."""
    assert cast(State1888, tielu.new_game("1888", ["Ann", "Bo", "Cy"]).state).current_phase.name == "1"
    table = Table1888(phase="1")
    assert handan_tiles(table, "57") == set()
    board = table.state.board
    offered = {offer.tile for offer in table.legal() if isinstance(offer, LayTile)}
    assert {board.tiles[board.tile_index[tile]].colour for tile in offered} == {YELLOW}
    table.refused(LayTile("F6", "14", 0), "1888.upgrade.colours")
    assert most_trains(table) == 4


@rule("1888.phase.2")
def test_phase_2_uses_the_yellow_values() -> None:
    """It begins with the first 2-train: Changchun is worth 20, and tiles and limit are as before."""
    table = before("1", "2")
    table.turn("LYR", "trains")
    assert PhaseBegan("2") in table.do(buy("2"))
    assert changchun_run(table) == 40
    assert handan_tiles(table, "57") == set()
    assert most_trains(table) == 4


@rule("1888.phase.3")
def test_phase_3_brings_green_tiles_and_values() -> None:
    """With the first 3-train yellow becomes green, Changchun rises to 30, and the limit stays at four."""
    table = before("2", "3")
    table.turn("LYR", "trains")
    assert handan_tiles(table, "57") == set()
    assert changchun_run(table) == 40
    table.turn("LYR", "trains")
    table.do(buy("3"))
    assert changchun_run(table) == 50
    assert upgrades(table) == {"14", "15"}
    assert handan_tiles(table, "14") == set()
    assert most_trains(table) == 4


@rule("1888.phase.3")
def test_phase_3_lets_companies_buy_trains_and_privates() -> None:
    """In Phase 2 both are refused; right after the first 3-train both are open."""
    table = before("2", "3", ("2",))
    table.private("KT", "Ann")
    table.company("HJR", trains=["2"], price=70)
    table.turn("LYR", "trains")
    table.refused(BuyTrain("2", "HJR", 1), "1888.trains.intercompany")
    table.refused(BuyPrivate("KT", 25), "1888.privates.sale-to-company-from-phase-3")
    table.do(buy("3"), BuyTrain("2", "HJR", 1), BuyPrivate("KT", 25))
    assert (table.of("c.LYR.trains"), table.of("priv.KT")) == (["2", "3", "2"], "LYR")


@rule("1888.phase.4")
@pytest.mark.parametrize("exported", [False, True])
def test_phase_4_scraps_2_trains_and_allows_three(exported: bool) -> None:
    """All 2-trains go without compensation, wherever they are, and four 3-trains are one too many."""
    table = before("3", "4", ("3",))
    table.company("CDL", "Bo", cash=10, trains=["2", "3", "2"], price=70)
    table.company("HJR", "Cy", cash=0, trains=["3"] * 4, price=70)
    table.pool("2", "3")
    table.turn("LYR", "trains")
    all_have_acted(table)
    events = table.do(Pass() if exported else buy("4"))
    assert events.count(TrainScrapped("CDL", "2")) == 2
    assert (table.of("c.CDL.trains"), table.of("c.CDL.cash")) == (["3"], 10)
    assert (table.of("c.HJR.trains"), table.of("depot.pool")) == (["3"] * 3, ["3", "3"])
    assert most_trains(table) == 3
    table = Table1888(phase="4")
    assert handan_tiles(table, "14") == set()
    assert changchun_run(table) == 50


@rule("1888.phase.5")
def test_phase_5_brings_brown_and_closes_privates() -> None:
    """With the first 5-train: limit two, brown tiles, Changchun at 40, and all privates are closed."""
    table = before("4", "5")
    table.private("KT", "Ann")
    table.private("GW", "LYR")
    table.turn("LYR", "trains")
    assert handan_tiles(table, "14") == set()
    assert changchun_run(table) == 50
    table.turn("LYR", "trains")
    events = table.do(buy("5"))
    assert [event for event in events if isinstance(event, PrivateClosed)] == [PrivateClosed("KT"), PrivateClosed("GW")]
    assert (table.of("priv.KT"), table.of("priv.CW")) == ("closed", "closed")
    assert changchun_run(table) == 60
    assert upgrades(table) == {"611"}
    assert most_trains(table) == 2


@rule("1888.phase.6")
def test_phase_6_scraps_3_trains() -> None:
    """All of them, from companies and pool, and nothing else; tiles, values and limit stay."""
    table = before("5", "6")
    table.company("CDL", "Bo", cash=10, trains=["3", "4"], price=70)
    table.pool("3", "4")
    table.turn("LYR", "trains")
    assert TrainScrapped("CDL", "3") in table.do(buy("6"))
    assert (table.of("c.CDL.trains"), table.of("c.CDL.cash"), table.of("depot.pool")) == (["4"], 10, ["4"])
    assert handan_tiles(table, "611") == set()
    assert changchun_run(table) == 60
    assert most_trains(table) == 2


@rule("1888.phase.7")
def test_phase_7_brings_grey_and_scraps_4_trains() -> None:
    """With the first diesel: grey tiles, Changchun at 50, and the 4-trains of companies and pool are gone."""
    table = before("6", "D")
    table.company("CDL", "Bo", trains=["4", "5"], price=70)
    table.pool("4", "5")
    table.turn("LYR", "trains")
    assert TrainScrapped("CDL", "4") in table.do(buy("D"))
    assert (table.of("c.CDL.trains"), table.of("depot.pool")) == (["5"], ["5"])
    assert handan_tiles(table, "611") == {"51"}
    assert changchun_run(table) == 70
    assert most_trains(table) == 2


# -- VIII.3.11 --


def end_of_set(phase: str, top: str, rounds_left: int = 0) -> Table1888:
    """LYR's turn ends the operating round when Ann passes; `top` lies on the bank's stack."""
    table = Table1888(phase=phase)
    table.depot(top, 1)
    table.company("LYR", cash=2000, trains=["5"])
    table.turn("LYR", "trains", rounds_left=rounds_left)
    return table


@rule("1888.export.end-of-or-set")
@pytest.mark.parametrize(("phase", "top"), [("2", "2"), ("3", "3"), ("4", "4")])
def test_top_train_is_exported_when_the_set_ends(phase: str, top: str) -> None:
    """A 2, 3 or 4 is removed from the game, before the stock round begins."""
    table = end_of_set(phase, top)
    table.depot(top, 2)
    events = table.do(Pass())
    assert TrainExported(top) in events
    assert (table.of("round.type"), table.of(f"depot.{top}"), table.of("depot.pool")) == ("Stock", 1, [])


@rule("1888.export.end-of-or-set")
@pytest.mark.parametrize(("phase", "top"), [("4", "5"), ("5", "5"), ("5", "6"), ("7", "D")])
def test_larger_trains_are_not_exported(phase: str, top: str) -> None:
    """A 5, a 6 or a diesel on top stays, and no phase begins."""
    table = end_of_set(phase, top)
    events = table.do(Pass())
    assert "train_exported" not in table.names(events)
    assert table.of("round.type") == "Stock"
    assert (table.state.current_phase.name, bool(table.of(f"depot.{top}"))) == (phase, True)


@rule("1888.export.end-of-or-set")
def test_nothing_is_exported_between_the_rounds_of_a_set() -> None:
    """Only the last round of a set ends with an export, and one train goes."""
    table = end_of_set("3", "3", rounds_left=1)
    table.depot("3", 4)
    events = table.do(Pass())
    assert RoundBegan("operating") in events
    assert ("train_exported" in table.names(events), table.of("depot.3")) == (False, 4)


@rule("1888.export.end-of-or-set", "1888.phase.triggered-by-sale-or-export")
def test_exported_first_4_scraps_and_shrinks_before_the_stock_round() -> None:
    """CDL loses its 2, HJR has to choose a train to give back, then the stock round goes on (ruling 8.3)."""
    table = end_of_set("3", "4")
    table.company("CDL", "Bo", trains=["2"], price=70)
    table.company("HJR", "Cy", trains=["3", "3", "3", "5"], price=70)
    all_have_acted(table)
    events = table.do(Pass())
    assert (TrainExported("4") in events, table.of("c.CDL.trains")) == (True, [])
    assert (table.game.actor, table.game.deciding) == ("Cy", "HJR")
    table.do(DiscardTrain("HJR", "5"))
    assert (table.of("round.type"), table.game.actor, table.of("depot.pool")) == ("Stock", "Ann", ["5"])


@rule("1888.export.end-of-or-set", "1888.phase.3")
def test_exported_first_3_brings_two_operating_rounds() -> None:
    """After the next stock round the set has two rounds (ruling 8.4)."""
    table = end_of_set("2", "3")
    assert PhaseBegan("3") in table.do(Pass())
    events = table.do(Pass(), Pass(), Pass())
    for _ in range(10):
        if RoundBegan("share") not in events:
            events += table.do(Pass())
    assert (events.count(RoundBegan("operating")), events.count(RoundBegan("share"))) == (2, 1)


@rule("1888.export.end-of-or-set")
def test_round_of_privates_alone_ends_with_an_export() -> None:
    """All pass in the auction with Kaiping sold: the privates pay and a 2-train leaves (ruling 8.5)."""
    table = Table1888(phase="1")
    table.auction("Ann")
    table.do(Bid("KT", 25))
    events = table.do(Pass(), Pass(), Pass())
    assert TrainExported("2") in events
    assert (table.of("depot.2"), table.of("round.type"), phase_name(table)) == (6, "Auction", "2")


@rule("1888.phase.3", "1888.phase.5", "1888.phase.7")
def test_dividends_follow_the_values_of_the_phase() -> None:
    """The director's 20% of the run to Changchun are 8, 10, 12 and 14."""
    paid = []
    for phase in ("2", "3", "5", "7"):
        table = Table1888(phase=phase)
        table.company("CDL", trains=["5"])
        table.turn("CDL", "run")
        table.do(table.legal("run_trains")[0], PayDividend())
        paid.append(table.of("p.0.cash") - 1000)
    assert paid == [8, 10, 12, 14]
