"""What the JSON API is given and answers, as values that describe themselves."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tielu import LONGEST_NAME, TITLES
from tielu.bots.strengths import USUAL
from tielu.store import GameInfo

LARGEST_NUMBER = 2**31 - 1
# Of an entry or a message: in JSON a number and nothing that looks like one, in an address its digits.
Number = Annotated[int, Field(ge=0, le=LARGEST_NUMBER, strict=True)]
AskedNumber = Annotated[int, Query(ge=0, le=LARGEST_NUMBER)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


def _known_title(name: str) -> str:
    if name not in TITLES:
        raise ValueError(f"no such title, only {', '.join(TITLES)}")
    return name


def _list_titles(schema: dict[str, Any]) -> None:
    schema["enum"] = list(TITLES)


TitleName = Annotated[str, AfterValidator(_known_title), Field(json_schema_extra=_list_titles)]


class Given(BaseModel):
    model_config = ConfigDict(extra="forbid")


class GivenPlayer(Given):
    name: Name
    language: Literal["en", "de", "ja"] = "en"
    bot: Annotated[str | None, Field(max_length=LONGEST_NAME)] = None


class GivenGame(Given):
    """A game to be made, players in seating order; without an edition the usual one, without an undo rule the usual.

    `bot` of a player is the name of one of `/api/bots`. `hints` says whether people may ask bots for advice.
    """

    title: TitleName
    players: Annotated[list[Name | GivenPlayer], Field(min_length=2, max_length=7)]
    edition: str | None = None
    name: Annotated[str, Field(max_length=80)] = ""
    mode: Literal["links", "hot_seat"] = "links"
    undo: Literal["free", "own", "consent", "none"] | None = None
    hints: bool | None = None


class GivenEntry(Given):
    """An action, or an entry about undo, made for the position after `seq` entries."""

    seq: Number
    action: dict[str, Any]


class GivenUndo(Given):
    """Back to the position after entry `to`; without it, back before the last action of a person that counts."""

    seq: Number
    to: Number | None = None


class GivenBot(Given):
    """The bot that is to play on a seat, null for a person."""

    bot: Annotated[str | None, Field(max_length=LONGEST_NAME)]


class GivenQuestion(Given):
    """What to do in the position after `seq` entries, and which bot is asked."""

    seq: Number
    bot: Annotated[str, Field(max_length=LONGEST_NAME)] = USUAL


class GivenSeq(Given):
    seq: Number


class GivenMessage(Given):
    text: Annotated[str, Field(min_length=1, max_length=2000)]


class MadeGame(BaseModel):
    """The secrets of the seats, and that of who keeps the game, are told this once."""

    id: str
    secrets: list[str | None]
    keeper: str


class GameSummary(BaseModel):
    """What a list says of a game; `actor` is the number of the seat that decides."""

    id: str
    title: str
    edition: str
    name: str
    mode: str
    undo: str
    hints: bool
    players: list[str]
    bots: list[str | None]
    actor: int | None
    finished: bool
    created: str
    changed: str


class GameList(BaseModel):
    """Some games, last changed first; `more` is the `after` of those that follow."""

    games: list[GameSummary]
    more: str | None


class Position(BaseModel):
    title: str
    edition: str
    players: list[str]
    seq: int
    actor: str | None
    deciding: str | None
    finished: bool
    snapshot: dict[str, Any]


class Legal(BaseModel):
    """Every legal action; one with `amounts` may take any amount from low to high in these steps."""

    seq: int
    actor: str | None
    actions: list[dict[str, Any]]


class Written(BaseModel):
    seq: int


class WrittenReason(BaseModel):
    """Why a bot moved: a key for programs with its values, and a text in the reader's language."""

    bot: str
    key: str
    values: dict[str, Any]
    text: str


class WrittenEntry(BaseModel):
    """An entry of the log; `reason` is why a bot made it, null for people."""

    seq: int
    seat: int
    entry: dict[str, Any]
    at: str
    reason: WrittenReason | None


class BotSummary(BaseModel):
    """A bot that can play; `text` is its name in the reader's language."""

    name: str
    text: str
    seconds: float


class SeatSummary(BaseModel):
    """Who plays on a seat: a bot, or where it is null a person."""

    number: int
    name: str
    language: str
    bot: str | None


class WrittenAdvice(BaseModel):
    """What a bot would do in the position after `seq` entries, in words too."""

    seq: int
    action: dict[str, Any]
    text: str
    reason: WrittenReason


class WrittenMessage(BaseModel):
    """A line of the chat; without a seat it comes from the table itself, or from one screen."""

    number: int
    seat: int | None
    text: str
    at: str


class RefusedRule(BaseModel):
    id: str
    text: str


class Refusal(BaseModel):
    """Why not: a code for programs, a text in the reader's language, and the rule if the game forbids it."""

    code: str
    text: str
    rule: RefusedRule | None = None


def summary_of(info: GameInfo) -> GameSummary:
    return GameSummary(
        id=info.id,
        title=info.title,
        edition=info.edition,
        name=info.name,
        mode=info.mode,
        undo=info.undo,
        hints=info.hints,
        players=info.players,
        bots=[seat.bot for seat in info.seats],
        actor=info.actor,
        finished=info.finished,
        created=info.created.isoformat(),
        changed=info.changed.isoformat(),
    )
