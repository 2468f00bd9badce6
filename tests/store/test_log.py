"""The log: entries in their order, the position they lead to, and who may take back what."""

from datetime import UTC, datetime

import pytest

from tielu import Action, IllegalAction, new_game
from tielu.core.actions import Bid, Pass
from tielu.core.errors import RefusedAction
from tielu.errors import NotFound, TieluError
from tielu.store import Conflict, Entry, Player, Store, StoreError
from tielu.store.log import Log, parse_entry
from tielu.store.positions import Position, PositionCache

BID = {"type": "bid", "private": "P0", "amount": 5}
PASS = {"type": "pass"}
ANN, BO, CY = range(3)


def undo(to):
    return {"type": "undo", "to": to}


def begun(store, undo="free", **settings):
    """A game of three after Ann's bid and Bo's pass."""
    game_id = store.create_game("1880", ["Ann", "Bo", "Cy"], undo=undo, **settings).id
    assert store.append(game_id, 0, BID, ANN) == 1
    assert store.append(game_id, 1, PASS, BO) == 2
    return game_id


def refused(store, code, game_id, seq, entry, seat):
    """The entry is refused with this code, and the log stays as it is."""
    before = store.entries_since(game_id, 0)
    with pytest.raises(TieluError) as caught:
        store.append(game_id, seq, entry, seat)
    assert caught.value.code == code
    assert store.entries_since(game_id, 0) == before


def actions(store, game_id):
    return [action.to_json() for action in store.load(game_id).game.actions]


# -- appending --


def test_entries_are_kept_in_their_order(store):
    """Each has its number, kind, JSON, seat and time in UTC."""
    game_id = begun(store)
    first, second = store.entries_since(game_id, 0)
    assert (first.seq, first.kind, first.data, first.seat) == (1, "action", BID, ANN)
    assert (second.seq, second.kind, second.data, second.seat) == (2, "action", PASS, BO)
    assert first.at.tzinfo is UTC
    assert first.at <= second.at <= datetime.now(UTC)
    assert store.entries_since(game_id, 1) == [second]
    assert store.entries_since(game_id, 2) == store.entries_since(game_id, 10**30) == []


def test_an_action_object_is_as_good_as_its_json(store):
    """Bots have actions, browsers have JSON."""
    game_id = store.create_game("1880", ["Ann", "Bo", "Cy"]).id
    store.append(game_id, 0, Bid("P0", 5), ANN)
    assert actions(store, game_id) == [BID]


@pytest.mark.parametrize("expected", [0, 1, 3, -1])
def test_an_entry_for_another_position_is_a_conflict(store, expected):
    """Whoever saw fewer entries, or claims to have seen more, is told how many there are."""
    game_id = begun(store)
    with pytest.raises(Conflict) as caught:
        store.append(game_id, expected, PASS, CY)
    assert (caught.value.expected, caught.value.seq) == (expected, 2)
    assert len(store.entries_since(game_id, 0)) == 2


def test_what_the_rules_forbid_is_not_written(store):
    """The refusal names its rule, and the log is as before."""
    game_id = begun(store)
    with pytest.raises(IllegalAction) as caught:
        store.append(game_id, 2, {"type": "bid", "private": "P0", "amount": 12}, CY)
    assert caught.value.rule == "1880.auction.bid-multiple-of-five"
    assert len(store.entries_since(game_id, 0)) == 2


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (None, "not_an_object"),
        ([], "not_an_object"),
        ({}, "missing_type"),
        ({"type": "jump"}, "unknown_action"),
        ({"type": ["undo"]}, "unknown_action"),
        ({"type": "bid", "private": "P0"}, "missing_field"),
        ({"type": "undo"}, "missing_field"),
        ({"type": "undo", "to": True}, "not_a_number"),
        ({"type": "undo", "to": "1"}, "not_a_number"),
        ({"type": "undo", "to": 1, "by": 2}, "unknown_field"),
        ({"type": "undo", "to": 2}, "undo_nowhere"),
        ({"type": "undo", "to": -1}, "undo_nowhere"),
        ({"type": "undo", "to": 10**30}, "undo_nowhere"),
        ({"type": "ask_undo", "to": 1}, "undo_without_consent"),
    ],
)
def test_what_is_no_entry_is_not_written(store, entry, code):
    """Malformed input has a code."""
    refused(store, code, begun(store), 2, entry, CY)


