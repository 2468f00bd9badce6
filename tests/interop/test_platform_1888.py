"""18xx.games plays 1888-N: what its actions mean in ours, how ours are written, and that both agree."""

import json
import random
from typing import Any

import pytest

from tests.corpus import needs_corpus, read_recorded, recorded_games
from tests.play import STYLES, choose, fingerprint
from tests.table_1888 import NAMES, Table1888
from tielu import Game, InvalidAction, new_game
from tielu.core.actions import (
    Accept,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    DiscardTrain,
    FoundCompany,
    GoBankrupt,
    LayTile,
    Pass,
    RunTrains,
    SellShares,
)
from tielu.interop import (
    RefusedAction,
    Replay,
    ReplayStep,
    export_18xx_games,
    linear_actions,
    load_18xx_games,
    open_replay,
)
from tielu.interop.records import PlatformRecord
from tielu.titles.t1888n.platform.ledgers import Shares
from tielu.titles.t1888n.platform.reader import Reader1888
from tielu.titles.t1888n.platform.writer import Writer1888
from tielu.titles.t1888n.rules.actions import LayFerry, TakeShare
from tielu.verify import verify_game

PLATFORM = "18xx.games"
# What the platform leaves to the player: which of several equal trains or shares, which circle of a city.
FREE_CHOICE = frozenset({"train", "exchange", "shares", "slot", "routes", "variant"})
INCIDENTAL = frozenset({"tokener", "extra_revenue", "subsidy"})


def player(name: str, action: str, **fields: Any) -> dict:
    return {"type": action, "entity": NAMES.index(name), "entity_type": "player", **fields}


def company(name: str, action: str, **fields: Any) -> dict:
    return {"type": action, "entity": name, "entity_type": "corporation", **fields}


def private(name: str, action: str, **fields: Any) -> dict:
    return {"type": action, "entity": name, "entity_type": "company", **fields}


def replay(table: Table1888, *foreign: dict) -> list[ReplayStep]:
    """Let the position of a table go on as a record of these actions says."""
    players: dict[int | str, str] = dict(enumerate(table.game.players))
    record = PlatformRecord("1888", players, {}, list(foreign))
    return list(Replay(table.game, Reader1888(record), record.actions, own_pace=False).steps())


def meaning(table: Table1888, *foreign: dict) -> list:
    return [action for step in replay(table, *foreign) for action in step.actions]


# -- what the platform's actions mean --


def test_privates_are_named_in_our_way():
    """The Great Wall is CW there and GW here; the cheapest private is bought by a bid at its price."""
    table = Table1888(edition=PLATFORM)
    table.auction()
    bids = player("Ann", "bid", company="CW", price=105), player("Bo", "bid", company="KT", price=25)
    assert meaning(table, *bids) == [Bid("GW", 105), Bid("KT", 25)]


def test_founding_is_one_action():
    """The price stands before its place on the chart; the certificate is always of 20%."""
    table = Table1888(edition=PLATFORM)
    table.share_round("Ann")
    par = player("Ann", "par", corporation="LYR", share_price="95,1,3")
    assert meaning(table, par) == [FoundCompany("LYR", 95, 20)]


def test_certificates_once_bought_come_from_the_pool():
    """A share of the IPO that somebody has had and sold lies in the pool."""
    table = Table1888(edition=PLATFORM)
    table.company("LYR", "Ann", 95, holdings={"Ann": 10})
    table.share_round("Bo")
    shares = {"shares": ["LYR_4"], "percent": 10}
    found = meaning(
        table,
        player("Bo", "buy_shares", **shares),
        player("Cy", "pass"),
        player("Ann", "pass"),
        player("Bo", "sell_shares", **shares),
        player("Bo", "pass"),
        player("Cy", "buy_shares", **shares),
    )
    assert [each for each in found if each != Pass()] == [
        BuyShare("LYR", "ipo"),
        SellShares("LYR", 10),
        BuyShare("LYR", "pool"),
    ]


def test_forbidden_city_takes_a_share():
    """A purchase by the private is the exchange of its owner."""
    table = Table1888(edition=PLATFORM)
    table.company("JHR", "Bo", 95)
    table.private("FC", "Ann")
    table.share_round("Ann")
    bought = private("FC", "buy_shares", shares=["JHR_1"], percent=10)
    assert meaning(table, bought) == [TakeShare("JHR", "ipo")]


@pytest.mark.parametrize("first", [0, 1])
def test_two_halves_are_one_ferry(first):
    """In either order; after the first half nothing has happened yet."""
    table = Table1888(edition=PLATFORM, phase="3")
    table.company("LYR", cash=100)
    table.private("YRF", "LYR")
    table.turn("LYR")
    halves = [
        private("YRF", "lay_tile", hex="E17", tile="L40a-0", rotation=0),
        private("YRF", "lay_tile", hex="F16", tile="L40b-0", rotation=0),
    ]
    steps = replay(table, halves[first], halves[1 - first])
    assert [(step.actions, step.complete) for step in steps] == [((), False), ((LayFerry(),), True)]


