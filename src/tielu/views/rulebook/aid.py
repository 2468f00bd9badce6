"""The player aid: two pages of tables from the title's facts, and of rules in few words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import east_asian_width

import tielu
from tielu.core.tiles import COLOURS
from tielu.core.trains import UNLIMITED, TrainType
from tielu.i18n import say
from tielu.i18n.values import say_money, say_value
from tielu.views.rulebook.book import book_of
from tielu.views.svg import PAGE, Picture, market_picture


@dataclass(frozen=True)
class AidCell:
    """What stands in a cell of a table; `company` draws a roundel, `colour` a patch of a tile's colour."""

    text: str = ""
    company: str = ""
    colour: str = ""


@dataclass(frozen=True)
class AidTable:
    """Facts in rows; `columns` are headings, which may be empty."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[AidCell, ...], ...]


@dataclass(frozen=True)
class AidLine:
    """A rule in the words of the book, and what the edition does otherwise."""

    rule: str
    text: str
    readings: tuple[str, ...]


@dataclass(frozen=True)
class AidLines:
    """Rules that belong together."""

    heading: str
    lines: tuple[AidLine, ...]


@dataclass(frozen=True)
class AidPicture:
    """The share price chart as it is before the first move."""

    heading: str
    picture: Picture


AidBlock = AidTable | AidLines | AidPicture
Aid = tuple[tuple[AidBlock, ...], ...]

# How full the fuller page is, in letters, from which on it is printed in the next smaller size.
_SIZES: Final = (4250, 4700, 5450)


def print_size(pages: Aid) -> int:
    """The size in which the pages fill their paper, 0 being the largest; a wide letter counts as two and a half."""
    letters = max(sum(map(_width, _texts(page))) for page in pages)
    return sum(letters >= each for each in _SIZES)


def _width(text: str) -> float:
    return sum(2.5 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _texts(page: Sequence[AidBlock]) -> Iterator[str]:
    """All that is written on a page outside its drawings."""
    for block in page:
        yield block.heading
        if isinstance(block, AidTable):
            yield from block.columns
            yield from (cell.text for row in block.rows for cell in row)
        elif isinstance(block, AidLines):
            yield from (text for line in block.lines for text in (line.text, *line.readings))


def table(lang: str, heading: str, columns: Sequence[str], rows: Iterable[Sequence[AidCell | str | int]]) -> AidTable:
    """A table whose heading and columns are keys of words; an empty key is an empty heading."""
    cells = tuple(tuple(each if isinstance(each, AidCell) else AidCell(str(each)) for each in row) for row in rows)
    return AidTable(say(heading, lang), tuple(say(each, lang) if each else "" for each in columns), cells)


def lines(title: str, edition: str, lang: str, heading: str, rules: Sequence[str]) -> AidLines:
    """Rules of the book by what follows the title in their ids, with what the edition does otherwise."""
    places = book_of(title, lang).places
    found = []
    for name in rules:
        _, entry = places[f"{title}.{name}"]
        rule = next(each for each in entry.rules if each.id == f"{title}.{name}")
        others = tuple(each.text for each in entry.readings if edition in each.editions)
        found.append(AidLine(rule.id, rule.text, others))
    return AidLines(say(heading, lang), tuple(found))


def chart(title: str, edition: str, lang: str) -> AidPicture:
    """The share price chart; in titles that have one, with the turn order list."""
    names = [str(number) for number in range(tielu.TITLES[title].usual_players)]
    game = tielu.new_game(title, names, edition=edition)
    return AidPicture(say("market", lang), market_picture(game, lang=lang, theme=PAGE))


def players_table(lang: str, cash: Mapping[int, int], certificates: Mapping[int, int]) -> AidTable:
    """What players begin with, and how many certificates they may hold."""
    rows = [
        [AidCell(say("aid_players", lang)), *(AidCell(str(count)) for count in cash)],
        [AidCell(say("aid_cash", lang)), *(AidCell(say_money(amount, lang)) for amount in cash.values())],
        [AidCell(say("aid_certificates", lang)), *(AidCell(str(certificates[count])) for count in cash)],
    ]
    return AidTable(say("aid_start", lang), (), tuple(tuple(row) for row in rows))


def train_cells(train: TrainType, lang: str) -> tuple[AidCell, ...]:
    """A type of train, its price, how many there are, and what its first sale scraps."""
    count = "∞" if train.count >= UNLIMITED else str(train.count)
    return AidCell(train.name), AidCell(say_money(train.price, lang)), AidCell(count), AidCell(train.scraps or "–")


def colour_cell(colour: int, lang: str) -> AidCell:
    return AidCell(say_value("colour", COLOURS[colour], lang), colour=COLOURS[colour])
