"""IV.3.2. The share companies: certificates, directors, and the eight charters."""

from __future__ import annotations

import pytest

from tests.routes import run
from tests.table import rule
from tests.table_1888 import Table1888
from tests.track_1888 import build
from tielu.core.actions import BuyPrivate, BuyShare, FoundCompany, Pass, SellShares, Withhold
from tielu.titles.t1888n.rules.components import COMPANIES, COMPANY_INDEX


def opening(company: str) -> Table1888:
    """A stock round with the company floated; when all pass, it is at the start of its first turn."""
    table = Table1888(phase="3")
    table.company(company, "Ann", price=95, cash=200, holdings={"Bo": 40}, home=False)
    table.share_round("Ann")
    return table


def check_charter(company: str, name: str, home: tuple[str, int], markers: int) -> None:
    """The company's first turn puts one of its markers on its home."""
    table = opening(company)
    table.do(Pass(), Pass(), Pass())
    assert (table.game.deciding, table.of("round.type")) == (company, "Operating")
    assert table.of(f"c.{company}.tokens") == [list(home)]
    assert table.of(f"c.{company}.unplaced") == markers - 1
    assert COMPANIES[COMPANY_INDEX[company]].name == name


def income(company: str, path: str, links: str = "", stops: str = "") -> int:
    """What the company's diesel earns in Phase 2 on a path from its home, over yellow tiles."""
    table = Table1888()
    build(table, path)
    table.company(company, trains=["D"])
    table.turn(company, "run")
    earned = table.earn(run("D", links or path, stops))
    table.do(Withhold())
    assert table.of(f"c.{company}.cash") == earned
    return earned


# -- certificates --


@rule("1888.company.share-structure")
def test_a_company_is_a_directors_certificate_and_eight_shares() -> None:
    """The first certificate is 20% and counts as one; eight more of 10% each exhaust the company."""
    table = Table1888(players=2, cash=3000)
    table.share_round("Ann")
    table.do(FoundCompany("LYR", 70, 20))
    assert (table.of("sh.LYR.p0"), table.of("p.0.certs"), table.of("p.0.cash")) == (20, 1, 3000 - 2 * 70)
    assert table.of("sh.LYR.ipo") == 80
    for _ in range(4):
        table.do(BuyShare("LYR", "ipo"), BuyShare("LYR", "ipo"))
    assert (table.of("sh.LYR.p0"), table.of("sh.LYR.p1"), table.of("sh.LYR.ipo")) == (60, 40, None)
    assert (table.of("p.0.certs"), table.of("p.1.certs")) == (5, 4)
    assert [each for each in table.legal("buy_share") if isinstance(each, BuyShare) and each.company == "LYR"] == []


@rule("1888.company.share-structure")
@pytest.mark.parametrize("percent", [10, 30, 40])
def test_the_directors_certificate_is_of_no_other_size(percent: int) -> None:
    """Nobody founds a company with 10, 30 or 40%."""
    table = Table1888()
    table.share_round("Ann")
    table.refused(FoundCompany("LYR", 70, percent), "1888.company.share-structure")
    assert {each.director_percent for each in table.legal() if isinstance(each, FoundCompany)} == {20}


@rule("1888.company.share-structure")
def test_the_directors_certificate_is_sold_first() -> None:
    """No 10% share of a company is for sale before its director's certificate."""
    table = Table1888()
    table.share_round("Ann")
    table.refused(BuyShare("LYR", "ipo"), "1888.float.director-first")
    table.do(FoundCompany("LYR", 70, 20))
    table.do(BuyShare("LYR", "ipo"))
    assert (table.of("sh.LYR.p0"), table.of("sh.LYR.p1")) == (20, 10)


# -- the director --


@rule("1888.company.director-decides")
@pytest.mark.parametrize("step", ["track", "station", "run", "trains", "privates"])
def test_only_the_director_is_asked_for_the_company(step: str) -> None:
    """In every step it is Bo, with the director's certificate, who decides, though Ann owns as much."""
    table = Table1888(phase="3")
    table.company("LYR", "Bo", cash=500, trains=["2"], holdings={"Ann": 20, "Cy": 10})
    table.private("KT", "Cy")
    build(table, "F16-G15-H14")
    table.turn("LYR", step)
    assert (table.game.actor, table.game.deciding) == ("Bo", "LYR")


@rule("1888.company.director-decides")
def test_whoever_becomes_director_decides_from_then_on() -> None:
    """Bo sells down, Ann has more and so decides in the next turn of the company; nobody asks Bo."""
    table = Table1888(phase="3")
    table.company("LYR", "Bo", cash=500, trains=["2"], holdings={"Ann": 30, "Cy": 20})
    table.share_round("Bo")
    table.do(SellShares("LYR", 10))
    assert table.of("c.LYR.pres") == "p0"
    table.do(Pass(), Pass(), Pass(), Pass())
    assert (table.game.actor, table.game.deciding) == ("Ann", "LYR")


@rule("1888.company.director-decides")
def test_the_owner_of_a_private_decides_on_its_sale_but_not_for_the_company() -> None:
    """Cy is asked whether he sells his private; then it is the director's turn again."""
    table = Table1888(phase="3")
    table.company("LYR", "Bo", cash=500)
    table.private("KT", "Cy")
    table.turn("LYR")
    table.do(BuyPrivate("KT", 20))
    assert (table.game.actor, table.game.deciding) == ("Cy", "Cy")
    table.do(table.legal("decline")[0])
    assert (table.game.actor, table.game.deciding) == ("Bo", "LYR")
    assert table.of("priv.KT") == "p2"


