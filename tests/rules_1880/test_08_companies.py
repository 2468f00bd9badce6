"""VIII. Major companies: how they come into play, their directors, and their building permits."""

from __future__ import annotations

import pytest

from tests.table import Table, rule
from tielu.core.actions import BuyShare, BuyTrain, FoundCompany, LayTile, Pass, SellShares
from tielu.titles.t1880.rules.actions import ChooseInvestor, ExchangeRocket, MergeMoney

PRINTED = pytest.mark.parametrize("edition", ["2010", "2022"])


def founding(company: str = "HKR", percent: int = 20, permits: str | None = "ABC", price: int = 100) -> FoundCompany:
    return FoundCompany(company, price, percent, permits)


# -- general --


@rule("1880.majors.director-cert-first")
def test_first_certificate_bought_is_the_directors() -> None:
    """Before anyone has the director certificate no share is sold; once it is sold there is no second one."""
    table = Table()
    table.share_round("Ann")
    table.refused(BuyShare("HKR", "bank"), "1880.majors.director-cert-first")
    table.do(founding())
    table.refused(founding(), "1880.majors.director-cert-first")
    table.do(BuyShare("HKR", "bank"))
    assert (table.of("sh.HKR.p0"), table.of("sh.HKR.p1")) == (20, 10)


@rule("1880.majors.trade-only-in-sr")
@pytest.mark.parametrize("step", ["track", "run", "trains"])
def test_shares_change_hands_in_share_rounds_only(step: str) -> None:
    """What Ann may buy, sell and found in a share round is refused in every step of her company's turn."""
    table = Table()
    table.company("HKR", "Ann", 30, cash=500, trains=["2"])
    table.tile("K15", "8877", 0)
    table.tile("H14", "57", 2)
    table.company("NJR", "Bo", holdings={"Ann": 10})
    trades = [BuyShare("NJR", "bank"), SellShares("NJR", 10), founding("WNR")]
    table.share_round("Ann")
    for trade in trades:
        table.allowed(trade)
    table.turn("HKR", step)
    assert table.game.deciding == "HKR"
    for trade in trades:
        table.refused(trade, "1880.majors.trade-only-in-sr")


@rule("1880.majors.trade-only-in-sr")
def test_sale_outside_a_share_round_only_for_a_train_that_must_be_bought() -> None:
    """A company without a train and money lets its director sell; with the money for it, it does not."""
    table = Table(cash=0)
    table.company("HKR", "Ann", cash=50)
    table.company("NJR", "Bo", holdings={"Ann": 10})
    table.turn("HKR", "trains")
    table.do(SellShares("NJR", 10))
    assert table.of("p.0.cash") == 95
    table = Table(cash=0)
    table.company("HKR", "Ann", cash=100)
    table.company("NJR", "Bo", holdings={"Ann": 10})
    table.turn("HKR", "trains")
    table.refused(SellShares("NJR", 10), "1880.majors.trade-only-in-sr")


@rule("1880.majors.available-after-privates-and-fi")
def test_companies_are_founded_once_privates_are_sold_and_investors_chosen() -> None:
    """Neither in the auction of the last private nor while investors are chosen, but right after the last choice."""
    table = Table()
    table.auction("P7")
    table.refused(founding(), "1880.auction.privates-before-shares")
    table.investor_choice()
    for investor in ("A1", "A2", "A3"):
        table.refused(founding(), "1880.majors.available-after-privates-and-fi")
        assert table.legal("found_company") == []
        table.do(ChooseInvestor(investor))
    table.do(founding())
    assert table.of("c.HKR.pres") == "p0"


# Beijing has a city for each of its four companies.
HOMES = {
    "JHA": ["F8", 2],
    "JHU": ["F8", 3],
    "JGG": ["F8", 0],
    "JLR": ["F8", 1],
    "BZU": ["B8", 0],
    "LHR": ["J2", 0],
    "SCR": ["N12", 0],
    "CKR": ["O5", 0],
    "BCR": ["M3", 0],
    "NXR": ["J6", 0],
    "HKR": ["K15", 0],
    "NJR": ["K13", 0],
    "QSR": ["D12", 0],
    "WNR": ["L10", 0],
}


