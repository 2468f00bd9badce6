"""The results of a finished game: the places, why it ended, what decided it, and what can be done next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tielu.core.position import CompanyView
from tielu.i18n import say
from tielu.i18n.values import say_money, say_value
from tielu.store import GameInfo, Store, StoredGame
from tielu.views.history.chronicle import Chronicle, Moment
from tielu.views.history.graphs import Graph, graphs_of
from tielu.views.history.key_moments import KeyMoment, ending, key_moments
from tielu.views.history.standings import Standing, standings_of
from tielu.views.svg import Picture
from tielu.views.svg.charts import chart_picture
from tielu.web.recently_used import RecentlyUsed
from tielu.web.table.page import TablePage
from tielu.web.table.sidebar import chronicle_of

# The charts at a desk are about square, on a phone as wide as it is.
_DESK, _PHONE = (640.0, 690.0), (360.0, 330.0)


@dataclass(frozen=True)
class ResultChart:
    """A chart under its tab, and the figures behind it; `narrow` is the same for phones."""

    key: str
    tab: str
    graph: Graph
    picture: Picture
    narrow: Picture


@dataclass(frozen=True)
class ResultMoment:
    """A decisive moment; `seq` is the entry that brought it about."""

    seq: int
    moment: KeyMoment


@dataclass(frozen=True)
class _Findings:
    """What is the same for every reader of a language."""

    reason: str
    counts: str
    standings: tuple[Standing, ...]
    charts: tuple[ResultChart, ...]
    moments: tuple[ResultMoment, ...]


# Drawings take most of the time, and everybody at a table looks at them, more than once.
_FINDINGS: RecentlyUsed[_Findings] = RecentlyUsed(size=32)


@dataclass(frozen=True)
class Results:
    """What the page of a finished game shows beside the table.

    `companies` are sorted by price. `may_play` tells whether the reader can have a rematch, `rematch` is its id once
    there is one. `ratings` tells what the game has done to ratings, of players who let others see theirs.
    """

    heading: str
    margin: str
    reason: str
    counts: str
    standings: tuple[Standing, ...]
    companies: tuple[CompanyView, ...]
    charts: tuple[ResultChart, ...]
    moments: tuple[ResultMoment, ...]
    may_play: bool
    rematch: str
    ratings: Mapping[str, str]

    @property
    def most_dividends(self) -> int:
        return max(each.dividends for each in self.standings)


def results_of(store: Store, page: TablePage, lang: str) -> Results:
    """The results of the finished game on a page."""
    info = page.info
    key = (info.id, page.seq, tuple(info.players), lang)
    found = _FINDINGS.get(key, lambda: _findings(store.read(info.id), page, lang))
    you = None if page.you is None else info.players[page.you]
    return Results(
        heading=_heading(found.standings, you, lang),
        margin=_margin(found.standings, you, lang),
        reason=found.reason,
        counts=found.counts,
        standings=found.standings,
        companies=tuple(sorted(page.position.companies, key=lambda company: -company.price)),
        charts=found.charts,
        moments=found.moments,
        may_play=page.seat is not None,
        rematch=_rematch(store, info),
        ratings=_ratings(store, info, page.you, lang),
    )


def _findings(stored: StoredGame, page: TablePage, lang: str) -> _Findings:
    """What a game came to by the position on its page."""
    told, entries = chronicle_of(stored.info.id, stored.load(page.seq).game), stored.effective_entries(page.seq)
    moments = key_moments(told, lang)
    return _Findings(
        reason=ending(told, lang),
        counts=_counts(told, lang),
        standings=standings_of(told, page.position),
        charts=_charts(told, moments, lang),
        moments=tuple(ResultMoment(entries[each.actions - 1], each) for each in moments),
    )


def _rematch(store: Store, info: GameInfo) -> str:
    """The rematch, unless it was deleted."""
    return next((each.id for each in store.games_with_ids([info.rematch])), "") if info.rematch else ""


def _ratings(store: Store, info: GameInfo, you: int | None, lang: str) -> dict[str, str]:
    """What the game has done to ratings by the names of players: of the reader, of bots and of whoever shows theirs."""
    if not info.rated:
        return {}
    shown = store.standing.shown_people([seat.person for seat in info.seats if seat.person is not None])
    visible = {seat.number for seat in info.seats if seat.number == you or seat.person is None or seat.person in shown}
    return {
        info.players[each.seat]: say("web_rating_change", lang, before=round(each.before), after=round(each.points))
        for each in store.standing.changes(info.id)
        if each.seat in visible
    }


def _heading(standings: Sequence[Standing], you: str | None, lang: str) -> str:
    winners = [each.name for each in standings if each.place == 1]
    amount = say_money(standings[0].worth, lang)
    if len(winners) > 1:
        return say("results_shared", lang, players=say_value("players", winners, lang), amount=amount)
    if winners == [you]:
        return say("results_you_won", lang, amount=amount)
    return say("results_won", lang, player=winners[0], amount=amount)


def _margin(standings: Sequence[Standing], you: str | None, lang: str) -> str:
    """How far the reader is behind, or the winner ahead; empty where the best are equal."""
    for each in standings:
        if each.name == you and each.place > 1:
            place = say("web_card_places", lang).split()[each.place - 1]
            return say("results_you_came", lang, place=place, amount=say_money(each.behind, lang))
    second = standings[1]
    if not second.behind:
        return ""
    return say("results_ahead", lang, player=second.name, amount=say_money(second.behind, lang))


def _counts(told: Chronicle, lang: str) -> str:
    """How long the game was."""
    begun = [moment.round for moment in told.moments]
    return say(
        "results_counts", lang, moves=len(told.entries), shares=begun.count("share"), operating=begun.count("operating")
    )


def _charts(told: Chronicle, moments: Sequence[KeyMoment], lang: str) -> tuple[ResultChart, ...]:
    """Worth with the decisive moments, then prices and incomes."""
    tabs = {"worth": "worth", "prices": "chart_prices", "incomes": "results_incomes"}
    marks = [place_of(each.actions, (*told.moments, told.now)) for each in moments]
    return tuple(
        ResultChart(
            graph.key,
            say(tabs[graph.key], lang),
            graph,
            _drawn(graph, _DESK, marks if graph.key == "worth" else ()),
            _drawn(graph, _PHONE, marks if graph.key == "worth" else ()),
        )
        for graph in graphs_of(told, lang)
        if graph.lines
    )


def _drawn(graph: Graph, size: tuple[float, float], marks: Sequence[float]) -> Picture:
    return chart_picture(graph, width=size[0], height=size[1], marks=marks, style=False)


def place_of(actions: int, moments: Sequence[Moment]) -> float:
    """Where a number of actions lies between the moments of a chart."""
    after = next(at for at, moment in enumerate(moments) if moment.actions >= actions)
    if not after:
        return 0.0
    begin, end = moments[after - 1].actions, moments[after].actions
    return after - 1 + (actions - begin) / (end - begin)
