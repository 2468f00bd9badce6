"""VII. Companies of the foreign investors, and their merger with the associated companies."""

from __future__ import annotations

import pytest

from tests.table import Table, rule
from tielu.core.actions import (
    BuyShare,
    BuyTrain,
    FoundCompany,
    LayTile,
    Pass,
    PayDividend,
    PlaceStation,
    RouteRun,
    RunTrains,
    Withhold,
)
from tielu.titles.t1880.rules.actions import ChooseInvestor, MergeMoney, MergeStation

PRINTED = pytest.mark.parametrize("edition", ["2010", "2022"])


def found(table: Table, company: str, percent: int = 20, permits: str = "ABC", slot: int = 0) -> FoundCompany:
    """The founding at 100; the first edition also wants to know the row."""
    chosen = slot if table.game.edition == "2010" else None
    return FoundCompany(company, 100, percent, permits, chosen)


def taiyuan(phase: str = "A1", edition: str = "2022", cash: int = 0) -> Table:
    """A3 in Taiyuan, joined with Kaifeng in the east; in the west the river of H4 may be built on."""
    table = Table(edition=edition, phase=phase)
    table.company("NJR", "Bo", cash=1000, trains=["2"])
    table.investor("A3", "Ann", cash=cash)
    table.tile("H6", "57", 1)
    table.tile("H8", "235", 1)
    return table


def qingdao(
    edition: str = "2022",
    phase: str = "A1",
    owner: str = "Ann",
    cash: int = 0,
    holdings: dict[str, int] | None = None,
    joined: bool = True,
) -> Table:
    """A4 in Qingdao and Ann's HKR in Shanghai, whose share it holds; the ferry between them has track at both ends."""
    table = Table(edition=edition, phase=phase)
    table.company("HKR", "Ann", cash=500, trains=["2"], holdings=holdings)
    table.investor("A4", owner, company="HKR", cash=cash)
    table.tile("H14", "57", 2)
    if joined:
        table.tile("K15", "8877", 0)
    return table


# -- the choice --


@rule("1880.fi.free-choice")
def test_each_player_takes_one_investor_for_nothing_and_the_rest_leave() -> None:
    """Three players take one each without paying; a taken one is refused, the other four leave the map."""
    table = Table(cash=300)
    table.investor_choice()
    table.do(ChooseInvestor("A4"))
    table.refused(ChooseInvestor("A4"), "1880.fi.free-choice")
    table.do(ChooseInvestor("A7"))
    table.do(ChooseInvestor("A1"))
    owners = {number: table.of(f"m.{number}.owner") for number in range(1, 8)}
    assert owners == {4: "p0", 7: "p1", 1: "p2", 2: "closed", 3: "closed", 5: "closed", 6: "closed"}
    assert [table.of(f"p.{player}.cash") for player in range(3)] == [300, 300, 300]
    assert [name for name in ("A1", "A2", "A3", "A4", "A5", "A6", "A7") if table.stations_of(name)] == [
        "A1",
        "A4",
        "A7",
    ]


HOMES = {1: "A3", 2: "E13", 3: "H6", 4: "H14", 5: "Q15", 6: "P12", 7: "Q7"}


@rule(
    "1880.fi.home-a1",
    "1880.fi.home-a2",
    "1880.fi.home-a3",
    "1880.fi.home-a4",
    "1880.fi.home-a5",
    "1880.fi.home-a6",
    "1880.fi.home-a7",
)
@pytest.mark.parametrize("number", HOMES)
def test_investor_has_its_marker_in_its_home(number: int) -> None:
    """The investor that a player takes has one marker, in the city that the book names."""
    table = Table()
    table.investor_choice()
    table.do(ChooseInvestor(f"A{number}"))
    assert table.of(f"m.{number}.owner") == "p0"
    assert table.of(f"m.{number}.tokens") == [[HOMES[number], 0]]


# -- the turn of an investor --


