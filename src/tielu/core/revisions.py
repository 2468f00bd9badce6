"""Revisions of the rules: a game is played to its end by the revision that it was begun with.

A repair is a named switch of a title's rules, with the revision that brought it. A game that was begun before keeps the
switch as it was, so no repair ever changes a game that is being played.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import Any, Final, SupportsIndex

from .errors import InvalidAction
from .setup_input import quoted, shown_number

# The revision of games that were begun before there were revisions.
FIRST_REVISION: Final = 1


@dataclass(frozen=True)
class Repair:
    """A repair of the rules: the revision that brought it, its switch, and the rule that it is about.

    `before` is the value of the switch in games of earlier revisions. `editions` are those whose play it changes.
    """

    revision: int
    switch: str
    rule: str
    editions: tuple[str, ...]
    before: Any = False


def newest_revision(repairs: tuple[Repair, ...]) -> int:
    """The revision by which a new game is played."""
    return max((repair.revision for repair in repairs), default=FIRST_REVISION)


def earlier_switches(repairs: tuple[Repair, ...], edition: str, revision: int) -> dict[str, Any]:
    """The switches that differ from those of a new game, for a game of this edition and revision."""
    return {
        repair.switch: repair.before for repair in repairs if repair.revision > revision and edition in repair.editions
    }


def checked_revision(newest: int, revision: object) -> int:
    """The revision asked for, the newest without one; raises InvalidAction if there is none of this number."""
    if revision is None:
        return newest
    if isinstance(revision, str):  # "1" is none, though it looks like one
        raise InvalidAction("unknown_revision", revision=f"{quoted(revision)} (str)", newest=newest)
    if isinstance(revision, bool) or not isinstance(revision, SupportsIndex):
        raise InvalidAction("unknown_revision", revision=quoted(revision), newest=newest)
    number = index(revision)
    if not FIRST_REVISION <= number <= newest:
        raise InvalidAction("unknown_revision", revision=shown_number(number), newest=newest)
    return number
