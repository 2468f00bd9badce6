"""II to IV. General information, components and game preparation."""

from __future__ import annotations

import pytest

import tielu
from tests.table import NAMES, Table, rule
from tielu.core.actions import (
    Bid,
    BuyShare,
    BuyTrain,
    FoundCompany,
    LayTile,
    Pass,
    PayDividend,
    PlaceStation,
    RouteRun,
    RunTrains,
    SellShares,
)
from tielu.core.bank import all_money
from tielu.core.tiles import BROWN, GREEN, GREY, YELLOW
from tielu.titles.t1880.rules.actions import ChooseInvestor


def fresh(players: int = 3, edition: str = "2022") -> Table:
    """The table as it is when the first auction opens."""
    table = Table(players=players, edition=edition)
    table.game = tielu.new_game("1880", list(NAMES[:players]), edition=edition)
    return table


# -- II. General information --


@rule("1880.general.player-count")
def test_three_to_seven_may_play() -> None:
    """A game begins with three to seven players, and with no other number."""
    many = [f"Player {seat}" for seat in range(9)]
    for count in range(3, 8):
        assert tielu.new_game("1880", many[:count]).players == many[:count]
    for count in (0, 1, 2, 8, 9):
        with pytest.raises(tielu.InvalidAction) as caught:
            tielu.new_game("1880", many[:count])
        assert caught.value.code == "wrong_player_count"


# -- III. Components --


@rule("1880.components.private-count")
@pytest.mark.parametrize("players", range(3, 8))
def test_eight_privates_are_auctioned_whatever_the_player_count(players: int) -> None:
    """P0 to P7 come up one after another before the investors are chosen."""
    table = fresh(players)
    for number in range(8):
        (bid,) = table.legal("bid")
        assert isinstance(bid, Bid)
        assert bid.private == f"P{number}"
        table.do(bid, *[Pass()] * (players - 1))
        if number == 6:
            table.do(FoundCompany("BCR", 100, 20, "ABC"))
    assert table.of("round.type") == "Draft"


@rule("1880.components.major-count")
def test_fourteen_share_companies_and_seven_investors() -> None:
    """Fourteen companies can be founded and seven investors chosen, and no others exist."""
    table = Table(players=7)
    table.investor_choice()
    offered = [action.investor for action in table.legal() if isinstance(action, ChooseInvestor)]
    assert offered == ["A1", "A2", "A3", "A4", "A5", "A6", "A7"]
    table.refused(ChooseInvestor("A8"), "1880.components.major-count")
    table.do(*[ChooseInvestor(investor) for investor in offered])
    founded = {action.company for action in table.legal() if isinstance(action, FoundCompany)}
    beijing, elsewhere = {"JHA", "JHU", "JGG", "JLR"}, {"BZU", "LHR", "SCR", "CKR", "BCR", "NXR", "HKR", "NJR"}
    assert founded == beijing | elsewhere | {"QSR", "WNR"}
    table.refused(FoundCompany("PRR", 100, 20, "ABC"), "1880.components.major-count")


@rule("1880.components.tile-count")
def test_the_supply_is_179_tiles() -> None:
    """86 yellow, 64 green, 20 brown and 9 grey tiles lie ready."""
    state = fresh().state
    counts = {YELLOW: 0, GREEN: 0, BROWN: 0, GREY: 0}
    for tile, count in zip(state.board.tiles, state.supply, strict=True):
        counts[tile.colour] += count
    assert counts == {YELLOW: 86, GREEN: 64, BROWN: 20, GREY: 9}


@rule("1880.components.tile-count")
def test_a_tile_whose_last_copy_is_used_cannot_be_laid() -> None:
    """With all six tiles 57 on the map a seventh is refused, another city tile is not."""
    table = Table()
    table.company("BZU")
    for hex_name in ("A5", "C9", "C11", "F10", "H6", "H14"):
        table.tile(hex_name, "57", 1)
    table.turn("BZU")
    table.refused(LayTile("B8", "57", 1), "1880.components.tile-count")
    table.allowed(LayTile("B8", "5", 1))


@rule("1880.components.train-card-count")
def test_the_depot_holds_the_printed_train_cards() -> None:
    """Ten 2-trains, five each of seven types, two 8 and two 8E; the 2R are as many as the 2-trains; 10s never end."""
    depot = {
        key.removeprefix("depot."): count
        for key, count in fresh().game.snapshot().items()
        if key.startswith("depot.") and key != "depot.pool"
    }
    fives = dict.fromkeys(("2+2", "3", "3+3", "4", "4+4", "6", "6E"), 5)
    assert depot == {"2": 10, **fives, "8": 2, "8E": 2, "10": "inf", "2R": 10}