@rule("1880.fi.lease-current-train")
@pytest.mark.parametrize(
    ("phase", "depot", "train"), [("A1", "2", "2"), ("A2", "2+2", "2+2"), ("B1", "3", "3"), ("B2", "4", "4")]
)
def test_investor_runs_the_train_on_offer_which_stays_in_the_bank(phase: str, depot: str, train: str) -> None:
    """It runs the type on offer, in B2 even a 4 that nobody has bought; nothing is paid and no train leaves."""
    table = taiyuan(phase)
    table.depot(depot, 5)
    bank = table.state.bank
    table.turn("A3", "run")
    other = "3" if train != "3" else "2"
    stops, path = (("H8", 0), ("H6", 0)), (("H8", "H6"),)
    table.refused(RunTrains((RouteRun(other, stops, path),)), "1880.fi.lease-current-train")
    table.refused(
        RunTrains((RouteRun(train, stops, path), RouteRun(train, stops, path))),
        "1880.fi.lease-current-train",
    )
    assert table.legal("run_trains") == [RunTrains((RouteRun(train, stops, path),))]
    events = table.do(RunTrains((RouteRun(train, stops, path),)))
    assert "train_bought" not in table.names(events)
    assert table.of("m.3.cash") == 50
    assert table.state.bank == bank - 50
    assert table.of(f"depot.{train}") == 5
    assert table.of("phase") == phase


@rule("1880.fi.operate-like-companies")
def test_investor_operates_in_the_order_of_a_turn_with_its_own_money() -> None:
    """It builds, paying terrain from its own treasury, then must run; it neither places markers nor buys trains."""
    table = taiyuan("B1", cash=10)
    table.turn("A3", "track")
    assert (table.game.deciding, table.game.actor) == ("A3", "Ann")
    table.refused(LayTile("H4", "9", 1), "1880.track.terrain-paid-from-treasury")
    table.treasury("A3", 120)
    table.turn("A3", "track")
    table.refused(RunTrains(()), "1880.turn.sequence")
    table.do(LayTile("H4", "9", 1))
    assert table.of("m.3.cash") == 100
    assert table.of("p.0.cash") == 1000
    table.refused(PlaceStation("H8", 0), "1880.station.three-markers")
    table.refused(Pass(), "1880.turn.compulsory-steps")
    table.do(*table.legal("run_trains"))
    assert table.of("m.3.cash") == 150
    assert table.game.deciding == "NJR"
    assert table.stations_of("A3") == [("H6", 0)]


@rule("1880.fi.lease-current-train")
def test_investor_buys_no_train() -> None:
    """However rich it is, no step of its turn sells it a train."""
    table = taiyuan(cash=1000)
    table.turn("A3", "track")
    table.refused(BuyTrain("2", "bank", 100), "1880.fi.lease-current-train")
    table.do(Pass())
    assert table.game.deciding == "A3"
    table.refused(BuyTrain("2", "bank", 100), "1880.fi.lease-current-train")


@rule("1880.fi.one-tile")
def test_investor_lays_a_single_yellow_tile_where_companies_lay_two() -> None:
    """In Phase B a company goes on after its first yellow tile, an investor does not."""
    table = taiyuan("B1", cash=500)
    table.company("NXR", "Ann", permits="ABC", cash=500, trains=["2"])
    table.turn("NXR", "track")
    table.do(LayTile("J6", "57", 1))
    assert table.legal("lay_tile")
    table.turn("A3", "track")
    table.do(LayTile("H4", "9", 1))
    assert table.game.deciding == "A3"
    assert table.legal("lay_tile") == []
    table.refused(LayTile("H2", "9", 1), "1880.turn.sequence")


@rule("1880.fi.one-tile")
def test_investor_upgrades_a_single_tile() -> None:
    """An upgrade is the one tile of the turn, as a yellow tile would have been."""
    table = taiyuan("B1", cash=500)
    table.turn("A3", "track")
    table.allowed(LayTile("H4", "9", 1))
    table.do(LayTile("H6", "14", 1))
    assert table.of("hex.H6") == ["14", 1]
    assert table.game.deciding == "A3"
    assert table.legal("lay_tile") == []


@rule("1880.fi.no-share-price")
def test_investor_earns_no_chart_bonus_and_moves_no_price() -> None:
    """The run earns what the stations are worth, though the associated company's price has a bonus; no price moves."""
    table = qingdao()
    table.price_at("HKR", 1, 9)
    table.turn("A4", "run")
    events = table.do(*table.legal("run_trains"))
    assert table.of("m.4.cash") == 30 + 20 - 10
    assert "price_moved" not in table.names(events)
    assert table.of("c.HKR.rc") == [1, 9]
    assert not any(key.startswith("m.4.p") for key in table.game.snapshot())


