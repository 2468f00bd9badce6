"""VI. P5, the engineer office: one permit for Phase D, assigned once to a company of its owner."""

from __future__ import annotations

from typing import ClassVar, Final

from tielu.core.actions import PASS, Action, Pass, kept
from tielu.core.errors import IllegalAction, illegal
from tielu.core.flow import RailwayDecision
from tielu.titles.t1880.rules.actions import AssignPermit

from .components import COMPANIES, COMPANY_INDEX, P5, RAILWAYS
from .events import PermitAssigned
from .state import State1880, permit_mask

_D: Final = permit_mask("D")
_ASSIGNMENTS: Final[tuple[AssignPermit, ...]] = tuple(kept(AssignPermit(company.id)) for company in COMPANIES)


def why_not(state: State1880, player: int, in_turn: int | None, action: AssignPermit) -> IllegalAction | None:
    """`in_turn` is the company whose operating turn it is, None in a share round."""
    if not state.owns_private(player, P5):
        return illegal("private_not_owned", "1880.p5.extra-d-permit", private="P5")
    if state.p5_assigned:
        return illegal("permit_assigned", "1880.p5.extra-d-permit")
    company = COMPANY_INDEX.get(action.company)
    if company is None:
        not_for_investors = state.rules.cites("1880.p5.extra-d-permit", "1880.p5.not-for-fi")
        rule = not_for_investors if action.company in RAILWAYS else "1880.components.major-count"
        return illegal("not_a_company", rule, company=action.company)
    if state.rules.p5_for_any_company:
        if in_turn is None or not state.founded(company):
            return illegal("permit_not_now", "1880.p5.extra-d-permit")
    elif state.director[company] != player:
        return illegal("not_director", "1880.p5.extra-d-permit", company=action.company)
    if state.permits[company] & _D:
        return illegal("has_permit", "1880.p5.extra-d-permit", company=action.company)
    return None


def offers(state: State1880, player: int, in_turn: int | None) -> list[Action]:
    if not state.owns_private(player, P5) or state.p5_assigned:
        return []
    return [each for each in _ASSIGNMENTS if why_not(state, player, in_turn, each) is None]


def assign(state: State1880, player: int, action: AssignPermit) -> None:
    """The permit stays with the company for good."""
    company = COMPANY_INDEX[action.company]
    state.permits[company] |= _D
    state.p5_assigned = True
    state.log(PermitAssigned(state.players[player], action.company))


def matters_now(state: State1880, player: int, company: int) -> bool:
    """Whether only this permit would let the company build in its turn."""
    unused = state.owns_private(player, P5) and not state.p5_assigned
    return unused and state.current_phase.permit == "D" and not state.permits[company] & _D


class PermitChoice(RailwayDecision[State1880]):
    """Phase D has begun in the turn of a company that only P5 would let build: the platform asks at once."""

    round_name: ClassVar[str] = "Operating"

    def settle(self, state: State1880) -> bool:
        if matters_now(state, self.actor(state), self.railway):
            return False
        state.pop()
        return True

    def offers(self, state: State1880) -> list[Action]:
        return [*offers(state, self.actor(state), self.railway), PASS]

    def why_not(self, state: State1880, action: Action) -> IllegalAction | None:
        if isinstance(action, Pass):
            return None
        if isinstance(action, AssignPermit):
            return why_not(state, self.actor(state), self.railway, action)
        return illegal("other_step", "1880.turn.sequence", action=action.type, step="track")

    def apply(self, state: State1880, action: Action) -> None:
        state.pop()
        if isinstance(action, AssignPermit):
            assign(state, self.actor(state), action)
