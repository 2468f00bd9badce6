"""One game between bots, from its first action to its record; runs in whatever process it is sent to."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any, Final

import tielu
from tielu import Action, Game
from tielu.bots import Bot, make_bot

from .plan import DEFAULT_SECONDS, TOLERANCE, Match
from .times import Times

# No game is as long as this; a bot that goes on without end is stopped and named.
MOST_ACTIONS: Final = 20_000
# The course of a game is kept as the worth of each seat at this many moments, spread evenly over its actions.
MOMENTS: Final = 41


@dataclass(frozen=True)
class Failure:
    """What went wrong in a game: a bot's illegal action, an exception, or no end; `seat` is who was to act."""

    kind: str
    seat: int
    action: int
    text: str


@dataclass(frozen=True)
class MatchRecord:
    """What is kept of a game, seat by seat. A game that failed has no say in the results."""

    number: int
    seed: int
    seating: tuple[int, ...]
    worth: tuple[int, ...]
    actions: int
    seconds: float
    times: tuple[Times, ...]
    course: tuple[tuple[int, ...], ...]
    failure: Failure | None = None

    def to_json(self) -> dict[str, Any]:
        data = {**vars(self), "times": [each.to_json() for each in self.times]}
        data["failure"] = None if self.failure is None else asdict(self.failure)
        return data

    @staticmethod
    def from_json(data: dict[str, Any]) -> MatchRecord:
        failure = data["failure"]
        return MatchRecord(
            number=data["number"],
            seed=data["seed"],
            seating=tuple(data["seating"]),
            worth=tuple(data["worth"]),
            actions=data["actions"],
            seconds=float(data["seconds"]),
            times=tuple(Times.from_json(each) for each in data["times"]),
            course=tuple(tuple(moment) for moment in data["course"]),
            failure=None if failure is None else Failure(**failure),
        )


def check_record(record: MatchRecord, seats: int) -> None:
    """Raise ValueError unless what was read is the record of a game with this number of seats."""
    failed, worths = record.failure, [record.worth, *record.course]
    numbers = [record.number, record.seed, record.actions, *record.seating, *chain.from_iterable(worths)]
    texts: list[str] = []
    if failed is not None:
        numbers += [failed.seat, failed.action]
        texts += [failed.kind, failed.text]
    if not (
        all(type(each) is int for each in numbers)
        and all(type(each) is str for each in texts)
        and record.number >= 0
        and sorted(record.seating) == list(range(seats))
        and len(record.course) == MOMENTS
        and all(len(each) == seats for each in [record.times, *worths])
        and (failed is None or -1 <= failed.seat < seats)
    ):
        raise ValueError("no record of such a game")


@dataclass(frozen=True)
class Played:
    """A record, and the game as it is saved."""

    record: MatchRecord
    game: dict[str, Any]


def play_match(
    match: Match,
    game: Game | None = None,
    clock: Callable[[], float] = time.perf_counter,
    until: float = float("inf"),
) -> Played:
    """Play a game to its end; whatever a bot does wrong is in the record.

    `game` is one that has begun and is played on. `clock` measures decisions. At `until`, a time of day in seconds, the
    game is left as it is.
    """
    game = game or tielu.new_game(match.title, match.players, match.edition)
    times = tuple(Times() for _ in match.seating)
    course = [worth_of(game)]
    began = time.perf_counter()
    failure = _play(match, game, times, course, clock, until)
    record = MatchRecord(
        number=match.number,
        seed=match.seed,
        seating=match.seating,
        worth=course[-1],
        actions=len(course) - 1,
        seconds=round(time.perf_counter() - began, 3),
        times=times,
        course=spread(course, MOMENTS),
        failure=failure,
    )
    return Played(record, game.to_json())


def _play(
    match: Match,
    game: Game,
    times: tuple[Times, ...],
    course: list[tuple[int, ...]],
    clock: Callable[[], float],
    until: float,
) -> Failure | None:
    seat = -1
    try:
        bots = [_bot(match, seat) for seat in range(len(match.seating))]
        budgets = [_budget(match, seat) for seat in range(len(match.seating))]
        while not game.finished and time.time() < until:
            seat = game.players.index(game.actor or "")
            if len(course) > MOST_ACTIONS:
                return Failure("endless", seat, len(course), "")
            shown = game.clone()
            began = clock()
            action: Action = bots[seat].choose(shown).action
            times[seat].add(clock() - began, budgets[seat])
            refusal = game.why_not(action)
            if refusal is not None:
                return Failure("illegal", seat, len(course), f"{action.to_json()}: {refusal}")
            game.apply_trusted(action)
            course.append(worth_of(game))
    except Exception:  # whatever it is, it is kept with the seed and shown
        return Failure("exception", seat, len(course), traceback.format_exc())
    return None


def _bot(match: Match, seat: int) -> Bot:
    spec = match.bots[match.seating[seat]]
    seconds = DEFAULT_SECONDS if spec.seconds is None else spec.seconds
    return make_bot(spec.name, seed=match.bot_seed(seat), seconds=seconds)


def _budget(match: Match, seat: int) -> float | None:
    """The time after which the bot at a seat is late."""
    seconds = match.bots[match.seating[seat]].seconds
    return None if seconds is None else seconds * TOLERANCE


def worth_of(game: Game) -> tuple[int, ...]:
    return tuple(game.worths())


def spread(course: list[tuple[int, ...]], moments: int) -> tuple[tuple[int, ...], ...]:
    """A course at this number of moments, spread evenly, the first and the last among them."""
    last = len(course) - 1
    return tuple(course[round(last * moment / (moments - 1))] for moment in range(moments))
