"""The form of a new game: what suits those who change nothing, and what was typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tielu import TITLES, InvalidAction, new_game
from tielu.core.beginning import quoted
from tielu.i18n import say
from tielu.store import USUAL_UNDO, Player

TITLE_NAMES: Mapping[str, str] = {"1880": "1880: China", "1888": "1888-N"}
USUAL_PLAYERS: Mapping[str, int] = {"1880": 4, "1888": 3}
# No title seats more.
_MOST_SEATS = 8


@dataclass(frozen=True)
class Card:
    """A title on the start page; `about` and `length` are keys of its words."""

    title: str
    about: str
    length: str

    @property
    def name(self) -> str:
        return TITLE_NAMES[self.title]

    @property
    def counts(self) -> tuple[int, ...]:
        return player_counts(self.title)


CARDS = (
    Card("1880", "web_about_1880", "web_length_1880"),
    Card("1888", "web_about_1888", "web_length_1888"),
)


@dataclass(frozen=True)
class Wish:
    """A game as the form describes it; seats without a name stay empty, and an empty undo is the usual one."""

    title: str
    edition: str
    players: tuple[str, ...]
    languages: tuple[str, ...]
    name: str = ""
    mode: str = "hot_seat"
    undo: str = ""

    @property
    def seats(self) -> list[Player]:
        """The seats that are taken."""
        return [
            Player(name, language) for name, language in zip(self.players, self.languages, strict=True) if name.strip()
        ]

    def with_seats(self, count: int, lang: str) -> Wish:
        """The same with so many seats; new ones have usual names."""
        checked_count(self.title, count)
        names = self.players[:count] + tuple(
            say("web_player_number", lang, number=number + 1) for number in range(len(self.players), count)
        )
        languages = (self.languages + (lang,) * count)[:count]
        return Wish(self.title, self.edition, names, languages, self.name, self.mode, self.undo)


def usual_wish(title: str, lang: str, count: int | None = None) -> Wish:
    """What the form says at first; raises InvalidAction if there is no such title, or not for so many."""
    known_title(title)
    seats = USUAL_PLAYERS[title] if count is None else count
    return Wish(title, TITLES[title].editions[0], (), ()).with_seats(seats, lang)


def typed_wish(
    rules: str,
    players: Sequence[str],
    languages: Sequence[str],
    name: str,
    mode: str,
    undo: str,
    lang: str,
) -> Wish:
    """What the form sent; a seat without a language has the reader's. Raises InvalidAction for an unknown title."""
    title, _, edition = rules.partition("/")
    known_title(title)
    names = tuple(each.strip() for each in players[:_MOST_SEATS])
    spoken = (*languages, *[lang] * len(names))[: len(names)]
    return Wish(title, edition or TITLES[title].editions[0], names, tuple(spoken), name.strip(), mode, undo)


def undo_rule(undo: str, mode: str) -> str:
    """The chosen rule, or the usual one; the store refuses unknown modes."""
    return undo or USUAL_UNDO.get(mode, "free")


def known_title(title: str) -> None:
    if title not in TITLES:
        raise InvalidAction("unknown_title", title=quoted(title), known=tuple(TITLES))


def checked_count(title: str, count: int) -> None:
    counts = player_counts(title)
    if count not in counts:
        raise InvalidAction("wrong_player_count", least=counts[0], most=counts[-1], count=count)


@cache
def player_counts(title: str) -> tuple[int, ...]:
    """For how many a title is; the rules decide."""
    return tuple(count for count in range(1, _MOST_SEATS + 1) if _seats(title, count))


def _seats(title: str, count: int) -> bool:
    try:
        new_game(title, [str(seat) for seat in range(count)])
    except InvalidAction:
        return False
    return True
