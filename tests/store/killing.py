"""Kills processes that use a store, time and again, and looks what is left.

`python -m tests.store.killing appending ADDRESS TIMES SEED` kills who appends to one database,
`python -m tests.store.killing opening FOLDER TIMES SEED` who opens new databases and such of the first schema.

It is a process of its own because it forks: a child then begins at once, and can be killed at any moment.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.play import choose
from tests.store.test_database import first_schema
from tielu.store import Store


def reported_before_kill(work: Callable[[int], None], seconds: float) -> list[str]:
    """The lines that `work` wrote, in a process that was killed after so many seconds; a line that was cut is none."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            work(writing)
        finally:
            os._exit(1)
    os.close(writing)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        lines = pipe.read().split("\n")[:-1]
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child ended by itself"
    return lines


# ---- appending ----


def append_for_ever(address: str, game_id: str, seed: int, report: int) -> None:
    """Append actions and undos, and report each as soon as the store has acknowledged it."""
    rng = random.Random(seed)
    store = Store(address)
    while True:
        loaded = store.load(game_id)
        entry = next_entry(store, game_id, loaded.seq, rng)
        new = store.append(game_id, loaded.seq, entry, 0)
        os.write(report, json.dumps([new, entry]).encode() + b"\n")


def next_entry(store: Store, game_id: str, seq: int, rng: random.Random) -> dict:
    game = store.load(game_id).game
    if game.finished:
        return {"type": "undo", "to": 0}
    to = rng.randrange(seq) if seq else 0
    if rng.random() < 0.1 and store.load(game_id, to).game.to_json() != game.to_json():
        return {"type": "undo", "to": to}
    return choose(game, rng).to_json()


def appending(address: str, times: int, rng: random.Random) -> None:
    started = time.monotonic()
    with Store(address) as store:
        game_id = store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat").id
    # Long enough for a few entries, however busy the machine is.
    longest = max(0.15, 2 * (time.monotonic() - started))
    acknowledged: dict[int, dict] = {}
    length = unreported = 0
    for _ in range(times):
        work = partial(append_for_ever, address, game_id, rng.randrange(10**9))
        reported = reported_before_kill(work, rng.uniform(0.0, longest))
        acknowledged.update(map(json.loads, reported))
        with Store(address) as store:
            entries = store.entries_since(game_id, 0)
            assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), "a gap"
            assert length <= len(entries), "entries are gone"
            kept = {entry.seq: entry.data for entry in entries}
            lost = [seq for seq, entry in acknowledged.items() if kept.get(seq) != entry]
            assert not lost, f"acknowledged and lost: {lost}"
            assert store.load(game_id).seq == len(entries)
        unreported += len(entries) - length - len(reported)
        length = len(entries)
    sys.stdout.write(f"kills={times} acknowledged={len(acknowledged)} written={length} unreported={unreported}\n")


# ---- opening ----


def open_and_stay(address: str, report: int) -> None:
    store = Store(address)
    game_id = store.create_game("1880", ["Ann", "Bo", "Cy"]).id
    os.write(report, f"{game_id}\n".encode())
    while True:
        time.sleep(1)


def opening(folder: str, times: int, rng: random.Random) -> None:
    ready = 0
    for number in range(times):
        address = f"sqlite:///{Path(folder)}/{number}.sqlite3"
        old = number % 2 == 1
        if old:
            first_schema(address)
        made = reported_before_kill(partial(open_and_stay, address), rng.uniform(0.0, 0.12))
        with Store(address) as store:
            games = {info.id: info for info in store.list_games().games}
            assert set(made) <= set(games), "a game is gone"
            assert not old or store.load("aaa").seq == 2
        ready += len(made)
    sys.stdout.write(f"kills={times} ready={ready}\n")


if __name__ == "__main__":
    what, where, how_often, seed = sys.argv[1:]
    {"appending": appending, "opening": opening}[what](where, int(how_often), random.Random(int(seed)))
