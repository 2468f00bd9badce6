"""Request and response models of the JSON API: `…In` is sent to it, `…Out` comes back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tielu import LONGEST_NAME, TITLES
from tielu.bots.strengths import USUAL
from tielu.core.title import find_title
from tielu.store import GameInfo

LARGEST_NUMBER = 2**31 - 1
# The number of an entry or message: an integer in JSON, digits in a query.
Number = Annotated[int, Field(ge=0, le=LARGEST_NUMBER, strict=True)]
QueryNumber = Annotated[int, Query(ge=0, le=LARGEST_NUMBER)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


def _list_titles(schema: dict[str, Any]) -> None:
    schema["enum"] = [name for title in TITLES.values() for name in (title.name, *title.other_names)]


# An unknown one is refused as the engine refuses it, with the titles that there are.
TitleName = Annotated[str, AfterValidator(lambda name: find_title(name).name), Field(json_schema_extra=_list_titles)]


class RequestBody(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PlayerIn(RequestBody):
    name: Name
    language: Literal["en", "de", "ja"] = "en"
    bot: Annotated[str | None, Field(max_length=LONGEST_NAME)] = None
    skips_empty_steps: bool = False


class TimeControlIn(RequestBody):
    """The clock of a game, with times in seconds: for each player at the beginning, more for each turn, and the most.

    Without a `most` it is for one sitting. `when_over` says what happens when somebody's time is over.
    """

    initial: Number
    per_turn: Number
    most: Number | None = None
    when_over: Literal["bot", "wait", "consent"] = "bot"
    bot: Annotated[str, Field(max_length=LONGEST_NAME)] = USUAL


class GameIn(RequestBody):
    """A game to create, with players in seating order; edition, undo rule and hints have defaults.

    `bot` of a player is the name of one of `/api/bots`. `hints` tells whether people may ask bots for hints. For a
    player who `skips_empty_steps` the table passes where only a private's power keeps a step open. With a
    `time_control`, which games with links can have, there are clocks.
    """

    title: TitleName
    players: Annotated[list[Name | PlayerIn], Field(min_length=2, max_length=7)]
    edition: str | None = None
    name: Annotated[str, Field(max_length=80)] = ""
    mode: Literal["links", "hot_seat"] = "links"
    undo: Literal["free", "own", "consent", "none"] | None = None
    hints: bool | None = None
    spectators_talk: bool = False
    time_control: TimeControlIn | None = None


class EntryIn(RequestBody):
    """An action, or an entry about undo, for the position after `seq` entries."""

    seq: Number
    action: dict[str, Any]


class UndoIn(RequestBody):
    """An undo to the position after entry `to`, or by default to before the last action of a person."""

    seq: Number
    to: Number | None = None


class WhatIfIn(RequestBody):
    """A what-if board on the position after entry `at`, or on the present one."""

    at: Number | None = None


class DiscardIn(RequestBody):
    """An empty object: the address says which board."""


class AutomaticMoveIn(RequestBody):
    """An automatic move, as `tielu.automatic` writes it."""

    move: Annotated[dict[str, Any], Field(examples=[{"type": "bid_up_to", "private": "P0", "limit": 20}])]


class TakeBackIn(RequestBody):
    """An empty object: the address says which move."""


class AutomaticMoveOut(BaseModel):
    """An automatic move of a seat, set after entry `since`; `stopped_at` and `reason` say when and why it has ended."""

    number: int
    move: dict[str, Any]
    since: int
    stopped_at: int | None
    reason: str


class SeatIn(RequestBody):
    """The bot that is to play on a seat, null for a person."""

    bot: Annotated[str | None, Field(max_length=LONGEST_NAME)]


class HintIn(RequestBody):
    """A request for a hint from a bot in the position after `seq` entries."""

    seq: Number
    bot: Annotated[str, Field(max_length=LONGEST_NAME)] = USUAL


class SeqIn(RequestBody):
    seq: Number


class MessageIn(RequestBody):
    """A message; whoever has no seat gives a name, where spectators talk."""

    text: Annotated[str, Field(min_length=1, max_length=2000)]
    name: Annotated[str, Field(max_length=LONGEST_NAME)] = ""


class CreatedGameOut(BaseModel):
    """A new game with the secrets of its seats and of its keeper, which cannot be read again later."""

    id: str
    secrets: list[str | None]
    keeper: str


class WhatIfOut(BaseModel):
    """A new what-if board; whoever has the secret plays all its seats."""

    id: str
    secret: str


class GameOut(BaseModel):
    """A game in a list; `actor` is the number of the seat that must decide."""

    id: str
    title: str
    edition: str
    name: str
    mode: str
    undo: str
    hints: bool
    spectators_talk: bool
    players: list[str]
    bots: list[str | None]
    actor: int | None
    finished: bool
    created: str
    changed: str


class GameListOut(BaseModel):
    """A page of games, last changed first; `more` is the `after` of the next page."""

    games: list[GameOut]
    more: str | None


class PositionOut(BaseModel):
    title: str
    edition: str
    players: list[str]
    seq: int
    actor: str | None
    deciding: str | None
    finished: bool
    snapshot: dict[str, Any]


class LegalActionsOut(BaseModel):
    """All legal actions; one with `amounts` allows every amount from `low` to `high` in steps of `step`."""

    seq: int
    actor: str | None
    actions: list[dict[str, Any]]


class SeqOut(BaseModel):
    seq: int


class ReasonOut(BaseModel):
    """Why a bot moved: a key with its values for programs, and a text in the reader's language."""

    bot: str
    key: str
    values: dict[str, Any]
    text: str


class EntryOut(BaseModel):
    """An entry of the log; `reason` tells why a bot made it, null for people; the table made an `automatic` one."""

    seq: int
    seat: int
    entry: dict[str, Any]
    at: str
    reason: ReasonOut | None
    automatic: bool


class BotOut(BaseModel):
    """A bot; `text` is its label in the reader's language."""

    name: str
    text: str
    seconds: float


class SeatOut(BaseModel):
    """A seat; `bot` is null for a person. With clocks, `seconds_left` is what the seat has now.

    A bot plays on a seat that is `away` only until its person is back.
    """

    number: int
    name: str
    language: str
    bot: str | None
    seconds_left: float | None = None
    away: bool = False


class HintOut(BaseModel):
    """The action that a bot suggests in the position after `seq` entries, also as a text."""

    seq: int
    action: dict[str, Any]
    text: str
    reason: ReasonOut


class MessageOut(BaseModel):
    """A chat message; `seat` is null for notices of the table, at one screen and for a `spectator`, who has a name.

    The text of a message that an operator has removed is empty.
    """

    number: int
    seat: int | None
    text: str
    at: str
    spectator: str | None


class RuleOut(BaseModel):
    id: str
    text: str


class ErrorOut(BaseModel):
    """An error: a code for programs, a text in the reader's language, and the rule that forbids an action."""

    code: str
    text: str
    rule: RuleOut | None = None


def game_out(info: GameInfo) -> GameOut:
    return GameOut(
        id=info.id,
        title=info.title,
        edition=info.edition,
        name=info.name,
        mode=info.mode,
        undo=info.undo,
        hints=info.hints,
        spectators_talk=info.spectators_talk,
        players=info.players,
        bots=[seat.bot for seat in info.seats],
        actor=info.actor,
        finished=info.finished,
        created=info.created.isoformat(),
        changed=info.changed.isoformat(),
    )