@rule(
    "1880.majors.home-jha",
    "1880.majors.home-jhu",
    "1880.majors.home-jgg",
    "1880.majors.home-jlr",
    "1880.majors.home-bzu",
    "1880.majors.home-lhr",
    "1880.majors.home-scr",
    "1880.majors.home-ckr",
    "1880.majors.home-bcr",
    "1880.majors.home-nxr",
    "1880.majors.home-hkr",
    "1880.majors.home-njr",
    "1880.majors.home-qsr",
    "1880.majors.home-wnr",
)
@pytest.mark.parametrize("company", HOMES)
def test_company_starts_in_its_home(company: str) -> None:
    """A company that floats puts its marker into the city that the book names, and begins to build from there."""
    table = Table()
    table.share_round("Ann")
    table.do(founding(company), Pass(), Pass(), Pass())
    assert table.of(f"c.{company}.floated") is True
    assert table.of(f"c.{company}.tokens") == [HOMES[company]]
    assert table.game.deciding == company


# -- the director --


@rule("1880.director.holder-of-certificate")
def test_holder_of_the_certificate_is_the_director() -> None:
    """Bo buys the certificate and directs, and goes on directing when others hold as much in ordinary shares."""
    table = Table(phase="B1")
    table.share_round("Bo")
    table.do(founding(percent=30, permits="BC"))
    assert (table.of("c.HKR.pres"), table.of("c.HKR.prespct"), table.of("p.1.certs")) == ("p1", 30, 1)
    for _ in range(3):
        table.do(BuyShare("HKR", "bank"), Pass(), Pass())
    assert (table.of("sh.HKR.p1"), table.of("sh.HKR.p2")) == (30, 30)
    assert (table.of("c.HKR.pres"), table.of("p.1.certs"), table.of("p.2.certs")) == ("p1", 1, 3)


@rule("1880.director.sets-par")
@pytest.mark.parametrize("price", [100, 90, 80, 70])
def test_buyer_of_the_certificate_fixes_the_price(price: int) -> None:
    """Each of the four values may be named; the certificate and the first shares are paid at it."""
    table = Table()
    table.share_round("Ann")
    table.do(founding(price=price), BuyShare("HKR", "bank"))
    assert (table.of("c.HKR.par"), table.of("c.HKR.price")) == (price, price)
    assert (table.of("p.0.cash"), table.of("p.1.cash")) == (1000 - 2 * price, 1000 - price)


@rule("1880.director.sole-decision")
@pytest.mark.parametrize("step", ["track", "station", "run", "trains"])
def test_director_alone_decides_for_the_company(step: str) -> None:
    """Bo holds as many shares as Ann, but every step of the turn, and the dividend, is hers."""
    table = Table(phase="B1")
    table.company("HKR", "Ann", 30, cash=500, trains=["2"], holdings={"Bo": 30, "Cy": 20})
    table.tile("K15", "8877", 0)
    table.tile("H14", "57", 2)
    table.turn("HKR", step)
    assert (table.game.deciding, table.game.actor) == ("HKR", "Ann")
    if step == "run":
        table.do(*table.legal("run_trains"))
        assert [action.type for action in table.legal()] == ["pay_dividend", "withhold"]
        assert table.game.actor == "Ann"


# -- change of director --


@rule("1880.director.change-by-purchase")
def test_buyer_with_more_than_the_director_takes_over() -> None:
    """With as many shares as the director Bo changes nothing; the next share makes him director."""
    table = Table(phase="B1")
    table.company("HKR", "Ann", holdings={"Bo": 10})
    table.share_round("Bo")
    events = table.do(BuyShare("HKR", "bank"))
    assert "director_changed" not in table.names(events)
    assert (table.of("sh.HKR.p1"), table.of("c.HKR.pres")) == (20, "p0")
    table.do(Pass(), Pass())
    events = table.do(BuyShare("HKR", "bank"))
    assert "director_changed" in table.names(events)
    assert (table.of("sh.HKR.p1"), table.of("c.HKR.pres")) == (30, "p1")


@PRINTED
@rule("1880.director.change-by-merger")
@pytest.mark.parametrize(("holding", "director"), [(10, "Ann"), (20, "Bo")])
def test_share_of_a_merging_investor_may_change_the_director(edition: str, holding: int, director: str) -> None:
    """With the reserved share Bo has as many as Ann, or more; only then he directs, and decides about the marker."""
    table = Table(edition=edition)
    table.company("HKR", "Ann", holdings={"Bo": holding})
    table.investor("A4", "Bo", company="HKR")
    table.tile("H14", "57", 2)
    table.tile("K15", "8877", 0)
    table.turn("A4", "merger")
    table.do(MergeMoney("company"))
    assert table.of("sh.HKR.p1") == holding + 10
    assert table.of("c.HKR.pres") == f"p{table.player(director)}"
    assert (table.game.deciding, table.game.actor) == ("HKR", director)


