"""What the platform's actions mean in 1880, one decision at a time."""

from typing import Any

import pytest

from tests.table import NAMES, Table
from tielu import InvalidAction
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
from tielu.interop import RefusedAction, Replay, ReplayStep, load_18xx_games
from tielu.interop.records import PlatformRecord
from tielu.titles.t1880.platform.reader import Reader1880
from tielu.titles.t1880.rules.actions import (
    AssignPermit,
    ChooseInvestor,
    ClaimPayment,
    ExchangeRocket,
    MergeMoney,
    MergeStation,
    RepayDebt,
)
from tielu.titles.t1880.rules.components import P0, T2_2
from tielu.titles.t1880.rules.privates import PaymentClaim

PLATFORM = "18xx.games"


def player(name: str, action: str, **fields: Any) -> dict:
    return {"type": action, "entity": NAMES.index(name), "entity_type": "player", **fields}


def company(name: str, action: str, **fields: Any) -> dict:
    return {"type": action, "entity": name, "entity_type": "corporation", **fields}


def investor(number: str, action: str, **fields: Any) -> dict:
    return {"type": action, "entity": number, "entity_type": "minor", **fields}


def private(name: str, action: str, **fields: Any) -> dict:
    return {"type": action, "entity": name, "entity_type": "company", **fields}


def replay(table: Table, *foreign: dict) -> list[ReplayStep]:
    """Let the position of a table go on as a record of these actions says."""
    players: dict[int | str, str] = dict(enumerate(table.game.players))
    record = PlatformRecord("1880", players, {}, list(foreign))
    own_pace = table.game.edition != PLATFORM
    return list(Replay(table.game, Reader1880(record), record.actions, own_pace).steps())


def meaning(table: Table, *foreign: dict) -> list:
    return [action for step in replay(table, *foreign) for action in step.actions]


# -- auction, investors, share rounds --


def test_bids_on_privates_and_on_investors():
    """The platform bids for both; an investor costs nothing and is named by its number."""
    table = Table(edition=PLATFORM)
    table.auction("P3")
    assert meaning(table, player("Ann", "bid", company="P3", price=47)) == [Bid("P3", 47)]
    table.investor_choice()
    assert meaning(table, player("Ann", "bid", minor="4", price=0)) == [ChooseInvestor("A4")]


def test_founding_is_one_decision_in_up_to_three_parts():
    """Par, then the size of the certificate if there is a choice, then the permits: one action of ours."""
    table = Table(edition=PLATFORM)
    table.share_round("Ann")
    par = player("Ann", "par", corporation="HKR", share_price="90,3,3", slot=2)
    steps = replay(table, par, player("Ann", "choose", choice=30), player("Ann", "choose", choice="BC"))
    assert [step.complete for step in steps] == [False, False, True]
    assert steps[-1].actions == (FoundCompany("HKR", 90, 30, "BC", 2),)


def test_founding_without_a_choice_of_size_is_at_twenty_percent():
    """Who can afford only the smallest certificate is not asked for its size."""
    table = Table(edition=PLATFORM, cash=200)
    table.share_round("Ann")
    par = player("Ann", "par", corporation="HKR", share_price="100,1,3", slot=0)
    assert meaning(table, par, player("Ann", "choose", choice="BCD")) == [FoundCompany("HKR", 100, 20, "BCD", 0)]


def test_the_slot_is_left_out_where_it_is_not_chosen():
    """In the edition of 2022 the topmost row is taken, whatever the record says."""
    table = Table(edition="2022", cash=200)
    table.share_round("Ann")
    par = player("Ann", "par", corporation="HKR", share_price="100,1,3", slot=3)
    assert meaning(table, par, player("Ann", "choose", choice="BCD")) == [FoundCompany("HKR", 100, 20, "BCD")]


def test_half_a_decision_must_be_completed():
    """Something else in the middle of a decision is no record of a game."""
    table = Table(edition=PLATFORM)
    table.share_round("Ann")
    par = player("Ann", "par", corporation="HKR", share_price="90,3,3", slot=2)
    with pytest.raises(InvalidAction, match="foreign_field_malformed"):
        replay(table, par, player("Ann", "pass"))
    with pytest.raises(InvalidAction, match="foreign_field_malformed"):
        replay(table, player("Ann", "choose", choice="BC"))