def test_players_act_on_their_turn_only(store):
    """With links, each acts from their own seat."""
    game_id = begun(store)
    refused(store, "not_your_turn", game_id, 2, PASS, ANN)
    for seat in (3, -1, None, True, "0"):
        refused(store, "no_such_seat", game_id, 2, PASS, seat)


def test_at_a_hot_seat_anyone_acts_for_everyone(store):
    """The entry has the seat of the player whose turn it was."""
    game_id = store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat").id
    store.append(game_id, 0, BID, ANN)
    store.append(game_id, 1, PASS, ANN)
    assert [entry.seat for entry in store.entries_since(game_id, 0)] == [ANN, BO]


# -- loading --


def test_the_entries_that_count(store):
    """What was taken back does not count, and counts again where one looks back, or after it is brought back."""
    game_id = begun(store)
    assert store.effective_entries(game_id) == [1, 2]
    store.append(game_id, 2, undo(1), ANN)
    store.append(game_id, 3, BID | {"amount": 10}, BO)
    assert store.effective_entries(game_id) == [1, 4]
    assert store.effective_entries(game_id, 2) == [1, 2]
    assert store.effective_entries(game_id, 0) == []
    store.append(game_id, 4, undo(2), ANN)
    assert store.effective_entries(game_id) == [1, 2]
    for at in (-1, 6):
        with pytest.raises(NotFound, match="no_such_entry"):
            store.effective_entries(game_id, at)


def test_a_loaded_game_is_a_copy(store):
    """What is done to it does not reach the store, nor the next who loads it."""
    game_id = begun(store)
    loaded = store.load(game_id)
    loaded.game.apply(Pass())
    assert actions(store, game_id) == [BID, PASS]
    assert store.append(game_id, loaded.seq, PASS, CY) == 3


def test_every_earlier_position_can_be_loaded(store):
    """The position after an entry follows from the entries up to it."""
    game_id = begun(store)
    store.append(game_id, 2, undo(1), CY)
    lengths = [len(store.load(game_id, at).game.actions) for at in range(4)]
    assert lengths == [0, 1, 2, 1]
    with pytest.raises(NotFound, match="no_such_entry"):
        store.load(game_id, 4)


def test_another_process_sees_what_was_written(address, store):
    """What is known in memory is brought up to date from the log."""
    game_id = begun(store)
    with Store(address) as other:
        assert other.load(game_id).seq == 2
        store.append(game_id, 2, undo(0), ANN)
        assert (other.load(game_id).seq, other.load(game_id).game.actions) == (3, [])
        other.append(game_id, 3, BID, ANN)
    assert actions(store, game_id) == [BID]


# -- taking back --


def test_an_undo_is_an_entry_of_its_own(store):
    """Nothing is removed from the log; the position is the earlier one."""
    game_id = begun(store)
    assert store.append(game_id, 2, undo(1), BO) == 3
    assert [entry.kind for entry in store.entries_since(game_id, 0)] == ["action", "action", "undo"]
    loaded = store.load(game_id)
    assert (loaded.game.actor, loaded.seq) == ("Bo", 3)
    expected = new_game("1880", ["Ann", "Bo", "Cy"])
    expected.apply(Action.from_json(BID))
    assert loaded.game.snapshot() == expected.snapshot()
    assert store.append(game_id, 3, PASS, BO) == 4


def test_what_was_taken_back_can_be_brought_back(store):
    """Going to the position before an undo undoes it."""
    game_id = begun(store)
    store.append(game_id, 2, undo(0), ANN)
    assert actions(store, game_id) == []
    store.append(game_id, 3, undo(2), BO)
    assert actions(store, game_id) == [BID, PASS]


def test_undo_needs_another_position_to_go_to(store):
    """An undo that changes nothing is refused, also across other entries."""
    game_id = begun(store)
    store.append(game_id, 2, undo(1), BO)
    refused(store, "undo_nowhere", game_id, 3, undo(1), BO)
    refused(store, "undo_nowhere", game_id, 3, undo(3), BO)


