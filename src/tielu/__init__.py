"""Tielu plays the railway games 1880: China and 1888-N: the registry of titles, and how a game begins."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Sequence
from typing import Any

from tielu._version import __version__
from tielu.core.actions import Action
from tielu.core.errors import IllegalAction, InvalidAction
from tielu.core.events import Event
from tielu.core.game import Game as CoreGame
from tielu.core.game import LegalActions, Title
from tielu.titles import t1880, t1888n

__all__ = [
    "LONGEST_NAME",
    "TITLES",
    "Action",
    "Event",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "LegalActions",
    "__version__",
    "new_game",
]

TITLES: dict[str, Title] = {title.name: title for title in (t1880.TITLE, t1888n.TITLE)}
LONGEST_NAME = 40

_SAVED_FIELDS = ("title", "edition", "players", "actions")
# Control characters, lone surrogates and line breaks would spoil every list a name appears in.
_NO_NAME_CHARACTERS = frozenset({"Cc", "Cs", "Zl", "Zp"})


class Game(CoreGame):
    """A game of a registered title, in progress or finished."""

    @staticmethod
    def from_json(data: object) -> Game:
        """The game that `to_json` wrote; raises InvalidAction or IllegalAction, with the index of a bad action."""
        fields = _saved_fields(data)
        game = new_game(fields["title"], fields["players"], edition=fields["edition"])
        if not isinstance(fields["actions"], list):
            raise InvalidAction("actions_not_a_list", found=type(fields["actions"]).__name__)
        for index, saved in enumerate(fields["actions"]):
            _replay(game, index, saved)
        return game


def new_game(title: str, players: Sequence[str], edition: str | None = None) -> Game:
    """A game about to begin, players in seating order; raises InvalidAction if any of the three will not do."""
    if not _one_of(title, TITLES):
        raise InvalidAction("unknown_title", title=_short(title), known=tuple(TITLES))
    chosen = TITLES[title]
    if edition is None:
        edition = chosen.editions[0]
    if not _one_of(edition, chosen.editions):
        raise InvalidAction("unknown_edition", title=title, edition=_short(edition), known=chosen.editions)
    return Game(chosen, edition, _checked_names(players))


def _one_of(name: object, known: Container[str]) -> bool:
    return isinstance(name, str) and name in known


def _checked_names(players: object) -> tuple[str, ...]:
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise InvalidAction("players_not_a_list", found=type(players).__name__)
    seen: set[str] = set()
    for seat, name in enumerate(players, 1):
        if not isinstance(name, str):
            raise InvalidAction("name_not_a_text", seat=seat, found=type(name).__name__)
        if not name.strip():
            raise InvalidAction("name_empty", seat=seat)
        if len(name) > LONGEST_NAME:
            raise InvalidAction("name_too_long", seat=seat, length=len(name), longest=LONGEST_NAME)
        if any(unicodedata.category(character) in _NO_NAME_CHARACTERS for character in name):
            raise InvalidAction("name_unprintable", seat=seat)
        if name in seen:
            raise InvalidAction("name_twice", name=name)
        seen.add(name)
    return tuple(players)


def _saved_fields(data: object) -> dict[str, Any]:
    """The four fields of a saved game, all there and no others."""
    if not isinstance(data, dict):
        raise InvalidAction("not_a_game", found=type(data).__name__)
    for name in data:
        if name not in _SAVED_FIELDS:
            raise InvalidAction("unknown_game_field", field=_short(name))
    for name in _SAVED_FIELDS:
        if data.get(name) is None:
            raise InvalidAction("missing_game_field", field=name)
    return data


def _replay(game: Game, index: int, saved: object) -> None:
    """Apply one saved action; a refusal says at which index it came."""
    try:
        game.apply(Action.from_json(saved))
    except InvalidAction as error:
        raise InvalidAction(error.code, **{**error.params, "index": index}) from error
    except IllegalAction as error:
        raise IllegalAction(error.code, error.rule, {**error.params, "index": index}) from error


def _short(value: object) -> str:
    """Foreign input as it may be quoted in a message: a text, cut, or else the name of its type."""
    return value[:LONGEST_NAME] if isinstance(value, str) else type(value).__name__