@rule("1880.fi.always-withhold")
def test_investor_keeps_its_income() -> None:
    """Nobody is asked about a dividend, and the whole income is in the investor's treasury."""
    table = taiyuan(cash=70)
    table.turn("A3", "run")
    assert table.refused(PayDividend(), "1880.fi.always-withhold").code == "not_for_investors"
    assert table.refused(Withhold(), "1880.fi.always-withhold").code == "not_for_investors"
    events = table.do(*table.legal("run_trains"))
    assert table.of("m.3.cash") == 70 + 50
    assert [table.of(f"p.{player}.cash") for player in range(3)] == [1000, 1000, 1000]
    assert "dividend_paid" not in table.names(events)
    assert not table.legal("pay_dividend")
    assert not table.legal("withhold")


# -- the reserved share --


@PRINTED
@rule("1880.fi.reserve-share.2010", "1880.fi.reserve-share.2022")
def test_first_company_puts_a_share_on_the_investor_at_once(edition: str) -> None:
    """On buying the first director certificate one share goes to the charter; the second company gives none."""
    table = Table(edition=edition)
    table.investor("A4", "Ann")
    table.investor("A5", "Bo")
    table.share_round("Ann")
    events = table.do(found(table, "HKR"))
    assert "share_reserved" in table.names(events)
    assert (table.of("sh.HKR.m4"), table.of("sh.HKR.p0"), table.of("sh.HKR.ipo")) == (10, 20, 70)
    assert table.of("sh.HKR.m5") is None
    assert table.of("p.0.cash") == 800
    table.do(Pass(), Pass(), found(table, "NXR", slot=1))
    assert table.of("sh.NXR.m4") is None
    assert table.of("sh.NXR.ipo") == 80


@rule("1880.fi.reserve-share.2022")
def test_taking_over_a_company_is_not_founding_one() -> None:
    """A director by majority has founded nothing, so the investor waits for the company that its owner founds."""
    table = Table(phase="B1")
    table.company("HKR", "Ann", holdings={"Bo": 20})
    table.investor("A5", "Bo")
    table.share_round("Bo")
    table.do(BuyShare("HKR", "bank"))
    assert table.of("c.HKR.pres") == "p1"
    assert table.of("sh.HKR.m5") is None
    table.do(Pass(), Pass(), found(table, "NXR"))
    assert table.of("sh.NXR.m5") == 10


@PRINTED
@rule("1880.fi.reserve-share-from-top")
def test_reserved_share_is_one_of_those_available(edition: str) -> None:
    """Of the five shares above the card a 30% founder and the investor leave one; without an investor it is two."""
    left = {}
    for investor in (False, True):
        table = Table(edition=edition)
        if investor:
            table.investor("A4", "Ann")
        table.share_round("Ann")
        table.do(found(table, "HKR", 30, "AB"))
        left[investor] = 0
        while BuyShare("HKR", "bank") in table.legal("buy_share"):
            table.do(BuyShare("HKR", "bank"))
            left[investor] += 1
        table.refused(BuyShare("HKR", "bank"), "1880.phase.a1-five-shares")
        assert table.of("sh.HKR.ipo") == 50
    assert left == {False: 2, True: 1}


@PRINTED
@rule("1880.fi.reserve-share-not-for-float")
def test_reserved_share_does_not_float_the_company(edition: str) -> None:
    """In B1, where 30% float, a 20% founder with 10% on the investor does not; one more share of his own does it."""
    table = Table(edition=edition, phase="B1")
    table.company("NJR", "Bo", price=70, cash=500, trains=["2"])
    table.investor("A4", "Ann")
    table.share_round("Ann")
    table.do(found(table, "HKR"))
    assert table.of("sh.HKR.m4") == 10
    table.do(Pass(), Pass(), Pass())
    assert table.of("round.type") == "Operating"
    assert table.of("c.HKR.floated") is False
    table.share_round("Ann")
    table.do(BuyShare("HKR", "bank"), Pass(), Pass(), Pass())
    assert table.of("c.HKR.floated") is True


