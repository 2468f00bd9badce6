"""What a stranger may know: games of every kind, seats, secrets and values that lead deep into the server."""

from __future__ import annotations

import gzip
import http.client
import json
import random
from collections import deque
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from tests.fuzz.people import ASKING, settle
from tests.golden_games import FOLDER
from tests.play import choose, new_game
from tielu import Game
from tielu.store import Player, Store

PLAYERS = ("Ann", "Bo", "Cy")
TOKEN = "t" * 43
FINISHED = FOLDER / "1880-2022-3p-101.json.gz"
# How far games are played that are in the middle: an auction, an operating round, late trains.
LENGTHS = (("1880", 3), ("1880", 120), ("1888", 60), ("1888", 300))
ODD_TEXTS = (
    "",
    "0",
    "-1",
    "99999999999999999999",
    "1e9",
    "NaN",
    "\x00",
    "\ud800",
    "ä" * 300,
    "\u202eAnn",
    "../../etc/passwd",
    "'; drop table games --",
    "<script>",
    "%00",
    "{}",
    "[" * 2000,
    '{"type":"pass","amount":' + "9" * 400 + "}",
)


@dataclass(frozen=True)
class Known:
    """Values by the names of parameters and fields, and what is sealed: games of which no secret is known.

    The last of these is private; `sessions` are of people who are signed in.
    """

    values: Mapping[str, tuple[Any, ...]]
    secrets: tuple[str, ...]
    sealed: tuple[str, str]
    sessions: deque[str] = field(default_factory=lambda: deque(maxlen=8))
    # Where games stand by now, as far as somebody has looked: the number of the last entry, and legal actions.
    present: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)

    def value(self, name: str, rng: random.Random, game_id: str = "") -> Any:
        """A value that may fit, now and in this game, or one that never does."""
        if name not in self.values or rng.random() < 0.1:
            return rng.choice(ODD_TEXTS)
        seq, actions = self.present.get(game_id, (None, ()))
        if name in ("seq", "at", "to") and seq is not None and rng.random() < 0.8:
            return seq - (name == "to")
        if name in ("action", "arm") and actions and rng.random() < 0.8:
            return _altered(rng.choice(actions), rng) if rng.random() < 0.3 else rng.choice(actions)
        return rng.choice(self.values[name])

    def look(self, port: int, rng: random.Random) -> None:
        """Ask a server where one of the games stands."""
        game_id = rng.choice(self.values["game_id"])
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            connection.request("GET", f"/api/games/{game_id}/legal")
            answer = connection.getresponse()
            found = json.loads(answer.read())
        if answer.status == 200:
            actions = [json.dumps(each["action"]) for each in found["actions"]]
            self.present[game_id] = (found["seq"], tuple(rng.sample(actions, min(len(actions), 50))))


def _altered(action: str, rng: random.Random) -> str:
    """An action in which one value is another one."""
    data = json.loads(action)
    values: tuple[Any, ...] = (-1, 0, 10**9, 1.5, None, True, "", "CKC", "Z99", [], [[]], {}, *ODD_TEXTS[:8])
    data[rng.choice(list(data))] = rng.choice(values)
    return json.dumps(data)


def played(title: str, length: int, seed: int) -> Game:
    """A game after so many actions of chance."""
    game, rng = new_game(3, "2022", title), random.Random(seed)
    while len(game.actions) < length and not game.finished:
        game.apply_trusted(choose(game, rng, "builder"))
    return game


def fill(store: Store, seed: int) -> Known:
    """Fill a store with games and people, and return what is known of them."""
    games = [played(title, length, seed) for title, length in LENGTHS]
    finished = Game.from_json(json.loads(gzip.decompress(FINISHED.read_bytes()))["game"])
    at_one_screen = [store.import_game(game, mode="hot_seat").id for game in (*games, finished)]
    with_links = store.import_game(games[1], mode="links", undo="consent")
    with_bots = store.create_game("1880", ["Ann", Player("Bo", bot="random"), Player("Cy", bot="clerk")])
    board = store.open_what_if(at_one_screen[1], "w" * 27)
    sealed = store.import_game(games[1], mode="links")
    actions = [json.dumps(action.to_json()) for game in games for action in (*game.actions[-20:], *_some_legal(game))]
    peopled = settle(store)
    ids = (*at_one_screen, *peopled.games, with_links.id, with_bots.id, board, sealed.id)
    of_seats = (each for each in (*with_links.secrets, *with_bots.secrets) if each is not None)
    secrets = (*of_seats, with_links.keeper, with_bots.keeper, "w" * 27)
    values = peopled.values | _values(ids, secrets, actions, games)
    values["secret"] += peopled.values["stop_secret"]
    return Known(values, secrets, (sealed.id, peopled.sealed))


def _some_legal(game: Game) -> list[Any]:
    return list(game.legal_actions())[:40]


def _values(
    ids: tuple[str, ...], secrets: tuple[str, ...], actions: list[str], games: list[Game]
) -> dict[str, tuple[Any, ...]]:
    numbers = (*range(4), *(len(game.actions) for game in games), -1, 10**6, 2**31, 2**63)
    trains = [action for action in actions if "routes" in action or "run" in action]
    return {
        "game_id": ids,
        "game": ids,
        "board_id": ids,
        "secret": secrets,
        "link": tuple(f"http://localhost/games/{ids[-3]}/seat#{each}" for each in secrets),
        "token": (TOKEN,),
        "action": tuple(actions),
        "arm": tuple(actions),
        "run": ("0:F8.1_F6.0_G5-H6.0~~", "0:", "1:~~", *trains[:3]),
        "name": ("K13", "F8", "A1", "Ann", "Our game", "Z99", *ASKING),
        "railway": ("CKC", "BZU", "JHA", "LYR", "none"),
        "company": ("CKC", "BZU", "JHA", "LYR", ""),
        "certificate": ("0", "1", "director", "20"),
        "title": ("1880", "1888", "1888-N", "none"),
        "rules": ("1880/2022", "1880/2010", "1888/2022", "1880"),
        "players": (*PLAYERS, 3, 9),
        "languages": ("en", "de", "ja"),
        "language": ("en", "de", "ja"),
        "lang": ("en", "de", "ja"),
        "bots": ("random", "clerk", ""),
        "bot": ("random", "clerk", ""),
        "strength": ("random", "clerk"),
        "mode": ("hot_seat", "links"),
        "undo": ("free", "consent", "never"),
        "hints": ("yes", "no", ""),
        "spectators": ("talk", ""),
        "text": ("hello", "a", "ABC", "\N{STEAM LOCOMOTIVE}"),
        "chat": ("all", ""),
        "state": ("live", "finished", "deleted"),
        "limit": (1, 50, 200),
        "skip": ("1", ""),
        "after": (*ids[:2], "2026-01-01"),
        **dict.fromkeys(("seq", "at", "to", "since", "number", "seats", "part", "price", "amount", "quick"), numbers),
    }
