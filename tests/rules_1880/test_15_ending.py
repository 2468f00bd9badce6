"""XV. End of the Game: the last turns and the final score; and from the Game Helpers the list of tiles."""

from __future__ import annotations

import pytest

import tielu
from tests.table import Table, rule
from tielu.core.actions import Action, BuyShare, BuyTrain, FoundCompany, LayTile, Pass
from tielu.core.events import Event

# More than the last turns take; whoever needs more is not at an end.
MOST_ACTIONS = 60
# The list of the 2022 rulebook: number x count.
MANIFEST = """
    5x6 6x6 7x5 8x15 9x15 14x4 15x8 16x2 17x1 18x1 19x2 20x2 23x4 24x4 25x3 26x2 27x2 28x2 29x2 30x1 31x1 57x6 63x6
    235x5 455x3 611x3 619x4 887x5 888x3 895x3 8850x5 8851x6 8852x6 8854x2 8855x2 8856x2 8857x2 8858x2 8860x1 8861x1
    8862x1 8863x1 8864x1 8865x1 8866x3 8871x3 8872x2 8873x2 8874x2 8875x1 8877x1 8878x1 8879x1 8880x1 8886x1 8887x1
    8888x1
"""


def last_eight(left: int = 1) -> Table:
    """HKR, NJR and WNR act in this order and have no routes; NJR may buy from the last 8-trains, or let them go."""
    table = Table(phase="D1")
    table.depot("8", left)
    for company in ("HKR", "NJR", "WNR"):
        table.company(company, cash=3000, trains=["6"], permits="A")
    table.marker("NJR")
    table.turn("NJR", "trains")
    return table


def play_on(table: Table) -> list[Event]:
    """Everybody passes, or buys a train where that is a duty, to the end of the game; returns all events."""
    events: list[Event] = []
    for _ in range(MOST_ACTIONS):
        if table.game.finished:
            break
        offers = table.legal()
        events += table.do(Pass() if Pass() in offers else offers[0])
    return events


def turns(events: list[Event]) -> list[str]:
    """The companies in the order of their turns: without a route a price falls once in each."""
    return [str(event.params()["company"]) for event in events if event.name == "price_moved"]


# -- nobody can act --


@pytest.mark.parametrize("edition", ["2010", "2022", "18xx.games"])
@rule("1880.or.circular")
def test_game_ends_when_nobody_can_ever_act_again(edition: str) -> None:
    """No train was bought and no company operates: a circle goes by without a decision, as all would (ruling 6.13)."""
    table = Table(edition=edition)
    table.private("P1", "Bo")
    table.share_round("Ann")
    table.do(Pass(), Pass())
    before = table.of("p.1.cash")
    events = table.do(Pass())
    assert [event.name for event in events[-2:]] == ["nobody_can_act", "game_ended"]
    assert (table.game.finished, table.of("p.1.cash")) == (True, before + 5)
    table.refused(Pass(), "1880.or.circular")


# -- the last turns --


@pytest.mark.parametrize("action", [BuyTrain("8", "bank", 800), Pass()])
@rule("1880.end.trigger-last-8", "1880.end.three-more-turns", "1880.end.marker-company-last")
def test_every_company_has_three_turns_after_the_last_8_train(action: Action) -> None:
    """Whether it is bought or removed: three circles follow, and the company beside the marker is the last to act."""
    table = last_eight()
    events = table.do(action)
    assert [event.params() for event in events if event.name == "last_turns_began"] == [{"company": "NJR"}]
    assert (table.of("x.marker"), table.of("depot.8"), table.of("round.type")) == ("NJR", None, "Stock")
    assert turns(play_on(table)) == ["WNR", "HKR", "NJR"] * 3


@rule("1880.end.trigger-last-8")
def test_last_but_one_8_train_does_not_trigger_the_end() -> None:
    """With one 8-train left the round goes on and nobody's turns are counted."""
    table = last_eight(left=2)
    events = table.do(BuyTrain("8", "bank", 800))
    assert "last_turns_began" not in table.names(events)
    assert (table.of("depot.8"), table.of("round.type")) == (1, "Operating")


@rule("1880.end.three-more-turns")
def test_company_of_the_last_share_round_has_three_turns_too() -> None:
    """Who floats after the last 8-train acts three times as well (ruling 4.40)."""
    table = last_eight()
    table.do(BuyTrain("8", "bank", 800), FoundCompany("LHR", 70, 40, "D"))
    for _ in range(2):
        table.do(Pass(), Pass(), BuyShare("LHR", "bank"))
    assert turns(play_on(table)) == ["WNR", "LHR", "HKR", "NJR"] * 3


