"""The puzzles that come with Tielu: positions of bots' games, each with its question, answer and difficulty.

`puzzles.json` has the puzzles, `games.json.gz` the games they are from; `tielu.puzzles.build` writes both.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from importlib.resources import files
from operator import index
from typing import Any, Final, SupportsIndex

from tielu import Action, Game
from tielu.core.setup_input import quoted, shown_number
from tielu.errors import NotFound
from tielu.puzzles.kinds import KINDS, Kind
from tielu.puzzles.playing_on import PlayedAnswer
from tielu.puzzles.proof import Proof, Verdict, verdict_of_played

PUZZLES: Final = "puzzles.json"
GAMES: Final = "games.json.gz"
# How hard a puzzle is: easy, medium, hard.
LEVELS: Final = (1, 2, 3)
# The day of the first puzzle of the day; one of the collection follows the other, in an order that seems random.
_FIRST_DAY: Final = date(2026, 1, 1)
_STEP: Final = 37


@dataclass(frozen=True)
class Puzzle:
    """A question about a position: the game and the number of actions before it, its kind, and whom it is about.

    The seat `player` decides, for a `railway` or for itself.
    `best` is what the best answer brings, `second` the next best, and `before` what there was, of this many `options`.
    Where only playing on tells what answers bring, `played` has all of them, the best first.
    `misses` tells how often readers of each strength miss it, from 0 to 1, and `level` how hard that makes it.
    """

    number: int
    game: int
    at: int
    kind: str
    subject: str
    player: int
    railway: str
    best: int
    second: int
    before: int
    options: int
    solution: Mapping[str, Any]
    misses: Mapping[str, float]
    level: int
    title: str
    edition: str
    players: tuple[str, ...]
    played: tuple[PlayedAnswer, ...] = ()

    @property
    def asks(self) -> Kind:
        return KINDS[self.kind]

    @property
    def runner_up(self) -> PlayedAnswer | None:
        """The next best answer of those that were played on."""
        return self.played[1] if self.played else None

    def position(self) -> Game:
        """The position, a copy of one's own."""
        return _position(self.number).clone()

    def verdict(self, action: Action) -> Verdict:
        """Whether an action is the best answer."""
        if self.played:
            return verdict_of_played(self.played, action)
        return self.asks.verdict(_position(self.number), self.subject, self.best, action)

    def behind(self, action: Action) -> PlayedAnswer | None:
        """What playing on has shown of an answer; None if it was not played on."""
        return next((each for each in self.played if each.action == action), None)

    def prove(self) -> Proof | None:
        """The proof, found anew by asking for every answer; where they are played on, that takes minutes."""
        return self.asks.proof(_position(self.number), self.subject)


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """All puzzles, in the order of their numbers."""
    games = _games()
    found = json.loads(files("tielu.puzzles").joinpath(PUZZLES).read_text("utf-8"))
    return tuple(_puzzle(number, each, games[each["game"]]) for number, each in enumerate(found, 1))


def _puzzle(number: int, saved: dict[str, Any], game: dict[str, Any]) -> Puzzle:
    played = tuple(PlayedAnswer.from_json(each) for each in saved.get("played", ()))
    found = {**saved, "played": played, "players": tuple(game["players"])}
    return Puzzle(number=number, title=game["title"], edition=game["edition"], **found)


def puzzle_of(number: object) -> Puzzle:
    """The puzzle with a number; raises NotFound."""
    puzzles = all_puzzles()
    if not isinstance(number, SupportsIndex):
        kind = " (str)" if isinstance(number, str) else ""
        raise NotFound("unknown_puzzle", puzzle=f"{quoted(number)}{kind}")
    found = index(number)
    if not 1 <= found <= len(puzzles):
        raise NotFound("unknown_puzzle", puzzle=shown_number(found))
    return puzzles[found - 1]


def puzzle_of_day(day: date) -> Puzzle:
    """The puzzle of a day; all others come before it does again."""
    puzzles = all_puzzles()
    return puzzles[(day.toordinal() - _FIRST_DAY.toordinal()) * _STEP % len(puzzles)]


def game_of(index: int) -> Game:
    """A game from which puzzles are, to its end."""
    return Game.from_json(_games()[index])


@cache
def _games() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(gzip.decompress(files("tielu.puzzles").joinpath(GAMES).read_bytes()))
    return found


@lru_cache(maxsize=128)
def _position(number: int) -> Game:
    puzzle = puzzle_of(number)
    saved = _games()[puzzle.game]
    return Game.from_json({**saved, "actions": saved["actions"][: puzzle.at]})