def test_half_a_ferry_is_refused():
    """The second half must follow at once, and be the other one."""
    half = private("YRF", "lay_tile", hex="E17", tile="L40a-0", rotation=0)
    for after in (half, company("LYR", "pass")):
        table = Table1888(edition=PLATFORM, phase="3")
        table.company("LYR", cash=100)
        table.private("YRF", "LYR")
        table.turn("LYR")
        with pytest.raises(InvalidAction, match="foreign_field_malformed"):
            replay(table, half, after)


def test_the_great_wall_passes_for_itself():
    """Its pass ends its own lays and nothing else; where our game does not ask, it is absorbed."""
    table = Table1888(edition=PLATFORM, phase="3")
    table.company("LYR", cash=100)
    table.private("GW", "LYR")
    table.turn("LYR")
    lay = private("CW", "lay_tile", hex="B8", tile="9-0", rotation=1)
    steps = replay(table, lay, private("CW", "pass"), private("CW", "pass"))
    assert [step.actions for step in steps] == [(LayTile("B8", "9", 1, "GW"),), (Pass(),), ()]
    assert steps[-1].absorbed
    assert table.game.deciding == "LYR"


def test_trains_are_known_by_their_number():
    """A train comes from whoever has that very one: bank, company or pool."""
    table = Table1888(edition=PLATFORM, phase="2")
    table.company("LYR", "Ann", 95, cash=500)
    table.company("CDL", "Bo", 90, cash=500)
    table.turn("LYR", "trains")
    assert meaning(table, company("LYR", "buy_train", train="2-1", price=80)) == [BuyTrain("2", "bank", 80)]
    table.turn("CDL", "trains")
    record = PlatformRecord("1888", dict(enumerate(table.game.players)), {}, [])
    reader = Reader1888(record)
    reader._train_at["2-1"] = "LYR"
    foreign = [company("CDL", "buy_train", train="2-1", price=33)]
    (step,) = Replay(table.game, reader, foreign, own_pace=False).steps()
    assert step.actions == (BuyTrain("2", "LYR", 33),)


def test_exchanged_and_discarded_trains_are_in_the_pool():
    """A train given for a diesel can be bought again, under its own number."""
    table = Table1888(edition=PLATFORM, phase="7")
    table.company("LYR", "Ann", 95, cash=1400, trains=["5"])
    table.turn("LYR", "trains")
    diesel = company("LYR", "buy_train", train="D-1", price=700, variant="D", exchange="5-0")
    again = company("LYR", "buy_train", train="5-0", price=500)
    assert meaning(table, diesel, again) == [BuyTrain("D", "bank", 700, "5"), BuyTrain("5", "pool", 500)]


def test_bankruptcy_is_one_action():
    """The company's action is its director's end."""
    table = Table1888(edition=PLATFORM, phase="6", cash=0)
    table.company("LYR", "Ann", 95)
    table.turn("LYR", "trains")
    assert meaning(table, company("LYR", "bankrupt")) == [GoBankrupt()]
    assert table.game.finished


def test_in_a_printed_edition_a_recorded_purchase_is_answered():
    """The platform does not ask the other owner; a record of it has been agreed upon."""
    table = Table1888(phase="3")
    table.company("LYR", "Ann", 95, cash=500)
    table.private("KT", "Bo")
    table.turn("LYR")
    bought = company("LYR", "buy_company", company="KT", price=20)
    assert meaning(table, bought) == [BuyPrivate("KT", 20), Accept()]


@pytest.mark.parametrize("accepts", [True, False])
def test_answers_of_our_own_files_are_read(accepts):
    """Where we have written the answer as an action, it is taken as it is."""
    table = Table1888(phase="3")
    table.company("LYR", "Ann", 95, cash=500)
    table.private("KT", "Bo")
    table.turn("LYR")
    offer = company("LYR", "buy_company", company="KT", price=20, offer=True)
    answer = player("Bo", "respond", accept=accepts)
    assert meaning(table, offer, answer) == [BuyPrivate("KT", 20), Accept() if accepts else Decline()]


def test_a_players_pass_never_ends_a_companys_step():
    """The platform may ask a player whom our game has passed over; by then a company can be asked."""
    table = Table1888(edition=PLATFORM, phase="2")
    table.company("LYR", "Ann", 95, cash=500)
    table.turn("LYR")
    (step,) = replay(table, player("Ann", "pass"))
    assert step.absorbed