@pytest.mark.parametrize(("train", "price"), [("8E", 900), ("10", 1000)])
@rule("1880.end.marker-company-last")
def test_marker_stays_for_the_last_turns(train: str, price: int) -> None:
    """A train bought in the last turns does not move the end to another company."""
    table = last_eight()
    table.do(BuyTrain("8", "bank", 800))
    if train == "10":
        table.depot("8E", 0)
    events: list[Event] = []
    while table.game.deciding != "WNR":
        events += table.do(Pass())
    table.do(BuyTrain(train, "bank", price))
    assert table.of("x.marker") == "NJR"
    assert turns(events + play_on(table))[-3:] == ["WNR", "HKR", "NJR"]
    assert table.of("x.marker") == "NJR"


@rule("1880.end.marker-company-last")
def test_nothing_happens_after_the_end() -> None:
    """The game is over after the last turn of the company beside the marker: nobody decides, nothing is offered."""
    table = last_eight()
    table.do(BuyTrain("8", "bank", 800))
    events = play_on(table)
    assert table.names(events)[-1] == "game_ended"
    assert (table.of("finished"), table.game.actor, table.legal()) == (True, None, [])
    table.refused(Pass(), "1880.end.marker-company-last")


# -- the final score --


@rule("1880.score.cash-plus-shares")
def test_score_is_cash_and_shares_at_the_current_price_less_debt() -> None:
    """Not at the par value; what a player owes is taken off."""
    table = Table()
    table.company("HKR", percent=30, price=90, holdings={"Bo": 20})
    table.company("NJR", director="Bo", price=70)
    table.price_at("HKR", 0, 13)
    table.cash("Ann", 55)
    table.debt("Cy", 150)
    assert dict(table.game.standings()) == {
        "Ann": 55 + 3 * 200,
        "Bo": 1000 + 2 * 200 + 2 * 70,
        "Cy": 1000 - 150,
    }


@rule("1880.score.company-assets-ignored")
def test_trains_and_treasuries_count_for_nothing() -> None:
    """A director of a rich company with trains has no more than the shares."""
    standings = []
    for cash, trains in ((0, []), (5000, ["8", "8"])):
        table = Table()
        table.company("HKR", cash=cash, trains=trains)
        standings.append(table.game.standings())
    assert standings[0] == standings[1] == [("Ann", 1200), ("Bo", 1000), ("Cy", 1000)]


@rule("1880.score.privates-worthless")
def test_privates_are_worth_nothing() -> None:
    """Owning all of them does not change the score."""
    table = Table()
    before = table.game.standings()
    for number in range(8):
        table.private(f"P{number}", "Bo")
    assert table.game.standings() == before


@rule("1880.score.winner")
def test_highest_total_wins() -> None:
    """The standings name the richest first; with equal totals both have won and stand in seating order."""
    table = Table()
    table.cash("Cy", 1300)
    table.company("HKR", director="Bo")
    table.cash("Bo", 1000)
    assert table.game.standings() == [("Cy", 1300), ("Bo", 1200), ("Ann", 1000)]
    table.cash("Cy", 1200)
    assert table.game.standings() == [("Bo", 1200), ("Cy", 1200), ("Ann", 1000)]


# -- the tiles --


@pytest.mark.parametrize("edition", ["2010", "2022"])
@rule("1880.tiles.manifest")
def test_tiles_are_those_of_the_list(edition: str) -> None:
    """As many of each number as the book has, and no others: 179 in all."""
    state = tielu.new_game("1880", ["Ann", "Bo", "Cy"], edition=edition).state
    counts = {tile.number: count for tile, count in zip(state.board.tiles, state.supply, strict=True)}
    listed = {number: int(count) for number, count in (entry.split("x") for entry in MANIFEST.split())}
    assert counts == listed
    assert sum(counts.values()) == 179


@rule("1880.tiles.manifest")
def test_tile_that_is_used_up_cannot_be_laid() -> None:
    """With five of the six tiles 57 on the map the last one can still be laid, with six of them none."""
    table = Table()
    table.company("NJR", cash=500)
    for hex_name in ("A5", "B8", "C9", "C11", "E13"):
        table.tile(hex_name, "57", 0)
    table.turn("NJR", "track")
    table.allowed(LayTile("K13", "57", 0))
    table.tile("F10", "57", 1)
    table.refused(LayTile("K13", "57", 0), "1880.components.tile-count")
