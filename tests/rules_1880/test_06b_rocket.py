"""VI. P7, the Rocket of China: its exchange, free, early or forced."""

from __future__ import annotations

import pytest

from tests.routes import run
from tests.table import Table, rule
from tielu.core.actions import BuyTrain, DiscardTrain, LayTile, Pass, Withhold
from tielu.core.events import Event, PhaseBegan, PrivateClosed, RoundBegan
from tielu.i18n import say_error
from tielu.titles.t1880.rules.actions import ClaimPayment, ExchangeRocket
from tielu.titles.t1880.rules.events import RocketExchanged, RocketLost, TrainsRemoved

EDITIONS = pytest.mark.parametrize("edition", ["2022", "2010"])


# -- P7 --


def rocket(
    phase: str = "A1",
    edition: str = "2022",
    trains: tuple[str, ...] = (),
    cash: int = 0,
    revision: int | None = None,
) -> Table:
    """Ann owns the Rocket and directs BZU, whose track reaches Changchun; NJR is her other company."""
    table = Table(phase=phase, edition=edition, revision=revision)
    table.private("P7", "Ann")
    table.company("BZU", trains=trains, cash=cash)
    table.company("NJR", trains=["2"])
    table.tile("B8", "5", 5)
    table.tile("C9", "6", 2)
    return table


@rule("1880.p7.exchange-any-time")
@EDITIONS
@pytest.mark.parametrize("step", ["track", "station", "run", "dividend", "trains"])
def test_the_rocket_is_exchanged_in_any_step_of_the_turn(step: str, edition: str) -> None:
    """In every step P7 becomes the train on offer; the step then goes on."""
    table = rocket(edition=edition, trains=("2",), cash=200)
    if step == "dividend":
        table.turn("BZU", "run")
        assert table.earn(run("2", "B8-C9")) == 40
    else:
        table.turn("BZU", step)
    assert ExchangeRocket("BZU") in table.legal()
    events = table.do(ExchangeRocket("BZU"))
    assert RocketExchanged("Ann", "BZU", "2") in events
    assert (table.of("c.BZU.trains"), table.of("priv.P7")) == (["2", "2"], "closed")
    further = {"track": "lay_tile", "station": "place_station", "run": "run_trains", "dividend": "withhold"}
    assert table.game.deciding == "BZU"
    assert table.legal(further.get(step, "buy_train")) != []


@rule("1880.p7.exchange-any-time")
def test_the_rocket_goes_to_the_company_in_turn() -> None:
    """Not to a sister company, not in another player's turn, and not in a share round."""
    table = rocket()
    table.turn("BZU")
    table.refused(ExchangeRocket("NJR"), "1880.p7.exchange-any-time")
    table.company("HKR", director="Bo")
    table.turn("HKR")
    table.refused(ExchangeRocket("HKR"), "1880.p7.exchange-any-time")
    table.refused(ExchangeRocket("BZU"), "1880.p7.exchange-any-time")
    table.share_round("Ann")
    table.refused(ExchangeRocket("BZU"), "1880.sr.turn-options")


def upgraded_on_the_platform(revision: int | None = None, trains: tuple[str, ...] = ()) -> Table:
    """BZU has just made its one upgrade, in a game of the platform's edition."""
    table = rocket("B1", "18xx.games", trains, cash=200, revision=revision)
    table.station("BZU", "C9")
    table.station("BZU", "H6")
    table.turn("BZU")
    table.do(LayTile("B8", "15", 5))
    return table


@rule("1880.p7.exchange-any-time")
def test_the_platform_waits_for_the_rocket_after_an_upgrade() -> None:
    """A company without a train is asked once more, for the Rocket alone, before it buys its first one."""
    table = upgraded_on_the_platform()
    assert table.legal() == [ExchangeRocket("BZU"), Pass()]
    table.refused(LayTile("C9", "14", 0), "1880.track.phase-b-two-yellow-or-upgrade")
    table.do(Pass(), BuyTrain("3", "bank", 180))
    assert table.of("c.BZU.trains") == ["3"]
    table = upgraded_on_the_platform()
    table.do(ExchangeRocket("BZU"))
    assert (table.of("c.BZU.trains"), table.legal("run_trains") != []) == (["3"], True)


