"""What a title provides for files of 18xx.games: the facet `platform`, and how it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tielu import TITLES, Game
from tielu.core.actions import Action
from tielu.core.errors import InvalidAction
from tielu.titles import facet

from .records import Foreign, PlatformRecord
from .replay import Reader

_LONGEST_QUOTE = 40


class Writer(Protocol):
    """Writes a game of ours in the platform's words, one action after the other."""

    def take(self, game: Game, action: Action) -> list[Foreign]:
        """Carry out `action` in `game`; returns what the platform would have recorded meanwhile."""


def _kept(_key: str) -> bool:
    return False


@dataclass(frozen=True)
class TitlePlatform:
    """How games of a title are read and written: the constant `PLATFORM` of the module `platform` in its package.

    `needed_option` is an optional rule of the platform without which it plays another game than ours, if there is one.
    `compared_keys` are keys of a snapshot that `tielu verify` compares in this title beyond those of every title, and
    `dropped_at_end` says which keys the platform's last state may lack.
    """

    reader: Callable[[PlatformRecord], Reader]
    writer: Callable[[], Writer]
    needed_option: str = ""
    compared_keys: frozenset[str] = frozenset()
    dropped_at_end: Callable[[str], bool] = _kept


def platform_of(title: str) -> TitlePlatform:
    """What the title provides for files of 18xx.games; raises InvalidAction if it provides nothing."""
    found = _facet(title) if title in TITLES else None
    if found is None:
        known = tuple(name for name in TITLES if _facet(name) is not None)
        raise InvalidAction("title_not_supported", title=title[:_LONGEST_QUOTE], known=known)
    return found


def _facet(title: str) -> TitlePlatform | None:
    found: TitlePlatform | None = facet(title, "platform")
    return found
