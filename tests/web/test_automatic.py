"""Automatic moves at the table: the server makes them, stops them with a reason, and shows them to nobody else."""

from __future__ import annotations

import gzip
import json
import re

import pytest
from fastapi.testclient import TestClient

from tests.golden_games import FOLDER
from tests.web.conftest import Browser
from tests.web.tables_with_bots import AT_ONCE, BID, PATIENT, table, until
from tielu.automatic import BidUpTo, BuyShares, Operate, PassAuction, PassShares
from tielu.web.automatic.turns import take_automatic_turn
from tielu.web.bots.turns import seconds_until_due, strength_for
from tielu.web.table.history import missed_by
from tielu.web.table.log import GameLog
from tielu.web.table.sidebar import chronicle_of
from tielu.web.table.visits import Visit

ANN, BO, CY = range(3)


def new_game(store, undo="free"):
    return store.create_game("1880", ["Ann", "Bo", "Cy"], undo=undo)


def amounts(store, game):
    return [entry.data.get("amount") for entry in store.entries_since(game, 0)]


def test_the_server_bids_for_people(store):
    """Three limits, and the auction of a private goes by itself: nobody has to be there."""
    game = new_game(store).id
    for seat, limit in ((ANN, 22), (BO, 15), (CY, 0)):
        store.automatic.set(game, seat, BidUpTo("P0", limit).to_json())
    with table(store):
        until(lambda: store.load(game).game.position.privates[0].owner == "Ann")
    assert amounts(store, game) == [5, 10, None, 15, None]
    assert store.automatic.entries(game, ANN) == {1, 4}
    assert not any(entry.automatic for entry in store.entries_since(game, 0))


def test_a_move_that_has_done_its_part_gives_way(store):
    """The private is sold, so the limit ends; the player is asked what comes next."""
    game = new_game(store).id
    store.automatic.set(game, ANN, BidUpTo("P0", 5).to_json())
    take_automatic_turn(store, store.bots.turn(game))
    for seat, seq in ((BO, 1), (CY, 2), (BO, 3), (CY, 4)):
        store.append(game, seq, {"type": "pass"}, seat)
    take_automatic_turn(store, store.bots.turn(game))
    assert store.automatic.moves(game, ANN)[0].reason == "private_sold"
    assert store.read(game).seq == 5


def test_after_an_undo_it_waits(store):
    """As bots do; what somebody has taken back himself is not done again."""
    game = new_game(store).id
    store.automatic.set(game, BO, PassAuction().to_json())
    store.append(game, 0, BID, ANN)
    take_automatic_turn(store, store.bots.turn(game))
    store.append(game, 2, {"type": "undo", "to": 1}, ANN)
    turn = store.bots.turn(game)
    assert seconds_until_due(turn, strength_for(turn), PATIENT) > 500
    store.append(game, 3, {"type": "undo", "to": 2}, ANN)
    store.append(game, 4, {"type": "undo", "to": 1}, BO)
    take_automatic_turn(store, store.bots.turn(game))
    assert store.automatic.moves(game, BO)[0].reason == "undone"
    assert store.read(game).seq == 5


def test_a_move_of_a_newer_version_is_left_alone(store):
    """An older server asks the player; the move stays for the newer one."""
    game = new_game(store).id
    store.automatic.set(game, ANN, {"type": "win"})
    take_automatic_turn(store, store.bots.turn(game))
    assert store.bots.turn(game) is None
    assert store.automatic.moves(game, ANN)[0].stopped_at is None


def test_a_failure_leaves_the_decision_to_the_player(store, monkeypatch, caplog):
    """Whatever goes wrong with one game is logged, and the bots of others go on."""
    game = new_game(store).id
    store.automatic.set(game, ANN, PassAuction().to_json())

    def fail(*_):
        raise LookupError("no such thing")

    monkeypatch.setattr("tielu.web.automatic.turns.decide_all", fail)
    take_automatic_turn(store, store.bots.turn(game))
    assert "no such thing" in caplog.text
    assert (store.bots.turn(game), store.read(game).seq) == (None, 0)


