"""The tally of a title: what many games come to. Games are added one by one, and it is kept as JSON between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tielu.stats.facts import MOMENTS, CompanyFacts, GameFacts
from tielu.stats.sample import Sample

# Large numbers are counted in steps of this size, so that a tally of any number of games stays small.
_COARSE = 50


def _coarse(number: int) -> int:
    return round(number / _COARSE) * _COARSE


def _samples() -> defaultdict[str, Sample]:
    return defaultdict(Sample)


# Every part of a tally that is a dictionary of samples, by name.
_SAMPLED = (
    "train_rounds",
    "train_percents",
    "initial_prices",
    "founded",
    "dividends",
    "paid_in_all",
    "private_prices",
)


@dataclass
class Tally:
    """What the finished games of a title come to.

    Samples have keys: trains by type, companies and privates by id, seats by number of players and seat ("4.0").
    `course` sums what the winner and what each of the others were worth at the moments of a game.
    """

    title: str
    games: int = 0
    lengths: defaultdict[str, Sample] = field(default_factory=_samples)
    train_rounds: defaultdict[str, Sample] = field(default_factory=_samples)
    train_percents: defaultdict[str, Sample] = field(default_factory=_samples)
    initial_prices: defaultdict[str, Sample] = field(default_factory=_samples)
    founded: defaultdict[str, Sample] = field(default_factory=_samples)
    dividends: defaultdict[str, Sample] = field(default_factory=_samples)
    paid_in_all: defaultdict[str, Sample] = field(default_factory=_samples)
    private_prices: defaultdict[str, Sample] = field(default_factory=_samples)
    seat_worth: defaultdict[str, Sample] = field(default_factory=_samples)
    seat_wins: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    private_wins: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    withheld: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    winner_course: list[float] = field(default_factory=lambda: [0.0] * MOMENTS)
    other_course: list[float] = field(default_factory=lambda: [0.0] * MOMENTS)

    def add(self, facts: GameFacts) -> None:
        """Count one more game of the title."""
        self.games += 1
        self.lengths["actions"].add(round(facts.actions, -1))
        self.lengths["operating_rounds"].add(facts.operating_rounds)
        self.lengths["share_rounds"].add(facts.share_rounds)
        self.lengths["players"].add(facts.players)
        for train in facts.trains:
            self.train_rounds[train.train].add(train.round)
            self.train_percents[train.train].add(train.percent)
        for name, company in facts.companies.items():
            self._add_company(name, company)
        shares = _win_shares(facts)
        for private, (seat, price) in facts.privates.items():
            self.private_prices[private].add(price)
            self.private_wins[private] += shares[seat]
        for seat, worth in enumerate(facts.worth):
            self.seat_worth[f"{facts.players}.{seat}"].add(_coarse(worth))
            self.seat_wins[f"{facts.players}.{seat}"] += shares[seat]
        self._add_course(facts)

    def _add_company(self, name: str, company: CompanyFacts) -> None:
        if not company.price:
            return
        self.initial_prices[name].add(company.price)
        self.founded[name].add(company.founded)
        self.paid_in_all[name].add(_coarse(sum(company.paid)))
        self.withheld[name] += len(company.withheld)
        for income in company.paid:
            self.dividends[name].add(income)

    def _add_course(self, facts: GameFacts) -> None:
        winner = facts.worth.index(max(facts.worth))
        for moment, worth in enumerate(facts.course):
            others = [each for seat, each in enumerate(worth) if seat != winner]
            self.winner_course[moment] += worth[winner]
            self.other_course[moment] += sum(others) / max(1, len(others))

    @property
    def player_counts(self) -> list[int]:
        """The numbers of players with which games were played."""
        return sorted(self.lengths["players"].counts)

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"title": self.title, "games": self.games}
        for name in ("lengths", *_SAMPLED, "seat_worth"):
            data[name] = {key: sample.to_json() for key, sample in getattr(self, name).items()}
        for name in ("seat_wins", "private_wins", "withheld"):
            data[name] = dict(getattr(self, name))
        return {**data, "winner_course": self.winner_course, "other_course": self.other_course}

    @staticmethod
    def from_json(data: dict[str, Any]) -> Tally:
        tally = Tally(data["title"], data["games"])
        for name in ("lengths", *_SAMPLED, "seat_worth"):
            getattr(tally, name).update({key: Sample.from_json(each) for key, each in data[name].items()})
        for name in ("seat_wins", "private_wins", "withheld"):
            getattr(tally, name).update(data[name])
        tally.winner_course, tally.other_course = data["winner_course"], data["other_course"]
        return tally


def _win_shares(facts: GameFacts) -> list[float]:
    """1 for the winner; equals share it."""
    first = facts.places.count(1)
    return [1 / first if place == 1 else 0.0 for place in facts.places]


def tally_of(facts: Iterable[GameFacts]) -> dict[str, Tally]:
    """The tally of each title that was played in these games."""
    found: dict[str, Tally] = {}
    for each in facts:
        found.setdefault(each.title, Tally(each.title)).add(each)
    return found
