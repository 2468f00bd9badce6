"""VIII.1, VIII.3.1 and VIII.3.2. Operating rounds: how many, in which order, and the turn of a company."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.routes import run
from tests.table import rule
from tests.table_1888 import Table1888
from tielu.core.actions import (
    Action,
    BuyPrivate,
    BuyTrain,
    Decline,
    LayTile,
    Pass,
    PayDividend,
    PlaceStation,
    RunTrains,
    SellShares,
    Withhold,
)
from tielu.core.events import Event, PrivatePaid, RoundBegan, StationPlaced
from tielu.titles.t1888n.rules.actions import LayFerry
from tielu.titles.t1888n.rules.events import PrivatePaidCompany

STEPS = ("track", "station", "run", "trains", "privates")


def all_pass(table: Table1888) -> list[Event]:
    """Every player passes, so that the stock round ends; what happened then."""
    return table.do(*[Pass()] * len(table.game.players))


def operating_rounds(events: Sequence[Event]) -> int:
    return events.count(RoundBegan("operating"))


def finish_turn(table: Table1888) -> None:
    """End the turn of the company that decides now, passing wherever it may."""
    company = table.game.deciding
    while table.game.deciding == company:
        table.do(Pass() if Pass() in table.legal() else table.legal()[0])


def order_of_turns(table: Table1888) -> list[str | None]:
    """The companies in the order in which they act until the next stock round."""
    acted = []
    while table.of("round.type") == "Operating":
        acted.append(table.game.deciding)
        finish_turn(table)
    return acted


# -- VIII.1: how many operating rounds --


@pytest.mark.parametrize("phase", ["1", "2"])
@rule("1888.or.one-or-first")
def test_one_operating_round_follows_a_stock_round_at_first(phase: str) -> None:
    """Before the first 3-train a stock round is followed by one operating round, and then by the next stock round."""
    table = Table1888(phase=phase)
    table.share_round()
    events = all_pass(table)
    assert operating_rounds(events) == 1
    assert events[-1].name != "game_ended"
    assert table.of("round.type") == "Stock"


@pytest.mark.parametrize("phase", ["3", "4"])
@rule("1888.or.two-after-3-train")
def test_two_operating_rounds_after_the_first_3_train(phase: str) -> None:
    """With a 3-train sold two operating rounds follow a stock round."""
    table = Table1888(phase=phase)
    table.share_round()
    assert operating_rounds(all_pass(table)) == 2


@rule("1888.or.two-after-3-train")
def test_first_3_train_lengthens_only_later_sets() -> None:
    """The set in which the first 3-train is sold keeps its one round; the next stock round is followed by two."""
    table = Table1888(phase="2")
    table.depot("3", 6)
    table.company("CDL", cash=200, trains=["2"])
    table.company("LYR", price=70, trains=["2"])
    table.turn("CDL", "trains")
    table.do(BuyTrain("3", "bank", 180))
    assert table.of("phase") == "3"
    assert order_of_turns(table) == ["CDL", "LYR"]
    all_pass(table)
    assert order_of_turns(table) == ["CDL", "LYR", "CDL", "LYR"]


@rule("1888.or.two-after-3-train")
def test_exported_first_3_train_counts_as_sold() -> None:
    """If the first 3-train is exported, the next stock round is followed by two operating rounds."""
    table = Table1888(phase="2")
    table.depot("3", 6)
    table.share_round()
    assert operating_rounds(all_pass(table)) == 1
    assert table.of("phase") == "3"
    assert operating_rounds(all_pass(table)) == 2


@pytest.mark.parametrize("phase", ["5", "6", "7"])
@rule("1888.or.three-after-5-train")
def test_three_operating_rounds_after_the_first_5_train(phase: str) -> None:
    """With a 5-train sold three operating rounds follow a stock round."""
    table = Table1888(phase=phase)
    table.share_round()
    assert operating_rounds(all_pass(table)) == 3


@rule("1888.or.three-after-5-train")
def test_first_5_train_lengthens_only_later_sets() -> None:
    """The set in which the first 5-train is sold keeps its two rounds; the next stock round is followed by three."""
    table = Table1888(phase="4")
    table.depot("5", 3)
    table.company("CDL", cash=600, trains=["4"])
    table.company("LYR", price=70, trains=["4"])
    table.turn("CDL", "trains", rounds_left=1)
    table.do(BuyTrain("5", "bank", 500))
    assert table.of("phase") == "5"
    assert order_of_turns(table) == ["LYR", "CDL", "LYR"]
    all_pass(table)
    assert order_of_turns(table) == ["CDL", "LYR"] * 3


# -- VIII.1: the order --


@rule("1888.or.privates-first")
def test_privates_pay_before_any_company_acts() -> None:
    """An operating round opens with the income of the privates, to players and companies, and only then a turn."""
    table = Table1888(phase="3")
    table.company("CDL", trains=["2"], home=False)
    table.private("KT", "Bo")
    table.private("FC", "CDL")
    table.share_round()
    events = all_pass(table)
    assert events[events.index(RoundBegan("operating")) :] == [
        RoundBegan("operating"),
        PrivatePaid("Bo", "KT", 5),
        PrivatePaidCompany("CDL", "FC", 30),
        StationPlaced("CDL", "A19", 0, 0),
    ]
    assert table.of("p.1.cash") == 1005
    assert table.of("c.CDL.cash") == 30


@rule("1888.or.privates-first")
def test_privates_pay_in_every_operating_round() -> None:
    """With two operating rounds in a set the privates pay twice."""
    table = Table1888(phase="3")
    table.private("KT", "Bo")
    table.share_round()
    all_pass(table)
    assert table.of("p.1.cash") == 1010


@rule("1888.or.price-order")
def test_companies_act_from_the_highest_price_down() -> None:
    """The share price decides who acts first, not the order of founding."""
    table = Table1888()
    table.company("CDL", price=75, trains=["2"])
    table.company("SSL", price=95, cash=10, trains=["2"])
    table.company("LYR", price=85, trains=["2"])
    table.share_round()
    all_pass(table)
    assert order_of_turns(table) == ["SSL", "LYR", "CDL"]


@rule("1888.or.price-order")
def test_price_that_falls_during_the_round_changes_who_follows() -> None:
    """Companies that have not acted yet follow by their price at that time, not at the start of the round."""
    table = Table1888()
    table.depot("4", 5)
    table.cash("Ann", 0)
    table.company("CDL", director="Ann", price=95, cash=210)
    table.company("SSL", director="Bo", price=90, cash=10, trains=["2"], holdings={"Ann": 10, "Bo": 20})
    table.company("LYR", director="Bo", price=85, trains=["2"])
    table.share_round("Bo")
    all_pass(table)
    assert table.game.deciding == "CDL"
    while SellShares("SSL", 10) not in table.legal():
        table.do(Pass() if Pass() in table.legal() else table.legal()[0])
    table.do(SellShares("SSL", 10))
    assert (table.of("c.SSL.price"), table.of("c.LYR.price")) == (85, 85)
    finish_turn(table)
    assert order_of_turns(table) == ["LYR", "SSL"]


@pytest.mark.parametrize(("first", "second"), [("SSL", "LYR"), ("LYR", "SSL")])
@rule("1888.or.same-space-top-first")
def test_upper_marker_of_a_space_acts_first(first: str, second: str) -> None:
    """Of two markers on one space the one that came first lies on top and acts first."""
    table = Table1888()
    table.company(first, price=90, cash=10, trains=["2"])
    table.company(second, price=90, cash=10, trains=["2"])
    table.share_round()
    all_pass(table)
    assert order_of_turns(table) == [first, second]


@rule("1888.or.same-space-top-first")
def test_marker_that_arrives_later_goes_underneath() -> None:
    """A company that comes back to a space acts after the one that stayed there."""
    table = Table1888()
    table.company("SSL", price=90, cash=10, trains=["2"])
    table.company("LYR", price=90, cash=10, trains=["2"])
    table.price_at("SSL", 1, 3)
    table.price_at("SSL", 2, 3)
    table.share_round()
    all_pass(table)
    assert order_of_turns(table) == ["LYR", "SSL"]


@rule("1888.or.same-price-right-first")
def test_of_equal_prices_the_right_one_acts_first() -> None:
    """90 stands on several spaces: the marker furthest to the right acts first, whenever it came there."""
    table = Table1888()
    for company, row, column in (("SSL", 1, 2), ("LYR", 5, 6), ("CDL", 3, 4)):
        table.company(company, price=90, cash=10, trains=["2"])
        table.price_at(company, row, column)
    table.share_round()
    assert [table.of(f"c.{company}.price") for company in ("SSL", "LYR", "CDL")] == [90, 90, 90]
    all_pass(table)
    assert order_of_turns(table) == ["LYR", "CDL", "SSL"]


@rule("1888.or.ends-all-acted")
def test_round_ends_when_each_company_has_acted_once() -> None:
    """Every floated company acts once, one that is only founded not at all; then the round is over."""
    table = Table1888()
    for company in ("CDL", "SSL", "LYR", "JZR"):
        table.company(company, cash=10, trains=["2"], floated=company != "JZR")
    table.share_round()
    all_pass(table)
    acted = order_of_turns(table)
    assert acted == ["CDL", "SSL", "LYR"]
    assert table.of("round.type") == "Stock"


# -- VIII.3.1: the turn --


def first_turn_of_cdl() -> Table1888:
    """CDL, just floated, in its first turn; a 2-train lets it run from Changchun to the town beside it."""
    table = Table1888(phase="3")
    table.tile("B18", "8863", 1)
    table.company("CDL", cash=700, trains=["2"], home=False)
    table.share_round()
    all_pass(table)
    return table


@rule("1888.turn.sequence")
def test_turn_goes_through_its_steps_in_order() -> None:
    """Home station, track, station, run, income, trains: each action is refused before and after its step."""
    table = first_turn_of_cdl()
    lay = LayTile("B16", "55", 0)
    station = PlaceStation("B18", 1)
    running = run("2", "A19-B18", "A19 B18.1")
    train = BuyTrain("3", "bank", 180)
    order: list[Action] = [lay, station, running, PayDividend(), train]
    assert table.of("c.CDL.tokens") == [["A19", 0]]
    for number, action in enumerate(order):
        for other in order[:number] + order[number + 1 :]:
            table.refused(other, "1888.turn.sequence")
        table.do(action)
    for other in order[:-1]:
        table.refused(other, "1888.turn.sequence")
    assert table.of("hex.B16") == ["55", 0]
    assert table.of("c.CDL.tokens") == [["A19", 0], ["B18", 1]]
    assert table.of("c.CDL.trains") == ["2", "3"]


@rule("1888.turn.sequence")
def test_only_track_stations_and_trains_are_optional() -> None:
    """A company may build nothing and buy nothing, but trains that can run do run."""
    table = first_turn_of_cdl()
    table.do(Pass(), Pass())
    table.refused(Pass(), "1888.turn.sequence")
    table.refused(RunTrains(()), "1888.turn.sequence")
    table.do(run("2", "A19-B18", "A19 B18.1"))
    assert set(table.legal()) == {PayDividend(), Withhold()}
    table.do(Withhold())
    table.do(Pass())
    assert table.of("c.CDL.trains") == ["2"]
    assert table.of("c.CDL.cash") == 770


@rule("1888.turn.sequence")
def test_company_without_a_train_may_not_end_its_turn() -> None:
    """Trains are bought by choice only while the company has one."""
    table = Table1888()
    table.company("CDL", cash=700)
    table.turn("CDL", "trains")
    table.refused(Pass(), "1888.trains.must-own")
    table.do(BuyTrain("2", "bank", 80))
    assert Pass() in table.legal()


@rule("1888.turn.sequence")
def test_company_that_cannot_run_is_passed_over() -> None:
    """Without a route there is nothing to run: the turn goes on, and no dividend moves the price left."""
    table = Table1888()
    table.company("LYR", price=90, cash=80, trains=["2"])
    table.turn("LYR", "run")
    assert table.of("c.LYR.price") == 85
    assert BuyTrain("2", "bank", 80) in table.legal()


# -- VIII.3.1: privates at any point of the turn --


def coastal_turn(step: str, phase: str = "3") -> Table1888:
    """LYR in Yantai with a route to Qingdao, money for everything, at a step of its turn."""
    table = Table1888(phase=phase)
    table.tile("G15", "9", 0)
    table.tile("H14", "5", 3)
    table.company("LYR", director="Ann", cash=700, trains=["2"])
    table.private("YRF", "LYR" if phase == "2" else "Ann")
    if step == "income":
        table.turn("LYR", "run")
        table.do(*table.legal("run_trains"))
    else:
        table.turn("LYR", step)
    return table


@pytest.mark.parametrize("step", [*STEPS, "income"])
@rule("1888.turn.buy-privates-any-time")
def test_company_buys_a_private_at_any_point_of_its_turn(step: str) -> None:
    """In each step the company may buy from a player, and then goes on where it was."""
    table = coastal_turn(step)
    before = table.game.state.stack
    assert BuyPrivate("YRF", 63) in table.legal("buy_private")
    table.do(BuyPrivate("YRF", 63))
    assert table.of("priv.YRF") == "LYR"
    assert table.of("c.LYR.cash") == 637
    assert table.of("p.0.cash") == 1063
    assert table.game.state.stack == before


@rule("1888.turn.buy-privates-any-time")
@pytest.mark.parametrize("revision", [2, 3])
def test_declined_offer_for_a_private_may_be_repeated_higher(revision: int) -> None:
    """Bo declines 20 for KT: more may be offered, up to 37, but neither as much nor less; before revision 3 nothing."""
    table = Table1888(phase="3", revision=revision)
    table.company("LYR", cash=500, trains=["3"])
    table.private("KT", "Bo")
    table.turn("LYR", "track")
    table.do(BuyPrivate("KT", 20), Decline())
    again, more = table.refused(BuyPrivate("KT", 20), "1888.turn.buy-privates-any-time"), BuyPrivate("KT", 30)
    if revision < 3:
        assert again.code == table.refused(more, "1888.turn.buy-privates-any-time").code == "already_declined"
        assert table.legal("buy_private") == []
        return
    assert (again.code, again.params) == ("offer_more", {"item": "KT", "price": 20})
    (offer,) = table.legal("buy_private")
    assert isinstance(offer, BuyPrivate)
    assert offer.amounts is not None
    assert (offer.price, offer.amounts.low, offer.amounts.high) == (21, 21, 37)
    table.do(more, Decline(), BuyPrivate("KT", 37), Decline())
    assert table.legal("buy_private") == []
    table.refused(BuyPrivate("KT", 37), "1888.turn.buy-privates-any-time")


@pytest.mark.parametrize("step", ["track", "run"])
@rule("1888.turn.buy-privates-any-time")
def test_no_private_is_bought_before_phase_3(step: str) -> None:
    """In phase 2 no company buys privates, whatever the step."""
    table = coastal_turn(step, phase="2")
    table.private("KT", "Ann")
    table.refused(BuyPrivate("KT", 25), "1888.privates.sale-to-company-from-phase-3")


@pytest.mark.parametrize("step", [*STEPS, "income"])
@rule("1888.turn.use-private-powers-any-time")
def test_company_uses_a_power_at_any_point_of_its_turn(step: str) -> None:
    """In each step the company may lay the ferry of its private, and then goes on where it was."""
    table = coastal_turn(step, phase="2")
    before = table.game.state.stack
    assert LayFerry() in table.legal()
    table.do(LayFerry())
    assert table.of("hex.E17") == ["L40a", 0]
    if step != "privates":
        assert table.game.state.stack == before


@rule("1888.turn.use-private-powers-any-time")
def test_power_used_before_the_run_gives_it_a_route() -> None:
    """A company whose trains cannot run is not passed over while a power may still bring them a route."""
    table = Table1888()
    table.company("LYR", trains=["2"])
    table.private("YRF", "LYR")
    table.turn("LYR", "run")
    assert table.legal() == [LayFerry(), Pass()]
    table.do(LayFerry())
    table.refused(Pass(), "1888.turn.sequence")
    table.do(run("2", "F16-E17"), Withhold())
    assert table.of("c.LYR.cash") == 60


@rule("1888.turn.use-private-powers-any-time")
def test_power_used_before_the_station_opens_a_city() -> None:
    """A company that reaches no free city may first lay track by a power, and then places its station there."""
    table = Table1888()
    table.company("LYR", cash=40, trains=["2"])
    table.private("YRF", "LYR")
    table.turn("LYR", "station")
    assert table.legal() == [LayFerry(), Pass()]
    table.do(LayFerry(), PlaceStation("E17", 0))
    assert table.of("c.LYR.tokens") == [["F16", 0], ["E17", 0]]


@rule("1888.turn.use-private-powers-any-time")
def test_power_used_before_the_track_step_opens_a_hex() -> None:
    """A company that can pay for no tile may first build on the wall, and then go on from there."""
    table = Table1888()
    table.company("JZR", cash=0, trains=["2"])
    table.private("GW", "JZR")
    table.turn("JZR", "track")
    table.refused(LayTile("C7", "7", 4), "1888.track.cost-from-treasury")
    table.do(LayTile("C7", "7", 4, "GW"), LayTile("D8", "8", 2))
    assert table.of("hex.D8") == ["8", 2]


# -- VIII.3.2: the home station --


@pytest.mark.parametrize(
    ("company", "hex_name", "city"),
    [
        ("JHR", "C9", 1),
        ("SSL", "B18", 0),
        ("CDL", "A19", 0),
        ("HJR", "F6", 0),
        ("TJL", "E3", 0),
        ("LYR", "F16", 0),
        ("JZR", "C9", 0),
        ("ZDR", "G11", 0),
    ],
)
@rule("1888.home.place-first-turn")
def test_first_turn_begins_with_the_home_station(company: str, hex_name: str, city: int) -> None:
    """The station comes at the start of the first turn, free of charge, with or without a tile in the hex."""
    table = Table1888()
    table.company(company, cash=700, trains=["2"], home=False)
    table.share_round()
    assert table.of(f"c.{company}.tokens") == []
    events = all_pass(table)
    assert StationPlaced(company, hex_name, city, 0) in events
    assert table.of(f"c.{company}.tokens") == [[hex_name, city]]
    assert table.of(f"c.{company}.cash") == 700
    assert table.game.deciding == company


@pytest.mark.parametrize(("company", "hex_name", "tile", "city"), [("HJR", "F6", "57", 0), ("JHR", "C9", "L42", 3)])
@rule("1888.home.place-first-turn")
def test_home_station_goes_on_the_tile_that_lies_there(company: str, hex_name: str, tile: str, city: int) -> None:
    """If others have built on the home before, the station takes the city of that tile to which the home has gone."""
    table = Table1888()
    table.tile(hex_name, tile, 0)
    table.company(company, trains=["2"], home=False)
    table.share_round()
    all_pass(table)
    assert table.of(f"c.{company}.tokens") == [[hex_name, city]]


@rule("1888.home.place-first-turn")
def test_later_turns_place_no_home_station() -> None:
    """A company that has its home station gets no other one free."""
    table = Table1888()
    table.company("CDL", cash=700, trains=["2"])
    table.share_round()
    events = all_pass(table)
    assert not [event for event in events if isinstance(event, StationPlaced)]
    assert table.of("c.CDL.tokens") == [["A19", 0]]