@rule("1880.components.train-card-count")
def test_there_is_always_another_10_train() -> None:
    """After more than the five printed cards the bank still sells a 10-train; a train nobody printed it never sells."""
    table = Table(phase="D3")
    for number, company in enumerate(("HKR", "NJR", "WNR", "BZU")):
        table.company(company, cash=2000, permits="BCD", price=(100, 90, 80, 70)[number])
        table.turn(company, "trains")
        table.refused(BuyTrain("12", "bank", 1000), "1880.components.train-card-count")
        table.do(BuyTrain("10", "bank", 1000), BuyTrain("10", "bank", 1000))
        assert table.of(f"c.{company}.trains") == ["10", "10"]
    assert table.of("depot.10") == "inf"


@rule("1880.components.bank-not-limited")
def test_an_empty_bank_still_pays() -> None:
    """With far more money in play than was printed, sales, revenue and dividends are paid and the game goes on."""
    table = Table(cash=40000)
    table.company("BZU", percent=40, trains=["2"])
    table.private("P5", "Cy")
    table.tile("B8", "57", 1)
    table.tile("B6", "8", 2)
    table.tile("A5", "5", 5)
    assert table.state.bank < 0
    table.share_round("Bo")
    table.do(BuyShare("BZU", "bank"), Pass(), Pass(), SellShares("BZU", 10), *[Pass()] * 4)
    assert table.of("p.1.cash") == 40000 - 5
    assert table.of("p.2.cash") == 40000 + 25
    table.turn("BZU", "run")
    table.do(RunTrains((RouteRun("2", (("A5", 0), ("B8", 0)), (("A5", "B6", "B8"),)),)), PayDividend())
    assert table.of("p.0.cash") == 40000 + 16
    assert not table.game.finished


# -- IV. Game preparation --


@rule("1880.setup.open-information")
def test_every_holding_lies_open() -> None:
    """The one snapshot that everybody sees shows all cash, shares, debts, privates, trains, permits and markers."""
    table = Table(phase="B1")
    table.company("HKR", "Bo", percent=30, permits="BC", cash=333, trains=["2", "3"], holdings={"Cy": 20})
    table.investor("A2", owner="Cy", cash=80)
    table.private("P5", "Ann")
    table.cash("Bo", 77)
    table.debt("Cy", 45)
    table.share_round("Ann")
    seen_by_ann = table.game.snapshot()
    assert seen_by_ann["p.1.cash"] == 77
    assert seen_by_ann["p.2.debt"] == 45
    assert (seen_by_ann["sh.HKR.p1"], seen_by_ann["sh.HKR.p2"], seen_by_ann["sh.HKR.ipo"]) == (30, 20, 50)
    assert (seen_by_ann["c.HKR.cash"], seen_by_ann["c.HKR.trains"]) == (333, ["2", "3"])
    assert (seen_by_ann["c.HKR.permits"], seen_by_ann["c.HKR.pres"]) == ("BC", "p1")
    assert (seen_by_ann["c.HKR.tokens"], seen_by_ann["c.HKR.unplaced"]) == ([["K15", 0]], 2)
    assert (seen_by_ann["m.2.owner"], seen_by_ann["m.2.cash"]) == ("p2", 80)
    assert seen_by_ann["priv.P5"] == "p0"
    table.do(Pass())
    seen_by_bo = table.game.snapshot()
    assert {key for key in seen_by_bo if seen_by_bo[key] != seen_by_ann[key]} == {"entity"}


def starting_cash(players: int) -> list[int]:
    """What each player has when the first auction opens, in both editions."""
    printed = [fresh(players, edition) for edition in ("2022", "2010")]
    cash = [[table.of(f"p.{player}.cash") for player in range(players)] for table in printed]
    assert cash[0] == cash[1]
    return cash[0]


@rule("1880.setup.starting-cash-3p")
def test_three_players_start_with_600() -> None:
    """With three players each has 600."""
    assert starting_cash(3) == [600] * 3


@rule("1880.setup.starting-cash-4p")
def test_four_players_start_with_480() -> None:
    """With four players each has 480."""
    assert starting_cash(4) == [480] * 4


@rule("1880.setup.starting-cash-5p")
def test_five_players_start_with_400() -> None:
    """With five players each has 400."""
    assert starting_cash(5) == [400] * 5


@rule("1880.setup.starting-cash-6p")
def test_six_players_start_with_340() -> None:
    """With six players each has 340."""
    assert starting_cash(6) == [340] * 6


@rule("1880.setup.starting-cash-7p")
def test_seven_players_start_with_300() -> None:
    """With seven players each has 300."""
    assert starting_cash(7) == [300] * 7


