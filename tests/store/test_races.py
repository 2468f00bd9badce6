"""Two at once: exactly one wins, the other is told so, and nothing is lost."""

import subprocess
import sys
import threading
from functools import partial
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from tests.test_architecture import ROOT
from tielu.store import Conflict, Store
from tielu.store import store as store_module

NAMES = ["Ann", "Bo", "Cy"]
ROUNDS = 20


def hot_seat(store):
    return store.create_game("1880", NAMES, mode="hot_seat").id


def check_log(store, game_id, length):
    """The log has no gap, and the game can be played on."""
    assert [entry.seq for entry in store.entries_since(game_id, 0)] == list(range(1, length + 1))
    loaded = store.load(game_id)
    store.append(game_id, length, loaded.game.legal_actions()[0], 0)


def together(*works):
    """Run functions in threads that begin at the same moment; returns what came of each."""
    barrier = threading.Barrier(len(works))
    results: list[Any] = [None] * len(works)

    def run(index, work):
        barrier.wait()
        try:
            results[index] = work()
        except Exception as error:
            results[index] = error

    threads = [threading.Thread(target=run, args=each) for each in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.parametrize("shared", [True, False], ids=["one store", "a store each"])
def test_of_threads_that_append_at_once_one_wins(address, store, shared):
    """The others get Conflict with the number of entries there are."""
    game_id = hot_seat(store)
    stores = [store if shared else Store(address) for _ in range(4)]
    for seq in range(ROUNDS):
        action = store.load(game_id).game.legal_actions()[0]
        results = together(*(partial(each.append, game_id, seq, action, 0) for each in stores))
        assert [result for result in results if isinstance(result, int)] == [seq + 1]
        late = [result for result in results if not isinstance(result, int)]
        assert [(type(each), each.seq) for each in late] == [(Conflict, seq + 1)] * 3
    check_log(store, game_id, ROUNDS)
    for each in stores:
        each.close()


def test_of_processes_that_append_at_once_one_wins(address, store):
    """Also where they share nothing but the database."""
    game_id = hot_seat(store)
    racers = [_racer(address, game_id) for _ in range(2)]
    try:
        assert [racer.stdout.readline() for racer in racers] == ["ready\n"] * 2
        for seq in range(ROUNDS):
            for racer in racers:
                racer.stdin.write(f"{seq}\n")
                racer.stdin.flush()
            assert sorted(racer.stdout.readline() for racer in racers) == [f"late {seq + 1}\n", "won\n"]
    finally:
        for racer in racers:
            racer.communicate()
    check_log(store, game_id, ROUNDS)


def _racer(address, game_id):
    command = [sys.executable, "-m", "tests.store.racing", address, game_id]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_the_key_of_the_table_is_the_last_guard(address, store, monkeypatch):
    """Even a store that mistakes how long the log is cannot write an entry twice."""
    game_id = hot_seat(store)
    action = store.load(game_id).game.legal_actions()[0]
    lengths = iter([0, 1])
    with Store(address) as blind:
        blind.load(game_id)
        store.append(game_id, 0, action, 0)
        monkeypatch.setattr(store_module, "log_entries", lambda *_: [])
        monkeypatch.setattr(store_module, "log_length", lambda *_: next(lengths))
        with pytest.raises(Conflict) as caught:
            blind.append(game_id, 0, action, 0)
    assert isinstance(caught.value.__cause__, IntegrityError)
    assert caught.value.seq == 1
    monkeypatch.undo()
    check_log(store, game_id, 1)


def test_messages_sent_at_once_are_all_kept(store):
    """Each has its own number."""
    game_id = hot_seat(store)
    add = store.talk.add_message
    works = [lambda each=each: [add(game_id, 0, f"{each} {n}") for n in range(5)] for each in range(4)]
    results = together(*works)
    sent = {message.number: message.text for messages in results for message in messages}
    assert {message.number: message.text for message in store.talk.messages_since(game_id)} == sent
    assert sorted(sent) == list(range(1, 21))


def test_a_database_that_several_open_at_once_is_made_once(address):
    """One makes the tables, the others wait and find them."""
    opened = together(*(lambda: Store(address) for _ in range(5)))
    assert [type(each) for each in opened] == [Store] * 5
    game_id = hot_seat(opened[0])
    assert all(each.load(game_id).seq == 0 for each in opened)
    for each in opened:
        each.close()