@PRINTED
@rule("1880.fi.bcr-is-first-company")
def test_bcr_is_the_first_company_of_its_founder(edition: str) -> None:
    """The investor that BCR's founder takes gets a BCR share at that moment, and none of the next company."""
    table = Table(edition=edition)
    table.company("BCR", "Bo", floated=False)
    table.investor_choice()
    table.do(ChooseInvestor("A4"))
    assert table.of("sh.BCR.m4") is None
    table.do(ChooseInvestor("A2"))
    assert table.of("sh.BCR.m2") == 10
    table.do(ChooseInvestor("A1"))
    assert table.of("sh.BCR.m1") is None
    table.do(Pass(), found(table, "HKR", slot=1))
    assert table.of("sh.HKR.p1") == 20
    assert table.of("sh.HKR.m2") is None


@rule("1880.fi.share-reserved-for-owner")
@pytest.mark.parametrize("buyer", ["Ann", "Bo", "Cy"])
def test_share_on_the_charter_is_not_for_sale(buyer: str) -> None:
    """When it is the last share outside the players' hands nobody can buy it, not even the investor's owner."""
    table = Table(phase="B1")
    table.company("HKR", "Ann", 40, holdings={"Bo": 30, "Cy": 20})
    table.investor("A4", "Ann", company="HKR")
    table.share_round(buyer)
    table.refused(BuyShare("HKR", "bank"), "1880.fi.share-reserved-for-owner")
    table.refused(BuyShare("HKR", "A4"), "1880.sr.trade-with-bank")
    assert table.of("sh.HKR.m4") == 10


@rule("1880.fi.share-no-dividend")
def test_no_dividend_on_the_reserved_share() -> None:
    """Of an income of 40 the director's 20% and another's 10% are paid; the investor's 10% earns nobody anything."""
    table = qingdao(cash=70, holdings={"Bo": 10})
    bank = table.state.bank
    table.turn("HKR", "run")
    table.do(*table.legal("run_trains"))
    table.do(PayDividend())
    assert [table.of(f"p.{player}.cash") for player in range(3)] == [1008, 1004, 1000]
    assert table.of("m.4.cash") == 70
    assert table.of("c.HKR.cash") == 500
    assert table.state.bank == bank - 12


# -- when investor and company merge --


@rule("1880.merger.check-at-fi-turn-end")
def test_merger_is_tested_only_at_the_end_of_the_investors_turn() -> None:
    """The company's own tile joins the two, yet the investor still builds and runs once more before it merges."""
    table = qingdao(joined=False)
    table.turn("HKR", "track")
    table.do(LayTile("K15", "8877", 0))
    table.refused(MergeMoney("company"), "1880.merger.check-at-fi-turn-end")
    assert table.of("m.4.owner") == "p0"
    table.turn("A4", "track")
    assert table.legal("lay_tile")
    table.refused(MergeMoney("company"), "1880.merger.check-at-fi-turn-end")
    table.do(Pass())
    table.refused(MergeMoney("company"), "1880.merger.check-at-fi-turn-end")
    table.do(*table.legal("run_trains"))
    assert table.game.deciding == "A4"
    assert table.legal() == [MergeMoney("company"), MergeMoney("owner")]
    assert table.of("m.4.cash") == 40


@PRINTED
@rule("1880.merger.connection.2010", "1880.merger.connection.2022")
def test_joined_homes_merge_and_separate_ones_do_not(edition: str) -> None:
    """Track from home to home is what a merger takes, in either edition."""
    table = qingdao(edition)
    table.turn("A4", "merger")
    assert table.legal("merge_money")
    table = qingdao(edition, joined=False)
    table.turn("A4", "merger")
    assert table.game.deciding == "HKR"
    assert table.of("m.4.owner") == "p0"


@pytest.mark.parametrize(("edition", "merges"), [("2010", True), ("2022", False), ("18xx.games", True)])
@rule("1880.merger.connection.2010", "1880.merger.connection.2022")
def test_another_station_of_the_company_counts_in_the_first_edition_only(edition: str, merges: bool) -> None:
    """NJR's second marker is joined with Qingdao and its home is not: 2010 merges, 2022 asks for both homes."""
    table = Table(edition=edition)
    table.company("NJR", "Ann", cash=500, trains=["2"], stations=[("K13", 0), ("K15", 0)])
    table.investor("A4", "Ann", company="NJR")
    table.tile("H14", "57", 2)
    table.tile("K15", "8877", 0)
    table.turn("A4", "merger")
    assert (table.game.deciding == "A4") == merges
    assert bool(table.legal("merge_money")) == merges


