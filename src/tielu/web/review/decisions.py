"""What is known of a game's review: its decisions, those judged so far, and who may read and ask for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from tielu import Game
from tielu.errors import NotAllowed
from tielu.review import JudgedDecision, ReviewSettings, Task, plan, settings_for
from tielu.store import GameInfo, Store

# The latest plans: a page asks for one again and again while it is carried out.
_MOST_PLANS = 32
_PLANS: dict[tuple[str, int, ReviewSettings, frozenset[int]], list[Task]] = {}
_PLANS_LOCK = Lock()


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
    tasks = _planned(game_id, stored.seq, game, settings, info.humans)
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


def _planned(game_id: str, seq: int, game: Game, settings: ReviewSettings, humans: frozenset[int]) -> list[Task]:
    """The plan of a game after this many entries, for these people or for all seats; it is made once."""
    key = (game_id, seq, settings, humans)
    with _PLANS_LOCK:
        found = _PLANS.get(key)
    if found is None:
        found = plan(game, settings, humans or None)
        with _PLANS_LOCK:
            _PLANS[key] = found
            if len(_PLANS) > _MOST_PLANS:
                del _PLANS[next(iter(_PLANS))]
    return found
