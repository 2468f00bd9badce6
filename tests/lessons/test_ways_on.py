"""What counts as right in a lesson leads on: the tasks that follow can be done from there."""

import pytest

from tests.lessons.walks import KEYS, LESSONS, begun, walked


@pytest.mark.parametrize("lesson", LESSONS, ids=KEYS)
def test_whatever_reaches_the_first_goal_leads_to_the_end(lesson):
    """The tasks that follow can be done from there: no founding counts as right that makes them impossible."""
    rest = [action for step in lesson.steps[1:] for action in step.solution]
    for action in begun(lesson).legal_actions():
        _, progress = walked(lesson, [action])[-1]
        if progress.reached == 1:
            assert walked(lesson, [action, *rest])[-1][1].done, action