def test_an_income_of_nothing_is_not_asked_about():
    """The platform wants to know whether it is paid out; here it is done."""
    table = Table1888(edition=PLATFORM, phase="2")
    table.company("LYR", "Ann", 95, cash=500, trains=["2"])
    table.tile("G15", "9", 0)
    table.tile("H14", "57", 0)
    table.turn("LYR", "run")
    steps = replay(table, company("LYR", "run_routes", routes=[]), company("LYR", "dividend", kind="withhold"))
    assert [step.actions for step in steps] == [(RunTrains(()),), ()]


def test_a_private_discards_no_train():
    """A record in which one does is refused by the rules."""
    table = Table1888(edition="2022")
    table.company("LYR", "Ann", 95, trains=["2"])
    table.turn("LYR", "trains")
    with pytest.raises(RefusedAction):
        replay(table, private("KT", "discard_train", train="2-0"))


@pytest.mark.parametrize(
    "foreign",
    [
        player("Ann", "bid", company="XX", price=5),
        player("Ann", "par", corporation="LYR", share_price="a,b"),
        player("Ann", "buy_shares", shares=["LYR_1", "CDL_1"], percent=20),
        player("Ann", "buy_shares", shares=[]),
        private("KT", "buy_shares", shares=["LYR_1"], percent=10),
        private("P5", "pass"),
        company("XYZ", "pass"),
        company("LYR", "place_token", city="57-0-0"),
        company("LYR", "dividend", kind="half"),
        player("Bo", "respond", accept="yes"),
        {**player("Ann", "pass"), "entity": 77},
    ],
)
def test_malformed_actions_are_refused(foreign):
    """A field that means nothing here is named, and nothing breaks."""
    table = Table1888(edition=PLATFORM, phase="3")
    table.company("LYR", "Ann", 95, cash=500)
    table.private("KT", "Bo")
    table.turn("LYR")
    with pytest.raises(InvalidAction, match="foreign_field_malformed"):
        replay(table, foreign)


def test_somebody_elses_turn_is_refused_with_a_rule():
    """Out of turn: in the auction, in a stock round, in an operating round and after the end."""
    table = Table1888(edition=PLATFORM, phase="2")
    table.company("LYR", "Ann", 95, cash=500)
    bid = player("Cy", "bid", company="KT", price=25)
    table.auction("Ann")
    _refused(table, bid, "1888.auction.turn-options")
    table.share_round("Ann")
    _refused(table, player("Cy", "par", corporation="CDL", share_price="95,1,3"), "1888.sr.priority-starts")
    table.turn("LYR")
    _refused(table, company("CDL", "lay_tile", hex="B18", tile="57-0", rotation=0), "1888.or.price-order")
    table.state.finished = True
    _refused(table, bid, "1888.end.bank-break-full-set")


def _refused(table: Table1888, foreign: dict, rule: str) -> None:
    with pytest.raises(RefusedAction) as caught:
        replay(table, foreign)
    assert caught.value.rule == rule


# -- files --


@pytest.mark.parametrize("settings", [{}, {"optional_rules": []}, {"optional_rules": ["east"]}, None])
def test_other_variants_are_refused(settings):
    """Without the option `north` a file follows other rules, and is refused with a clear word."""
    data = {**export_18xx_games(new_game("1888", NAMES[:3], PLATFORM)), "settings": settings}
    with pytest.raises(InvalidAction, match="prototype_rules"):
        open_replay(data)


@needs_corpus
def test_a_raw_export_of_the_platform_replays():
    """Undone moves, chat and programs resolved: the same game as its linear record."""
    raw, linear = read_recorded("raw", "1888_4p_human.json.gz"), read_recorded("1888", "1888_4p_human.json.gz")
    assert linear_actions(raw["actions"]) == linear["actions"]
    *_, (_, _, game) = load_18xx_games(raw)
    assert {str(raw["players"][game.players.index(name)]["id"]): worth for name, worth in game.standings()} == raw[
        "result"
    ]


@needs_corpus
@pytest.mark.parametrize("name", recorded_games("1888"))
def test_recorded_games_agree_and_are_written_as_they_were_recorded(name):
    """Every state agrees; written again a game is its record, but for choices among equals and halves of the ferry."""
    recorded = read_recorded("1888", name)
    report = verify_game(name, recorded)
    assert (report.actions, report.mismatches) == (recorded["n"], [])
    game = imported(recorded)
    written = export_18xx_games(game)
    seats = {each["id"]: seat for seat, each in enumerate(recorded["players"])}
    assert [_core(each, {}) for each in linear_actions(written["actions"])] == [
        _core(each, seats) for each in recorded["actions"]
    ]
    assert imported(written).snapshot() == game.snapshot()


def _core(action: dict, seats: dict) -> dict:
    """An action without what may differ between two records of the same game; players by seat."""
    kept = {key: value for key, value in action.items() if key not in FREE_CHOICE | INCIDENTAL}
    if action["entity"] == "YRF":
        kept = {key: kept[key] for key in ("type", "entity")}
    if action["entity_type"] == "player":
        kept["entity"] = seats.get(action["entity"], action["entity"])
    return kept