@pytest.mark.parametrize("reader", ["other player", "spectator"])
def test_nobody_else_is_told(store, reader):
    """No page, answer, stream or file for others has a word of what somebody has set, or that it was automatic."""
    made = new_game(store)
    game = made.id
    headers = {"Authorization": f"Bearer {made.secrets[BO]}"} if reader == "other player" else {}
    pages = ["", "/log", "/saved.json"]
    paths = [f"/games/{game}{page}" for page in pages]
    paths += [f"/api/games/{game}{page}" for page in ("", "/entries", "/legal")]
    with table(store, AT_ONCE) as who:
        if reader == "other player":
            who.client.get(f"/games/{game}/seat/{made.secrets[BO]}")
        store.append(game, 0, BID, ANN)
        store.append(game, 1, {"type": "pass"}, BO)
        store.append(game, 2, {**BID, "amount": 10}, CY)
        without = [who.client.get(path, headers=headers) for path in paths]
        plain = [answer.text for answer in without]
        store.automatic.set(game, CY, BidUpTo("P0", 35).to_json())
        store.automatic.set(game, ANN, BidUpTo("P3", 4711).to_json())
        for answer, before, path in zip(without, plain, paths, strict=True):
            again = who.client.get(path, headers=headers)
            assert (again.status_code, answer.status_code) == (200, 200), path
            assert len(again.text) == len(before), path
            assert "4711" not in again.text


def seated(store, app, made, seat):
    """A browser that has the link of a seat."""
    client = TestClient(app, base_url="http://localhost", raise_server_exceptions=False)
    who = Browser(client)
    who.get(f"/games/{made.id}/seat/{made.secrets[seat]}")
    return who


def test_a_player_sets_moves_and_takes_them_back(store, app):
    """By forms that need no script; the sheet says what is set, and the table has a mark on the player's own card."""
    made = new_game(store)
    ann = seated(store, app, made, ANN)
    path = f"/games/{made.id}/automatic"
    assert ann.get(path).status_code == 200
    ann.send(path, {"type": "bid_up_to", "private": "P0", "limit": "35"})
    assert "Bid up to ¥35 for P0" in ann.page
    assert store.automatic.moves(made.id, ANN)[0].move == BidUpTo("P0", 35).to_json()
    ann.get(f"/games/{made.id}")
    assert ann.page.count('class="automatic active"') == 1
    ann.get(path)
    ann.send(f"{path}/1/take-back", {})
    assert store.automatic.moves(made.id, ANN) == ()
    assert 'class="automatic"' in ann.get(f"/games/{made.id}").text


def test_the_table_says_why_a_move_has_stopped(store, app):
    """In the bar, as soon as its player is asked, even before the server has noted it."""
    game = store.create_game("1888", ["Ann", "Bo", "Cy"])
    store.automatic.set(game.id, ANN, PassAuction().to_json())
    for seat, seq in ((ANN, 0), (BO, 1), (CY, 2)):
        store.append(game.id, seq, {"type": "pass"}, seat)
    ann, bo = (seated(store, app, game, seat) for seat in (ANN, BO))
    words = "Automatic move stopped: Everybody has passed."
    assert words in ann.get(f"/games/{game.id}").text
    assert words not in bo.get(f"/games/{game.id}").text
    take_automatic_turn(store, store.bots.turn(game.id))
    assert words in ann.get(f"/games/{game.id}").text
    assert "Stopped: Everybody has passed." in ann.get(f"/games/{game.id}/automatic").text


def test_nobody_is_called_for_what_is_automatic(store, app):
    """While the move is about to be made, the page does not say that the others wait."""
    made = new_game(store)
    ann = seated(store, app, made, ANN)
    assert "data-awaited" in ann.get(f"/games/{made.id}").text
    store.automatic.set(made.id, ANN, BidUpTo("P0", 35).to_json())
    assert "data-awaited" not in ann.get(f"/games/{made.id}").text


def test_the_log_tells_its_player_what_was_automatic(store, app):
    """Nobody else; and what was done automatically does not count as having been there."""
    made = new_game(store)
    store.automatic.set(made.id, BO, BidUpTo("P0", 35).to_json())
    store.append(made.id, 0, BID, ANN)
    ann, bo = (seated(store, app, made, seat) for seat in (ANN, BO))
    take_automatic_turn(store, store.bots.turn(made.id))
    words = "Made by your automatic move."
    for path in (f"/games/{made.id}", f"/games/{made.id}/log"):
        assert words in bo.get(path).text
        assert words not in ann.get(path).text
    store.append(made.id, 2, {**BID, "amount": 15}, CY)
    log = GameLog(
        store, store.read(made.id), chronicle_of(made.id, store.load(made.id).game), [1, 2, 3], 3, "en", 0, BO
    )
    missed = missed_by(store.game(made.id), Visit(known=1, began=3, seen=3, at=0), BO, [1, 2, 3], log)
    assert missed is not None
    assert missed.since == 1