@PRINTED
@rule("1880.merger.connection.2010", "1880.merger.connection.2022")
def test_markers_of_others_do_not_obstruct_a_merger(edition: str) -> None:
    """WNR fills Nanning between French Indochina and Kunming; trains stop there, the merger does not."""
    table = Table(edition=edition)
    table.company("CKR", "Ann", cash=500, trains=["2"])
    table.investor("A7", "Ann", company="CKR")
    table.tile("P8", "6", 0)
    table.tile("O7", "6", 5)
    table.tile("O5", "57", 1)
    table.company("WNR", "Bo", trains=["2"], stations=[("L10", 0), ("P8", 0)])
    table.depot("3", 5)
    table.turn("A7", "run")
    through = RouteRun("3", (("Q7", 0), ("P8", 0), ("O7", 0)), (("Q7", "P8"), ("P8", "O7")))
    table.refused(RunTrains((through,)), "1880.route.no-through-blocked")
    table.turn("A7", "merger")
    assert table.legal("merge_money")


@PRINTED
@rule("1880.merger.connection.2010", "1880.merger.connection.2022")
def test_no_merger_through_a_harbour(edition: str) -> None:
    """The other route rules hold: Haikou ends every route, so track to it from both sides joins nothing."""
    table = Table(edition=edition)
    table.company("NJR", "Ann", cash=500, trains=["2"], stations=[("P14", 0)])
    table.investor("A6", "Ann", company="NJR")
    table.tile("P12", "57", 2)
    table.tile("P14", "57", 0)
    table.turn("A6", "merger")
    assert table.game.deciding == "NJR"
    table.tile("P12", "5", 4)
    table.tile("P14", "57", 1)
    table.turn("A6", "merger")
    assert table.game.deciding == "A6"


@PRINTED
@rule("1880.merger.connection.2010", "1880.merger.connection.2022")
def test_no_merger_with_a_company_that_has_not_floated(edition: str) -> None:
    """Its home marker is not on the map yet, so there is no home station to be joined with."""
    table = Table(edition=edition)
    table.company("HKR", "Ann", floated=False)
    table.company("NJR", "Bo", cash=500, trains=["2"])
    table.investor("A4", "Ann", company="HKR")
    table.tile("H14", "57", 2)
    table.tile("K15", "8877", 0)
    table.turn("A4", "merger")
    assert table.game.deciding == "NJR"
    assert table.of("sh.HKR.m4") == 10


@rule("1880.merger.automatic")
def test_merger_cannot_be_declined() -> None:
    """Once the two are joined the owner decides about the money; passing or going on is refused."""
    table = qingdao(cash=100)
    table.turn("A4", "merger")
    table.refused(Pass(), "1880.merger.automatic")
    table.refused(LayTile("G13", "9", 2), "1880.merger.automatic")
    assert table.legal() == [MergeMoney("company"), MergeMoney("owner")]


# -- what a merger brings --


@rule("1880.merger.treasury-choice")
@pytest.mark.parametrize(("to", "company", "owner", "bank"), [("company", 130, 0, 0), ("owner", 0, 26, 104)])
def test_owner_gives_the_treasury_to_the_company_or_takes_a_fifth(to: str, company: int, owner: int, bank: int) -> None:
    """Of 130 the company gets all, or Bo, who owns the investor, 26 and the bank 104; the premium comes on top."""
    table = qingdao(owner="Bo", cash=130)
    before = table.state.bank
    table.turn("A4", "merger")
    assert (table.game.actor, table.game.deciding) == ("Bo", "A4")
    table.refused(MergeMoney("bank"), "1880.merger.treasury-choice")
    table.do(MergeMoney(to))
    assert table.of("c.HKR.cash") == 500 + company
    assert table.of("p.1.cash") == 1000 + 50 + owner
    assert table.of("p.0.cash") == 1000
    assert table.state.bank == before - 50 + bank
    assert table.of("m.4.cash") is None


