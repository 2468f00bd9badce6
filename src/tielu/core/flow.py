"""The flow of play: a stack of frames (round > turn > step), each a small value that is never changed in place.

The frame on top asks for a decision or ends by itself. What interrupts a turn is a frame pushed on top of it; when
that ends, the turn below goes on where it was.
"""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from tielu._mypyc import mypyc_attr

from .actions import Action
from .errors import IllegalAction
from .state import State

S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame(Generic[S]):
    """One level of play. A subclass that asks for decisions knows who decides, what is offered and what follows."""

    round_name: ClassVar[str] = ""

    def settle(self, state: S) -> bool:
        """Do what needs no decision; True if that changed the stack, False if this frame now waits for one."""
        return False

    def actor(self, state: S) -> int:
        """The player who decides."""
        raise NotImplementedError

    def deciding(self, state: S) -> str:
        """The name or id of whom the actor decides for: the actor's own name, unless the frame knows better."""
        return state.players[self.actor(state)]

    def offers(self, state: S) -> list[Action]:
        """Every legal action; amounts come as ranges."""
        raise NotImplementedError

    def why_not(self, state: S, action: Action) -> IllegalAction | None:
        """The refusal of `action`, or None if it is legal."""
        raise NotImplementedError

    def apply(self, state: S, action: Action) -> None:
        """Carry out a legal action."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class RailwayDecision(Frame[S]):
    """A decision for a railway, taken by its owner: for a company, by its director."""

    def __init__(self, railway: int) -> None:
        self.railway = railway

    def actor(self, state: S) -> int:
        return state.owner_of(self.railway)

    def deciding(self, state: S) -> str:
        return state.railway_id(self.railway)


def settle(state: State) -> None:
    """Let frames end, begin and follow one another until a decision is needed or the game is over."""
    while not state.finished and state.stack and state.stack[-1].settle(state):
        pass


def current_round(state: State) -> str:
    """The name of the round being played: that of the topmost frame that has one."""
    names: list[str] = [frame.round_name for frame in state.stack if frame.round_name]
    return names[-1] if names else ""
