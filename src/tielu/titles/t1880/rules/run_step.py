"""X. The step in which trains run, the same for companies and investors but for where the income goes."""

from __future__ import annotations

from tielu.core.actions import Action, RunTrains
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import TrainsRun

from .running import can_run, run_income, suggested_run, why_not_run
from .state import State1880
from .steps import Step, out_of_step


class RunningStep(Step):
    """Run the trains; a step that follows from it says what becomes of the income."""

    def earned(self, state: State1880, income: int, ran: bool) -> None:
        """Deal with the income and leave the step."""
        raise NotImplementedError

    def choices(self, state: State1880) -> list[Action]:
        if not can_run(state, self.railway):
            return []
        runs: list[Action] = [suggested_run(state, self.railway)]
        if not state.rules.running_is_compulsory and runs != [RunTrains(())]:
            runs.append(RunTrains(()))
        return runs

    def has_choice(self, state: State1880) -> bool:
        return can_run(state, self.railway)

    def why_not_pass(self, state: State1880) -> IllegalAction | None:
        if state.rules.running_is_compulsory and can_run(state, self.railway):
            return illegal("must_run", "1880.turn.compulsory-steps")
        return None

    def why_not_choice(self, state: State1880, action: Action) -> IllegalAction | None:
        if not isinstance(action, RunTrains):
            return out_of_step(action, "run")
        return why_not_run(state, self.railway, action)

    def carry_out(self, state: State1880, action: Action) -> None:
        assert isinstance(action, RunTrains)
        income = run_income(state, self.railway, action)
        state.log(TrainsRun(state.railway_id(self.railway), income))
        self.earned(state, income, bool(action.routes))

    def end(self, state: State1880) -> None:
        self.earned(state, 0, False)