@rule("1880.p7.exchange-any-time")
@pytest.mark.parametrize(("revision", "trains", "step"), [(1, (), "buy_train"), (None, ("3",), "run_trains")])
def test_the_platform_did_not_wait_in_earlier_games_nor_for_a_second_train(
    revision: int | None, trains: tuple[str, ...], step: str
) -> None:
    """In a game of the first revision, or with a train, the turn goes on after the upgrade by itself."""
    table = upgraded_on_the_platform(revision, trains)
    assert table.legal(step) != []


@rule("1880.p7.before-running")
def test_the_rockets_train_runs_in_the_same_turn() -> None:
    """A company without a train exchanges P7 before its run and earns with the new train."""
    table = rocket(cash=0)
    table.turn("BZU", "run")
    assert table.legal("run_trains") == []
    table.do(ExchangeRocket("BZU"))
    assert table.earn(run("2", "B8-C9")) == 40
    table.do(Withhold())
    assert table.of("c.BZU.cash") == 40


@rule("1880.p7.needs-train-slot")
@pytest.mark.parametrize(
    ("phase", "trains"), [("A1", ("2",) * 4), ("B1", ("2", "2", "2+2", "3")), ("B2", ("2", "2+2", "3"))]
)
def test_a_company_at_its_limit_takes_no_rocket(phase: str, trains: tuple[str, ...]) -> None:
    """The exchange needs a free space for the train, and no train may be given up for it."""
    table = rocket(phase, trains=trains)
    table.turn("BZU")
    table.refused(ExchangeRocket("BZU"), "1880.p7.needs-train-slot")
    table.refused(ExchangeRocket("BZU", "2"), "1880.trains.no-voluntary-scrap")
    table = rocket(phase, trains=trains[1:])
    table.turn("BZU")
    table.do(ExchangeRocket("BZU"))
    assert len(table.of("c.BZU.trains")) == len(trains)


@rule("1880.p7.counts-as-purchase")
@EDITIONS
def test_the_exchange_is_a_purchase_without_payment(edition: str) -> None:
    """It takes a train from the bank, costs nothing and begins the phase of the train's type."""
    table = rocket("A2", edition, cash=77)
    table.depot("3", 5)
    table.turn("BZU")
    events = table.do(ExchangeRocket("BZU"))
    assert PhaseBegan("B1") in events
    assert (table.of("phase"), table.of("depot.3")) == ("B1", 4)
    assert (table.of("c.BZU.trains"), table.of("c.BZU.cash"), table.of("p.0.cash")) == (["3"], 77, 1000)


@rule("1880.p7.counts-as-purchase")
def test_the_exchange_for_the_first_4_train_scraps_and_begins_the_takeover() -> None:
    """P7 taken for the first 4-train rusts the 2-trains; there is no second exchange."""
    table = rocket("B2", trains=("2", "3"))
    table.depot("4", 5)
    table.turn("BZU")
    table.do(ExchangeRocket("BZU"))
    assert (table.of("c.BZU.trains"), table.of("c.NJR.trains")) == (["3", "4"], [])
    assert (table.of("phase"), table.of("x.communism"), table.of("depot.4")) == ("B3", True, 4)


@rule("1880.p7.counts-as-purchase")
@EDITIONS
def test_the_exchange_for_the_last_train_pays_p0(edition: str) -> None:
    """The last 2+2 taken with P7 is a last 2+2 bought, also where removals do not count."""
    table = rocket("A2", edition)
    table.private("P0", "Cy")
    table.depot("2+2", 1)
    table.turn("BZU")
    table.do(ExchangeRocket("BZU"))
    assert table.game.actor == "Cy"
    table.do(ClaimPayment())
    assert table.of("p.2.cash") == 1040


