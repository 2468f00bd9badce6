"""The JSON API. A seat of a game with links is shown by its secret: `Authorization: Bearer SECRET`."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException

from tielu import InvalidAction
from tielu.store import GameInfo, Player, Store
from tielu.web.live import News
from tielu.web.pages import the_news, the_store


class GivenPlayer(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str
    language: str = "en"


class GivenGame(BaseModel):
    """A game to be made, players in seating order; without an edition that of 2022."""

    model_config = ConfigDict(extra="forbid")

    title: str
    players: list[str | GivenPlayer]
    edition: str | None = None
    name: str = ""
    mode: str = "links"
    undo: str = "free"


class MadeGame(BaseModel):
    """The secrets of the seats are told this once."""

    id: str
    secrets: list[str | None]


class GivenEntry(BaseModel):
    """An action, or an entry about undo, made for the position after `seq` entries."""

    model_config = ConfigDict(extra="forbid")

    seq: int
    action: dict[str, Any]


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


class WrittenEntry(BaseModel):
    seq: int
    seat: int
    entry: dict[str, Any]
    at: str


class RefusedRule(BaseModel):
    id: str
    text: str


class Refusal(BaseModel):
    code: str
    text: str
    rule: RefusedRule | None = None


def is_json(request: Request) -> None:
    """Pages of others can send forms without asking, but no JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if request.method == "POST" and kind != "application/json":
        raise HTTPException(415)


TheStore = Annotated[Store, Depends(the_store)]
TheNews = Annotated[News, Depends(the_news)]
router = APIRouter(
    prefix="/api",
    dependencies=[Depends(is_json)],
    responses={status: {"model": Refusal} for status in (400, 403, 404, 409, 415, 422)},
)


@router.post("/games", status_code=201)
def create(store: TheStore, given: GivenGame) -> MadeGame:
    """Make a game."""
    players = [Player(each) if isinstance(each, str) else Player(each.name, each.language) for each in given.players]
    made = store.create_game(given.title, players, given.edition, name=given.name, mode=given.mode, undo=given.undo)
    return MadeGame(id=made.id, secrets=list(made.secrets))


@router.get("/games/{game_id}")
def position(store: TheStore, game_id: str, at: int | None = None) -> Position:
    """The position after entry `at`, or as it stands."""
    loaded = store.load(game_id, at)
    game = loaded.game
    return Position(
        title=game.title,
        edition=game.edition,
        players=game.players,
        seq=loaded.seq,
        actor=game.actor,
        deciding=game.deciding,
        finished=game.finished,
        snapshot=game.snapshot(),
    )


@router.get("/games/{game_id}/legal")
def legal(store: TheStore, game_id: str) -> Legal:
    """What may be done now."""
    loaded = store.load(game_id)
    actions = []
    for action in loaded.game.legal_actions():
        amounts = getattr(action, "amounts", None)
        more = {} if amounts is None else {"amounts": {"low": amounts.low, "high": amounts.high, "step": amounts.step}}
        actions.append({"action": action.to_json(), **more})
    return Legal(seq=loaded.seq, actor=loaded.game.actor, actions=actions)


@router.post("/games/{game_id}/act")
def act(
    store: TheStore,
    news: TheNews,
    game_id: str,
    given: GivenEntry,
    authorization: Annotated[str, Header()] = "",
) -> Written:
    """Take an action; 409 if the game is not at `seq` any more."""
    seat = _seat(store, store.game(game_id), authorization)
    seq = store.append(game_id, given.seq, given.action, seat)
    news.tell(game_id)
    return Written(seq=seq)


@router.get("/games/{game_id}/entries")
def entries(store: TheStore, game_id: str, since: int = 0) -> list[WrittenEntry]:
    """The log after entry `since`."""
    return [
        WrittenEntry(seq=each.seq, seat=each.seat, entry=each.data, at=each.at.isoformat())
        for each in store.entries_since(game_id, since)
    ]


def _seat(store: Store, info: GameInfo, authorization: str) -> int:
    if info.mode == "hot_seat":
        return info.actor or 0
    scheme, _, secret = authorization.partition(" ")
    seat = store.seat_of_secret(info.id, secret.strip()) if scheme.lower() == "bearer" else None
    if seat is None:
        raise InvalidAction("seat_needed")
    return seat.number