def test_where_nothing_is_taken_back(store):
    """`none` refuses every undo."""
    game_id = begun(store, "none")
    refused(store, "undo_not_allowed", game_id, 2, undo(1), BO)
    refused(store, "undo_not_allowed", game_id, 2, {"type": "ask_undo", "to": 1}, BO)


def test_where_only_own_actions_are_taken_back(store):
    """Neither others' actions, nor own ones that others have answered; and bringing back follows the same rule."""
    game_id = begun(store, "own")
    refused(store, "undo_not_own", game_id, 2, undo(1), ANN)
    refused(store, "undo_not_own", game_id, 2, undo(0), ANN)
    refused(store, "undo_not_own", game_id, 2, undo(0), BO)
    store.append(game_id, 2, undo(1), BO)
    refused(store, "undo_not_own", game_id, 3, undo(2), ANN)
    store.append(game_id, 3, undo(2), BO)
    store.append(game_id, 4, undo(1), BO)
    store.append(game_id, 5, undo(0), ANN)
    assert actions(store, game_id) == []


def test_where_the_others_must_agree(store):
    """The last to agree brings about the undo, in the same transaction."""
    game_id = begun(store, "consent")
    refused(store, "undo_needs_consent", game_id, 2, undo(1), BO)
    refused(store, "undo_not_asked", game_id, 2, {"type": "agree_undo"}, ANN)
    refused(store, "undo_nowhere", game_id, 2, {"type": "ask_undo", "to": 2}, BO)
    assert store.append(game_id, 2, {"type": "ask_undo", "to": 1}, BO) == 3
    request = store.load(game_id).request
    assert request is not None
    assert (request.seat, request.to, request.agreed) == (BO, 1, {BO})
    refused(store, "undo_agreed_already", game_id, 3, {"type": "agree_undo"}, BO)
    assert store.append(game_id, 3, {"type": "agree_undo"}, CY) == 4
    assert actions(store, game_id) == [BID, PASS]
    assert store.append(game_id, 4, {"type": "agree_undo"}, ANN) == 6
    last = store.entries_since(game_id, 4)
    assert [(entry.kind, entry.seat) for entry in last] == [("agree_undo", ANN), ("undo", BO)]
    assert actions(store, game_id) == [BID]
    assert store.load(game_id).request is None


@pytest.mark.parametrize(("answer", "seat"), [({"type": "decline_undo"}, ANN), (PASS, CY)])
def test_a_request_ends_when_somebody_declines_or_acts(store, answer, seat):
    """Then there is nothing left to agree to."""
    game_id = begun(store, "consent")
    store.append(game_id, 2, {"type": "ask_undo", "to": 0}, BO)
    store.append(game_id, 3, answer, seat)
    assert store.load(game_id).request is None
    refused(store, "undo_not_asked", game_id, 4, {"type": "agree_undo"}, CY)


def test_bots_are_not_asked(store):
    """Who plays against bots alone has nobody to ask."""
    players = ["Ann", Player("Bo", bot="clerk"), Player("Cy", bot="clerk")]
    game_id = store.create_game("1880", players, undo="consent").id
    store.append(game_id, 0, BID, ANN)
    assert store.append(game_id, 1, {"type": "ask_undo", "to": 0}, ANN) == 3
    assert actions(store, game_id) == []


# -- logs that are not as they should be --


def entries(*parts):
    moment = datetime.now(UTC)
    return [Entry(seq, kind, data, 0, moment) for seq, kind, data in parts]


@pytest.mark.parametrize(
    "broken",
    [
        [(2, "action", PASS)],
        [(1, "action", {"type": "jump"})],
        [(1, "undo", {"type": "undo", "to": 5})],
        [(1, "undo", {"type": "undo"})],
        [(1, "undo", None)],
        [(1, "action", BID), (3, "action", PASS)],
    ],
)
def test_a_damaged_log_is_said_to_be_damaged(broken):
    """A gap or an unreadable entry is never passed over."""
    with pytest.raises(StoreError, match="store_log_broken"):
        Log().extended(entries(*broken))