@rule("1880.p7.counts-as-purchase")
def test_a_phase_begun_by_the_exchange_lowers_the_limit() -> None:
    """The first 3+3 taken with P7 as a fourth train makes the company give one up."""
    table = rocket("B1", trains=("2", "2+2", "3"))
    table.depot("3+3", 5)
    table.turn("BZU")
    table.do(ExchangeRocket("BZU"))
    assert {action.train for action in table.legal() if isinstance(action, DiscardTrain)} == {"2", "2+2", "3", "3+3"}
    table.do(DiscardTrain("BZU", "2"))
    assert table.of("c.BZU.trains") == ["2+2", "3", "3+3"]
    assert table.game.deciding == "BZU"
    assert table.legal("lay_tile") != []


@rule("1880.p7.no-marker-move")
def test_the_exchange_leaves_the_marker() -> None:
    """The train purchase marker stays where it was, and a bank purchase would have moved it."""
    table = rocket(cash=200)
    table.turn("BZU", "trains")
    table.do(ExchangeRocket("BZU"))
    assert table.of("x.marker") is None
    table.do(BuyTrain("2", "bank", 100))
    assert table.of("x.marker") == "BZU"
    table = rocket(cash=200)
    table.marker("NJR")
    table.turn("BZU", "trains")
    table.do(ExchangeRocket("BZU"))
    assert table.of("x.marker") == "NJR"


@rule("1880.p7.no-marker-move")
def test_the_exchange_does_not_break_the_circle() -> None:
    """A marker company that only exchanged P7 has bought nothing: the trains of the type are removed."""
    table = rocket(cash=500)
    table.marker("BZU")
    table.turn("BZU", "trains")
    table.do(ExchangeRocket("BZU"))
    events = table.do(Pass())
    assert "trains_removed" in table.names(events)
    assert table.of("depot.2") is None


@rule("1880.p7.not-for-fi")
@EDITIONS
@pytest.mark.parametrize("step", ["track", "run"])
def test_an_investor_cannot_use_the_rocket(edition: str, step: str) -> None:
    """In the turn of the owner's investor P7 is neither for it nor for a company that is not in turn."""
    table = rocket(edition=edition)
    table.investor("A2", owner="Ann")
    table.tile("E13", "57", 0)
    table.tile("F10", "57", 1)
    table.turn("A2", step)
    rule_id = {"2010": "1880.p7.exchange-any-time", "2022": "1880.p7.not-for-fi"}[edition]
    table.refused(ExchangeRocket("A2"), rule_id)
    refusal = table.refused(ExchangeRocket("BZU"), "1880.p7.exchange-any-time")
    told = say_error(refusal, "en")
    assert told == "It is the turn of A2; a share company can receive the train only in its own turn."
    assert table.legal("exchange_rocket") == []


@rule("1880.p7.may-trigger-sr")
@EDITIONS
def test_the_exchange_for_the_last_train_brings_a_share_round(edition: str) -> None:
    """The share round comes at once, in the middle of the turn, which then goes on where it was."""
    table = rocket(edition=edition)
    table.depot("2", 1)
    table.turn("BZU")
    events = table.do(ExchangeRocket("BZU"))
    assert RoundBegan("share") in events
    assert (table.of("round.type"), table.game.actor) == ("Stock", "Ann")
    table.do(Pass(), Pass(), Pass())
    assert (table.of("round.type"), table.game.deciding) == ("Operating", "BZU")
    table.do(LayTile("C7", "8852", 0))
    assert table.of("hex.C7") == ["8852", 0]


# -- P7, the forced exchange --


