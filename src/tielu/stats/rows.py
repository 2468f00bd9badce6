"""Statistics as plain rows, for notebooks and other programs: dictionaries of names and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from tielu import Game
from tielu.errors import InvalidInput
from tielu.stats.facts import GameFacts, facts_of

Row = dict[str, Any]


def _games(facts: GameFacts) -> Iterator[Row]:
    yield {
        "actions": facts.actions,
        "operating_rounds": facts.operating_rounds,
        "share_rounds": facts.share_rounds,
        "winner": facts.worth.index(max(facts.worth)),
        "winning_worth": max(facts.worth),
        "margin": max(facts.worth) - sorted(facts.worth)[-2],
    }


def _seats(facts: GameFacts) -> Iterator[Row]:
    for seat, (worth, place) in enumerate(zip(facts.worth, facts.places, strict=True)):
        yield {"seat": seat, "worth": worth, "place": place}


def _trains(facts: GameFacts) -> Iterator[Row]:
    for each in facts.trains:
        yield {"train": each.train, "round": each.round, "percent": each.percent, "company": each.company}


def _companies(facts: GameFacts) -> Iterator[Row]:
    for name, each in facts.companies.items():
        yield {
            "company": name,
            "initial_price": each.price,
            "founded": each.founded,
            "dividends": len(each.paid),
            "paid": sum(each.paid),
            "best": max(each.paid, default=0),
            "withheld": len(each.withheld),
            "trains": each.trains,
        }


def _privates(facts: GameFacts) -> Iterator[Row]:
    for private, (seat, price) in facts.privates.items():
        yield {"private": private, "seat": seat, "price": price, "place": facts.places[seat]}


def _course(facts: GameFacts) -> Iterator[Row]:
    for moment, worth in enumerate(facts.course):
        for seat, each in enumerate(worth):
            percent = 100 * moment // (len(facts.course) - 1)
            yield {"percent": percent, "seat": seat, "worth": each, "place": facts.places[seat]}


_TABLES: Final[dict[str, Callable[[GameFacts], Iterator[Row]]]] = {
    "games": _games,
    "seats": _seats,
    "trains": _trains,
    "companies": _companies,
    "privates": _privates,
    "course": _course,
}
TABLES: Final = tuple(_TABLES)


def table(games: Iterable[Game | GameFacts], name: str = "games") -> list[Row]:
    """The rows of a table over finished games, each with the number and title of its game; raises InvalidInput.

    `pandas.DataFrame(table(games, "trains"))` makes a data frame of them.
    """
    if name not in _TABLES:
        raise InvalidInput("unknown_table", table=str(name)[:40], known=TABLES)
    rows = []
    for number, each in enumerate(games):
        facts = each if isinstance(each, GameFacts) else facts_of(each)
        if facts is not None:
            common = {"game": number, "title": facts.title, "edition": facts.edition, "players": facts.players}
            rows += [{**common, **row} for row in _TABLES[name](facts)]
    return rows
