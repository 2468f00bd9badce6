"""Conditions of lessons, as data: what the learner did, what happened, how the position is.

A condition is a mapping with one of these keys; docs/learning.md has the table.

- `action`: the learner took an action of this type; the other keys are fields of the action.
- `event`: an event of this name happened; the other keys are fields of the event.
- `position`: a key of `game.snapshot()`, whose value is compared with `is`.
- `all`, `any`, `not`: of further conditions.

What a field is compared with is a value, a list of values of which it is one, or `{"least": n}` and `{"most": n}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tielu import Action, Event

Condition = Mapping[str, Any]
# What a condition is about: the one key that it must have.
KINDS = ("action", "event", "position", "all", "any", "not")
_BOUNDS = frozenset({"least", "most"})


@dataclass(frozen=True)
class Attempt:
    """What a condition is asked of: actions of the learner, events, and the position after them."""

    actions: Sequence[Action]
    events: Sequence[Event]
    snapshot: Mapping[str, Any]


@dataclass(frozen=True)
class Match:
    """A condition that holds, with the values of the event or action that it was about."""

    values: Mapping[str, Any] = field(default_factory=dict)


def check_condition(condition: object) -> None:
    """Raise ValueError for what is no condition."""
    if not isinstance(condition, Mapping):
        raise ValueError(f"not a condition: {condition!r}")
    kinds = [kind for kind in KINDS if kind in condition]
    if len(kinds) != 1:
        raise ValueError(f"a condition is about one of {', '.join(KINDS)}: {condition!r}")
    kind, about = kinds[0], condition[kinds[0]]
    if kind in ("all", "any"):
        for each in about:
            check_condition(each)
    elif kind == "not":
        check_condition(about)
    elif not isinstance(about, str):
        raise ValueError(f"not a name: {about!r}")
    elif kind == "position" and set(condition) != {"position", "is"}:
        raise ValueError(f"a position is compared with `is`: {condition!r}")


def match(condition: Condition, attempt: Attempt) -> Match | None:
    """Whether a condition holds; the match has the values of the last event or action that it was about."""
    if "all" in condition:
        found = [match(each, attempt) for each in condition["all"]]
        if None in found:
            return None
        return Match({key: value for each in found if each is not None for key, value in each.values.items()})
    if "any" in condition:
        return next((held for each in condition["any"] if (held := match(each, attempt)) is not None), None)
    if "not" in condition:
        return Match() if match(condition["not"], attempt) is None else None
    if "position" in condition:
        return Match() if _fits(attempt.snapshot.get(condition["position"], 0), condition["is"]) else None
    if "action" in condition:
        return _among(condition, "action", [(each.type, each.to_json()) for each in attempt.actions])
    return _among(condition, "event", [(each.name, each.params()) for each in attempt.events])


def _among(condition: Condition, kind: str, candidates: Sequence[tuple[str, Mapping[str, Any]]]) -> Match | None:
    """The last candidate of the wanted name whose fields fit."""
    wanted = {key: value for key, value in condition.items() if key != kind}
    for name, values in reversed(candidates):
        if name == condition[kind] and all(_fits(values.get(key), value) for key, value in wanted.items()):
            return Match(values)
    return None


def _fits(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        assert set(wanted) <= _BOUNDS, f"unknown bounds: {wanted!r}"
        is_number = isinstance(value, int)
        return is_number and wanted.get("least", value) <= value <= wanted.get("most", value)
    if isinstance(wanted, list):
        return value in wanted
    return bool(value == wanted)
