"""The results of a run as figures: one row for each bot, and everything that went wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .plan import ArenaPlan
from .playing import MatchRecord
from .statistics import TableResult, elo, elo_intervals, points_of, ranks, wilson, wins
from .times import Times


@dataclass(frozen=True)
class Row:
    """How a bot did: `games` counts its seats in finished games, `wins` its share of victories."""

    bot: str
    games: int
    wins: float
    win_rate: float
    win_low: float
    win_high: float
    fair: float
    worth: float
    rank: float
    elo: float
    elo_low: float
    elo_high: float
    decisions: int
    p50: float
    p95: float
    longest: float
    budget: float | None
    late: int


@dataclass(frozen=True)
class Trouble:
    """A game that did not end as it should: which bot was to act, and how to play it again."""

    bot: str
    kind: str
    number: int
    seed: int
    action: int
    text: str


@dataclass(frozen=True)
class ArenaReport:
    plan: ArenaPlan
    finished: int
    rows: tuple[Row, ...]
    troubles: tuple[Trouble, ...]
    # For each competitor its name and its mean worth over the course of a game.
    courses: tuple[tuple[str, tuple[float, ...]], ...]

    @property
    def illegal(self) -> int:
        return sum(trouble.kind == "illegal" for trouble in self.troubles)

    def to_json(self) -> dict[str, Any]:
        return {
            **self.plan.to_json(),
            "games": self.plan.games,
            "finished": self.finished,
            "illegal_actions": self.illegal,
            "exceptions": len(self.troubles) - self.illegal,
            "bots": [asdict(row) for row in self.rows],
            "troubles": [asdict(trouble) for trouble in self.troubles],
        }


def report(plan: ArenaPlan, records: Sequence[MatchRecord]) -> ArenaReport:
    """Everything that can be said of these games; seats with the same bot are one."""
    whole = [record for record in records if record.failure is None]
    labels = list(dict.fromkeys(spec.label for spec in plan.bots))
    bot_of = [labels.index(spec.label) for spec in plan.bots]
    tables: list[TableResult] = [([bot_of[each] for each in record.seating], record.worth) for record in whole]
    ratings, intervals = elo(points_of(tables, len(labels))), elo_intervals(tables, len(labels))
    rows = []
    for bot, label in enumerate(labels):
        figures = _figures(tables, bot)
        times = _times(whole, bot_of, bot)
        low, high = wilson(figures.wins, figures.games)
        rows.append(
            Row(
                bot=label,
                games=figures.games,
                wins=figures.wins,
                win_rate=figures.mean(figures.wins),
                win_low=low,
                win_high=high,
                fair=1 / len(plan.bots),
                worth=figures.mean(figures.worth),
                rank=figures.mean(figures.ranks),
                elo=ratings[bot],
                elo_low=intervals[bot][0],
                elo_high=intervals[bot][1],
                decisions=times.decisions,
                p50=times.percentile(50),
                p95=times.percentile(95),
                longest=times.longest,
                budget=plan.bots[bot_of.index(bot)].seconds,
                late=times.late,
            )
        )
    return ArenaReport(plan, len(whole), tuple(rows), tuple(_troubles(plan, records)), tuple(_courses(plan, whole)))


@dataclass
class _Figures:
    """Sums over the seats of a bot."""

    games: int = 0
    wins: float = 0.0
    worth: float = 0.0
    ranks: float = 0.0

    def mean(self, value: float) -> float:
        return value / self.games if self.games else 0.0


def _figures(tables: Sequence[TableResult], bot: int) -> _Figures:
    figures = _Figures()
    for seats, worth in tables:
        for seat, (win, rank) in enumerate(zip(wins(worth), ranks(worth), strict=True)):
            if seats[seat] == bot:
                figures.games += 1
                figures.wins += win
                figures.worth += worth[seat]
                figures.ranks += rank
    return figures


def _times(records: Sequence[MatchRecord], bot_of: Sequence[int], bot: int) -> Times:
    times = Times()
    for record in records:
        for seat, competitor in enumerate(record.seating):
            if bot_of[competitor] == bot:
                times.merge(record.times[seat])
    return times


def _troubles(plan: ArenaPlan, records: Sequence[MatchRecord]) -> list[Trouble]:
    found = []
    for record in records:
        failure = record.failure
        if failure is not None:
            bot = plan.bots[record.seating[failure.seat]].label if failure.seat >= 0 else "–"
            found.append(Trouble(bot, failure.kind, record.number, record.seed, failure.action, failure.text))
    return found


def _courses(plan: ArenaPlan, records: Sequence[MatchRecord]) -> list[tuple[str, tuple[float, ...]]]:
    """The mean worth of each competitor from the first action to the last; competitors alike are numbered."""
    found = []
    for competitor, spec in enumerate(plan.bots):
        alike = [other for other, each in enumerate(plan.bots) if each == spec]
        name = spec.label if len(alike) == 1 else f"{spec.label} #{alike.index(competitor) + 1}"
        courses = [[moment[record.seating.index(competitor)] for moment in record.course] for record in records]
        if courses:
            found.append((name, tuple(sum(column) / len(courses) for column in zip(*courses, strict=True))))
    return found