def test_shares_are_bought_and_sold_by_their_ids():
    """A share id names the company; a sale says how many percent."""
    table = Table(edition=PLATFORM)
    table.company("HKR", "Ann", 20)
    table.company("NJR", "Bo", 20, holdings={"Ann": 20})
    table.share_round("Ann")
    sale = player("Ann", "sell_shares", shares=["NJR_1", "NJR_3"], percent=20)
    purchase = player("Ann", "buy_shares", shares=["HKR_2"], percent=10)
    assert meaning(table, sale, purchase) == [SellShares("NJR", 20), BuyShare("HKR", "bank")]


def test_a_debt_is_repaid_as_far_as_the_cash_goes():
    """The record has no amount."""
    table = Table(edition=PLATFORM, cash=70)
    table.company("HKR", "Ann", 20)
    table.debt("Ann", 100)
    table.share_round("Ann")
    assert meaning(table, player("Ann", "payoff_player_debt")) == [RepayDebt(70)]


def test_who_founds_a_company_in_debt_repays_at_once():
    """There is nothing else to do on the platform, so our game does it; the recorded repayment is absorbed."""
    table = Table(edition=PLATFORM, cash=250)
    table.debt("Ann", 100)
    table.share_round("Ann")
    par = player("Ann", "par", corporation="HKR", share_price="100,1,3", slot=0)
    steps = replay(table, par, player("Ann", "choose", choice="BCD"), player("Ann", "payoff_player_debt"))
    assert [step.absorbed for step in steps] == [False, False, True]
    assert (table.of("p.0.cash"), table.of("p.0.debt")) == (0, 50)


# -- powers of privates --


def claim(edition: str = PLATFORM) -> Table:
    table = Table(edition=edition, phase="A2")
    table.company("HKR", "Ann", 20, trains=["2"])
    table.private("P0", "Bo")
    table.turn("HKR", "track")
    table.state.push(PaymentClaim(T2_2))
    return table


def test_p0_is_claimed_by_a_choice_and_left_by_a_pass():
    """Both are actions of the private; its owner decides."""
    assert meaning(claim(), private("P0", "choose", choice="Receive Woosong Railway payment of ¥40")) == [
        ClaimPayment()
    ]
    assert meaning(claim(), private("P0", "pass")) == [Pass()]


def test_what_a_closed_private_is_asked_is_absorbed():
    """P0's last payment is made without asking in our game."""
    table = claim()
    table.state.private_owner[P0] = -2
    table.state.pop()
    (step,) = replay(table, private("P0", "choose", choice=""))
    assert step.absorbed


def test_a_pass_for_p0_is_not_taken_for_a_pass_of_its_owner():
    """Where our game does not ask about P0 nobody's turn ends with it."""
    table = Table(edition="2010")
    table.company("HKR", "Ann", 20)
    table.private("P0", "Ann")
    table.share_round("Ann")
    (step,) = replay(table, private("P0", "pass"))
    assert step.absorbed
    assert table.game.actor == "Ann"


def test_p5_and_p7_are_used_in_a_companys_turn():
    """P5 names its company; P7 serves the company whose turn it is."""
    table = Table(edition=PLATFORM)
    table.company("HKR", "Ann", 20, cash=500)
    table.private("P5", "Ann")
    table.private("P7", "Ann")
    table.turn("HKR")
    permit = private("P5", "assign", target="HKR", target_type="corporation")
    assert meaning(table, permit, private("P7", "purchase_train")) == [AssignPermit("HKR"), ExchangeRocket("HKR")]


def forced_rocket(trains: list[str]) -> Table:
    table = Table(edition=PLATFORM, phase="B2")
    table.depot("4", 5)
    table.company("HKR", "Ann", 20, cash=300, trains=["3"])
    table.company("NJR", "Bo", 20, trains=trains)
    table.private("P7", "Bo")
    table.turn("HKR", "trains")
    return table


def test_a_forced_rocket_is_assigned():
    """When the takeover begins P7's owner names a company."""
    table = forced_rocket(["3", "3"])
    buy = company("HKR", "buy_train", train="4-0", price=300, variant="4")
    assign = private("P7", "assign", target="NJR", target_type="corporation")
    assert meaning(table, buy, assign) == [BuyTrain("4", "bank", 300), ExchangeRocket("NJR")]