def imported(data: dict) -> Game:
    replayed = open_replay(data)
    for _ in replayed.steps():
        pass
    return replayed.game


@pytest.mark.parametrize("edition", [PLATFORM, "2022"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_game_written_and_read_again_is_the_same(edition, players):
    """Midway and at the end, through JSON and back: offers and answers, ordered and discarded trains, the ferry."""
    game, rng = new_game("1888", NAMES[:players], edition), random.Random(players)
    style = sorted(STYLES)[players % len(STYLES)]
    for number in range(1, 2500):
        if game.finished:
            break
        game.apply(choose(game, rng, style))
        if number % 500 == 0:
            assert imported(export_18xx_games(game)).snapshot() == game.snapshot(), number
    again = imported(json.loads(json.dumps(export_18xx_games(game))))
    assert again.edition == edition
    assert fingerprint(again.state) == fingerprint(game.state)


def test_the_file_names_the_variant():
    """The platform needs the option `north`, and so do we when we read it again."""
    game = new_game("1888", NAMES[:3], PLATFORM)
    game.apply(Bid("GW", 105))
    data = export_18xx_games(game)
    assert data["title"] == "1888"
    assert data["settings"]["optional_rules"] == ["north"]
    (action,) = linear_actions(data["actions"])
    assert action == player("Ann", "bid", company="CW", price=105)


def written(table: Table1888, *actions: Any) -> list[dict]:
    writer = Writer1888()
    return [foreign for action in actions for foreign in writer.take(table.game, action)]


def test_the_ferry_is_written_in_two_halves():
    """One action of ours, two lays of the platform's."""
    table = Table1888(edition=PLATFORM, phase="3")
    table.company("LYR", cash=100)
    table.private("YRF", "LYR")
    table.turn("LYR")
    assert [(each["hex"], each["tile"]) for each in written(table, LayFerry())] == [
        ("E17", "L40a-0"),
        ("F16", "L40b-0"),
    ]


def test_an_ordered_train_is_written_when_it_is_paid():
    """The platform sells first; a train ordered before the director's sales is written after them."""
    table = Table1888(edition=PLATFORM, phase="2", cash=0)
    table.company("LYR", "Ann", 95, holdings={"Ann": 20, "Bo": 10})
    table.turn("LYR", "trains")
    actions = BuyTrain("2", "bank", 80), SellShares("LYR", 10)
    writer = Writer1888()
    writer._shares[5]._held = {0: [0, 3, 4], 1: [5], "ipo": [1, 2, 6, 7, 8]}
    found = [foreign for action in actions for foreign in writer.take(table.game, action)]
    assert [each["type"] for each in found] == ["sell_shares", "buy_train"]
    assert found[1] == company("LYR", "buy_train", train="2-1", price=80, variant="2")


def test_passing_a_run_is_a_run_without_routes():
    """The platform knows no pass there."""
    table = Table1888(edition=PLATFORM, phase="2")
    table.company("LYR", "Ann", 95, cash=500, trains=["2"])
    table.tile("G15", "9", 0)
    table.tile("H14", "57", 0)
    table.turn("LYR", "run")
    (run,) = written(table, Pass())
    assert (run["type"], run["routes"]) == ("run_routes", [])


def test_certificates_change_hands_as_on_the_platform():
    """The director's is number 0; a buyer gets the oldest, a new director hands over two for the director's."""
    shares = Shares()
    assert [shares.buy("ipo", 0), shares.buy("ipo", 1), shares.buy("ipo", 1), shares.buy("ipo", 1)] == [0, 1, 2, 3]
    shares.change_director(0, 1)
    assert (shares.of(0), shares.of(1)) == ([1, 2], [3, 0])
    assert shares.sale(1, 20) == [3, 0]
    shares.sell(1, 20, director=0)
    assert shares.of(0) == [0]
    assert (len(shares.of(1)), len(shares.of("pool"))) == (1, 2)
    assert shares.buy("pool", 2) in (1, 2, 3)


def test_discards_are_written_for_the_company():
    """Which train of several equal ones goes is the platform's question, and ours to answer."""
    table = Table1888(edition=PLATFORM, phase="4")
    table.company("LYR", "Ann", 95, cash=600, trains=["3", "3", "4"])
    table.depot("5", 3)
    table.state.trains[5] = table.state.trains[5][:2]
    table.turn("LYR", "trains")
    writer = Writer1888()
    writer._trains._owned["LYR"] = ["3-0", "3-1"]
    writer.take(table.game, BuyTrain("5", "bank", 500))
    (discarded,) = writer.take(table.game, DiscardTrain("LYR", "3"))
    assert discarded == company("LYR", "discard_train", train="3-0")