# -- the eight charters: home, markers, and the bonus for a run from home to destination --


@rule("1888.company.jhr")
def test_jhr() -> None:
    """Jingha Railway: home Beijing (the city to the south-east), 30 more at Tangshan, 3 markers."""
    check_charter("JHR", "Jingha Railway", ("C9", 1), 3)
    assert income("JHR", "C9-D10", stops="C9.1 D10") == 30 + 20
    assert income("JHR", "C9-D10-D12", "C9-D10 D10-D12", "C9.1 D10 D12") == 30 + 20 + 10 + 30


@rule("1888.company.ssl")
def test_ssl() -> None:
    """Shenshan Line: home Shenyang, 20 more at Qinhuangdao, 3 markers."""
    check_charter("SSL", "Shenshan Line", ("B18", 0), 3)
    assert income("SSL", "B18-B16-C15", "B18-B16") == 30 + 10
    assert income("SSL", "B18-B16-C15-C13", "B18-B16 B16-C15-C13") == 30 + 10 + 20 + 20


@rule("1888.company.cdl")
def test_cdl() -> None:
    """Changda Line: home Changchun, 20 more at Dalian, 4 markers."""
    check_charter("CDL", "Changda Line", ("A19", 0), 4)
    assert income("CDL", "A19-A17-B16-C17", "A19-A17 A17-B16 B16-C17") == 20 + 20 + 10 + 10
    path = "A19-A17-B16-C17-D18-E17"
    assert income("CDL", path, "A19-A17 A17-B16 B16-C17 C17-D18-E17") == 20 + 20 + 10 + 10 + 20 + 20


@rule("1888.company.hjr")
def test_hjr() -> None:
    """Hanji Railway: home Handan, 20 more at Jinan, 4 markers."""
    check_charter("HJR", "Hanji Railway", ("F6", 0), 4)
    assert income("HJR", "F6-G7-H8") == 20 + 10
    assert income("HJR", "F6-F8-G9") == 20 + 20 + 20


@rule("1888.company.tjl")
@pytest.mark.parametrize(("tile", "rotation", "city"), [("8860", 0, 1), ("8863", 2, 0)])
def test_tjl(tile: str, rotation: int, city: int) -> None:
    """Taijiao Line: home Taiyuan, 20 more in either city of H4 (Jiaozuo), 4 markers."""
    check_charter("TJL", "Taijiao Line", ("E3", 0), 4)
    assert income("TJL", "E3-F4-G3-H2") == 20 + 20
    assert _run_to_jiaozuo(Table1888(), tile, rotation, city) == 20 + 40 + 20


@rule("1888.company.tjl", "1888.run.destination-bonus")
@pytest.mark.parametrize("edition", ["2022", "18xx.games"])
@pytest.mark.parametrize("revision", [1, 2])
def test_the_bonus_of_tjl_is_that_of_the_table(edition: str, revision: int) -> None:
    """The book's example of a run adds 40; Table 2 says 20, and so does every edition (ruling 8.39)."""
    assert _run_to_jiaozuo(Table1888(edition=edition, revision=revision), "8860", 0, 1) == 20 + 40 + 20


def _run_to_jiaozuo(table: Table1888, tile: str, rotation: int, city: int) -> int:
    """What TJL earns with a 2-train from its home to a city of H4."""
    table.tile("H4", tile, rotation)
    build(table, "E3-F4-G3-H4")
    table.company("TJL", trains=["2"])
    table.turn("TJL", "run")
    return table.earn(run("2", "E3-F4-G3-H4", f"E3 H4.{city}"))


@rule("1888.company.lyr")
def test_lyr() -> None:
    """Lanyan Railway: home Yantai, 20 more at Qingdao, 3 markers."""
    check_charter("LYR", "Lanyan Railway", ("F16", 0), 3)
    assert income("LYR", "F16-F14-G13") == 40 + 10
    assert income("LYR", "F16-G15-H14") == 40 + 20 + 20


@rule("1888.company.jzr")
def test_jzr() -> None:
    """Jingzhan Railway: home Beijing (the city to the west), 40 more at Zhangjiakou, 3 markers."""
    check_charter("JZR", "Jingzhan Railway", ("C9", 0), 3)
    assert income("JZR", "C9-C7-D6-E7") == 30 + 10
    assert income("JZR", "C9-C7-B6") == 30 + 10 + 40


@rule("1888.company.zdr")
def test_zdr() -> None:
    """Zidong Railway: home Zibo, 40 more at Dongying, 3 markers."""
    check_charter("ZDR", "Zidong Railway", ("G11", 0), 3)
    assert income("ZDR", "G11-G9") == 20 + 20
    assert income("ZDR", "G11-F12") == 20 + 10 + 40


def test_there_are_eight_companies() -> None:
    """Eight companies can be founded, each for six prices, and no others exist."""
    table = Table1888(cash=2000)
    table.share_round("Ann")
    founded = {each.company for each in table.legal() if isinstance(each, FoundCompany)}
    assert founded == {"JHR", "SSL", "CDL", "HJR", "TJL", "LYR", "JZR", "ZDR"}
    table.refused(FoundCompany("XYZ", 70, 20), "1888.buy.what")