def test_a_forced_rocket_without_room_is_one_decision_in_two_parts():
    """The company named then says which train it gives up."""
    table = forced_rocket(["3", "3", "3"])
    buy = company("HKR", "buy_train", train="4-0", price=300, variant="4")
    assign = private("P7", "assign", target="NJR", target_type="corporation")
    steps = replay(table, buy, assign, company("NJR", "discard_train", train="3-2"))
    assert [step.complete for step in steps] == [True, False, True]
    assert steps[-1].actions == (ExchangeRocket("NJR", "3"),)


# -- turns --


def test_a_pass_after_an_upgrade_is_for_the_rocket():
    """The platform waits once more for a company without a train whose director owns P7."""
    table = Table(edition=PLATFORM, phase="B1")
    table.private("P7", "Ann")
    table.company("BZU", cash=200)
    table.tile("B8", "57", 2)
    table.turn("BZU")
    upgrade = company("BZU", "lay_tile", hex="B8", tile="14-0", rotation=2)
    purchase = company("BZU", "buy_train", train="3-1", price=180, variant="3")
    actions = meaning(table, upgrade, company("BZU", "pass"), purchase)
    assert actions == [LayTile("B8", "14", 2), Pass(), BuyTrain("3", "bank", 180)]


def test_tiles_and_cities_carry_numbers():
    """A tile is one of its kind; a city is named by the tile it is on, wherever that lies."""
    table = Table(edition=PLATFORM)
    table.company("BCR", "Ann", 20, cash=500)
    table.turn("BCR")
    lay = [
        company("BCR", "lay_tile", hex="M3", tile="57-2", rotation=1),
        company("BCR", "lay_tile", hex="M5", tile="8852-0", rotation=1),
        company("BCR", "pass"),
    ]
    table.tile("M7", "57", 1)
    reader = meaning(table, *lay[:2])
    assert reader == [LayTile("M3", "57", 1), LayTile("M5", "8852", 1)]
    with pytest.raises(InvalidAction, match="foreign_field_malformed"):
        replay(table, company("BCR", "place_token", city="57-4-0", slot=0))


def test_a_station_is_placed_on_a_tile_laid_before():
    """The number of the tile leads to the hex it was laid on."""
    table = Table(edition=PLATFORM)
    table.company("HKR", "Ann", 20, cash=500)
    table.tile("K15", "8877", 0)
    table.turn("HKR")
    lay = company("HKR", "lay_tile", hex="L14", tile="57-1", rotation=0)
    place = company("HKR", "place_token", city="57-1-0", slot=0)
    assert meaning(table, lay, place)[-1] == PlaceStation("L14", 0)


def test_a_station_on_a_printed_hex():
    """Printed cities go by the name of their hex."""
    table = Table(edition=PLATFORM)
    table.company("BZU", "Ann", 20, cash=500)
    table.tile("A5", "57", 1)
    table.tile("B8", "5", 1)
    table.station("BZU", "A5")
    table.turn("BZU", "station")
    assert meaning(table, company("BZU", "place_token", city="A3-0-0", slot=0)) == [PlaceStation("A3", 0)]


def running(train: str, phase: str = "A2", edition: str = PLATFORM) -> Table:
    """NXR may run from P12 to Hainan, or over O15 to Taiwan."""
    table = Table(edition=edition, phase=phase)
    table.company("NXR", "Ann", 20, trains=[train], stations=[("P12", 0)])
    table.tile("P12", "6", 3)
    table.tile("O13", "8", 4)
    table.tile("O15", "8851", 3)
    table.turn("NXR", "run")
    return table


CHAIN = (("Q13", "P12"), ("P12", "O13", "O15"), ("O15", "N16"))
STOPS = (("Q13", 0), ("P12", 0), ("O15", 0), ("N16", 0))


@pytest.mark.parametrize("turned", range(8))
def test_links_are_put_in_order(turned):
    """Each link of a run may be written in either direction; the chain is the same."""
    connections = [list(link[:: -1 if turned >> index & 1 else 1]) for index, link in enumerate(CHAIN)]
    route = {"train": "2+2-0", "connections": connections}
    (run,) = meaning(running("2+2"), company("NXR", "run_routes", routes=[route]))
    assert run == RunTrains((RouteRun("2+2", STOPS, CHAIN),))