@rule("1880.director.change-by-sale")
@pytest.mark.parametrize(("sold", "director"), [(10, "p0"), (20, "p0"), (30, "p2"), (50, "p2")])
def test_director_who_sells_below_another_hands_over_to_the_largest(sold: int, director: str) -> None:
    """Of Ann's 50% she may sell 20% and stay level with Cy's 30%; one more and Cy directs, though Bo sits nearer."""
    table = Table(phase="B1")
    table.company("HKR", "Ann", holdings={"Ann": 30, "Bo": 20, "Cy": 30})
    table.share_round("Ann")
    table.do(SellShares("HKR", sold))
    assert table.of("c.HKR.pres") == director
    assert (table.of("sh.HKR.p0") or 0) == 50 - sold
    assert (table.of("sh.HKR.p1"), table.of("sh.HKR.p2")) == (20, 30)


@rule("1880.director.sale-tie-clockwise")
@pytest.mark.parametrize(("seating", "director"), [([0, 1, 2, 3], "p3"), ([1, 0, 3, 2], "p0"), ([2, 3, 0, 1], "p3")])
def test_of_equal_successors_the_next_clockwise_takes_over(seating: list[int], director: str) -> None:
    """Bo sells; Ann and Dee have most, and whoever of them comes first to his left at the table directs."""
    table = Table(players=4, phase="B1")
    table.state.seating = seating
    table.company("HKR", "Bo", holdings={"Bo": 10, "Ann": 30, "Cy": 10, "Dee": 30})
    table.share_round("Bo")
    table.do(SellShares("HKR", 10))
    assert table.of("c.HKR.pres") == director


@rule("1880.director.no-resignation-without-sale")
def test_only_a_sale_gives_up_the_office() -> None:
    """Of all that Ann may do, in a share round or her company's turn, only sales make Bo, who is level, director."""
    table = Table(phase="B1")
    table.company("HKR", "Ann", cash=1000, trains=["2"], holdings={"Bo": 20})
    table.company("NJR", "Cy", holdings={"Ann": 10})
    for begin in (lambda: table.share_round("Ann"), lambda: table.turn("HKR", "trains")):
        begin()
        resigning = set()
        for action in table.legal():
            game = table.game.clone()
            game.apply(action)
            if game.snapshot()["c.HKR.pres"] != "p0":
                resigning.add(action)
        in_share_round = table.of("round.type") == "Stock"
        assert resigning == ({SellShares("HKR", 10), SellShares("HKR", 20)} if in_share_round else set())


@rule("1880.director.successor-needs-certificate-size")
@pytest.mark.parametrize("size", [20, 30, 40])
def test_office_passes_only_to_one_with_the_certificates_number_of_shares(size: int) -> None:
    """With one share less than the certificate Bo is no successor, so Ann keeps it; with as many he is."""
    rule_id = "1880.director.successor-needs-certificate-size"
    table = Table(phase="B1")
    table.company("HKR", "Ann", size, holdings={"Ann": 10, "Bo": size - 10})
    table.share_round("Ann")
    for percent in range(20, size + 20, 10):
        table.refused(SellShares("HKR", percent), rule_id)
    table.do(SellShares("HKR", 10))
    assert table.of("c.HKR.pres") == "p0"
    table = Table(phase="B1")
    table.company("HKR", "Ann", size, holdings={"Ann": 10, "Bo": size})
    table.share_round("Ann")
    table.do(SellShares("HKR", 20))
    assert table.of("c.HKR.pres") == "p1"


@rule("1880.director.certificate-swap")
@pytest.mark.parametrize(("size", "shares"), [(20, 2), (30, 3), (40, 4)])
def test_certificate_is_swapped_for_as_many_ordinary_shares(size: int, shares: int) -> None:
    """Ann's one certificate becomes two, three or four; Bo has the director's and one more; nobody's part changes."""
    table = Table(phase="B1")
    table.company("HKR", "Ann", size, holdings={"Bo": size})
    table.share_round("Bo")
    assert (table.of("p.0.certs"), table.of("p.1.certs")) == (1, shares)
    table.do(BuyShare("HKR", "bank"))
    assert (table.of("p.0.certs"), table.of("p.1.certs")) == (shares, 2)
    assert (table.of("sh.HKR.p0"), table.of("sh.HKR.p1"), table.of("sh.HKR.ipo")) == (size, size + 10, 90 - 2 * size)
    assert table.of("c.HKR.prespct") == size
    assert table.of("p.0.cash") == 1000


