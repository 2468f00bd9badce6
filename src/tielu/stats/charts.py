"""Charts of a tally, drawn by the one renderer: trains, companies, privates, seats, and winners' paths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tielu import TITLES, new_game
from tielu.arena.statistics import wilson
from tielu.i18n import say
from tielu.i18n.values import say_name
from tielu.stats.facts import MOMENTS
from tielu.stats.sample import Sample
from tielu.stats.tally import Tally
from tielu.titles import facet
from tielu.views.history.graphs import Graph, GraphLine
from tielu.views.svg.charts import chart_picture
from tielu.views.svg.markup import Picture
from tielu.views.svg.ranges import RangeRow, ranges_picture
from tielu.views.svg.scene import company_markers

_DESK, _PHONE = 640.0, 360.0


@dataclass(frozen=True)
class StatsChart:
    """A chart with its heading, and one line on how it is read; it is drawn once more for a phone."""

    name: str
    heading: str
    legend: str
    picture: Picture
    narrow: Picture


def charts_of(tally: Tally, lang: str, *, style: bool = True) -> Iterator[StatsChart]:
    """All charts of a tally that has games; without `style` a page brings the style sheet."""
    broad, narrow = _drawn(tally, lang, _DESK, style), _drawn(tally, lang, _PHONE, style)
    for name, picture in broad.items():
        kind, _, count = name.partition("_")
        legend = say(f"stats_{kind}_legend", lang)
        yield StatsChart(name, _heading(kind, count, lang), legend, picture, narrow[name])


def _drawn(tally: Tally, lang: str, width: float, style: bool) -> dict[str, Picture]:
    """The pictures by their names, this many units wide."""
    return {
        "trains": _trains(tally, lang, width, style),
        "companies": _companies(tally, lang, width, style),
        "privates": _privates(tally, lang, width, style),
        **{f"seats_{count}": _seats(tally, count, lang, width, style) for count in tally.player_counts},
        "course": _course(tally, lang, width, style),
    }


def _heading(kind: str, count: str, lang: str) -> str:
    if count:
        return say("stats_seats_of", lang, count=int(count))
    return say(f"stats_{kind}", lang)


def _row(name: str, sample: Sample, colour: str = "") -> RangeRow:
    low, middle, high = sample.quantile(0.1), sample.median, sample.quantile(0.9)
    return RangeRow(name, low, middle, high, f"{middle}  ({low}–{high})", colour)


def _trains(tally: Tally, lang: str, width: float, style: bool) -> Picture:
    samples = sorted(tally.train_rounds.items(), key=lambda each: tally.train_percents[each[0]].mean)
    rows = [_row(train, sample) for train, sample in samples]
    return ranges_picture(rows, say("stats_trains", lang), width=width, style=style)


def _companies(tally: Tally, lang: str, width: float, style: bool) -> Picture:
    colours = _colours(tally.title)
    samples = sorted(tally.paid_in_all.items(), key=lambda each: -each[1].mean)
    rows = [_row(name, sample, colours.get(name, "")) for name, sample in samples]
    return ranges_picture(rows, say("stats_companies", lang), width=width, style=style)


def _colours(title: str) -> dict[str, str]:
    found = TITLES.get(title)
    if found is None or facet(title, "view") is None:
        return {}
    return {name: marker.colour for name, marker in company_markers(title, found.editions[0]).items()}


def _privates(tally: Tally, lang: str, width: float, style: bool) -> Picture:
    samples = sorted(tally.private_prices.items(), key=lambda each: (each[1].mean, each[0]))
    rows = [_row(private_name(tally.title, private, lang), sample) for private, sample in samples]
    return ranges_picture(rows, say("stats_privates", lang), width=width, style=style)


def private_name(title: str, private: str, lang: str) -> str:
    """A private by its id and its name."""
    name = _private_names(title).get(private, "")
    return f"{private} {say_name(name, lang)}" if name else private


@cache
def _private_names(title: str) -> dict[str, str]:
    found = TITLES.get(title)
    if found is None:
        return {}
    players = [str(seat) for seat in range(found.usual_players)]
    return {private.id: private.name for private in new_game(title, players).position.privates}


def _seats(tally: Tally, players: int, lang: str, width: float, style: bool) -> Picture:
    rows = []
    for seat in range(players):
        key = f"{players}.{seat}"
        games, won = len(tally.seat_worth[key]), tally.seat_wins[key]
        low, high = wilson(won, games)
        rate = won / games if games else 0.0
        figure = f"{rate:.0%}  ({low:.0%}–{high:.0%})"
        rows.append(RangeRow(say("stats_seat", lang, seat=seat + 1), 100 * low, 100 * rate, 100 * high, figure))
    heading = say("stats_seats_of", lang, count=players)
    return ranges_picture(rows, heading, unit="%", usual=100 / players, width=width, style=style)


def _course(tally: Tally, lang: str, width: float, style: bool) -> Picture:
    places = tuple(f"{100 * moment // (MOMENTS - 1)}%" for moment in range(MOMENTS))
    lines = (
        GraphLine(say("stats_winner", lang), _means(tally.winner_course, tally.games)),
        GraphLine(say("stats_others", lang), _means(tally.other_course, tally.games)),
    )
    return chart_picture(Graph("course", say("stats_course", lang), places, lines), width=width, style=style)


def _means(sums: list[float], games: int) -> tuple[int, ...]:
    return tuple(round(each / max(1, games)) for each in sums)
