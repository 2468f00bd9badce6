"""The values that the store takes and returns, and the checks of its input."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tielu import Game
from tielu.clocks.time_control import DAYS, LIVE
from tielu.core.setup_input import TURNING_CHARACTERS, quoted
from tielu.errors import InvalidInput
from tielu.i18n import LANGUAGES
from tielu.store.log import UndoRequest

# Each player at their own screen with a secret link, or all at one screen.
MODES = ("links", "hot_seat")
# Who may undo: anyone anything, players their own actions, anyone with everybody's consent, nobody.
UNDO_RULES = ("free", "own", "consent", "none")
# The undo rule of each mode where none is chosen.
DEFAULT_UNDO = {"hot_seat": "free", "links": "own"}
STATES = ("running", "finished", "deleted")
# Who sees a game: everybody, in lists, too; whoever knows its address; its players only.
VISIBILITIES = ("public", "link", "private")
# At one sitting, or over days.
PACES = (LIVE, DAYS)

LONGEST_GAME_NAME = 80
LONGEST_MESSAGE = 2000
LONGEST_NOTE = 20_000
LONGEST_STRENGTH = 40
# Entries of a log and messages of a chat; no game comes near, and whoever wants to fill a disk stops here.
LONGEST_LOG = 20_000
LONGEST_CHAT = 5_000
MAX_PAGE_SIZE = 200

# Unicode categories that are refused: control characters and surrogates; long texts may contain line breaks and tabs.
_UNPRINTABLE = frozenset({"Cc", "Cs"})
_LAYOUT = frozenset("\n\t")
# Separators of lines and paragraphs, which a short text has no place for.
_LINE_ENDS = frozenset({"Zl", "Zp"})
# Characters without ink: those of category Cf, and these, which count as letters or marks.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# They join or shape the characters beside them, as in emoji, Persian and Hindi, and are nothing by themselves.
_ZERO_WIDTH = frozenset("\u200c\u200d")
_JOINERS = _ZERO_WIDTH | frozenset("\ufe0e\ufe0f")


@dataclass(frozen=True)
class Player:
    """A player for a new game: a person, or a bot if `bot` names a strength.

    For a person who skips empty steps the table passes where only a private's power keeps a step open; to one who is
    guided it explains what is decided. `person` is the account to which the seat belongs from the start.
    """

    name: str
    language: str = "en"
    bot: str | None = None
    skips_empty_steps: bool = False
    person: str | None = None
    guided: bool = False


@dataclass(frozen=True)
class NewGame:
    """A game just created, with the secrets of its seats in seating order (None for a bot) and of its keeper.

    The keeper created the game and may issue new links. The secrets cannot be read again later.
    """

    id: str
    secrets: tuple[str | None, ...]
    keeper: str


@dataclass(frozen=True)
class Seat:
    """A seat of a game, numbered from 0; `bot` is the strength of its bot, None for a person.

    `seed` determines the random choices of the bot. `owned` tells whether a secret exists for the seat; a person
    keeps it while a bot plays for them. `person` is the account to which the seat belongs. One that is `left` waits for
    somebody else.
    """

    number: int
    name: str
    language: str
    bot: str | None
    last_seen: datetime | None
    seed: int | None
    owned: bool
    skips_empty_steps: bool = False
    wants_deleted: bool = False
    person: str | None = None
    guided: bool = False
    left: bool = False


@dataclass(frozen=True)
class Origin:
    """Where a board of one's own comes from: the position of a game after its entry `at`, or an exercise.

    The first `entries` entries of the board's own log lead to that position. An exercise is
    a lesson, named by its title, a slash and its name, or a puzzle, `puzzles/` and its number; `game` is empty then.
    """

    game: str
    at: int
    entries: int
    exercise: str = ""

    @property
    def key(self) -> str:
        """What boards of the same origin share, and what the database has in one column."""
        return self.exercise or self.game

    @classmethod
    def of_key(cls, key: str, at: int, entries: int) -> Origin:
        """The origin with this key; ids of games have no slash."""
        return cls("", at, entries, key) if "/" in key else cls(key, at, entries)


@dataclass(frozen=True)
class GameInfo:
    """A game without its log; `actor` is the seat that must decide, None if unknown or if the game is over.

    `round`, `step` and `company` tell what is to be decided, empty if unknown or if there is none; the round is the
    `round_number`-th of its kind. `places` has the place of each seat in a finished game, equals sharing one; it is
    empty before. `rematch` is the id of the game that follows this one, empty if there is none. Only a what-if
    board has an `origin`.
    `resumed` is the undo after which bots need not wait, `bot_failures` how often the bot that must decide has failed.
    `visibility` says who sees the game; `pace`, which may be empty, and `rated` what its players have agreed on.
    """

    id: str
    title: str
    edition: str
    revision: int
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
    spectators_talk: bool = False
    round: str = ""
    step: str = ""
    company: str = ""
    places: tuple[int, ...] = ()
    origin: Origin | None = None
    resumed: int | None = None
    bot_failures: int = 0
    round_number: int | None = None
    rematch: str = ""
    visibility: str = "public"
    pace: str = ""
    rated: bool = False

    @property
    def players(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def humans(self) -> frozenset[int]:
        return frozenset(seat.number for seat in self.seats if seat.bot is None)

    @property
    def seats_of_people(self) -> frozenset[int]:
        """The seats of people, also those on which a bot plays for them."""
        return frozenset(
            seat.number for seat in self.seats if seat.bot is None or seat.owned or seat.person is not None or seat.left
        )

    def may_guide(self, seat: int) -> bool:
        """Whether the moves may be explained to a seat: not among people, where advice would be unfair.

        That is at one screen, and where every other seat has always been a bot's. On a what-if board it is so if bots
        may be asked there.
        """
        others = [each for each in self.seats if each.number != seat]
        alone = all(each.bot is not None and not each.owned and each.person is None for each in others)
        return not self.rated and (alone or self.mode == "hot_seat") and (self.origin is None or self.hints)

    @property
    def may_be_reviewed(self) -> bool:
        """Whether a review gives nobody an advantage: the game is over, or one person plays against bots alone."""
        if self.origin is not None or self.deleted is not None:
            return False
        return self.finished or (len(self.humans) == 1 and all(self.may_guide(seat) for seat in self.humans))

    def is_guided(self, seat: int | None) -> bool:
        """Whether the moves are explained to this seat now; never to somebody without a seat."""
        return seat is not None and self.seats[seat].guided and self.may_guide(seat)


@dataclass(frozen=True)
class BotReason:
    """Why a bot moved: its strength, a message key, and the values for that message."""

    bot: str
    key: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Hint:
    """The action that a bot suggests in the position after entry `seq`, as JSON, and why."""

    seq: int
    action: Mapping[str, Any] = field(hash=False)
    reason: BotReason


@dataclass(frozen=True)
class BotTurn:
    """A game in which the server moves: the seat to decide, the length of the log, and how many people play.

    The seat is a bot's, or that of a person with automatic moves, which have not been asked in this position.
    `undone` tells whether the bot waits, because the last entry is an undo and nobody has let it go on. `failures`
    counts how often it has failed here; `changed` and `visited` are the times of the last change and the last visit.
    """

    game_id: str
    seat: Seat
    seq: int
    undone: bool
    people: int
    changed: datetime
    visited: datetime | None = None
    failures: int = 0


@dataclass(frozen=True)
class StoredMove:
    """An automatic move of a seat, as JSON, set after entry `since`; `stopped_at` is the entry at which it ended.

    Then `reason` is the code of why, and `values` are what it mentions.
    """

    number: int
    move: Mapping[str, Any]
    since: int
    stopped_at: int | None = None
    reason: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class GamePage:
    """One page of the list of games, last changed first; `more` is the cursor of the next page, None on the last."""

    games: tuple[GameInfo, ...]
    more: str | None


@dataclass(frozen=True)
class LoadedGame:
    """A copy of a game after `seq` entries, and the open undo request."""

    game: Game
    seq: int
    request: UndoRequest | None


@dataclass(frozen=True)
class Progress:
    """How far a game is: the numbers of its last entry and its last chat message, 0 if there is none."""

    entries: int
    messages: int


@dataclass(frozen=True)
class Message:
    """A chat message; `seat` is None for notices of the table, at one screen and for a `spectator`, who has a name."""

    number: int
    seat: int | None
    text: str
    at: datetime
    spectator: str | None = None


def checked_choice(field: str, value: object, known: Sequence[str]) -> str:
    """Return the value if it is one of the known words; raises InvalidInput otherwise."""
    if not isinstance(value, str) or value not in known:
        raise InvalidInput("unknown_choice", field=field, value=quoted(value), known=tuple(known))
    return value


def checked_text(field: str, text: object, longest: int, *, empty: bool = False, layout: bool = False) -> str:
    """Return the text if it can be stored and shown; raises InvalidInput if it is empty, too long or unprintable."""
    if not isinstance(text, str):
        raise InvalidInput("text_missing", field=field)
    if not empty and not as_seen(text):
        raise InvalidInput("text_missing", field=field)
    if len(text) > longest:
        raise InvalidInput("text_too_long", field=field, length=len(text), longest=longest)
    refused = _UNPRINTABLE if layout else _UNPRINTABLE | _LINE_ENDS
    if any(unicodedata.category(each) in refused and not (layout and each in _LAYOUT) for each in text):
        raise InvalidInput("text_unprintable", field=field)
    if not layout and (not TURNING_CHARACTERS.isdisjoint(text) or _has_hidden_characters(text)):
        raise InvalidInput("text_unprintable", field=field)
    return text


def parse_players(players: object) -> list[Player]:
    """Turn names and players into players; raises InvalidInput if names are not seen or not told apart.

    The engine checks names too; older games may have some that only this refuses.
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise InvalidInput("players_not_a_list", found=type(players).__name__)
    parsed = [_parse_player(player) for player in players]
    seen: set[str] = set()
    for seat, player in enumerate(parsed, 1):
        name: object = player.name
        if not isinstance(name, str):  # which the engine refuses
            continue
        if _has_hidden_characters(name):
            raise InvalidInput("name_unprintable", seat=seat)
        if (shown := as_seen(name)) in seen:
            raise InvalidInput("name_twice", name=name)
        seen.add(shown)
    return parsed


def as_seen(text: str) -> str:
    """A text as a reader sees it: two that look alike are the same, and one without ink is empty."""
    return " ".join(unicodedata.normalize("NFKC", "".join(each for each in text if not _is_inkless(each))).split())


def _is_inkless(character: str) -> bool:
    return character in _INVISIBLE or character in _JOINERS or unicodedata.category(character) == "Cf"


def _has_hidden_characters(text: str) -> bool:
    """Whether a name contains characters that nobody sees; joiners are fine where there is something to join."""
    return any(
        _is_inkless(each) and (each not in _JOINERS or before.isspace() or (each in _ZERO_WIDTH and before.isascii()))
        for before, each in zip(" " + text, text, strict=False)
    )


def _parse_player(player: Any) -> Player:
    if not isinstance(player, Player):
        return Player(player)
    checked_choice("language", player.language, LANGUAGES)
    if player.bot is not None:
        checked_text("bot", player.bot, LONGEST_STRENGTH)
    return player


def default_hints(mode: str, players: Sequence[Player]) -> bool:
    """Whether hints are on by default: at one screen, and where there is at most one human player."""
    return mode == "hot_seat" or sum(player.bot is None for player in players) <= 1
