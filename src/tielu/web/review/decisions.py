"""What is known of a game's review: its decisions, those judged so far, and who may read and ask for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tielu import Game
from tielu.errors import NotAllowed
from tielu.review import JudgedDecision, ReviewSettings, Task, plan, settings_for
from tielu.store import GameInfo, Store


@dataclass(frozen=True)
class GameDecisions:
    """The decisions of a game: what there is to judge, what was judged, and what no longer belongs to the game.

    `entries` are the numbers of the entries that are in effect, one for each action.
    """

    game: Game
    settings: ReviewSettings
    entries: Sequence[int]
    tasks: Sequence[Task]
    judged: Sequence[JudgedDecision]
    outdated: Sequence[str]


def require_review(info: GameInfo) -> None:
    """Raise NotAllowed unless the game may be reviewed."""
    if info.origin is not None:
        raise NotAllowed("review_of_what_if")
    if not info.may_be_reviewed:
        raise NotAllowed("review_while_playing")


def decisions_of(store: Store, game_id: str) -> GameDecisions:
    """The decisions of the people in a game, or of all bots if no person plays; raises InvalidInput without bots."""
    info, stored = store.game(game_id), store.read(game_id)
    game = stored.load().game
    settings = settings_for(game.title)
    tasks = _planned(game_id, stored.seq, tuple(sorted(info.humans)), settings, _Held(game))
    kept = store.reviews.judged(game_id)
    known = {task.key for task in tasks}
    return GameDecisions(
        game,
        settings,
        stored.effective_entries(),
        tasks,
        [JudgedDecision.from_json(json.loads(data)) for key, data in kept.items() if key in known],
        [key for key in kept if key not in known],
    )


class _Held:
    """A game that comes along with what names it already, and is not compared."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=32)
def _planned(_game_id: str, _seq: int, seats: tuple[int, ...], settings: ReviewSettings, held: _Held) -> list[Task]:
    """The plan of a game after so many entries, which a page asks for again and again while it is carried out."""
    return plan(held.game, settings, seats or None)
