"""What is to be decided in a position, in short: the round, the step, and the company it is decided for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tielu import Game
from tielu.core.flow import Frame, current_round
from tielu.views.title import view_of

# The snapshot speaks the platform's language; the rounds have the names of the rulebook here.
_ROUNDS = {"Auction": "auction", "Draft": "investors", "Stock": "share", "Operating": "operating"}


@dataclass(frozen=True)
class DecisionView:
    """The next decision; `company` is empty where players decide for themselves, all is empty after the end."""

    round: str
    step: str
    company: str


def decision_view(game: Game) -> DecisionView:
    """The decision that the game waits for."""
    if game.finished:
        return DecisionView("", "", "")
    company = "" if game.deciding == game.actor else game.deciding or ""
    return DecisionView(round_name(game.snapshot()), step_name(game), company)


def round_name(shot: Mapping[str, Any]) -> str:
    """The name of the round in a snapshot; empty if it is none of those with a name."""
    return _ROUNDS.get(shot.get("round.type", ""), "")


def present_round(game: Game) -> str:
    """The name of the round being played, without a snapshot."""
    return _ROUNDS.get(current_round(game.state), "")


def step_name(game: Game) -> str:
    """The name of the step that asks for a decision: `TrackStep` is `track`, `ShareRound` is `share_round`."""
    return "" if game.finished else frame_name(game.state.stack[-1])


def turn_step(game: Game) -> str:
    """The step of a railway's turn that is under way: the innermost frame that is one; empty if none is."""
    steps = {step for line in view_of(game.title).turn_steps for step in line}
    return next((name for frame in reversed(game.state.stack) if (name := frame_name(frame)) in steps), "")


def frame_name(frame: Frame[Any]) -> str:
    """The name of a frame of the flow, as views call it."""
    return _in_words(type(frame).__name__)


@cache
def _in_words(kind: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.removesuffix("Step")).lower()
