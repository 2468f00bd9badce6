"""Automatic moves at the table: the server makes them, stops them with a reason, and shows them to nobody else."""

from __future__ import annotations

import pytest

from tests.web.tables_with_bots import AT_ONCE, BID, PATIENT, table, until
from tielu.automatic import BidUpTo, PassAuction
from tielu.web.automatic.turns import take_automatic_turn

ANN, BO, CY = range(3)


def new_game(store, undo="free"):
    return store.create_game("1880", ["Ann", "Bo", "Cy"], undo=undo)


def amounts(store, game):
    return [entry.data.get("amount") for entry in store.entries_since(game, 0)]


def test_the_server_bids_for_people(store):
    """Three limits, and the auction of a private goes by itself: nobody has to be there."""
    game = new_game(store).id
    with table(store):
        for seat, limit in ((ANN, 22), (BO, 15), (CY, 0)):
            store.automatic.set(game, seat, BidUpTo("P0", limit).to_json())
        until(lambda: store.load(game).game.position.privates[0].owner == "Ann")
    assert amounts(store, game) == [5, 10, None, 15, None]
    assert store.automatic.entries(game, ANN) == {1, 4}
    assert not any(entry.automatic for entry in store.entries_since(game, 0))


def test_a_move_that_has_done_its_part_gives_way(store):
    """The private is sold, so the limit ends; the player is asked what comes next."""
    game = new_game(store).id
    with table(store):
        store.automatic.set(game, ANN, BidUpTo("P0", 5).to_json())
        until(lambda: store.read(game).seq == 1)
        for seat, seq in ((BO, 1), (CY, 2), (BO, 3), (CY, 4)):
            store.append(game, seq, {"type": "pass"}, seat)
        until(lambda: store.automatic.moves(game, ANN)[0].reason == "private_sold")
    assert store.read(game).seq == 5


def test_after_an_undo_it_waits(store):
    """As bots do; what somebody has taken back himself is not done again."""
    game = new_game(store).id
    with table(store, PATIENT):
        store.automatic.set(game, BO, PassAuction().to_json())
        store.append(game, 0, BID, ANN)
        until(lambda: store.read(game).seq == 2)
        store.append(game, 2, {"type": "undo", "to": 1}, ANN)
        (turn,) = store.bot_turns()
        assert turn.undone
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

    monkeypatch.setattr("tielu.web.automatic.turns.decide", fail)
    take_automatic_turn(store, store.bots.turn(game))
    assert "no such thing" in caplog.text
    assert (store.bots.turn(game), store.read(game).seq) == (None, 0)


@pytest.mark.parametrize("reader", ["other player", "spectator"])
def test_nobody_else_is_told(store, reader):
    """No page, answer, stream or file for others has a word of what somebody has set, or that it was automatic."""
    made = new_game(store)
    game = made.id
    headers = {"Authorization": f"Bearer {made.secrets[BO]}"} if reader == "other player" else {}
    pages = ["", "/log", "?at=1", "/saved.json", "/seats"]
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
