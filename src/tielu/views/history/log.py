"""The log of a game: what each action brought about, found again by replaying it."""

from __future__ import annotations

from dataclasses import dataclass

from tielu import Action, Event, Game


@dataclass(frozen=True)
class LogEntry:
    """An action, who took it for whom, and the events it caused."""

    actor: str
    deciding: str
    action: Action
    events: tuple[Event, ...]


def apply_logged(game: Game, action: Action) -> LogEntry:
    """Apply an action and note what it did; raises IllegalAction if the rules forbid it."""
    actor, deciding = game.actor or "", game.deciding or ""
    return LogEntry(actor, deciding, action, tuple(game.apply(action)))


def history(game: Game) -> list[LogEntry]:
    """The entries of all actions taken so far."""
    again = game.at_start()
    return [apply_logged(again, action) for action in game.actions]


def latest(game: Game, count: int) -> list[LogEntry]:
    """The entries of the last `count` actions, which are taken back in a copy and taken again."""
    again, actions = game.clone(), game.actions
    first = max(0, len(actions) - count)
    for _ in actions[first:]:
        again.undo()
    return [apply_logged(again, action) for action in actions[first:]]
