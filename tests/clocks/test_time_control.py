"""Time controls: what turns add, which times can be agreed on, and their JSON."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tielu.clocks import CONSENT, WAIT, TimeControl
from tielu.errors import InvalidInput

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LIVE = TimeControl(HOUR, timedelta(seconds=30), bot="clerk")
SLOW = TimeControl(3 * DAY, DAY, 3 * DAY, CONSENT, "clerk")


@given(st.timedeltas(-DAY, 5 * DAY))
def test_a_turn_adds_time_up_to_the_most(left):
    """In one sitting without a limit; over days a store fills up. Nobody starts a turn with less than a turn adds."""
    assert LIVE.after_turn(left) == max(timedelta(0), left) + LIVE.per_turn
    assert SLOW.per_turn <= SLOW.after_turn(left) <= 3 * DAY
    assert (LIVE.is_live, SLOW.is_live) == (True, False)


@pytest.mark.parametrize("control", [LIVE, SLOW, TimeControl(DAY, DAY, DAY, WAIT)])
def test_json_both_ways(control):
    """A time control is its JSON, in whole seconds."""
    assert TimeControl.from_json(control.to_json()) == control
    assert LIVE.to_json() == {"initial": 3600, "per_turn": 30, "when_over": "bot", "bot": "clerk"}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("1 hour", "clock_unknown"),
        ({"initial": 3600}, "clock_unknown"),
        ({"initial": True, "per_turn": 30}, "clock_unknown"),
        ({"initial": "3600", "per_turn": 30}, "clock_unknown"),
        ({"initial": 3600, "per_turn": 30, "bot": "clerk", "colour": 1}, "clock_unknown"),
        ({"initial": 3600, "per_turn": 30, "when_over": "lose", "bot": "clerk"}, "clock_unknown"),
        ({"initial": 3600, "per_turn": 30, "when_over": "bot"}, "clock_unknown"),
        ({"initial": 3600, "per_turn": 30, "when_over": [], "bot": "clerk"}, "clock_unknown"),
        ({"initial": 3600, "per_turn": 30, "bot": "x" * 41}, "clock_unknown"),
        ({"initial": 3600, "per_turn": 30, "bot": 5}, "clock_unknown"),
        ({"initial": 3600, "per_turn": 0, "bot": "clerk"}, "clock_out_of_range"),
        ({"initial": 90_000, "per_turn": 30, "bot": "clerk"}, "clock_out_of_range"),
        ({"initial": 86_400, "per_turn": 86_400, "most": 3600, "bot": "clerk"}, "clock_out_of_range"),
        ({"initial": 10**9, "per_turn": 30, "bot": "clerk"}, "clock_unknown"),
    ],
)
def test_what_cannot_be_agreed_on(data, code):
    """Whatever the JSON, it is a time control that can be played with, or it is refused."""
    with pytest.raises(InvalidInput) as refused:
        TimeControl.from_json(data)
    assert refused.value.code == code