@rule("1880.director.charter-transfer")
def test_new_director_takes_the_charter_as_it_is_and_goes_on() -> None:
    """Bo takes over in the share round amid HKR's turn: trains, markers, permits and money stay, and he goes on."""
    table = Table()
    table.company("HKR", "Ann", permits="ABC", cash=300, stations=[("K15", 0), ("L10", 0)], holdings={"Bo": 20})
    table.depot("2", 1)
    table.turn("HKR", "trains")
    table.do(BuyTrain("2", "bank", 100))
    charter = ("cash", "trains", "tokens", "unplaced", "permits", "par", "price", "prespct")
    before = {key: table.of(f"c.HKR.{key}") for key in charter}
    assert table.of("round.type") == "Stock"
    table.do(Pass(), BuyShare("HKR", "bank"))
    assert {key: table.of(f"c.HKR.{key}") for key in charter} == before
    table.do(Pass(), Pass(), Pass())
    assert (table.game.deciding, table.game.actor) == ("HKR", "Bo")
    table.do(BuyTrain("2+2", "bank", 180))
    assert (table.of("c.HKR.cash"), table.of("c.HKR.trains")) == (20, ["2", "2+2"])
    assert (table.of("p.0.cash"), table.of("p.1.cash")) == (1000, 900)


# -- building permits --


@rule("1880.permit.required-to-build")
@pytest.mark.parametrize("phase", ["A1", "A2", "B1", "B3", "C1", "C3", "D1", "D3"])
@pytest.mark.parametrize("letter", "ABCD")
def test_company_builds_only_with_the_permit_of_the_phase(phase: str, letter: str) -> None:
    """Of four companies with one permit each the one whose letter the phase has may lay and upgrade, no other."""
    table = Table(phase=phase)
    table.company("HKR", "Ann", 40, permits=letter, cash=2000, trains=["4"])
    table.turn("HKR", "track")
    assert table.game.deciding == "HKR"
    assert bool(table.legal("lay_tile")) == (phase[0] == letter)


@rule("1880.permit.required-to-build")
@pytest.mark.parametrize(("tile", "lay"), [(None, ("8877", 0)), ("8877", ("8878", 0))])
def test_building_without_a_permit_is_refused(tile: str | None, lay: tuple[str, int]) -> None:
    """A yellow tile and an upgrade alike; the step waits here for the Rocket of the director."""
    table = Table(phase="B1")
    table.private("P7", "Ann")
    table.company("HKR", "Ann", 30, permits="CD", cash=500)
    if tile:
        table.tile("K15", tile, 0)
    table.turn("HKR", "track")
    table.allowed(ExchangeRocket("HKR"))
    table.refused(LayTile("K15", *lay), "1880.permit.required-to-build")


@rule("1880.permit.lapses-with-phase")
@pytest.mark.parametrize(("permits", "percent", "builds"), [("A", 40, False), ("AB", 30, True)])
def test_right_to_build_ends_at_once_with_the_phase(permits: str, percent: int, builds: bool) -> None:
    """The Rocket brings the first 3-train in the middle of HKR's track step: without a permit for B it is over."""
    table = Table(phase="A2")
    table.depot("3", 5)
    table.private("P7", "Ann")
    table.company("HKR", "Ann", percent, permits=permits, cash=1000)
    table.turn("HKR", "track")
    table.allowed(LayTile("K15", "8877", 0))
    table.do(ExchangeRocket("HKR"))
    assert table.of("phase") == "B1"
    assert table.game.deciding == "HKR"
    assert (LayTile("K15", "8877", 0) in table.game.legal_actions()) == builds
    assert table.of("c.HKR.permits") == permits


@rule("1880.permit.chosen-at-purchase")
def test_permits_are_chosen_with_the_certificate() -> None:
    """The certificate is not sold without naming the phases, and the company has them before it floats."""
    table = Table(phase="B1")
    table.share_round("Ann")
    table.refused(founding(permits=None), "1880.permit.chosen-at-purchase")
    events = table.do(founding(permits="BCD"))
    assert "permits_chosen" in table.names(events)
    assert (table.of("c.HKR.permits"), table.of("c.HKR.floated")) == ("BCD", False)


def permits_offered(table: Table, percent: int) -> set[str]:
    offers = [action for action in table.legal("found_company") if isinstance(action, FoundCompany)]
    return {action.permits or "" for action in offers if action.director_percent == percent}


