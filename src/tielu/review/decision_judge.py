"""One decision judged: the move that was played beside the bot's own, both played on with the same dice."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev
from typing import Any, Final

from tielu import Action, Game
from tielu.bots import Reason
from tielu.bots.chairman import SETTINGS, chairman_search
from tielu.bots.director import Director, SearchSettings, lead
from tielu.core.actions import PayDividend, RunTrains
from tielu.core.setup_input import quoted
from tielu.errors import InvalidInput

from .chances import Chance, ChanceFinder, run_income
from .plan import ReviewSettings, Task

# Rollouts of each of the two moves: this many in any case, and as many more as there is time for.
LEAST_ROLLOUTS: Final = 4
MOST_ROLLOUTS: Final = 40
# Nobody waits for a single decision of a review, so a slow move does not make the next searches shorter.
_PATIENT: Final = 3.0

# The clock counts what the processor does for this process: a busy machine makes a review longer, not worse.
_SEARCHES: Final[Mapping[str, Callable[[int, float], Director]]] = {
    "director": lambda seed, seconds: Director(
        seed, seconds, replace(SearchSettings(), limit=_PATIENT), clock=time.process_time
    ),
    "chairman": lambda seed, seconds: chairman_search(
        seed, seconds, replace(SETTINGS, limit=_PATIENT), time.process_time
    ),
}


@dataclass(frozen=True)
class JudgedDecision:
    """A decision, the bot's own choice in its place, and what the difference was worth.

    `railway` is the company or investor that it was made for, empty for the player's own decisions.
    `loss` is how much further ahead of the others the bot's move leaves the player at the end, in yuan, the mean of
    this many `rollouts` of both moves; below 0 the player's own is better. `error` is its standard error, `uncertainty`
    adds what the bot cannot see so far from the end. Of runs it is exact, without rollouts.
    `worth_played` and `worth_best` are what the player is expected to be worth at the end; `expected` has the worth of
    everybody before the move. A `forced` decision left no choice. There is no `reason` where a search found another
    move than the clerk's rules of thumb: then the numbers speak.
    """

    key: str
    index: int
    seat: int
    railway: str
    played: Action
    best: Action
    reason: Reason | None
    loss: float = 0.0
    error: float = 0.0
    uncertainty: float = 0.0
    rollouts: int = 0
    worth_played: float = 0.0
    worth_best: float = 0.0
    expected: tuple[float, ...] = ()
    forced: bool = False
    chances: tuple[Chance, ...] = ()

    @property
    def believed(self) -> float:
        """What of the loss is more than uncertainty explains; below 0 if nothing is."""
        return self.loss - self.uncertainty

    @property
    def agrees(self) -> bool:
        """Whether the bot would have done the same, or something with the same effect."""
        return self.best == self.played

    def to_json(self) -> dict[str, Any]:
        data = {**vars(self), "played": self.played.to_json(), "best": self.best.to_json()}
        data["reason"] = self.reason and {"key": self.reason.key, "values": dict(self.reason.values)}
        data["chances"] = [each.to_json() for each in self.chances]
        return data

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> JudgedDecision:
        """The decision that `to_json` wrote; raises LookupError, TypeError or InvalidAction for anything else."""
        reason = data["reason"]
        read = {
            "played": Action.from_json(data["played"]),
            "best": Action.from_json(data["best"]),
            "reason": reason and Reason(reason["key"], reason["values"]),
            "expected": tuple(data["expected"]),
            "chances": tuple(Chance.from_json(each) for each in data["chances"]),
        }
        return JudgedDecision(**{**data, **read})


def searching_bot(settings: ReviewSettings) -> Director:
    """The bot that judges; raises InvalidInput if it cannot."""
    if settings.bot not in tuple(_SEARCHES):
        raise InvalidInput("bot_does_not_judge", bot=quoted(settings.bot), known=tuple(_SEARCHES))
    return _SEARCHES[settings.bot](settings.seed, settings.seconds)


class DecisionJudge:
    """Judges decisions of a game, one after the other; what it finds out about the map is kept."""

    def __init__(self, settings: ReviewSettings) -> None:
        self._director = searching_bot(settings)
        self._finder = ChanceFinder()

    def judge(self, game: Game, action: Action, task: Task) -> JudgedDecision:
        """Judge an action before it is taken; raises InvalidInput if bots cannot play the title."""
        expected, turns_left = self._director.foresee(game)
        seen = tuple(round(each, 1) for each in expected)
        own = seen[task.seat]
        same = JudgedDecision(
            task.key, task.index, task.seat, _railway(game), action, action, Reason("only_choice"), expected=seen
        )
        same = replace(same, worth_played=own, worth_best=own)
        if _is_forced(game):
            return replace(same, forced=True)
        found = self._director.search(game)
        option = found.option
        same = replace(same, reason=None if found.rollouts else option.reason)
        if option.action == action or _same_run(game, option.action, action):
            return replace(same, chances=self._finder.find(game, action, action))
        other = replace(same, best=option.action, chances=self._finder.find(game, action, option.action))
        paid = [_worths_when_paid(game, each) for each in (action, option.action)]
        if paid[0] is not None and paid[1] is not None:
            # Two runs differ by what they pay, and by nothing else: no dice are needed.
            loss = lead(paid[1], task.seat) - lead(paid[0], task.seat)
            own = own + paid[1][task.seat] - paid[0][task.seat]
            return replace(other, loss=loss, uncertainty=self._director.doubt(0, 0), worth_best=own)
        ends = self._director.compare(game, (action, option.action), LEAST_ROLLOUTS, MOST_ROLLOUTS)
        return replace(other, **self._difference(ends[0], ends[1], task.seat, turns_left))

    def _difference(
        self, played: Sequence[Sequence[float]], best: Sequence[Sequence[float]], seat: int, turns_left: float
    ) -> dict[str, Any]:
        """What the rollouts of both moves say, which were made in pairs."""
        losses = [lead(one, seat) - lead(other, seat) for one, other in zip(best, played, strict=True)]
        error = stdev(losses) / len(losses) ** 0.5
        return {
            "loss": round(fmean(losses), 1),
            "error": round(error, 1),
            "uncertainty": round(self._director.doubt(turns_left, error), 1),
            "rollouts": len(losses),
            "worth_played": round(fmean(each[seat] for each in played), 1),
            "worth_best": round(fmean(each[seat] for each in best), 1),
        }


def _railway(game: Game) -> str:
    return "" if game.deciding is None or game.deciding in game.players else game.deciding


def _worths_when_paid(game: Game, run: Action) -> list[int] | None:
    """What everybody is worth once a run is paid out; None where the move is no run, or nothing is paid out."""
    if not isinstance(run, RunTrains):
        return None
    trial = game.clone()
    trial.apply_trusted(run)
    if PayDividend() not in trial.legal_actions():
        return None
    trial.apply_trusted(PayDividend())
    return trial.worths()


def _is_forced(game: Game) -> bool:
    """Whether there is one thing to do; the best run alone is offered, but others may be legal, and other amounts."""
    offers = game.legal_actions()
    return len(offers) == 1 and not isinstance(offers[0], RunTrains) and getattr(offers[0], "amounts", None) is None


def _same_run(game: Game, one: Action, other: Action) -> bool:
    """Whether two runs bring the same, on whatever track."""
    if not (isinstance(one, RunTrains) and isinstance(other, RunTrains)):
        return False
    return run_income(game, one) == run_income(game, other)
