"""The JSON API. A seat of a game with links is shown by its secret: `Authorization: Bearer SECRET`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.exceptions import HTTPException

from tielu import InvalidAction
from tielu.store import GameInfo, Message, Player, Store
from tielu.store.records import LARGEST_PAGE
from tielu.web import live
from tielu.web.api_models import (
    AskedNumber,
    GameList,
    GivenEntry,
    GivenGame,
    GivenMessage,
    GivenUndo,
    Legal,
    MadeGame,
    Position,
    Refusal,
    Written,
    WrittenEntry,
    WrittenMessage,
    summary_of,
)
from tielu.web.pages import TheNews, TheStore
from tielu.web.wishes import undo_rule

_REFUSALS = {
    400: "What was sent is not what is expected, or cannot be.",
    403: "Not with this secret, or not now.",
    404: "There is no such game or entry.",
    409: "Somebody was quicker: the game is not at `seq` any more.",
    413: "Too large.",
    415: "Only JSON is taken.",
    422: "The rules of the game forbid it; `rule` says which.",
    503: "The database cannot be used.",
}
_SECRET = HTTPBearer(auto_error=False, scheme_name="seat", description="The secret of a seat, from its link.")
# At one screen no secret is needed; whoever asks then acts for who is to act.
_OPTIONAL: dict[str, Any] = {"security": [{}]}


def is_json(request: Request) -> None:
    """Pages of others can send forms without asking, but no JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if request.method == "POST" and kind != "application/json":
        raise HTTPException(415)


Secret = Annotated[HTTPAuthorizationCredentials | None, Depends(_SECRET)]
router = APIRouter(
    prefix="/api",
    dependencies=[Depends(is_json)],
    responses={status: {"model": Refusal, "description": text} for status, text in _REFUSALS.items()},
)


class EventStream(StreamingResponse):
    """Server-sent events, as the description of the API names them."""

    media_type = "text/event-stream"


# ---- games ----


@router.get("/games")
def list_games(
    store: TheStore,
    state: Annotated[Literal["running", "finished"] | None, Query(description="only these games")] = None,
    limit: Annotated[int, Query(ge=1, le=LARGEST_PAGE)] = 50,
    after: Annotated[str | None, Query(description="`more` of the list before")] = None,
) -> GameList:
    """The games there are, last changed first."""
    page = store.list_games(state, limit, after)
    return GameList(games=[summary_of(info) for info in page.games], more=page.more)


@router.post("/games", status_code=201)
def create(store: TheStore, given: GivenGame) -> MadeGame:
    """Make a game."""
    players = [Player(each) if isinstance(each, str) else Player(each.name, each.language) for each in given.players]
    undo = undo_rule(given.undo or "", given.mode)
    made = store.create_game(given.title, players, given.edition, name=given.name, mode=given.mode, undo=undo)
    return MadeGame(id=made.id, secrets=list(made.secrets), keeper=made.keeper)


@router.get("/games/{game_id}")
def position(store: TheStore, game_id: str, at: AskedNumber | None = None) -> Position:
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


# ---- entries ----


@router.post("/games/{game_id}/act", openapi_extra=_OPTIONAL)
def act(store: TheStore, news: TheNews, game_id: str, given: GivenEntry, secret: Secret) -> Written:
    """Take an action; 409 if the game is not at `seq` any more."""
    return _write(store, news, game_id, given.seq, given.action, secret)


@router.post("/games/{game_id}/undo", openapi_extra=_OPTIONAL)
def undo(store: TheStore, news: TheNews, game_id: str, given: GivenUndo, secret: Secret) -> Written:
    """Take back, or ask for it where the others must consent; 409 if the game is not at `seq` any more."""
    kind = "ask_undo" if store.game(game_id).undo == "consent" else "undo"
    back = _before_last(store, game_id) if given.to is None else given.to
    return _write(store, news, game_id, given.seq, {"type": kind, "to": back}, secret)


@router.get("/games/{game_id}/entries")
def entries(store: TheStore, game_id: str, since: AskedNumber = 0) -> list[WrittenEntry]:
    """The log after entry `since`."""
    return [
        WrittenEntry(seq=each.seq, seat=each.seat, entry=each.data, at=each.at.isoformat())
        for each in store.entries_since(game_id, since)
    ]


router.add_api_route(
    "/games/{game_id}/events", live.events, methods=["GET"], response_class=EventStream, response_model=None
)


# ---- chat ----


@router.get("/games/{game_id}/chat")
def messages(store: TheStore, game_id: str, since: AskedNumber = 0) -> list[WrittenMessage]:
    """The chat after the message of number `since`."""
    return [_message(each) for each in store.messages_since(game_id, since)]


@router.post("/games/{game_id}/chat", status_code=201, openapi_extra=_OPTIONAL)
def say(store: TheStore, news: TheNews, game_id: str, given: GivenMessage, secret: Secret) -> WrittenMessage:
    """Say something at the table."""
    info = store.game(game_id)
    seat = _seat(store, info, secret)
    message = store.add_message(game_id, None if info.mode == "hot_seat" else seat, given.text)
    news.tell(game_id)
    return _message(message)


# ---- inside ----


def _write(store: Store, news: live.News, game_id: str, seq: int, entry: dict[str, Any], secret: Secret) -> Written:
    written = store.append(game_id, seq, entry, _seat(store, store.game(game_id), secret))
    news.tell(game_id)
    return Written(seq=written)


def _before_last(store: Store, game_id: str) -> int:
    """The entry before the last action that counts; raises InvalidAction if there is none."""
    counting = store.counting(game_id)
    if not counting:
        raise InvalidAction("nothing_to_undo")
    return counting[-2] if len(counting) > 1 else 0


def _message(message: Message) -> WrittenMessage:
    return WrittenMessage(number=message.number, seat=message.seat, text=message.text, at=message.at.isoformat())


def _seat(store: Store, info: GameInfo, secret: HTTPAuthorizationCredentials | None) -> int:
    """The seat of who asks; raises InvalidAction for somebody who only watches."""
    if info.mode == "hot_seat":
        return info.actor or 0
    seat = None if secret is None else store.seat_of_secret(info.id, secret.credentials.strip())
    if seat is None:
        raise InvalidAction("seat_needed")
    return seat.number