def test_a_run_from_the_other_end_stays_one():
    """Links in the opposite order make the same run, the other way round."""
    route = {"train": "2+2-0", "connections": [list(link) for link in reversed(CHAIN)]}
    (run,) = meaning(running("2+2"), company("NXR", "run_routes", routes=[route]))
    assert run.routes[0].stops == STOPS[::-1]


def test_an_express_counts_the_stops_that_pay_best():
    """Of the stops passed the platform counts the best, the company's own station among them."""
    table = running("6E", phase="C3")
    route = {"train": "6E-0", "connections": [list(link) for link in CHAIN]}
    (run,) = meaning(table, company("NXR", "run_routes", routes=[route]))
    assert run.routes[0].stops == STOPS


def test_a_run_over_missing_track_is_refused_with_its_rule():
    """The rules judge a run, not the reader."""
    route = {"train": "2+2-0", "connections": [["P12", "P14"]]}
    with pytest.raises(RefusedAction) as refused:
        replay(running("2+2"), company("NXR", "run_routes", routes=[route]))
    assert (refused.value.index, refused.value.rule) == (0, "1880.route.min-two-stations")


def test_dividends():
    """Paid out or withheld, nothing else."""
    route = {"train": "2+2-0", "connections": [list(CHAIN[0])]}
    run = company("NXR", "run_routes", routes=[route])
    assert meaning(running("2+2"), run, company("NXR", "dividend", kind="payout"))[-1] == PayDividend()
    with pytest.raises(InvalidAction, match="foreign_field_malformed"):
        replay(running("2+2"), run, company("NXR", "dividend", kind="half"))


def test_trains_of_sister_companies_are_known_by_their_ids():
    """The same id is at one place only: once a company has a train, it is its seller."""
    table = Table(edition=PLATFORM, phase="B1")
    table.depot("3", 5)
    table.company("HKR", "Ann", 20, cash=600)
    table.company("NJR", "Ann", 20, cash=500, trains=["2"])
    table.turn("HKR", "trains")
    bought = [
        company("HKR", "buy_train", train="3-0", price=180, variant="3"),
        company("HKR", "buy_train", train="3-1", price=180, variant="3"),
        company("HKR", "pass"),
        company("NJR", "pass"),
        company("NJR", "buy_train", train="3-1", price=7, variant="3"),
        company("NJR", "buy_train", train="3-2", price=180, variant="3"),
    ]
    purchases = [action for action in meaning(table, *bought) if isinstance(action, BuyTrain)]
    assert [(each.seller, each.price) for each in purchases] == [
        ("bank", 180),
        ("bank", 180),
        ("HKR", 7),
        ("bank", 180),
    ]


# -- mergers and passes of investors --


def merger(cash: int) -> Table:
    table = Table(edition=PLATFORM)
    table.company("HKR", "Ann", 20, cash=0)
    table.investor("A4", "Ann", company="HKR", cash=cash)
    table.tile("K15", "8877", 0)
    table.tile("H14", "6", 5)
    table.turn("A4", "merger")
    return table


def test_a_merger_is_claimed_then_paid_then_marked():
    """Three of the platform's actions are two of ours; the state counts when the last is done."""
    table = merger(cash=40)
    steps = replay(
        table,
        investor("4", "destination_connection"),
        investor("4", "choose", choice="¥40 to HKR treasury"),
        company("HKR", "choose", choice="Replace"),
    )
    assert [step.complete for step in steps] == [False, False, True]
    assert [action for step in steps for action in step.actions] == [MergeMoney("company"), MergeStation(True)]


def test_an_investors_money_may_go_to_its_owner():
    """The platform words the choice with the owner's name."""
    money = [investor("4", "destination_connection"), investor("4", "choose", choice="¥8 to Ann")]
    assert meaning(merger(cash=40), *money) == [MergeMoney("owner")]


def test_a_merger_without_money_has_no_choice_of_it():
    """An investor with an empty treasury merges at once."""
    assert meaning(merger(cash=0), investor("4", "destination_connection")) == [MergeMoney("owner")]


def test_a_pass_that_nobody_asks_for_is_absorbed():
    """The platform ends every investor's turn with a pass."""
    table = Table(edition=PLATFORM)
    table.company("HKR", "Ann", 20, cash=100)
    table.investor("A4", "Ann", company="HKR")
    table.turn("A4", "track")
    passes = replay(table, investor("4", "pass"), investor("4", "pass"))
    assert [step.absorbed for step in passes] == [False, True]
    assert table.game.deciding == "HKR"


