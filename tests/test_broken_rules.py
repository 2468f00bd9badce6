"""The breaks of `python -m tests.broken_rules` still fit the sources; to break the rules takes minutes."""

from __future__ import annotations

import pytest

from tests.broken_rules import BREAKS, DRAWN, REPAIRED, Break, drawn_rules, guards, times_in_source
from tielu import TITLES


@pytest.mark.parametrize("broken", BREAKS, ids=lambda broken: broken.rule)
def test_a_break_fits_the_source(broken: Break) -> None:
    """The text that it replaces is in its file exactly once, and tests cite its rule."""
    assert times_in_source(broken) == 1
    assert guards(broken.rule)


def test_each_rule_is_broken_once() -> None:
    """Those drawn are the ones that chance picks, and every repair of a revision is among the others."""
    assert len({broken.rule for broken in BREAKS}) == len(BREAKS)
    assert sorted(broken.rule for broken in DRAWN) == drawn_rules()
    repairs = {repair.rule for title in TITLES.values() for repair in title.repairs}
    assert {broken.rule for broken in REPAIRED} == repairs