@rule("1880.merger.share-to-owner", "1880.merger.bonus-50")
def test_owner_gets_the_reserved_share_and_fifty() -> None:
    """The share moves from the charter to the owner without payment, and the bank pays 50."""
    table = qingdao()
    table.turn("A4", "merger")
    table.do(MergeMoney("company"))
    assert table.of("sh.HKR.m4") is None
    assert (table.of("sh.HKR.p0"), table.of("sh.HKR.ipo")) == (30, 70)
    assert table.of("p.0.certs") == 2
    assert table.of("p.0.cash") == 1050


@PRINTED
@rule("1880.merger.regardless-of-director")
def test_share_and_premium_go_to_the_investors_owner_whoever_directs(edition: str) -> None:
    """Ann directs by now, but Bo owns the investor: he gets share and 50, she decides about the marker."""
    table = qingdao(edition, owner="Bo", cash=100)
    table.turn("A4", "merger")
    table.do(MergeMoney("company"))
    assert (table.of("sh.HKR.p1"), table.of("p.1.cash")) == (10, 1050)
    assert (table.of("sh.HKR.p0"), table.of("p.0.cash")) == (20, 1000)
    assert table.of("c.HKR.pres") == "p0"
    assert (table.game.actor, table.game.deciding) == ("Ann", "HKR")


@rule("1880.merger.token-replacement")
@pytest.mark.parametrize(
    ("replace", "stations", "unplaced"), [(True, [("K15", 0), ("H14", 0)], [100]), (False, [("K15", 0)], [40, 100])]
)
def test_director_may_put_the_cheapest_marker_in_the_investors_place(
    replace: bool, stations: list[tuple[str, int]], unplaced: list[int]
) -> None:
    """Free of charge, and only if the director wants it; the investor's own marker goes in either case."""
    table = qingdao(owner="Bo")
    table.turn("A4", "merger")
    table.do(MergeMoney("owner"))
    assert (table.game.actor, table.game.deciding) == ("Ann", "HKR")
    table.refused(Pass(), "1880.merger.token-replacement")
    assert table.legal() == [MergeStation(True), MergeStation(False)]
    table.do(MergeStation(replace))
    assert table.stations_of("HKR") == stations
    assert table.of("c.HKR.tokprices") == unplaced
    assert table.of("c.HKR.cash") == 500
    assert table.stations_of("A4") == []
    assert table.of("m.4.owner") is None


@rule("1880.merger.token-replacement")
def test_replacing_leaves_the_companys_own_marker_of_the_turn() -> None:
    """The free marker is not the one of the company's turn, which it may still place for 100."""
    table = qingdao()
    table.tile("L14", "57", 0)
    table.turn("A4", "merger")
    table.do(MergeMoney("company"), MergeStation(True))
    table.turn("HKR", "station")
    table.do(PlaceStation("L14", 0))
    assert table.stations_of("HKR") == [("K15", 0), ("H14", 0), ("L14", 0)]
    assert table.of("c.HKR.cash") == 400


@rule("1880.merger.token-replacement")
def test_no_replacement_without_a_marker_to_spare() -> None:
    """A company with all three markers on the map is not asked, and the investor's marker is removed."""
    table = qingdao()
    table.station("HKR", "L10")
    table.station("HKR", "H10")
    table.turn("A4", "merger")
    events = table.do(MergeMoney("company"))
    assert "investor_merged" in table.names(events)
    assert table.legal("merge_station") == []
    assert table.stations_of("HKR") == [("K15", 0), ("L10", 0), ("H10", 0)]
    assert table.stations_of("A4") == []


@pytest.mark.parametrize(("edition", "asked"), [("2010", False), ("2022", False), ("18xx.games", True)])
@rule("1880.merger.token-replacement")
def test_no_replacement_beside_the_companys_own_marker(edition: str, asked: bool) -> None:
    """A company that is in the investor's city already gets no second marker there; only the platform forgets it."""
    table = qingdao(edition, phase="B1")
    table.tile("H14", "14", 2)
    table.station("HKR", "H14")
    table.turn("A4", "merger")
    table.do(MergeMoney("company"))
    assert bool(table.legal("merge_station")) == asked
    assert table.stations_of("A4") == []
    assert table.stations_of("HKR") == [("K15", 0), ("H14", 0)]


