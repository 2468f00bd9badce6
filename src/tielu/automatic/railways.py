"""The turns of a railway by themselves: run the best, pay out or withhold, pass the rest, until something changes."""

from __future__ import annotations

from tielu.core.actions import Pass, PayDividend, RouteRun, RunTrains, Withhold
from tielu.core.events import (
    DirectorChanged,
    PhaseBegan,
    StationPlaced,
    TileLaid,
    TrainBought,
    TrainDiscarded,
    TrainScrapped,
    TrainsRun,
)
from tielu.views.actions.empty_steps import in_one_turn
from tielu.views.actions.outcome import Trials, run_income
from tielu.views.actions.runs import last_run

from .moves import INCOME, PAY, PHASE, TRACK, TRAINS, Operate
from .outcome import Act, SetMove, Stop
from .situation import Situation

_BANK = "bank"


def operate(situation: Situation, each: SetMove, move: Operate) -> Act | Stop | None:
    """What a step of the railway's turn asks, or a stop where something has changed."""
    if _owner(situation, move.railway) != situation.player:
        return Stop(each.number, "not_director", {"railway": move.railway})
    if not situation.in_step or situation.game.deciding != move.railway or _begun_by_hand(situation, each, move):
        return None
    return _changed(situation, each, move) or _step(situation, each, move)


def _owner(situation: Situation, railway: str) -> int | None:
    """The player who decides for a railway; None if there is no such railway."""
    state = situation.game.state
    found = (index for index in range(len(state.treasury)) if state.railway_id(index) == railway)
    return next((state.owner_of(index) for index in found), None)


def _begun_by_hand(situation: Situation, each: SetMove, move: Operate) -> bool:
    """Whether the player has decided something in this turn since the move was set: then the turn is the player's."""
    since, later = situation.happenings(each.since), situation.game
    for number in range(len(since) - 1, -1, -1):
        happening = since[number]
        if not happening.in_step:
            continue
        earlier = situation.before(each.since + number)
        if happening.deciding != move.railway or not in_one_turn(earlier, later):
            return False
        if happening.by_hand:
            return True
        later = earlier
    return False


def _step(situation: Situation, each: SetMove, move: Operate) -> Act | Stop:
    """Run, pay out or withhold, or pass."""
    runs = [offer for offer in situation.offers if isinstance(offer, RunTrains)]
    if runs:
        return _run(situation, each, move, runs)
    dividend = PayDividend() if move.dividend == PAY else Withhold()
    if dividend in situation.offers:
        return Act(each.number, dividend)
    refusal = situation.game.why_not(Pass())
    if refusal is None:
        return Act(each.number, Pass())
    why = {"code": refusal.code, "rule": refusal.rule, "params": dict(refusal.params)}
    return Stop(each.number, "cannot_pass", {"railway": move.railway, "why": why})


def _run(situation: Situation, each: SetMove, move: Operate, runs: list[RunTrains]) -> Act | Stop:
    """The run that earns most, unless it earns less than the last one."""
    trials = Trials(situation.game)
    best = max(runs, key=lambda run: run_income(trials, run))
    income, last = run_income(trials, best), _last_income(situation, each, move)
    if INCOME in move.until and last is not None and income < last:
        return Stop(each.number, "earns_less", {"railway": move.railway, "income": income, "last": last})
    return Act(each.number, best)


def _last_income(situation: Situation, each: SetMove, move: Operate) -> int | None:
    """What the railway's last run has earned; None before its first run since the move was set."""
    ran = [event for _, event in situation.events(each.since) if isinstance(event, TrainsRun)]
    incomes = [event.income for event in ran if event.railway == move.railway]
    return incomes[-1] if incomes else None


def _changed(situation: Situation, each: SetMove, move: Operate) -> Stop | None:
    """What has happened to the railway, or in the game, that ends the move; what the player has done is no news."""
    on_route: frozenset[str] | None = None
    for happening, event in situation.events(each.since, of_others=True):
        if isinstance(event, (TrainScrapped, TrainDiscarded)) and event.company == move.railway:
            return Stop(each.number, "train_lost", {"railway": move.railway, "train": event.train})
        if isinstance(event, DirectorChanged) and event.company == move.railway:
            values = {"company": event.company, "player": event.player, "by": happening.actor}
            return Stop(each.number, "director_changed", values)
        if PHASE in move.until and isinstance(event, PhaseBegan):
            return Stop(each.number, "phase_began", {"phase": event.phase})
        if TRAINS in move.until and isinstance(event, TrainBought) and event.seller == _BANK:
            return Stop(each.number, "train_bought", {"company": event.company, "train": event.train})
        if TRACK in move.until and isinstance(event, (TileLaid, StationPlaced)) and event.railway != move.railway:
            on_route = _hexes_of_last_run(situation, move) if on_route is None else on_route
            if event.hex in on_route:
                return Stop(each.number, "built_on_route", {"railway": event.railway, "hex": event.hex})
    return None


def _hexes_of_last_run(situation: Situation, move: Operate) -> frozenset[str]:
    number = last_run(situation.game, move.railway)
    run = None if number is None else situation.game.actions[number]
    return (
        frozenset(name for route in run.routes for name in _hexes(route)) if isinstance(run, RunTrains) else frozenset()
    )


def _hexes(route: RouteRun) -> list[str]:
    return [*(name for name, _ in route.stops), *(name for link in route.path for name in link)]
