"""A worker process: `python -m tielu.review.worker` reads decisions and writes them judged, each a line of JSON."""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tielu import Action
from tielu.bots.worker import RecentGames, answer_lines

from .decision_judge import DecisionJudge
from .plan import ReviewSettings, Task


@lru_cache(maxsize=2)
def _judge(settings: ReviewSettings, _game: str) -> DecisionJudge:
    """A judge for each game: what it knows of the map is of no use in another."""
    return DecisionJudge(settings)


def answer(recent: RecentGames, line: str) -> Mapping[str, Any]:
    """The decision judged; if that fails, the answer says so, and the worker goes on."""
    try:
        question = json.loads(line)
        game = recent.game(question["game"])
        begun = json.dumps({**question["game"], "actions": []})
        judge = _judge(ReviewSettings(**question["settings"]), begun)
        judged = judge.judge(game, Action.from_json(question["action"]), Task(**question["task"]))
        return {"judged": judged.to_json()}
    except Exception:
        return {"failed": traceback.format_exc()}


def main() -> None:
    """Judge decisions until the input ends."""
    recent = RecentGames()
    answer_lines(lambda line: answer(recent, line))


if __name__ == "__main__":
    main()
