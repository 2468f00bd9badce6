"""What the first train of a type brings about in any title: the differences between two phases that both have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from tielu.core.tiles import COLOURS
from tielu.views.title import Effect


class PhaseOfAnyTitle(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def train_limit(self) -> int: ...

    @property
    def colour(self) -> int: ...

    @property
    def column(self) -> int: ...


def phase_effects(old: PhaseOfAnyTitle, new: PhaseOfAnyTitle, scraps: str | None) -> Iterator[Effect]:
    """The new phase, the type of train that it scraps, and what changes for all."""
    yield Effect("phase", {"phase": new.name})
    if scraps:
        yield Effect("scraps", {"train": scraps})
    if new.train_limit != old.train_limit:
        yield Effect("train_limit", {"limit": new.train_limit})
    if new.colour != old.colour:
        yield Effect("tiles", {"colour": COLOURS[new.colour]})
    if new.column != old.column:
        yield Effect("values")
