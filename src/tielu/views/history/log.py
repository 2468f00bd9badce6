"""The log of a game: what each action brought about, found again by replaying it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tielu import Action, Event, Game
from tielu.core.actions import Bid, Pass
from tielu.core.events import RoundBegan
from tielu.views.actions.pass_labels import passing_key
from tielu.views.position.decision import present_round, turn_step
from tielu.views.title import view_of

# A row and a column of the share price chart.
Place = tuple[int, int]

# What passing means where one private is being auctioned.
_OUT_OF_BIDDING = "passing_private"


@dataclass(frozen=True)
class LogEntry:
    """An action, who took it for whom and in which round, and the events it caused.

    Of a pass, `passing` is the key of what it meant, and `private` what was being auctioned. `origins` are the places
    on the share price chart that markers of companies have left; `step` is the step of a railway's turn, if it was one.
    """

    actor: str
    deciding: str
    action: Action
    events: tuple[Event, ...]
    passing: str = ""
    private: str = ""
    origins: Mapping[str, Place] = field(default_factory=dict)
    round: str = ""
    step: str = ""


def apply_logged(game: Game, action: Action, *, trusted: bool = False) -> LogEntry:
    """Apply an action and note what it did; raises IllegalAction if the rules forbid it and it is not trusted."""
    actor, deciding, round_ = game.actor or "", game.deciding or "", present_round(game)
    passing, private = _passed(game, action)
    step = turn_step(game)
    cells = list(game.state.cell)
    apply: Callable[[Action], Sequence[Event]] = game.apply_trusted if trusted else game.apply
    events = tuple(apply(action))
    return LogEntry(actor, deciding, action, events, passing, private, _left_places(game, cells), round_, step)


def _passed(game: Game, action: Action) -> tuple[str, str]:
    """What passing means now, and the private that is being auctioned; empty for other actions."""
    key = passing_key(game) if isinstance(action, Pass) else ""
    if key != _OUT_OF_BIDDING:
        return key, ""
    return key, next((each.private for each in game.legal_actions() if isinstance(each, Bid)), "")


def _left_places(game: Game, cells: Sequence[int]) -> dict[str, Place]:
    """Where the markers were that have moved since they lay in these spaces of the chart."""
    view, state = view_of(game.title), game.state
    return {
        company.id: view.chart.position(cells[index])
        for index, company in enumerate(view.companies)
        if state.par[index] > 0 and cells[index] != state.cell[index] and view.chart.price(cells[index])
    }


def history(game: Game) -> list[LogEntry]:
    """The entries of all actions taken so far."""
    again = game.at_start()
    return [apply_logged(again, action) for action in game.actions]


def rounds_begun(game: Game) -> Counter[str]:
    """How many rounds of each kind have begun, counted by replaying the game."""
    again = game.at_start()
    counted = Counter([present_round(again)])
    for action in game.actions:
        counted.update(rounds_among(again.apply_trusted(action)))
    return counted


def rounds_among(events: Iterable[Event]) -> list[str]:
    """The rounds that begin with these events."""
    return [event.round for event in events if isinstance(event, RoundBegan)]


def latest(game: Game, count: int) -> list[LogEntry]:
    """The entries of the last `count` actions, which are taken back in a copy and taken again."""
    again, actions = game.clone(), game.actions
    first = max(0, len(actions) - count)
    again.rewind(first)
    return [apply_logged(again, action) for action in actions[first:]]
