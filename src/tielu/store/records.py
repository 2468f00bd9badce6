"""What the store is given and gives back: games, seats and messages as frozen values, and texts that were checked."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tielu import Game
from tielu.core.setup_input import TURNING_CHARACTERS, quoted
from tielu.errors import InvalidInput
from tielu.i18n import LANGUAGES
from tielu.store.log import UndoRequest

# Everyone at one screen, or each at their own with a secret link.
MODES = ("links", "hot_seat")
# Who may take back: anyone anything, each their own actions, all with everyone's consent, nobody.
UNDO_RULES = ("free", "own", "consent", "none")
# What suits those who have not chosen.
USUAL_UNDO = {"hot_seat": "free", "links": "own"}
STATES = ("running", "finished", "deleted")

LONGEST_GAME_NAME = 80
LONGEST_MESSAGE = 2000
LONGEST_NOTE = 20_000
LONGEST_STRENGTH = 40
LARGEST_PAGE = 200

# Characters that no database and no screen should be troubled with; lines may break and be indented in longer texts.
_UNPRINTABLE = frozenset({"Cc", "Cs"})
_LAYOUT = frozenset("\n\t")


@dataclass(frozen=True)
class Player:
    """Who will sit on a seat: a person, or a bot of some strength."""

    name: str
    language: str = "en"
    bot: str | None = None


@dataclass(frozen=True)
class NewGame:
    """A game just made. The secrets, in seating order and None for a bot, are told this once.

    So is that of the keeper, who made the game and may give out new links.
    """

    id: str
    secrets: tuple[str | None, ...]
    keeper: str


@dataclass(frozen=True)
class Seat:
    """A seat of a game; numbers begin at 0. `bot` is its strength, None for a person, and `seed` decides its chances.

    `owned` says whether a secret opens it: a person's seat that a bot plays for is opened by that person still.
    """

    number: int
    name: str
    language: str
    bot: str | None
    last_seen: datetime | None
    seed: int | None
    owned: bool


@dataclass(frozen=True)
class GameInfo:
    """What is known of a game without replaying it; `actor` is the seat that must decide, None if unknown or nobody."""

    id: str
    title: str
    edition: str
    name: str
    mode: str
    undo: str
    created: datetime
    changed: datetime
    finished: bool
    actor: int | None
    deleted: datetime | None
    hints: bool
    seats: tuple[Seat, ...]

    @property
    def players(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def humans(self) -> frozenset[int]:
        return frozenset(seat.number for seat in self.seats if seat.bot is None)


@dataclass(frozen=True)
class BotReason:
    """Why a bot moved: its strength, and a message of the catalogues with its numbers."""

    bot: str
    key: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class BotTurn:
    """A game in which a bot must decide: its seat, how long the log is, and whether its last entry is an undo."""

    game_id: str
    seat: Seat
    seq: int
    undone: bool
    people: int


@dataclass(frozen=True)
class Page:
    """Some of the games, last changed first; `more` asks for those that follow, None if there are none."""

    games: tuple[GameInfo, ...]
    more: str | None


@dataclass(frozen=True)
class Loaded:
    """A game as it stands after `seq` entries, a copy to do with as one likes, and the undo that is being asked for."""

    game: Game
    seq: int
    request: UndoRequest | None


@dataclass(frozen=True)
class Mark:
    """How far a game is: the numbers of its last entry and its last message, 0 where there is none."""

    entries: int
    messages: int


@dataclass(frozen=True)
class Message:
    """A line of the chat; without a seat it comes from the table itself or from somebody who watches."""

    number: int
    seat: int | None
    text: str
    at: datetime


def checked_choice(field: str, value: object, known: Sequence[str]) -> str:
    """One of the known words; raises InvalidInput."""
    if not isinstance(value, str) or value not in known:
        raise InvalidInput("unknown_choice", field=field, value=quoted(value), known=tuple(known))
    return value


def checked_text(field: str, text: object, longest: int, *, empty: bool = False, layout: bool = False) -> str:
    """A text that can be kept and shown; raises InvalidInput if it is too long, or without need empty."""
    if not isinstance(text, str):
        raise InvalidInput("text_missing", field=field)
    if not empty and not text.strip():
        raise InvalidInput("text_missing", field=field)
    if len(text) > longest:
        raise InvalidInput("text_too_long", field=field, length=len(text), longest=longest)
    if any(unicodedata.category(each) in _UNPRINTABLE and not (layout and each in _LAYOUT) for each in text):
        raise InvalidInput("text_unprintable", field=field)
    if not layout and not TURNING_CHARACTERS.isdisjoint(text):
        raise InvalidInput("text_unprintable", field=field)
    return text


def checked_players(players: object) -> list[Player]:
    """Players, also where only a name is given; raises InvalidInput. The engine checks the names themselves."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise InvalidInput("players_not_a_list", found=type(players).__name__)
    return [_checked_player(player) for player in players]


def _checked_player(player: Any) -> Player:
    if not isinstance(player, Player):
        return Player(player)
    checked_choice("language", player.language, LANGUAGES)
    if player.bot is not None:
        checked_text("bot", player.bot, LONGEST_STRENGTH)
    return player


def usual_hints(mode: str, players: Sequence[Player]) -> bool:
    """Whether bots give advice where nobody has chosen: at one screen, and to whoever is the only person."""
    return mode == "hot_seat" or sum(player.bot is None for player in players) <= 1
