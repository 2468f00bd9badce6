"""Frames that a title writes in plain Python lie on the stack of the engine, whichever form of it runs."""

from __future__ import annotations

import tielu
from tielu.core.flow import Frame, RailwayDecision, current_round
from tielu.core.state import State


class Council(Frame[State]):
    """The second player decides something, in a round of its own name."""

    round_name = "Council"

    def actor(self, state: State) -> int:
        return 1


def test_a_frame_in_plain_python_names_its_round() -> None:
    """The round being played is that of the topmost frame with a name."""
    state = tielu.new_game("1880", ["Ann", "Bo", "Cy"]).state
    state.push(Council())
    assert current_round(state) == "Council"


def test_a_player_decides_in_person_unless_the_frame_says_otherwise() -> None:
    """A frame that only knows its actor waits for that player."""
    game = tielu.new_game("1880", ["Ann", "Bo", "Cy"])
    game.state.push(Council())
    assert (game.actor, game.deciding) == ("Bo", "Bo")
    assert not game.state.stack[-1].settle(game.state)


def test_a_railway_is_decided_for_by_its_owner() -> None:
    """The director acts, and the company is named."""
    game = tielu.new_game("1888", ["Ann", "Bo", "Cy"])
    game.state.director[3] = 2
    game.state.push(RailwayDecision(3))
    assert (game.actor, game.deciding) == ("Cy", "HJR")