# -- what is not a game --


def test_only_who_is_asked_may_act():
    """A decision by somebody else is refused with the rule of the turn order, and nothing has changed."""
    table = Table(edition=PLATFORM)
    table.auction("P3")
    with pytest.raises(RefusedAction) as refused:
        replay(table, player("Bo", "bid", company="P3", price=50))
    assert refused.value.rule == "1880.auction.starter-rotates-left"
    assert refused.value.params["asked"] == "Ann"
    assert table.game.actor == "Ann"


def test_a_refused_action_names_its_index_and_rule():
    """What the rules forbid surfaces as it is, with the number of the recorded action."""
    table = Table(edition=PLATFORM)
    table.auction("P3")
    with pytest.raises(RefusedAction) as refused:
        replay(table, player("Ann", "bid", company="P3", price=45), player("Bo", "bid", company="P3", price=45))
    assert (refused.value.index, refused.value.code) == (1, "bid_too_low")
    assert refused.value.recorded["entity"] == 1


def test_players_named_like_companies_are_no_companies():
    """Whatever players call themselves, a company's pass is never taken for theirs."""
    players = [{"id": seat, "name": name} for seat, name in enumerate(("BCR", "A1", "P0"))]
    record = {"title": "1880", "players": players, "actions": [company("BCR", "pass"), player("Ann", "pass")]}
    *_, (_, _, game) = load_18xx_games(record)
    assert game.actions == [Pass()]


@pytest.mark.parametrize(
    ("foreign", "code"),
    [
        (player("Ann", "dance"), "foreign_action_unknown"),
        ({**player("Ann", "pass"), "entity": 9}, "foreign_field_malformed"),
        ({**player("Ann", "pass"), "entity": True}, "foreign_field_malformed"),
        ({**player("Ann", "pass"), "entity": [0]}, "foreign_field_malformed"),
        (private("P9", "pass"), "foreign_field_malformed"),
        (player("Ann", "bid", company="P3"), "foreign_field_malformed"),
        (player("Ann", "bid", company="P3", price="45"), "foreign_field_malformed"),
        (player("Ann", "bid", company=None, price=45), "foreign_field_malformed"),
        (player("Ann", "par", corporation="HKR", share_price="cheap", slot=0), "foreign_field_malformed"),
        (player("Ann", "par", corporation="HKR", share_price="90,3,3"), "foreign_field_malformed"),
        (player("Ann", "buy_shares", shares=[]), "foreign_field_malformed"),
        (player("Ann", "buy_shares", shares=["HKR"]), "foreign_field_malformed"),
        (player("Ann", "buy_shares", shares=["HKR_1", "NJR_1"]), "foreign_field_malformed"),
        (player("Ann", "sell_shares", shares=["HKR_1"]), "foreign_field_malformed"),
        (company("HKR", "lay_tile", hex="K15", tile="57", rotation=0), "foreign_field_malformed"),
        (company("HKR", "lay_tile", hex="K15", tile="57-0", rotation=None), "foreign_field_malformed"),
        (company("HKR", "run_routes"), "foreign_field_malformed"),
        (company("HKR", "run_routes", routes=[{"train": "2-0"}]), "foreign_field_malformed"),
        (company("HKR", "run_routes", routes=[{"train": "2-0", "connections": [["K15"]]}]), "foreign_field_malformed"),
        (company("HKR", "run_routes", routes=[{"train": "2-0", "connections": [[1, 2]]}]), "foreign_field_malformed"),
        (company("XYZ", "run_routes", routes=[]), "foreign_field_malformed"),
        (company("HKR", "destination_connection"), "foreign_field_malformed"),
        (company("HKR", "choose", choice="Perhaps"), "foreign_field_malformed"),
    ],
)
def test_malformed_actions_are_refused(foreign, code):
    """A field that is missing or wrong is named, with the index of its action."""
    players = [{"id": seat, "name": name} for seat, name in enumerate(NAMES[:3])]
    actions = [player("Ann", "pass"), foreign]
    with pytest.raises(InvalidAction, match=code) as refused:
        list(load_18xx_games({"title": "1880", "players": players, "actions": actions}))
    assert refused.value.params["index"] == 1
