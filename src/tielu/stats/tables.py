"""Tables of a tally, in words: headings and cells, for the terminal and for pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tielu.arena.statistics import wilson
from tielu.i18n import say
from tielu.stats.charts import private_name
from tielu.stats.sample import Sample
from tielu.stats.tally import Tally


@dataclass(frozen=True)
class StatsTable:
    """A table: its heading, the headings of its columns, and its rows; the first cell of a row names it."""

    name: str
    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables_of(tally: Tally, lang: str) -> Iterator[StatsTable]:
    """All tables of a tally."""
    yield _lengths(tally, lang)
    yield _trains(tally, lang)
    yield _companies(tally, lang)
    yield _privates(tally, lang)
    for players in tally.player_counts:
        yield _seats(tally, players, lang)


def _span(sample: Sample) -> str:
    """The range in which four of five lie."""
    return f"{sample.quantile(0.1)}–{sample.quantile(0.9)}"


def _table(name: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], lang: str) -> StatsTable:
    headings = tuple(say(f"stats_{column}", lang) if column else "" for column in columns)
    return StatsTable(name, say(f"stats_{name}", lang), headings, tuple(rows))


def _lengths(tally: Tally, lang: str) -> StatsTable:
    rows = [
        (say(f"stats_{name}", lang), f"{sample.mean:.1f}", str(sample.median), _span(sample))
        for name, sample in tally.lengths.items()
    ]
    return _table("length", ("", "mean", "median", "range"), rows, lang)


def _trains(tally: Tally, lang: str) -> StatsTable:
    order = sorted(tally.train_rounds, key=lambda train: tally.train_percents[train].mean)
    rows = []
    for train in order:
        sample, parts = tally.train_rounds[train], tally.train_percents[train]
        rows.append(
            (train, f"{sample.mean:.1f}", _span(sample), f"{parts.mean:.0f}%", f"{len(sample) / tally.games:.0%}")
        )
    return _table("trains", ("train", "round", "range", "part", "in_games"), rows, lang)


def _companies(tally: Tally, lang: str) -> StatsTable:
    rows = []
    for name in sorted(tally.paid_in_all, key=lambda name: -tally.paid_in_all[name].mean):
        paid, each = tally.paid_in_all[name], tally.dividends[name]
        turns = len(each) + tally.withheld[name]
        rows.append(
            (
                name,
                f"{len(paid) / tally.games:.0%}",
                f"{tally.initial_prices[name].mean:.0f}",
                f"{tally.founded[name].mean:.1f}",
                f"{each.mean:.0f}",
                f"{paid.mean:.0f}",
                f"{tally.withheld[name] / turns:.0%}" if turns else "–",
            )
        )
    return _table("companies", ("company", "in_games", "price", "founded", "dividend", "paid", "withheld"), rows, lang)


def _privates(tally: Tally, lang: str) -> StatsTable:
    rows = []
    for private in sorted(tally.private_prices, key=lambda private: (tally.private_prices[private].mean, private)):
        sample = tally.private_prices[private]
        won = tally.private_wins[private] / len(sample)
        cells = (f"{sample.mean:.0f}", str(sample.median), _span(sample), f"{won:.0%}")
        rows.append((private_name(tally.title, private, lang), *cells))
    return _table("privates", ("private", "mean", "median", "range", "buyer_wins"), rows, lang)


def _seats(tally: Tally, players: int, lang: str) -> StatsTable:
    rows = []
    for seat in range(players):
        worth, won = tally.seat_worth[f"{players}.{seat}"], tally.seat_wins[f"{players}.{seat}"]
        low, high = wilson(won, len(worth))
        rows.append(
            (str(seat + 1), f"{won / len(worth):.0%}", f"{low:.0%}–{high:.0%}", f"{worth.mean:.0f}", _span(worth))
        )
    table = _table("seats", ("seat_number", "wins", "interval", "worth", "range"), rows, lang)
    heading = say("stats_seats_of", lang, count=players)
    return StatsTable(f"seats_{players}", heading, table.columns, table.rows)
