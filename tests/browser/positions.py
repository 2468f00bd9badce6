"""Positions of the project's own recorded games, for pages that show something."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache
from typing import Any

from tests.golden_games import FOLDER
from tielu import Action, Game
from tielu.store import Store

GAMES = {"1880": "1880-2022-3p-101", "1888": "1888-18xx.games-4p-909"}
TITLES = tuple(GAMES)


@cache
def _recorded(name: str) -> str:
    with gzip.open(FOLDER / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        return json.dumps(json.load(file)["game"])


def recorded(name: str) -> dict[str, Any]:
    """The whole game of this name or title, as its JSON."""
    data: dict[str, Any] = json.loads(_recorded(GAMES.get(name, name)))
    return data


def cut(name: str, number: int) -> Game:
    """A recorded game after so many actions."""
    data = recorded(name)
    return Game.from_json({**data, "actions": data["actions"][:number]})


def every_kind(name: str) -> dict[str, dict[str, Any]]:
    """For each kind of action in a recorded game, the position before the last one: by then the table is full."""
    data = recorded(name)
    last = {action["type"]: number for number, action in enumerate(data["actions"])}
    return {kind: {**data, "actions": data["actions"][:number]} for kind, number in sorted(last.items())}


def _offers(*kinds: str) -> Callable[[Game], bool]:
    return lambda game: set(kinds) <= {action.type for action in game.legal_actions()}


# What is asked for, and how far into the game one looks for it.
STATES: dict[str, tuple[Callable[[Game], bool], float]] = {
    "auction": (_offers("bid"), 0),
    "shares": (_offers("buy_share", "sell_shares"), 0.3),
    "found": (_offers("found_company"), 0),
    "lay": (_offers("lay_tile"), 0.4),
    "station": (_offers("place_station"), 0.2),
    "run": (_offers("run_trains"), 0.5),
    "train": (_offers("buy_train"), 0.3),
    "finished": (lambda game: game.finished, 0),
}


@cache
def _position(title: str, state: str) -> str:
    data = recorded(title)
    wanted, share = STATES[state]
    game = Game.from_json({**data, "actions": []})
    begin = int(share * len(data["actions"]))
    for number in range(len(data["actions"]) + 1):
        if number >= begin and wanted(game):
            return json.dumps(game.to_json())
        game.apply_trusted(Action.from_json(data["actions"][number]))
    raise AssertionError(f"no position {state} in {GAMES[title]}")


def position(title: str, state: str) -> Game:
    """The first position of this kind."""
    return Game.from_json(json.loads(_position(title, state)))


def at_one_screen(store: Store, title: str, state: str, name: str = "") -> str:
    """A game in such a position, for everyone at one screen; returns its id."""
    return store.import_game(position(title, state).to_json(), mode="hot_seat", name=name).id
