"""Automatic moves in the store: set, made once, stopped, taken back, and never told to others."""

from __future__ import annotations

import pytest

from tielu.errors import TieluError
from tielu.store import Conflict, Player, Store, StoredMove

BID = {"type": "bid", "private": "P0", "amount": 5}
PASS = {"type": "pass"}
MOVE = {"type": "bid_up_to", "private": "P0", "limit": 35}
ANN, BO, CY = range(3)


def code_of(do, *given):
    with pytest.raises(TieluError) as caught:
        do(*given)
    return caught.value.code


def test_a_move_makes_its_entry_once(store):
    """The turn is found while the move has not been asked; its entry is one like any other, known to its seat."""
    game = store.create_game("1880", ["Ann", "Bo", "Cy"], undo="own").id
    assert store.automatic.set(game, BO, MOVE) == 1
    assert store.bot_turns() == []
    store.append(game, 0, BID, ANN)
    (turn,) = store.bot_turns()
    assert (turn.game_id, turn.seq, turn.seat.number, turn.undone) == (game, 1, BO, False)
    assert store.append_for_move(game, 1, {**BID, "amount": 10}, BO, 1) == 2
    with pytest.raises(Conflict):
        store.append_for_move(game, 1, {**BID, "amount": 10}, BO, 1)
    assert (store.automatic.entries(game, BO), store.automatic.entries(game, ANN)) == ({2}, frozenset())
    (entry,) = store.entries_since(game, 1)
    assert (entry.seat, entry.automatic) == (BO, False)
    assert store.automatic.moves(game, BO) == (StoredMove(1, MOVE, 0),)


def test_what_was_taken_back_makes_nothing(store):
    """Even if its turn has been found before: then nothing is written."""
    game = store.create_game("1880", ["Ann", "Bo", "Cy"]).id
    store.automatic.set(game, ANN, MOVE)
    store.automatic.take_back(game, ANN, 1)
    assert store.bot_turns() == []
    assert code_of(store.append_for_move, game, 0, BID, ANN, 1) == "somebody_was_quicker"
    assert store.read(game).seq == 0
    for number in (1, 2**31, 2**70):
        assert code_of(store.automatic.take_back, game, ANN, number) == "no_such_automatic"


def test_a_move_is_asked_once_in_a_position(store):
    """What has nothing to do, or has stopped, is no turn of the server until the game goes on."""
    game = store.create_game("1880", ["Ann", "Bo", "Cy"]).id
    store.automatic.set(game, ANN, MOVE)
    assert [turn.seq for turn in store.bot_turns()] == [0]
    assert store.bot_turns() == store.bot_turns([game])
    store.automatic.note_asked(game, ANN, 0)
    assert store.bot_turns() == []
    for seat, seq in ((ANN, 0), (BO, 1), (CY, 2)):
        store.append(game, seq, {**BID, "amount": 5 * seq + 5}, seat)
    assert [turn.seq for turn in store.bot_turns()] == [3]
    store.automatic.stop(game, ANN, 1, 3, "limit_passed", {"private": "P0", "least": 20, "limit": 35})
    assert store.bot_turns() == []
    (move,) = store.automatic.moves(game, ANN)
    assert (move.stopped_at, move.reason, move.values["least"]) == (3, "limit_passed", 20)


def test_who_may_have_automatic_moves(store):
    """People who share a screen with nobody; bots have none, and there is an end to their number."""
    players = [Player("Ann"), Player("Bo", bot="clerk"), Player("Cy", bot="clerk")]
    alone = store.create_game("1880", players, mode="hot_seat").id
    assert store.automatic.set(alone, ANN, MOVE) == 1
    assert code_of(store.automatic.set, alone, BO, MOVE) == "automatic_needs_seat"
    shared = store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat").id
    assert code_of(store.automatic.set, shared, ANN, MOVE) == "automatic_needs_seat"
    for _ in range(29):
        store.automatic.set(alone, ANN, MOVE)
    assert code_of(store.automatic.set, alone, ANN, MOVE) == "too_many_automatic"
    store.automatic.stop(alone, ANN, 3, 0, "round_over", {})
    assert store.automatic.set(alone, ANN, MOVE) == 31
    assert 3 not in [move.number for move in store.automatic.moves(alone, ANN)]


def test_a_turn_is_handed_on(address):
    """In the transaction in which it begins: with the entry before it, or when the move is set."""
    turns = []
    with Store(address, on_bot_turn=lambda _, turn: turns.append((turn.seq, turn.seat.number))) as store:
        game = store.create_game("1880", ["Ann", "Bo", "Cy"]).id
        store.automatic.set(game, BO, MOVE)
        store.append(game, 0, BID, ANN)
        store.append(game, 1, PASS, BO)
        store.automatic.set(game, CY, MOVE)
        assert turns == [(1, BO), (2, CY)]


def test_what_a_game_knew_when_a_move_was_set(store):
    """An undo may take away what was known, and bring it back as news."""
    game = store.create_game("1880", ["Ann", "Bo", "Cy"], undo="free").id
    for seat, seq in ((ANN, 0), (BO, 1), (CY, 2)):
        store.append(game, seq, {**BID, "amount": 5 * seq + 5}, seat)
    store.append(game, 3, {"type": "undo", "to": 1}, ANN)
    assert [store.read(game).known_actions(seq) for seq in (0, 1, 3, 4)] == [0, 1, 1, 1]
    store.append(game, 4, {"type": "undo", "to": 3}, ANN)
    assert [store.read(game).known_actions(seq) for seq in (1, 3, 4, 99)] == [1, 3, 1, 3]