def before_the_4_trains(owned: dict[str, list[str]], edition: str = "2022") -> Table:
    """Ann owns the Rocket and directs `owned`, with these trains; Bo's HKR can buy the first 4-train."""
    table = Table(edition=edition, phase="B2")
    table.private("P7", "Ann")
    table.company("HKR", director="Bo", cash=300, trains=["3"], permits="ABCD")
    for company, trains in owned.items():
        table.company(company, director="Ann", trains=trains, permits="BC")
    table.depot("4", 5)
    return table


def buy_the_first_4(table: Table) -> list[Event]:
    table.turn("HKR", "trains")
    return table.do(BuyTrain("4", "bank", 300))


@rule("1880.p7.forced-exchange-at-b3")
@EDITIONS
def test_the_first_4_train_turns_the_rocket_into_the_second(edition: str) -> None:
    """P7 closes at once and without payment for the second 4-train; three stay in the bank."""
    table = before_the_4_trains({"BZU": ["3"]}, edition)
    events = buy_the_first_4(table)
    assert RocketExchanged("Ann", "BZU", "4") in events
    assert PrivateClosed("P7") in events
    assert (table.of("c.HKR.trains"), table.of("c.BZU.trains")) == (["3", "4"], ["3", "4"])
    assert (table.of("depot.4"), table.of("priv.P7"), table.of("p.0.cash")) == (3, "closed", 1000)
    assert table.of("x.marker") == "HKR"


@rule("1880.p7.forced-exchange-at-b3")
def test_the_forced_exchange_cannot_wait() -> None:
    """With a choice of companies nothing else is possible until the owner has assigned the train."""
    table = before_the_4_trains({"BZU": [], "NJR": []})
    buy_the_first_4(table)
    assert table.game.actor == "Ann"
    table.refused(Pass(), "1880.p7.forced-exchange-at-b3")
    table.refused(BuyTrain("4", "bank", 300), "1880.p7.forced-exchange-at-b3")
    table.do(ExchangeRocket("NJR"))
    assert table.of("priv.P7") == "closed"
    assert table.game.deciding != "Ann"


@rule("1880.p7.forced-exchange-at-b3")
def test_the_rocket_takes_a_4_train_when_they_are_removed_unsold() -> None:
    """B3 begun by removal: P7 still becomes a 4-train, and the other four leave the game."""
    table = before_the_4_trains({"BZU": ["3"]})
    table.marker("HKR")
    table.turn("HKR", "trains")
    events = table.do(Pass())
    assert events[:2] == [TrainsRemoved("4", 4), PhaseBegan("B3")]
    assert (table.of("c.BZU.trains"), table.of("depot.4")) == (["3", "4"], None)
    assert table.of("priv.P7") == "closed"


@rule("1880.p7.forced-owner-assigns")
def test_the_owner_assigns_the_forced_train() -> None:
    """Any company directed by the owner with a free space, floated or not, may get it, and no other company."""
    table = before_the_4_trains({"BZU": ["3"], "NJR": ["3", "3+3"]})
    table.company("WNR", director="Ann", floated=False)
    buy_the_first_4(table)
    assert set(table.legal()) == {ExchangeRocket("BZU"), ExchangeRocket("NJR"), ExchangeRocket("WNR")}
    table.refused(ExchangeRocket("HKR"), "1880.p7.forced-owner-assigns")
    table.refused(ExchangeRocket("JHA"), "1880.p7.forced-owner-assigns")
    table.do(ExchangeRocket("NJR"))
    assert table.of("c.NJR.trains") == ["3", "3+3", "4"]


@rule("1880.p7.forced-owner-assigns")
def test_rusting_makes_room_before_the_forced_train_is_assigned() -> None:
    """A company full of 2-trains has space once they have gone."""
    table = before_the_4_trains({"BZU": ["2", "2", "3"]})
    buy_the_first_4(table)
    assert table.of("c.BZU.trains") == ["3", "4"]