def test_the_sheet_offers_what_makes_sense(store, app):
    """After the auction shares and companies; each form names what the player may choose."""
    data = json.loads(gzip.decompress((FOLDER / "1888-2022-6p-808.json.gz").read_bytes()))["game"]
    made = store.import_game({**data, "actions": data["actions"][:246]})
    fay = seated(store, app, made, 5)
    path = f"/games/{made.id}/automatic"
    assert re.findall(r'name="type" value="(\w+)"', fay.get(path).text) == [
        "pass_shares",
        "buy_shares",
        "operate",
        "leave_power",
    ]
    assert "<option>CDL</option></select>" in fay.page
    fay.send(path, {"type": "pass_shares", "until": ["sold", "level"], "company": "CDL", "below": ""})
    fay.send(path, {"type": "operate", "railway": "CDL", "dividend": "withhold"})
    fay.send(path, {"type": "buy_shares", "company": "CDL", "shares": "3", "price": "80"})
    assert [move.move for move in store.automatic.moves(made.id, 5)] == [
        PassShares(("sold", "level")).to_json(),
        Operate("CDL", "withhold", ()).to_json(),
        BuyShares("CDL", 3, 80).to_json(),
    ]


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"type": "win"}, 400),
        ({"type": "bid_up_to", "private": "P0", "limit": "much"}, 400),
        ({"type": "bid_up_to", "private": "XX", "limit": "5"}, 400),
        ({"type": "operate", "railway": "BCR", "dividend": "pay"}, 400),
        ({"type": "leave_power", "private": "P0"}, 400),
    ],
)
def test_what_cannot_be_meant_is_refused(store, app, form, status):
    """Nothing is set then."""
    made = new_game(store)
    ann = seated(store, app, made, ANN)
    ann.get(f"/games/{made.id}/automatic")
    assert ann.send(f"/games/{made.id}/automatic", form).status_code == status
    assert store.automatic.moves(made.id, ANN) == ()


def test_only_the_owner_sees_and_changes_them(store, app, browser):
    """Others have a sheet of their own, spectators and people at one screen have none."""
    made = new_game(store)
    store.automatic.set(made.id, ANN, BidUpTo("P0", 35).to_json())
    path = f"/games/{made.id}/automatic"
    bo = seated(store, app, made, BO)
    assert "¥35" not in bo.get(path).text
    assert bo.send(f"{path}/1/take-back", {}).status_code == 404
    browser.get("/")
    assert browser.client.get(path).status_code == 403
    assert browser.send(f"{path}/1/take-back", {}).status_code == 403
    browser.get("/")
    assert browser.send(path, {"type": "pass_auction"}).status_code == 403
    shared = store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat").id
    assert browser.client.get(f"/games/{shared}/automatic").status_code == 403
    assert "/automatic" not in browser.client.get(f"/games/{shared}").text
    assert len(store.automatic.moves(made.id, ANN)) == 1


def test_programs_set_them_too(browser, store):
    """With the secret of the seat, which is the only one that lists them."""
    made = store.create_game("1880", ["Ann", "Bo", "Cy"])
    path = f"/api/games/{made.id}/automatic"
    own, other = ({"Authorization": f"Bearer {each}"} for each in made.secrets[:2])
    move = {"type": "bid_up_to", "private": "P0", "limit": 20}
    answer = browser.client.post(path, json={"move": move}, headers=own)
    assert (answer.status_code, [each["move"] for each in answer.json()]) == (201, [move])
    assert browser.client.get(path, headers=other).json() == []
    for wrong in ({"type": "bid_up_to", "private": "P99", "limit": 20}, {"type": "win"}, {}):
        assert browser.client.post(path, json={"move": wrong}, headers=own).status_code == 400
    number = answer.json()[0]["number"]
    for headers, status in ((other, 404), (own, 204)):
        assert browser.client.post(f"{path}/{number}/take_back", json={}, headers=headers).status_code == status
    assert browser.client.get(path, headers=own).json() == []