# -- order, the takeover, the end --


@rule("1880.fi.numeric-order")
def test_investors_operate_in_numerical_order() -> None:
    """A2, A5 and A7 follow one another before the companies, whoever owns them and wherever the owners sit."""
    table = Table()
    table.company("HKR", "Ann", cash=500, trains=["2"])
    table.investor("A7", "Ann")
    table.investor("A5", "Bo")
    table.investor("A2", "Cy")
    table.turn("HKR", "trains")
    turns = []
    for _ in range(4):
        table.do(Pass())
        turns.append((table.game.deciding, table.game.actor))
    assert turns == [("A2", "Cy"), ("A5", "Bo"), ("A7", "Ann"), ("HKR", "Ann")]


@rule("1880.fi.inactive-from-b3")
@pytest.mark.parametrize(("phase", "active"), [("B2", True), ("B3", False), ("C2", False), ("D1", False)])
def test_investors_build_run_and_earn_no_more_from_b3(phase: str, active: bool) -> None:
    """With track, a city to build on and a route, A3 is asked in B2; from B3 on its turn passes without a word."""
    table = taiyuan(phase, cash=500)
    table.turn("NJR", "trains")
    events = table.do(Pass())
    assert "round_began" in table.names(events)
    assert (table.game.deciding == "A3") == active
    assert table.of("x.fi_operate") == active
    if not active:
        assert table.game.deciding == "NJR"
        assert table.of("m.3.cash") == 500
        assert "trains_run" not in table.names(events)


@rule("1880.fi.merge-after-b3")
@pytest.mark.parametrize("phase", ["B3", "C2"])
def test_inactive_investor_still_merges_in_its_turn(phase: str) -> None:
    """Money and share stay where they are until the two are joined; then the next turn of the investor merges them."""
    table = qingdao(phase=phase, cash=100, joined=False)
    table.turn("HKR", "trains")
    table.do(Pass())
    assert (table.game.deciding, table.of("round.type")) == ("HKR", "Operating")
    assert (table.of("m.4.cash"), table.of("sh.HKR.m4")) == (100, 10)
    table.tile("K15", "8877", 0)
    table.turn("HKR", "trains")
    table.do(Pass())
    assert table.game.deciding == "A4"
    assert table.legal() == [MergeMoney("company"), MergeMoney("owner")]
    table.do(MergeMoney("owner"))
    assert table.of("p.0.cash") == 1000 + 50 + 20
    assert table.of("sh.HKR.p0") == 30


@PRINTED
@rule("1880.fi.end-20-percent", "1880.fi.end-20-percent-no-company")
def test_investors_left_at_the_end_pay_a_fifth_to_their_owners(edition: str) -> None:
    """A4 never merged and pays 26 of 130; A5, whose owner founded nothing, pays 12 of 60; shares stay reserved."""
    table = qingdao(edition, phase="D2", cash=130, joined=False)
    table.investor("A5", "Bo", cash=60)
    table.marker("HKR")
    table.state.circles_left = 1
    table.treasury("HKR", 1000)
    table.turn("HKR", "trains")
    table.do(Pass())
    assert table.game.finished
    assert [table.of(f"p.{player}.cash") for player in range(3)] == [1026, 1012, 1000]
    assert (table.of("sh.HKR.p0"), table.of("sh.HKR.m4")) == (20, 10)
    assert dict(table.game.standings())["Ann"] == 1026 + 2 * table.of("c.HKR.price")


@rule("1880.fi.end-20-percent")
def test_merged_investor_pays_nothing_at_the_end() -> None:
    """What a merger has settled is not paid a second time."""
    table = qingdao(phase="D2", cash=130)
    table.turn("A4", "merger")
    table.do(MergeMoney("owner"), MergeStation(False))
    assert table.of("p.0.cash") == 1000 + 50 + 26
    table.marker("HKR")
    table.state.circles_left = 1
    table.treasury("HKR", 1000)
    table.turn("HKR", "trains")
    table.do(Pass())
    assert table.game.finished
    assert table.of("p.0.cash") == 1000 + 50 + 26
