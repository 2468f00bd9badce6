"""Golden games: whole games played by this engine, kept with a hash of every state.

`python -m tests.golden_games` plays them anew after a ruling has changed; say in the commit which one and why.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from pathlib import Path
from typing import Any

import tielu
from tests.play import choose, new_game
from tielu.core.game import Game

FOLDER = Path(__file__).parent / "golden"
EVERY = 25
PLANS = (
    ("1880", "2022", 3, 101, "builder"),
    ("1880", "2022", 5, 202, "trader"),
    ("1880", "2022", 7, 303, "any"),
    ("1880", "2010", 4, 404, "builder"),
    ("1880", "2010", 6, 505, "hoarder"),
    ("1880", "18xx.games", 4, 606, "builder"),
    ("1880", "18xx.games", 3, 707, "trader"),
    ("1888", "2022", 6, 808, "hoarder"),
    ("1888", "18xx.games", 4, 909, "builder"),
    ("1888", "18xx.games", 3, 111, "trader"),
)


def digest(game: Game, before: str) -> str:
    """A hash of the position and, through `before`, of all positions that led to it."""
    text = json.dumps(game.snapshot(), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256((before + text).encode()).hexdigest()[:24]


def digests(game_data: dict[str, Any]) -> tuple[Game, list[str]]:
    """The game replayed from its actions, with the running hash after every 25th and the last action."""
    game = tielu.Game.from_json({**game_data, "actions": []})
    running, found = digest(game, ""), []
    for number, action in enumerate(game_data["actions"], start=1):
        game.apply(tielu.Action.from_json(action))
        running = digest(game, running)
        if number % EVERY == 0 or number == len(game_data["actions"]):
            found.append(running)
    return game, found


def write() -> None:
    """Play every plan to its end and keep it."""
    FOLDER.mkdir(exist_ok=True)
    for title, edition, players, seed, style in PLANS:
        game, rng = new_game(players, edition, title), random.Random(seed)
        while not game.finished:
            game.apply(choose(game, rng, style))
        data = game.to_json()
        _, hashes = digests(data)
        kept = {"game": data, "hashes": hashes, "standings": game.standings()}
        text = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
        path = FOLDER / f"{title}-{edition}-{players}p-{seed}.json.gz"
        path.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    write()
