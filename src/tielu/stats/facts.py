"""What is counted of one finished game, found by playing it once more."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tielu import Event, Game
from tielu.core.events import (
    CompanyFounded,
    DividendPaid,
    IncomeWithheld,
    PrivateBought,
    RoundBegan,
    TrainBought,
)

# The course of a game is told by the worth of everybody at this many moments, spread evenly over its actions.
MOMENTS = 21
_OPERATING = "operating"
_BANK = "bank"


@dataclass(frozen=True)
class FirstTrain:
    """The first train of a type that left the bank: in which operating round, and after which part of the game."""

    train: str
    round: int
    percent: int
    company: str


@dataclass
class CompanyFacts:
    """A company: its initial price, when it was founded, the incomes it has paid out and withheld, and trains bought.

    `founded` is the number of operating rounds that had begun.
    """

    price: int = 0
    founded: int = 0
    paid: list[int] = field(default_factory=list)
    withheld: list[int] = field(default_factory=list)
    trains: int = 0


@dataclass(frozen=True)
class GameFacts:
    """A finished game in numbers; seats are numbered from 0, places from 1, and equals share a place."""

    title: str
    edition: str
    players: int
    actions: int
    operating_rounds: int
    share_rounds: int
    worth: tuple[int, ...]
    trains: tuple[FirstTrain, ...]
    companies: dict[str, CompanyFacts]
    privates: dict[str, tuple[int, int]]  # the seat that bought it, and what it paid
    course: tuple[tuple[int, ...], ...]

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(1 + sum(other > each for other in self.worth) for each in self.worth)


class _Watcher:
    """Counts what happens while a game is played once more."""

    def __init__(self, game: Game) -> None:
        self.seats = {name: seat for seat, name in enumerate(game.players)}
        self.actions = len(game.actions)
        self.rounds: Counter[str] = Counter()
        self.trains: dict[str, FirstTrain] = {}
        self.companies: dict[str, CompanyFacts] = {}
        self.privates: dict[str, tuple[int, int]] = {}

    def watch(self, event: Event, number: int) -> None:
        if isinstance(event, RoundBegan):
            self.rounds[event.round] += 1
        elif isinstance(event, TrainBought):
            self._train(event, number)
        elif isinstance(event, CompanyFounded):
            company = self._company(event.company)
            company.price, company.founded = event.price, self.rounds[_OPERATING]
        elif isinstance(event, DividendPaid):
            self._company(event.company).paid.append(event.income)
        elif isinstance(event, IncomeWithheld) and event.income and event.railway in self.companies:
            self.companies[event.railway].withheld.append(event.income)
        elif isinstance(event, PrivateBought) and event.player in self.seats:
            self.privates[event.private] = (self.seats[event.player], event.amount)

    def _company(self, name: str) -> CompanyFacts:
        return self.companies.setdefault(name, CompanyFacts())

    def _train(self, event: TrainBought, number: int) -> None:
        self._company(event.company).trains += 1
        if event.seller == _BANK and event.train not in self.trains:
            percent = 100 * number // max(1, self.actions)
            self.trains[event.train] = FirstTrain(event.train, self.rounds[_OPERATING], percent, event.company)


def facts_of(game: Game) -> GameFacts | None:
    """What is counted of a game; None if it is not over."""
    if not game.finished:
        return None
    again, watcher = game.at_start(), _Watcher(game)
    watcher.rounds[again.position.round] += 1  # what has begun before the first action
    moments = {round(watcher.actions * each / (MOMENTS - 1)) for each in range(MOMENTS)}
    course = {0: tuple(again.worths())}
    for number, action in enumerate(game.actions, 1):
        for event in again.apply_trusted(action):
            watcher.watch(event, number)
        if number in moments:
            course[number] = tuple(again.worths())
    spread = [course[round(watcher.actions * each / (MOMENTS - 1))] for each in range(MOMENTS)]
    return GameFacts(
        title=game.title,
        edition=game.edition,
        players=len(game.players),
        actions=watcher.actions,
        operating_rounds=watcher.rounds[_OPERATING],
        share_rounds=watcher.rounds["share"],
        worth=tuple(game.worths()),
        trains=tuple(watcher.trains.values()),
        companies=watcher.companies,
        privates=watcher.privates,
        course=tuple(spread),
    )
