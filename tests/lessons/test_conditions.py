"""Conditions of lessons: which of them hold, and what is no condition."""

import pytest

from tielu.core.actions import Pass, SellShares
from tielu.core.events import PlayerPassed, TrainsRun
from tielu.lessons.conditions import Attempt, check_condition, match

ATTEMPT = Attempt([Pass(), SellShares("QSR", 20)], [PlayerPassed("Bo"), TrainsRun("QSR", 90)], {"c.QSR.cash": 400})


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"action": "pass"}, True),
        ({"action": "buy_train"}, False),
        ({"action": "sell_shares", "percent": 20}, True),
        ({"action": "sell_shares", "percent": {"least": 30}}, False),
        ({"event": "trains_run", "railway": ["QSR", "CKR"], "income": {"least": 80, "most": 90}}, True),
        ({"event": "trains_run", "income": {"most": 80}}, False),
        ({"event": "trains_run", "railway": {"least": 1}}, False),
        ({"position": "c.QSR.cash", "is": 400}, True),
        ({"position": "c.QSR.cash", "is": {"least": 401}}, False),
        ({"position": "c.CKR.cash", "is": 0}, True),
        ({"all": [{"action": "pass"}, {"event": "trains_run"}]}, True),
        ({"all": [{"action": "pass"}, {"event": "share_bought"}]}, False),
        ({"any": [{"event": "share_bought"}, {"event": "trains_run"}]}, True),
        ({"not": {"event": "share_bought"}}, True),
        ({"not": {"event": "trains_run"}}, False),
    ],
)
def test_conditions(condition, holds):
    """Actions and events by their fields, the position by its values, and all of them combined."""
    check_condition(condition)
    assert (match(condition, ATTEMPT) is not None) == holds


def test_a_match_has_the_values_that_words_use():
    """Those of the last event of this kind, and of all parts."""
    found = match({"all": [{"event": "trains_run"}, {"event": "player_passed"}]}, ATTEMPT)
    assert found is not None
    assert found.values == {"railway": "QSR", "income": 90, "player": "Bo"}


@pytest.mark.parametrize(
    "condition", ["pass", {}, {"action": 3}, {"action": "pass", "event": "x"}, {"position": "x"}, {"all": [{}]}]
)
def test_no_condition(condition):
    """What is no condition is refused when the lesson is read."""
    with pytest.raises(ValueError, match=r"condition|name|position"):
        check_condition(condition)
