"""Which decisions of a game a review judges, and under which key each of them is kept.

A key names everything on which a judgement depends: how the game began, the actions up to this one, and the settings.
So an action that was taken back and another in its place change the keys from there on, and no others.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from tielu import Game
from tielu.bots import can_play, check_bot

if TYPE_CHECKING:
    from .decision_judge import JudgedDecision

USUAL_SECONDS: Final = 0.3
# The judges, the stronger one first; docs/chairman.md has the games that show which one that is.
JUDGES: Final = ("chairman", "director")
# Raised whenever the same decision would be judged by other means, so that nothing outdated is kept.
METHOD: Final = 1


@dataclass(frozen=True)
class ReviewSettings:
    """Which bot judges, and how many seconds it has: for its own choice, and again to compare that with the other."""

    bot: str
    seconds: float = USUAL_SECONDS
    seed: int = 1
    method: int = METHOD


@dataclass(frozen=True)
class Task:
    """A decision to judge: the action after this many others, taken by the player on this seat."""

    index: int
    seat: int
    key: str


def settings_for(title: str, seconds: float = USUAL_SECONDS) -> ReviewSettings:
    """The settings with the strongest bot that judges the title; raises InvalidInput if none does."""
    for bot in JUDGES[:-1]:
        if can_play(JUDGES[-1], title) and can_play(bot, title):
            return ReviewSettings(bot, seconds)
    check_bot(JUDGES[-1], title)
    return ReviewSettings(JUDGES[-1], seconds)


def plan(game: Game, settings: ReviewSettings, seats: Collection[int] | None = None) -> list[Task]:
    """A task for each action of the players on these seats, or of all."""
    begun = [game.title, game.edition, game.revision, len(game.players), asdict(settings)]
    key, again, found = _digest("", begun), game.at_start(), []
    for index, action in enumerate(game.actions):
        seat = again.players.index(again.actor or "")
        key = _digest(key, action.to_json())
        if seats is None or seat in seats:
            found.append(Task(index, seat, key))
        again.apply_trusted(action)
    return found


def unjudged(tasks: Sequence[Task], judged: Iterable[JudgedDecision]) -> list[Task]:
    """The tasks that are still to be done."""
    done = {each.key for each in judged}
    return [task for task in tasks if task.key not in done]


def _digest(before: str, value: object) -> str:
    return blake2b(f"{before}{json.dumps(value, sort_keys=True)}".encode(), digest_size=12).hexdigest()
