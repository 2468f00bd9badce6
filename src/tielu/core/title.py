"""A title: what others may know of a game without playing it, and its rules as functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from .errors import InvalidAction
from .revisions import Repair, newest_revision
from .setup_input import quoted
from .state import State


@dataclass(frozen=True)
class Title:
    """A game that can be played.

    `name` stands in files and addresses, and `label` is what people call the game; `other_names` are understood too.
    `editions` begins with the one that is usually played, and `players` are the numbers of players it is for.
    `package` is the Python package that holds the title: its facets for other parts are modules in it.

    >>> import tielu
    >>> title = tielu.TITLES["1888"]
    >>> title.label, title.editions, title.players
    ('1888-N', ('2022', '18xx.games'), (2, 3, 4, 5, 6))
    """

    name: str
    label: str
    package: str
    editions: tuple[str, ...]
    players: tuple[int, ...]
    usual_players: int
    # A game about to begin, for these players, edition and revision. The state is of a class that the title has for
    # itself.
    start: Callable[[tuple[str, ...], str, int], State]
    # The position in the spelling of recorded games.
    snapshot: Callable[[Any], dict[str, Any]]
    # What a player is worth now.
    worth: Callable[[Any, int], int]
    # The rule by which a finished game is over.
    finished_rule: Callable[[Any], str]
    # The trains that a railway would run now (`routing.best.TrainsToRun`); raises InvalidAction for an unknown railway.
    trains_to_run: Callable[[Any, object], Any]
    other_names: tuple[str, ...] = ()
    # What has been repaired since the first revision, in that order.
    repairs: tuple[Repair, ...] = ()

    @property
    def revision(self) -> int:
        """The revision by which new games are played."""
        return newest_revision(self.repairs)


# The titles that can be played, by name. The core knows none of them: the package puts them here.
TITLES: Final[dict[str, Title]] = {}


def find_title(name: object) -> Title:
    """The title of this name, or of another name that it has; raises InvalidAction if there is none."""
    for title in TITLES.values():
        if isinstance(name, str) and (name == title.name or name in title.other_names):
            return title
    raise InvalidAction("unknown_title", title=quoted(name), known=tuple(TITLES))


def plain_name(text: str) -> str:
    """The name of the title that has this other name; any other text as it is."""
    return next((title.name for title in TITLES.values() if text in title.other_names), text)


def check_player_count(title: Title, count: int) -> None:
    """Raise InvalidAction unless the title is for this many players."""
    if count not in title.players:
        raise InvalidAction("wrong_player_count", count=count, least=title.players[0], most=title.players[-1])
