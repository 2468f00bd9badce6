"""The page with statistics of the server's own games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from tielu import TITLES
from tielu.stats import Tally
from tielu.stats.charts import charts_of
from tielu.stats.tables import tables_of
from tielu.web.dependencies import StoreDep, request_language
from tielu.web.rendering import render
from tielu.web.statistics.counter import StatisticsCounter

router = APIRouter(include_in_schema=False)


@router.get("/statistics")
def statistics(request: Request, store: StoreDep, title: Annotated[str, Query(max_length=20)] = "") -> Response:
    """Charts and tables of a title, from what has been counted; the page itself counts nothing."""
    counter = request.app.state.statistics
    assert isinstance(counter, StatisticsCounter)
    waiting = bool(store.tallies.uncounted(1)) and (counter.wake() or True)
    kept, lang = store.tallies.all(), request_language(request)
    titles = [each for each in TITLES if each in kept]
    chosen = title if title in titles else next(iter(titles), "")
    tally = Tally.from_json(kept[chosen]) if chosen else None
    return render(
        request,
        "statistics.html",
        lang,
        titles=[(each, TITLES[each].label) for each in titles],
        chosen=chosen,
        games=0 if tally is None else tally.games,
        charts=() if tally is None else tuple(charts_of(tally, lang, style=False)),
        tables=() if tally is None else tuple(tables_of(tally, lang)),
        waiting=waiting,
    )
