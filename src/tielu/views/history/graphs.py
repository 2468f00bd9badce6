"""What charts show of a game: lines of values over its rounds, for drawings and for tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tielu import Game
from tielu.i18n import say
from tielu.views.history.chronicle import Chronicle, Moment
from tielu.views.svg.scene import company_markers
from tielu.views.title import view_of


@dataclass(frozen=True)
class GraphLine:
    """One player or company; None where it has no value.

    A player's line has the colour of the `seat`, a company's its own `colour`; others have neither.
    """

    name: str
    values: tuple[int | None, ...]
    seat: int | None = None
    colour: str = ""


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
    places = tuple(place_name(moment, lang) for moment in moments)
    companies = _colours(told.game)
    worth = [
        GraphLine(player, tuple(moment.worth[seat] for moment in moments), seat)
        for seat, player in enumerate(told.game.players)
    ]
    prices = [
        GraphLine(company, tuple(moment.prices.get(company) for moment in moments), colour=colour)
        for company, colour in companies.items()
    ]
    return (
        Graph("worth", say("chart_worth", lang), places, tuple(worth)),
        Graph("prices", say("chart_prices", lang), places, _with_values(prices)),
        _incomes(moments, companies, _is_operating(told), lang),
    )


def _colours(game: Game) -> dict[str, str]:
    """The colour of each company."""
    markers = company_markers(game.title, game.edition)
    return {company.id: markers[company.id].colour for company in view_of(game.title).companies}


def _is_operating(told: Chronicle) -> bool:
    """Whether an operating round is under way, in which some companies have not run yet."""
    return told.moments[-1].round == "operating" and not told.game.finished


def place_name(moment: Moment, lang: str) -> str:
    """The round that begins in this moment, in a word; the present has none."""
    return say(f"chart_{moment.round}" if moment.round else "chart_now", lang, number=moment.number)


def _incomes(moments: tuple[Moment, ...], companies: Mapping[str, str], unfinished: bool, lang: str) -> Graph:
    """What was earned stands with the round it was earned in: the operating round that began before."""
    places: list[str] = []
    earned: list[dict[str, int]] = []
    for moment in moments:
        if earned:
            for company, income in moment.incomes.items():
                earned[-1][company] = earned[-1].get(company, 0) + income
        if moment.round == "operating":
            places.append(place_name(moment, lang))
            earned.append({})
    lines = [
        GraphLine(company, _from_first([each.get(company) for each in earned], unfinished), colour=colour)
        for company, colour in companies.items()
    ]
    return Graph("incomes", say("chart_incomes", lang), tuple(places), _with_values(lines))


def _from_first(incomes: list[int | None], unfinished: bool) -> tuple[int | None, ...]:
    """Who has run once and then does not earns nothing; before that, and in a round under way, there is no value."""
    first = next((at for at, income in enumerate(incomes) if income is not None), len(incomes))
    finished = len(incomes) - 1 if unfinished else len(incomes)
    known = [income or 0 for income in incomes[first:finished]]
    return (*incomes[:first], *known, *incomes[max(first, finished) :])


def _with_values(lines: list[GraphLine]) -> tuple[GraphLine, ...]:
    return tuple(line for line in lines if any(value is not None for value in line.values))
