"""What charts show of a game: lines of values over its rounds, for drawings and for tables."""

from __future__ import annotations

from dataclasses import dataclass

from tielu.i18n import say
from tielu.views.history.chronicle import Chronicle, Moment
from tielu.views.title import view_of


@dataclass(frozen=True)
class GraphLine:
    """One player or company; None where it has no value yet."""

    name: str
    values: tuple[int | None, ...]


@dataclass(frozen=True)
class Graph:
    """Lines over common places, with a heading; `key` names it in addresses of pages."""

    key: str
    heading: str
    places: tuple[str, ...]
    lines: tuple[GraphLine, ...]


def graphs_of(told: Chronicle, lang: str) -> tuple[Graph, ...]:
    """Worth of the players, share prices, and incomes of the companies."""
    moments = (*told.moments, told.now) if told.entries else told.moments
    places = tuple(_place(moment, lang) for moment in moments)
    companies = [company.id for company in view_of(told.game.title).companies]
    worth = [
        GraphLine(player, tuple(moment.worth[seat] for moment in moments))
        for seat, player in enumerate(told.game.players)
    ]
    prices = [GraphLine(company, tuple(moment.prices.get(company) for moment in moments)) for company in companies]
    return (
        Graph("worth", say("chart_worth", lang), places, tuple(worth)),
        Graph("prices", say("chart_prices", lang), places, _with_values(prices)),
        _incomes(moments, companies, lang),
    )


def _place(moment: Moment, lang: str) -> str:
    return say(f"chart_{moment.round}" if moment.round else "chart_now", lang, number=moment.number)


def _incomes(moments: tuple[Moment, ...], companies: list[str], lang: str) -> Graph:
    """What was earned stands with the round it was earned in: the operating round that began before."""
    places: list[str] = []
    earned: list[dict[str, int]] = []
    for moment in moments:
        if earned:
            for company, income in moment.incomes.items():
                earned[-1][company] = earned[-1].get(company, 0) + income
        if moment.round == "operating":
            places.append(_place(moment, lang))
            earned.append({})
    lines = [GraphLine(company, _from_first([each.get(company) for each in earned])) for company in companies]
    return Graph("incomes", say("chart_incomes", lang), tuple(places), _with_values(lines))


def _from_first(incomes: list[int | None]) -> tuple[int | None, ...]:
    """Who has earned once and then does not earns nothing; before that there is no value."""
    first = next((at for at, income in enumerate(incomes) if income is not None), len(incomes))
    return (*incomes[:first], *(income or 0 for income in incomes[first:]))


def _with_values(lines: list[GraphLine]) -> tuple[GraphLine, ...]:
    return tuple(line for line in lines if any(value is not None for value in line.values))
