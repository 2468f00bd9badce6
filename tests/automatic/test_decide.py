"""What single automatic moves do, and when they stop: share rounds, auctions, turns of companies, powers."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

import tielu
from tests.automatic.seats import Seats
from tests.golden_games import FOLDER
from tests.table import Table
from tielu.automatic import (
    AutomaticMove,
    BidUpTo,
    BuyShares,
    LeavePower,
    Operate,
    PassAuction,
    PassShares,
    Stop,
    decide,
    move_from_json,
)
from tielu.automatic.moves import ACTED, FOUNDED, LEVEL, PAY, PHASE, SOLD, WITHHOLD
from tielu.automatic.words import say_move, say_why
from tielu.core.actions import Action, Bid, BuyShare, LayTile, Pass, PayDividend, RunTrains, SellShares, Withhold
from tielu.core.share_round import ShareRound
from tielu.errors import InvalidInput
from tielu.i18n.catalogue import catalogue
from tielu.titles.t1880.rules.privates import PaymentClaim

# Six people in a share round of 1888-N; the order is Fay, Ann, Bo, Cy, Dee, Eli. Fay directs CDL with two shares.
SHARE_ROUND = 246


def recorded(name: str, actions: int) -> Seats:
    """A recorded game after so many of its actions."""
    data = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    game = tielu.Game.from_json({**data["game"], "actions": data["game"]["actions"][:actions]})
    return Seats(game)


def six_people() -> Seats:
    return recorded("1888-2022-6p-808", SHARE_ROUND)


def play_round(seats: Seats, hand: dict[str, Action] | None = None) -> list[str]:
    """Play the share round to its end; returns who was asked. By hand the actions given are taken once, or passes."""
    asked, hand = [], dict(hand or {})
    while any(isinstance(frame, ShareRound) for frame in seats.game.state.stack):
        before, actor = seats.asked, seats.game.actor or ""
        seats.play(lambda game: hand.pop(game.actor or "", Pass()))
        if seats.asked > before:
            asked.append(actor)
    return asked


# -- share rounds --


def test_six_people_pass_a_share_round_without_being_asked() -> None:
    """Where nothing happens that anybody has named, nobody is woken."""
    seats = six_people()
    for seat in range(6):
        seats.set(seat, PassShares((SOLD, LEVEL, FOUNDED, ACTED)))
    assert play_round(seats) == []
    assert seats.game.actions[SHARE_ROUND:] == [Pass()] * 6


def test_only_who_must_decide_is_woken() -> None:
    """Bo buys two shares and comes level with Fay, who alone is asked, once; all other decisions are automatic."""
    seats = six_people()
    for seat in range(6):
        seats.set(seat, PassShares((SOLD, LEVEL, FOUNDED)))
    seats.set(1, BuyShares("CDL", 2, 80))
    assert play_round(seats) == ["Fay"]
    assert [stop.code for stop in seats.stops] == ["level", "bought_enough"]
    assert say_why(seats.stops[0], "en") == "Bo has 20% of CDL and could take it from you."
    assert sum(isinstance(action, BuyShare) for action in seats.game.actions[SHARE_ROUND:]) == 2


def test_a_sale_wakes_the_director() -> None:
    """Bo sells a company that Ann directs: Ann is asked, and Bo, who has set nothing."""
    seats = six_people()
    for seat in (0, 2, 3, 4, 5):
        seats.set(seat, PassShares((SOLD,)))
    assert play_round(seats, {"Bo": SellShares("ZDR", 10)}) == ["Bo", "Bo", "Ann", "Bo"]
    assert say_why(seats.stops[0], "de") == "Bo hat 10% der ZDR verkauft."


def test_a_turn_that_was_begun_by_hand_is_not_ended() -> None:
    """Whoever sells by hand may still buy, even with a move set that passes."""
    seats = six_people()
    for seat in (5, 0):
        seats.set(seat, PassShares())
        seats.play(lambda _: Pass())
    seats.set(1, PassShares())
    seats.game.apply(SellShares("ZDR", 10))
    assert seats.decide() is None
    seats.game.apply(Pass())
    assert seats.stops == []


def test_passing_ends_with_the_round() -> None:
    """A move for a share round does not go on in the next one."""
    seats = six_people()
    for seat in range(6):
        seats.set(seat, PassShares())
    play_round(seats)
    seats.decide()
    assert [stop.code for stop in seats.stops] == ["round_over"]
    assert seats.stops[0].fulfilled


def test_a_price_ends_passing_and_buying() -> None:
    """Passing stops when a share costs less than was named, buying when it costs more."""
    seats = six_people()
    seats.set(5, PassShares((), "CDL", 1000))
    assert seats.decide() is None
    assert seats.stops[-1].code == "cheaper"
    seats = six_people()
    seats.set(5, BuyShares("CDL", None, 1))
    assert seats.decide() is None
    assert seats.stops[-1].code == "too_dear"


def test_after_a_stop_nothing_else_is_done_in_that_position() -> None:
    """The player is asked; in a later turn the other moves go on."""
    seats = six_people()
    seats.set(5, BuyShares("BHR", 1))
    seats.set(5, PassShares())
    assert seats.decide() is None
    assert [stop.code for stop in seats.stops] == ["cannot_buy"]
    assert seats.decide() is None
    assert len(seats.stops) == 1


# -- auctions --


def test_bidding_one_private_at_a_time() -> None:
    """In 1880 everybody bids as little as possible up to the limit, then passes; nobody is asked."""
    seats = Seats(tielu.new_game("1880", ["Ann", "Bo", "Cy"]))
    for seat, limit in enumerate((22, 15, 0)):
        seats.set(seat, BidUpTo("P0", limit))
    while seats.decide() is not None:
        seats.play(lambda _: Pass())
    assert seats.game.actions == [Bid("P0", 5), Bid("P0", 10), Pass(), Bid("P0", 15), Pass()]
    assert seats.game.position.privates[0].owner == "Ann"
    assert seats.asked == 0


def test_bidding_where_all_privates_are_for_sale() -> None:
    """In 1888-N a dear private is bid for, the cheapest bought, and between bidders the higher limit wins."""
    seats = Seats(tielu.new_game("1888", ["Ann", "Bo", "Cy"]))
    first, second = (private.id for private in seats.game.position.privates[:2])
    price = seats.game.position.privates[1].price
    seats.set(0, BidUpTo(second, price + 20))
    seats.set(1, BidUpTo(second, price + 10))
    seats.set(2, BidUpTo(first, 100))
    seats.set(0, PassAuction())
    for _ in range(3):
        seats.play(lambda _: Pass())
    assert [type(action) for action in seats.game.actions] == [Bid, Bid, Bid]
    assert seats.game.position.privates[0].owner == "Cy"
    while seats.game.position.privates[1].owner is None:
        assert seats.decide() is not None
        seats.play(lambda _: Pass())
    assert seats.game.position.privates[1].owner == "Ann"
    assert seats.asked == 0


def test_passing_in_the_auction_ends_when_everybody_has_passed() -> None:
    """Then the price falls, and everybody may think again."""
    seats = Seats(tielu.new_game("1888", ["Ann", "Bo", "Cy"]))
    for seat in range(3):
        seats.set(seat, PassAuction())
    for _ in range(3):
        assert seats.decide() is not None
        seats.play(lambda _: Pass())
    assert seats.decide() is None
    assert [stop.code for stop in seats.stops] == ["all_passed"]


# -- companies --


@pytest.mark.parametrize("dividend", [PAY, WITHHOLD])
@pytest.mark.parametrize(
    ("game", "actions", "company"), [("1880-2022-5p-202", 199, "JLR"), ("1888-2022-6p-808", 442, "SSL")]
)
def test_a_company_runs_by_itself(game: str, actions: int, company: str, dividend: str) -> None:
    """It passes on track, runs the best, pays out or withholds as it was told, and buys no train."""
    seats = recorded(game, actions)
    assert seats.game.deciding == company
    seats.set(seats.seat, Operate(company, dividend, ()))
    while seats.game.deciding == company and seats.decide() is not None:
        seats.play(lambda _: Pass())
    done = seats.game.actions[actions:]
    assert any(isinstance(action, RunTrains) and action.routes for action in done)
    assert (PayDividend() in done, Withhold() in done) == (dividend == PAY, dividend == WITHHOLD)
    assert all(isinstance(action, (RunTrains, PayDividend, Withhold, Pass)) for action in done)
    assert seats.stops == []


def test_a_turn_that_was_begun_by_hand_stays_with_its_player() -> None:
    """Who lays a tile by hand decides the rest of that turn as well."""
    seats = recorded("1880-2022-5p-202", 218)
    seats.set(seats.seat, Operate("BCR", PAY, ()))
    assert seats.decide() is not None
    seats.game.apply(next(offer for offer in seats.game.legal_actions() if isinstance(offer, LayTile)))
    assert seats.game.deciding == "BCR"
    assert seats.decide() is None
    assert seats.stops == []


def test_a_company_stops_where_it_must_not_pass() -> None:
    """A company without a train must buy one, which its player decides; the reason quotes the rules."""
    table = Table(players=3, phase="B1")
    table.company("HKR", director="Ann", percent=30, price=90, permits="BC", cash=400, trains=[])
    table.tile("K15", "8877", 0)
    table.turn("HKR", "trains")
    seats = Seats(table.game)
    seats.set(0, Operate("HKR", PAY, (PHASE,)))
    assert seats.decide() is None
    assert seats.stops[0].code == "cannot_pass"
    assert "must own a train" in say_why(seats.stops[0], "en")


# -- powers --


def test_a_power_is_left_alone() -> None:
    """The owner of P0 waits for a later payment without being asked, as often as it comes up."""
    table = Table(players=3, phase="B1")
    table.company("HKR", director="Ann", percent=30, price=90, permits="BC", cash=400, trains=["2"])
    table.turn("HKR", "trains")
    table.state.private_owner[0] = 0
    table.state.push(PaymentClaim(1))
    seats = Seats(table.game)
    seats.set(0, LeavePower("P7"))
    assert seats.decide() is None
    seats.set(0, LeavePower("P0"))
    act = seats.decide()
    assert act is not None
    assert act.action == Pass()


# -- values --


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ([], "unknown_automatic"),
        ({}, "missing_type"),
        ({"type": 5}, "unknown_automatic"),
        ({"type": "win"}, "unknown_automatic"),
        ({"type": "bid_up_to", "private": "P0"}, "missing_field"),
        ({"type": "bid_up_to", "private": "P0", "limit": "5"}, "not_a_number"),
        ({"type": "bid_up_to", "private": "P0", "limit": -5}, "number_out_of_range"),
        ({"type": "bid_up_to", "private": "", "limit": 5}, "not_a_text"),
        ({"type": "leave_power", "private": "P0", "when": 1}, "unknown_field"),
        ({"type": "buy_shares", "company": "HKR"}, "automatic_without_limit"),
        ({"type": "buy_shares", "company": "HKR", "shares": 11}, "number_out_of_range"),
        ({"type": "pass_shares", "until": "sold"}, "not_a_list"),
        ({"type": "pass_shares", "until": ["phase"]}, "automatic_choice"),
        ({"type": "pass_shares", "company": "HKR"}, "automatic_price_of_what"),
        ({"type": "operate", "railway": "HKR", "dividend": "keep"}, "automatic_choice"),
    ],
)
def test_what_is_no_automatic_move_is_refused(data: object, code: str) -> None:
    """Each mistake has its code."""
    with pytest.raises(InvalidInput) as refused:
        move_from_json(data)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("move", "english"),
    [
        (PassShares(), "Pass in the share round"),
        (
            PassShares((SOLD,), "HKR", 80),
            "Pass in the share round until somebody sells a company you direct or a share of HKR costs less than ¥80",
        ),
        (BuyShares("HKR", 3), "Buy HKR up to 3 shares"),
        (Operate("HKR", PAY, (PHASE,)), "HKR: run the best, pay out, pass the rest, until a phase begins"),
    ],
)
def test_moves_in_words(move: AutomaticMove, english: str) -> None:
    """A move says what it does and what ends it."""
    assert say_move(move, "en") == english


def test_a_stop_may_name_an_event() -> None:
    """What would have followed is told in the words of the log."""
    stop = Stop(0, "brings_about", {"event": {"event": "phase_began", "phase": "B1"}})
    assert say_why(stop, "en") == "It would have led to this: Phase B1 begins."


def test_every_reason_has_its_sentence() -> None:
    """The catalogues have the reasons that the source gives, and no others; two are the store's and the server's."""
    sources = [path.read_text("utf-8") for path in Path(decide.__code__.co_filename).parent.glob("*.py")]
    given = {code for source in sources for code in re.findall(r'Stop\(\w+\.number, "(\w+)"', source)}
    said = {key for key in catalogue("en")["stops"] if not key.endswith(".one")}
    assert given | {"game_over", "undone"} == said
