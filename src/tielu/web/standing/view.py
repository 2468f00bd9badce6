"""What pages of standing tell: ratings with their doubt, results by title and number of players, others met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tielu.bots.strengths import all_strengths
from tielu.i18n import say
from tielu.i18n.values import title_label
from tielu.store import Store
from tielu.store.person import Person
from tielu.store.rating import Rating
from tielu.store.standing import Ranked, Result

# The last games that a profile lists, and the others it names.
_LISTED = 12
_MET = 12


@dataclass(frozen=True)
class RatingCard:
    """A rating in words: of which title and pace, the points, give or take how many, from how many games."""

    title: str
    pace: str
    points: int
    margin: int
    games: int


@dataclass(frozen=True)
class ResultRow:
    """The finished games of a title with one number of players."""

    title: str
    players: int
    games: int
    won: int
    mean_place: float


@dataclass(frozen=True)
class Met:
    """Another person: in how many games, and how often ahead of them; whoever keeps to themselves has no profile."""

    name: str
    games: int
    ahead: int


@dataclass(frozen=True)
class Profile:
    """All that the page of a person shows."""

    person: Person
    ratings: tuple[RatingCard, ...]
    rows: tuple[ResultRow, ...]
    met: tuple[Met, ...]
    last: tuple[Result, ...]


@dataclass(frozen=True)
class Band:
    """One of the best with the range in which the rating lies, from 0 to 100 of what the list spans."""

    place: int
    name: str
    is_bot: bool
    points: int
    margin: int
    games: int
    left: float
    width: float
    middle: float


def rating_card(title: str, pace: str, rating: Rating) -> RatingCard:
    return RatingCard(title_label(title), pace, round(rating.points), round(rating.margin), rating.games)


def profile_of(store: Store, person: Person, reader: Person | None) -> Profile:
    """The profile of a person for a reader: others see public games, and are named if they let others see them."""
    results = store.standing.results(person.id, public=reader is None or reader.id != person.id)
    others = {seat.person for each in results for seat in each.game.seats if seat.person} - {person.id}
    shown = store.standing.shown_people(sorted(others))
    if reader is not None and reader.id in others:
        shown[reader.id] = reader
    ratings = store.standing.ratings(person.id)
    return Profile(
        person,
        tuple(rating_card(title, pace, each) for (title, pace), each in ratings.items()),
        _rows(results),
        _met(results, shown),
        tuple(results[:_LISTED]),
    )


def _rows(results: Sequence[Result]) -> tuple[ResultRow, ...]:
    kinds = sorted({(each.game.title, len(each.game.seats)) for each in results})
    found = []
    for title, players in kinds:
        games = [each for each in results if (each.game.title, len(each.game.seats)) == (title, players)]
        places = [each.place for each in games]
        mean = sum(places) / len(places)
        found.append(ResultRow(title_label(title), players, len(games), places.count(1), mean))
    return tuple(found)


def _met(results: Sequence[Result], others: Mapping[str, Person]) -> tuple[Met, ...]:
    """Others, who are known by their ids, and how it went, the most often met first."""
    games: Counter[str] = Counter()
    ahead: Counter[str] = Counter()
    for each in results:
        for seat in each.game.seats:
            if seat.person is not None and seat.person in others:
                games[seat.person] += 1
                ahead[seat.person] += each.place < each.game.places[seat.number]
    found = [Met(others[person].name, count, ahead[person]) for person, count in games.items()]
    return tuple(sorted(found, key=lambda each: (-each.games, each.name))[:_MET])


def bands(listed: Sequence[Ranked], lang: str) -> tuple[Band, ...]:
    """The best in their order, with where their ratings lie."""
    if not listed:
        return ()
    names = {each.name: say(each.words, lang) for each in all_strengths()}
    least = min(each.rating.proven for each in listed)
    span = max(each.rating.points + each.rating.margin for each in listed) - least
    return tuple(
        Band(
            place,
            each.name or names.get(each.bot, each.bot),
            bool(each.bot),
            round(each.rating.points),
            round(each.rating.margin),
            each.rating.games,
            (each.rating.proven - least) / span * 100,
            2 * each.rating.margin / span * 100,
            (each.rating.points - least) / span * 100,
        )
        for place, each in enumerate(listed, 1)
    )