@rule("1880.setup.share-stack-order")
@pytest.mark.parametrize(("percent", "permits", "above"), [(20, "ABC", 3), (30, "AB", 2), (40, "A", 1)])
def test_three_shares_lie_above_the_capitalisation_card(percent: int, permits: str, above: int) -> None:
    """After a 20% founding three 10% shares lie above the card, and a larger certificate takes its place from them."""
    table = Table(players=4)
    table.share_round("Ann")
    table.do(FoundCompany("HKR", 100, percent, permits))
    for _ in range(above):
        table.do(BuyShare("HKR", "bank"))
    assert table.of("sh.HKR.ipo") == 50
    table.refused(BuyShare("HKR", "bank"), "1880.phase.a1-five-shares")


@rule("1880.setup.share-stack-order")
def test_the_five_shares_under_the_card_come_up_with_the_first_3_train() -> None:
    """In Phase B1 the shares below the card can be bought too."""
    table = Table(phase="B1")
    table.company("HKR", percent=20, holdings={"Bo": 30})
    table.share_round("Cy")
    table.do(BuyShare("HKR", "bank"))
    assert table.of("sh.HKR.ipo") == 40


@rule("1880.setup.company-assets-separate")
def test_a_company_pays_only_from_its_own_treasury() -> None:
    """Neither the director's cash nor a sister's treasury pays for a tile, a station marker or a second train."""
    table = Table(cash=5000)
    table.private("P7", "Ann")
    table.company("NJR", cash=19, trains=["2"])
    table.company("WNR", cash=5000)
    table.turn("NJR")
    table.refused(LayTile("K13", "5", 1), "1880.track.terrain-paid-from-treasury")
    table.tile("K13", "5", 1)
    table.tile("J12", "57", 2)
    table.turn("NJR", "station")
    table.refused(PlaceStation("J12", 0), "1880.station.paid-by-company-only")
    table.turn("NJR", "trains")
    assert table.legal("buy_train") == []
    table.treasury("NJR", 100)
    table.do(BuyTrain("2", "bank", 100))
    assert (table.of("c.NJR.cash"), table.of("c.WNR.cash"), table.of("p.0.cash")) == (0, 5000, 5000)


@rule("1880.setup.company-assets-separate")
def test_a_player_pays_only_from_his_own_purse() -> None:
    """A director with 90 buys no share at 100, however rich his company is."""
    table = Table()
    table.company("HKR", director="Ann", cash=5000)
    table.company("WNR", director="Bo", price=70)
    table.cash("Ann", 90)
    table.share_round("Ann")
    table.refused(BuyShare("HKR", "bank"), "1880.buy.sufficient-cash")
    table.do(BuyShare("WNR", "bank"))
    assert (table.of("p.0.cash"), table.of("c.HKR.cash")) == (20, 5000)


@rule("1880.setup.company-assets-separate")
def test_a_company_uses_only_its_own_trains_markers_and_permits() -> None:
    """A sister company's train, marker and permit are of no use to a company of the same director."""
    table = Table()
    table.private("P7", "Ann")
    table.company("BZU", permits="BCD", trains=["2"])
    table.company("HKR", permits="ABC", trains=["3"], stations=[("C11", 0)])
    table.tile("B8", "5", 5)
    table.tile("C9", "6", 2)
    route = (("B8", 0), ("C9", 0)), (("B8", "C9"),)
    table.turn("BZU", "track")
    table.refused(LayTile("B6", "9", 1), "1880.permit.required-to-build")
    table.turn("BZU", "run")
    table.refused(RunTrains((RouteRun("3", *route),)), "1880.route.within-range")
    table.allowed(RunTrains((RouteRun("2", *route),)))
    table.turn("HKR", "run")
    table.refused(RunTrains((RouteRun("3", *route),)), "1880.route.own-marker")


@rule("1880.setup.temporary-order-random")
@pytest.mark.parametrize("names", [("Ann", "Bo", "Cy", "Dee"), ("Dee", "Bo", "Ann", "Cy")])
def test_the_first_of_the_seating_holds_priority_and_opens(names: tuple[str, ...]) -> None:
    """The seats are those dealt before the game; the first of them has the marker, opens, and the rest follow."""
    game = tielu.new_game("1880", list(names))
    assert (game.snapshot()["priority"], game.snapshot()["order"]) == (0, [0, 1, 2, 3])
    asked = []
    for amount in (5, 10, 15, 20):
        asked.append(game.actor)
        game.apply(Bid("P0", amount))
    assert asked == list(names)
    assert game.actor == names[0]


def test_money_is_neither_made_nor_lost() -> None:
    """What bank, players and companies hold together is the printed money at every seat count."""
    for players in range(3, 8):
        assert all_money(fresh(players).state) == 37860