@rule("1880.permit.count-40", "1880.permit.consecutive")
def test_forty_percent_brings_one_phase() -> None:
    """Any single letter; two are refused, and so is none."""
    table = Table()
    table.share_round("Ann")
    assert permits_offered(table, 40) == {"A", "B", "C", "D"}
    for permits in ("", "AB", "CD", "ABC"):
        table.refused(founding(percent=40, permits=permits), "1880.permit.count-40")
    table.refused(founding(percent=40, permits="E"), "1880.permit.consecutive")
    table.do(founding(percent=40, permits="D"))
    assert table.of("c.HKR.permits") == "D"


@rule("1880.permit.count-30", "1880.permit.consecutive")
def test_thirty_percent_brings_two_phases_in_succession() -> None:
    """AB, BC or CD; one or three letters are refused, and so are two with a gap."""
    table = Table()
    table.share_round("Ann")
    assert permits_offered(table, 30) == {"AB", "BC", "CD"}
    for permits in ("", "B", "ABC"):
        table.refused(founding(percent=30, permits=permits), "1880.permit.count-30")
    for permits in ("AC", "AD", "BD", "AA", "DA"):
        table.refused(founding(percent=30, permits=permits), "1880.permit.consecutive")
    table.do(founding(percent=30, permits="CD"))
    assert table.of("c.HKR.permits") == "CD"


@rule("1880.permit.count-20", "1880.permit.consecutive")
def test_twenty_percent_brings_three_phases_in_succession() -> None:
    """ABC or BCD; two or four letters are refused, and so are three with a gap."""
    table = Table()
    table.share_round("Ann")
    assert permits_offered(table, 20) == {"ABC", "BCD"}
    for permits in ("", "AB", "ABCD"):
        table.refused(founding(percent=20, permits=permits), "1880.permit.count-20")
    for permits in ("ABD", "ACD", "AAA"):
        table.refused(founding(percent=20, permits=permits), "1880.permit.consecutive")
    table.do(founding(percent=20, permits="BCD"))
    assert table.of("c.HKR.permits") == "BCD"


@rule("1880.permit.unlimited-supply")
@pytest.mark.parametrize(("percent", "permits"), [(20, "ABC"), (20, "BCD"), (30, "BC"), (40, "A")])
def test_permits_never_run_out(percent: int, permits: str) -> None:
    """When thirteen companies have the same permits the fourteenth may take them all the same."""
    table = Table()
    prices = [price for price in (100, 90, 80, 70) for _ in range(4)]
    for company, price in zip((company for company in HOMES if company != "HKR"), prices, strict=False):
        table.company(company, "Bo", percent, price=price, permits=permits, floated=False)
    table.share_round("Ann")
    assert permits_offered(table, percent) >= {permits}
    table.do(founding(percent=percent, permits=permits, price=70))
    assert table.of("c.HKR.permits") == permits


@pytest.mark.parametrize("phase", ["A1", "A2", "B1", "B2", "B3", "C1", "D1"])
@PRINTED
@rule("1880.permit.fi-exempt.2010", "1880.permit.fi-exempt.2022")
def test_investor_builds_one_tile_without_a_permit_until_b3(edition: str, phase: str) -> None:
    """In Phases A and B, up to B2, an investor lays or upgrades one tile; from B3 on, in both editions, none."""
    table = Table(edition=edition, phase=phase)
    table.company("NJR", "Bo", cash=2000, trains=["4"])
    table.investor("A3", "Ann", cash=100)
    table.turn("NJR", "trains")
    table.do(Pass())
    builds = phase in ("A1", "A2", "B1", "B2")
    assert (table.game.deciding == "A3") == builds
    assert (LayTile("H6", "57", 1) in table.game.legal_actions()) == builds
    if builds:
        events = table.do(LayTile("H6", "57", 1))
        assert table.of("hex.H6") == ["57", 1]
        assert table.names(events).count("tile_laid") == 1
        assert table.game.deciding == "NJR"
    else:
        assert table.of("hex.H6") is None


@PRINTED
@rule("1880.permit.fi-exempt.2010", "1880.permit.fi-exempt.2022")
def test_investor_upgrades_without_a_permit(edition: str) -> None:
    """In Phase B a green tile may be the one tile of an investor, while its owner's company lacks the permit."""
    table = Table(edition=edition, phase="B1")
    table.company("NJR", "Ann", 40, permits="A", cash=1000, trains=["3"])
    table.investor("A3", "Ann")
    table.tile("H6", "57", 1)
    table.turn("A3", "track")
    table.do(LayTile("H6", "14", 1))
    assert table.of("hex.H6") == ["14", 1]
    assert table.game.deciding == "NJR"
    assert table.legal("lay_tile") == []