def test_an_action_that_the_rules_forbid_by_now_is_named_and_can_be_taken_back():
    """After a rule was repaired an old game may not load; the refusal has the action's index, and undo leads out."""
    start = Position.of_new_game(new_game("1880", ["Ann", "Bo", "Cy"]))
    wrong = {"type": "bid", "private": "P0", "amount": 12}
    position = start.after(entries((1, "action", BID), (2, "action", wrong)))
    with pytest.raises(RefusedAction) as caught:
        position.game()
    assert caught.value.index == 1
    assert len(position.game_at(position.log.target(1)).actions) == 1
    assert len(position.after(entries((3, "undo", undo(1)))).game().actions) == 1


def test_branches_share_their_beginning():
    """Two ways to go on have in common what came before they parted."""
    log = Log().extended(
        entries((1, "action", BID), (2, "action", PASS), (3, "undo", undo(1)), (4, "action", PASS), (5, "action", PASS))
    )
    old, new = log.branches[2], log.branches[5]
    assert old.shared_with(new) is new.shared_with(old) is log.branches[1]
    assert old.shared_with(old) is old
    assert log.branches[0].shared_with(new) is new.shared_with(log.branches[0]) is log.branches[0]
    assert [action for action, _ in new.since(log.branches[1])] == [Pass(), Pass()]


def test_checked_entries_are_written_as_they_mean():
    """An action is kept in its own JSON form, whatever order its fields came in."""
    draft = parse_entry({"amount": 5, "private": "P0", "type": "bid"}, 0)
    assert list(draft.data) == ["type", "private", "amount"]


# -- bounds --


def test_no_log_grows_without_end(store, monkeypatch):
    """Where the last entry is reached, nothing follows, however it is brought; what is there stays readable."""
    game_id = begun(store)
    saved = store.load(game_id).game
    monkeypatch.setattr("tielu.store.store.LONGEST_LOG", 2)
    refused(store, "log_full", game_id, 2, PASS, CY)
    refused(store, "log_full", game_id, 2, undo(1), ANN)
    assert store.load(game_id).seq == 2
    assert store.import_game(saved).id
    monkeypatch.setattr("tielu.store.store.LONGEST_LOG", 1)
    with pytest.raises(TieluError, match="log_full"):
        store.import_game(saved.to_json())


def test_no_chat_grows_without_end(store, monkeypatch):
    """People are told that it is full; what the table itself would say is left out, and what it did is done."""
    game_id = begun(store)
    monkeypatch.setattr("tielu.store.talk.LONGEST_CHAT", 2)
    store.talk.add_message(game_id, ANN, "one")
    store.talk.add_notice(game_id, "two")
    with pytest.raises(TieluError, match="chat_full"):
        store.talk.add_message(game_id, BO, "three")
    store.talk.add_notice(game_id, "three")
    assert [message.text for message in store.talk.messages_since(game_id)] == ["one", "two"]
    assert [message.text for message in store.talk.latest_messages(game_id, 1)] == ["two"]


# -- what stays in memory --


def test_many_games_stay_in_memory(store):
    """More than a hundred and sixty that are played at the same time, as far as memory allows."""
    games = [begun(store) for _ in range(170)]
    assert len(store._positions) == len(games)


def test_memory_is_not_filled_with_games():
    """Those not looked at for the longest time go, and a game counts for more as it grows."""
    game = new_game("1880", ["Ann", "Bo", "Cy"])
    moment = datetime.now(UTC)
    short = Position.of_new_game(game)
    long = short.after([Entry(seq, "action", PASS, 0, moment) for seq in range(1, 1001)])
    cache = PositionCache(2_000_000)
    for number in range(10):
        cache.put(str(number), short)
    assert len(cache) == 10
    cache.get("0")
    cache.put("long", long)
    cache.put("9", long)
    assert len(cache) == 1
    assert cache.get("9") is long
    cache.forget("9", long)
    for number in range(40):
        cache.put(str(number), short)
    assert [number for number in range(40) if cache.get(str(number)) is None] == list(range(7))
