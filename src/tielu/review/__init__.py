"""Review: every decision of a game beside the choice of a strong bot, with what the difference was worth.

`plan` says which decisions there are to judge, `judge_all` judges them one by one, in this process or in a pool of
workers, and `Review` is what the decisions judged so far tell. Whoever stops simply keeps the decisions; `unjudged`
says what is left, also after other moves have taken the place of some.

>>> import tielu
>>> from tielu.review import Review, judge_all, plan, settings_for, unjudged
>>> game = tielu.new_game("1888", ["Ann", "Bo", "Cy"])
>>> game.apply({"type": "pass"})
[PlayerPassed(player='Ann')]
>>> settings = settings_for("1888", seconds=0.05)
>>> tasks = plan(game, settings)
>>> [judged] = judge_all(game, tasks, settings)
>>> judged.played, judged.seat, unjudged(tasks, [judged])
(Pass(), 0, [])
>>> Review(game, settings, [judged]).total(0).decisions
1
"""

from .chances import Chance
from .decision_judge import DecisionJudge, JudgedDecision
from .plan import ReviewSettings, Task, plan, settings_for, unjudged
from .report import PlayerTotal, Review, Swing
from .worker_pool import judge_all, review_pool

__all__ = [
    "Chance",
    "DecisionJudge",
    "JudgedDecision",
    "PlayerTotal",
    "Review",
    "ReviewSettings",
    "Swing",
    "Task",
    "judge_all",
    "plan",
    "review_pool",
    "settings_for",
    "unjudged",
]
