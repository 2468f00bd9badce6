"""Measures the store on a fresh SQLite file: `python -m bench.store [FOLDER]`; the folder picks the disk."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.games import play, recorded_games
from tielu import FORM, Game
from tielu.store import Store

TIMES = 5


def seconds(work: Callable[[], object]) -> float:
    """How long something takes, the median of a few times."""
    taken = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def measure_appends(file: Path, game: Game) -> None:
    """Every action of a game as it would be played: checked, written, synced, one after the other."""
    with Store(file) as store:
        game_id = store.create_game(game.title, game.players, game.edition, mode="hot_seat").id
        taken = []
        for seq, action in enumerate(game.actions):
            begun = time.perf_counter()
            store.append(game_id, seq, action.to_json(), 0)
            taken.append(time.perf_counter() - begun)
    taken.sort()
    middle, late = (taken[int(len(taken) * part)] * 1000 for part in (0.5, 0.99))
    rate = len(taken) / sum(taken)
    print(f"append, {game.title}: {rate:.0f} per second; p50 {middle:.2f} ms, p99 {late:.2f} ms ({len(taken)} actions)")


def measure_loads(file: Path, game: Game, kind: str) -> None:
    """A game loaded from disk by a store that has just been opened, and again by one that knows it."""
    with Store(file) as store:
        game_id = store.import_game(game.to_json()).id
        known = seconds(lambda: store.load(game_id))

    def cold() -> None:
        with Store(file) as store:
            store.load(game_id)

    print(
        f"load, {kind} game of {game.title} with {len(game.actions)} actions: "
        f"{seconds(cold) * 1000:.1f} ms from disk, {known * 1000:.2f} ms in memory"
    )


def main(where: str | None = None) -> None:
    print(f"the {FORM} engine")
    for title in ("1880", "1888"):
        drawn = max((play(seed, 5, "2022", title) for seed in range(6)), key=lambda game: len(game.actions))
        recorded = recorded_games(title, 6)
        with tempfile.TemporaryDirectory(dir=where) as folder:
            file = Path(folder, "games.sqlite3")
            measure_appends(file, drawn)
            measure_loads(file, drawn, "random")
            if recorded:
                measure_loads(file, max(recorded, key=lambda game: len(game.actions)), "recorded")


if __name__ == "__main__":
    main(*sys.argv[1:])