@rule("1880.p7.forced-surrender-option")
def test_without_a_free_space_a_train_may_be_surrendered() -> None:
    """When all companies of the owner are full, one of them gives up a train of its own for the 4-train."""
    table = before_the_4_trains({"BZU": ["2+2", "3", "3"], "NJR": ["3+3", "3+3", "3+3"]})
    buy_the_first_4(table)
    surrenders = {(action.company, action.surrender) for action in table.legal() if isinstance(action, ExchangeRocket)}
    assert surrenders == {("BZU", "2+2"), ("BZU", "3"), ("NJR", "3+3")}
    table.refused(ExchangeRocket("BZU"), "1880.p7.forced-surrender-option")
    table.refused(ExchangeRocket("BZU", "3+3"), "1880.p7.forced-surrender-option")
    table.do(ExchangeRocket("BZU", "2+2"))
    assert (table.of("c.BZU.trains"), table.of("c.NJR.trains")) == (["3", "3", "4"], ["3+3"] * 3)
    assert (table.of("depot.4"), table.of("priv.P7")) == (3, "closed")


@rule("1880.p7.forced-surrender-option")
def test_the_owner_need_not_surrender_a_train() -> None:
    """Who keeps all trains loses the 4-train."""
    table = before_the_4_trains({"BZU": ["2+2", "3", "3"]})
    buy_the_first_4(table)
    events = table.do(Pass())
    assert RocketLost("Ann", "4") in events
    assert (table.of("c.BZU.trains"), table.of("depot.4"), table.of("priv.P7")) == (["2+2", "3", "3"], 3, "closed")


@rule("1880.p7.forced-surrender-option")
def test_no_surrender_while_a_company_has_space() -> None:
    """With room in one company neither that nor a full one gives up a train."""
    table = before_the_4_trains({"BZU": ["3", "3", "3"], "NJR": ["3"], "WNR": ["3"]})
    buy_the_first_4(table)
    table.refused(ExchangeRocket("BZU", "3"), "1880.p7.forced-surrender-option")
    table.refused(ExchangeRocket("NJR", "3"), "1880.p7.forced-surrender-option")
    table.refused(ExchangeRocket("BZU"), "1880.p7.needs-train-slot")
    table.do(ExchangeRocket("WNR"))


@rule("1880.p7.forced-surrender-option", "1880.p7.needs-train-slot")
def test_the_refusals_of_the_forced_exchange_name_the_companies_with_room() -> None:
    """Who would give up a train, or gives the 4-train to a full company, is told where there is room."""
    table = before_the_4_trains({"BZU": ["3", "3", "3"], "NJR": ["3"], "WNR": ["3"]})
    buy_the_first_4(table)
    giving_up = table.refused(ExchangeRocket("NJR", "3"), "1880.p7.forced-surrender-option")
    assert say_error(giving_up, "en") == "There is room for the 4-train in NJR, WNR, so no train is given up for it."
    full = table.refused(ExchangeRocket("BZU"), "1880.p7.needs-train-slot")
    assert say_error(full, "en") == (
        "BZU has reached the train limit of 3; the 4-train goes to a company with room: NJR, WNR."
    )


@rule("1880.p7.forced-surrender-option")
def test_no_other_train_is_ever_surrendered() -> None:
    """In its own turn a company cannot give up a train."""
    table = rocket(trains=("2", "2"), cash=500)
    for step in ("track", "station", "run", "trains"):
        table.turn("BZU", step)
        table.refused(DiscardTrain("BZU", "2"), "1880.trains.no-voluntary-scrap")


@rule("1880.p7.forced-no-company")
def test_an_owner_without_a_company_loses_the_rocket() -> None:
    """The second 4-train leaves the game without compensation, an investor notwithstanding."""
    table = before_the_4_trains({})
    table.investor("A2", owner="Ann")
    table.company("NJR", director="Cy", holdings={"Ann": 10})
    events = buy_the_first_4(table)
    assert RocketLost("Ann", "4") in events
    assert (table.of("depot.4"), table.of("priv.P7"), table.of("p.0.cash")) == (3, "closed", 1000)
    assert table.of("c.NJR.trains") == []
