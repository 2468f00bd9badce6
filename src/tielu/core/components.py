"""What is printed on cards, charters and phase tables alike in every title; a title adds columns of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from tielu._mypyc import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Private:
    """A private company: what it costs and what it earns each time."""

    id: str
    name: str
    price: int
    income: int


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Company:
    """A share company; `home_edge` finds its city on a home hex with several."""

    id: str
    name: str
    home: str
    home_edge: int = field(default=-1, kw_only=True)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Phase:
    """A phase: the best colour of tiles, how many trains a company may have, and the column of values that grow."""

    name: str
    colour: int
    train_limit: int
    column: int
