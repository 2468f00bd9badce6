"""The chronicle of a game: what each action brought about, and how everybody stood at the beginning of each round.

It is found by replaying the game once; when actions follow, only those are replayed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tielu import Action, Event, Game
from tielu.core.events import DividendPaid, IncomeWithheld, PriceMoved, RoundBegan, TrainsRun
from tielu.views.history.log import LogEntry, apply_logged
from tielu.views.position.position import position_view
from tielu.views.title import view_of


@dataclass(frozen=True)
class Moment:
    """How everybody stood after this many actions: worth by player, prices by company, incomes since the one before.

    `round` is the one that begins, the `number`-th of its kind; the present has none.
    """

    actions: int
    round: str
    number: int
    worth: tuple[int, ...]
    prices: Mapping[str, int]
    incomes: Mapping[str, int]


@dataclass(frozen=True)
class LastRun:
    """What the trains of a railway earned last, and what became of it."""

    income: int
    paid: bool


@dataclass(frozen=True)
class Chronicle:
    """Everything that has happened; never changed, so that readers can share it."""

    game: Game
    entries: tuple[LogEntry, ...]
    moments: tuple[Moment, ...]
    incomes: Mapping[str, int]
    last_runs: Mapping[str, LastRun]
    last_moves: Mapping[str, tuple[int, int]]

    @property
    def now(self) -> Moment:
        """The present, as if a round began."""
        return moment_of(self.game, len(self.entries), "", 0, self.incomes)

    def fits(self, actions: Sequence[Action]) -> bool:
        """Whether a game with these actions goes on from here."""
        taken = [entry.action for entry in self.entries]
        return taken == list(actions[: len(taken)])

    def passes(self, actions: Sequence[Action]) -> bool:
        """Whether a game with these actions is an earlier position of this one."""
        taken = [entry.action for entry in self.entries[: len(actions)]]
        return len(actions) < len(self.entries) and taken == list(actions)


def chronicle(game: Game, known: Chronicle | None = None) -> Chronicle:
    """The chronicle of a game; nothing is replayed that `known`, an earlier or a later one, has already."""
    actions = game.actions
    if known is not None and known.game.players != game.players:  # a seat was renamed before the first action
        known = None
    if known is not None and known.passes(actions):
        return _shortened(known, game, len(actions))
    if known is None or not known.fits(actions):
        fresh = game.at_start()
        known = Chronicle(fresh, (), (moment_of(fresh, 0, position_view(fresh).round, 1, {}),), {}, {}, {})
    return _continued(known, actions[len(known.entries) :])


def _continued(known: Chronicle, actions: Sequence[Action]) -> Chronicle:
    game, entries, moments = known.game.clone(), list(known.entries), list(known.moments)
    incomes, runs, moves = dict(known.incomes), dict(known.last_runs), dict(known.last_moves)
    rounds = Counter(moment.round for moment in moments)
    for action in actions:
        entries.append(apply_logged(game, action, trusted=True))
        for event in entries[-1].events:
            _note(event, incomes, runs, moves)
            if isinstance(event, RoundBegan):
                rounds[event.round] += 1
                moments.append(moment_of(game, len(entries), event.round, rounds[event.round], incomes))
                incomes = {}
    return Chronicle(game, tuple(entries), tuple(moments), incomes, runs, moves)


def _shortened(known: Chronicle, game: Game, count: int) -> Chronicle:
    """The chronicle as it was after this many actions, when the game was in this position."""
    entries, moments = known.entries[:count], tuple(each for each in known.moments if each.actions <= count)
    incomes: dict[str, int] = {}
    runs: dict[str, LastRun] = {}
    moves: dict[str, tuple[int, int]] = {}
    for event in (event for entry in entries for event in entry.events):
        _note(event, incomes, runs, moves)
        if isinstance(event, RoundBegan):
            incomes.clear()
    return Chronicle(game, entries, moments, incomes, runs, moves)


def _note(event: Event, incomes: dict[str, int], runs: dict[str, LastRun], moves: dict[str, tuple[int, int]]) -> None:
    """What an event tells about a railway."""
    if isinstance(event, TrainsRun) and not event.income:
        # What earns something is noted when it is paid or withheld, with what the title adds to it.
        runs[event.railway] = LastRun(0, paid=False)
    elif isinstance(event, DividendPaid):
        incomes[event.company] = incomes.get(event.company, 0) + event.income
        runs[event.company] = LastRun(event.income, paid=True)
    elif isinstance(event, IncomeWithheld):
        incomes[event.railway] = incomes.get(event.railway, 0) + event.income
        runs[event.railway] = LastRun(event.income, paid=False)
    elif isinstance(event, PriceMoved):
        moves[event.company] = (event.old, event.new)


def moment_of(game: Game, actions: int, round_: str, number: int, incomes: Mapping[str, int]) -> Moment:
    """How everybody stands in this position."""
    view, state = view_of(game.title), game.state
    worth = tuple(game.worths())
    prices = {
        company.id: view.chart.price(state.cell[index])
        for index, company in enumerate(view.companies)
        if state.par[index] > 0
    }
    return Moment(actions, round_, number, worth, prices, dict(incomes))
