"""The page with statistics of the server's own games."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from tielu import TITLES
from tielu.stats import Tally
from tielu.stats.charts import StatsChart, charts_of
from tielu.stats.tables import StatsTable, tables_of
from tielu.web.dependencies import StoreDep, request_language
from tielu.web.rendering import render
from tielu.web.shared_pages import SharedPages
from tielu.web.statistics.counter import StatisticsCounter

# Charts and tables by the tally and the language; another game counted makes another tally.
_DRAWN: SharedPages[tuple[tuple[StatsChart, ...], tuple[StatsTable, ...]]] = SharedPages(seconds=3600)

router = APIRouter(include_in_schema=False)


@router.get("/statistics")
def statistics(request: Request, store: StoreDep, title: Annotated[str, Query(max_length=20)] = "") -> Response:
    """Charts and tables of a title, from what has been counted; the page itself counts nothing."""
    counter = request.app.state.statistics
    assert isinstance(counter, StatisticsCounter)
    if waiting := counter.games_wait():
        counter.wake()
    kept, lang = store.tallies.all(), request_language(request)
    titles = [each for each in TITLES if each in kept]
    chosen = title if title in titles else next(iter(titles), "")
    charts, tables = _drawn(kept[chosen], lang) if chosen else ((), ())
    return render(
        request,
        "statistics.html",
        lang,
        titles=[(each, TITLES[each].label) for each in titles],
        chosen=chosen,
        games=kept[chosen]["games"] if chosen else 0,
        charts=charts,
        tables=tables,
        waiting=waiting,
    )


def _drawn(kept: dict[str, Any], lang: str) -> tuple[tuple[StatsChart, ...], tuple[StatsTable, ...]]:
    """The charts and tables of a tally, drawn once for all who read them."""

    def draw() -> tuple[tuple[StatsChart, ...], tuple[StatsTable, ...]]:
        tally = Tally.from_json(kept)
        return tuple(charts_of(tally, lang, style=False)), tuple(tables_of(tally, lang))

    return _DRAWN.get((json.dumps(kept), lang), draw)
