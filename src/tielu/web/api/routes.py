"""The JSON API. In a game with links a client shows its seat by the secret: `Authorization: Bearer SECRET`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.sse import EventSourceResponse
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from tielu import Action
from tielu.bots.strengths import strength_of, strengths
from tielu.clocks import WAIT, TimeControl
from tielu.i18n import say as say_message
from tielu.i18n import say_reason
from tielu.store import BotReason, Conflict, GameInfo, Hint, LoadedGame, Message, Player, Store
from tielu.store.ids_and_secrets import new_secret
from tielu.store.models import MAX_PAGE_SIZE
from tielu.store.what_if import require_board
from tielu.views.actions.menu import describe
from tielu.web import live
from tielu.web.api.models import (
    AutomaticMoveIn,
    AutomaticMoveOut,
    BotOut,
    CreatedGameOut,
    DiscardIn,
    EntryIn,
    EntryOut,
    ErrorOut,
    GameIn,
    GameListOut,
    HintIn,
    HintOut,
    LegalActionsOut,
    MessageIn,
    MessageOut,
    PlayerIn,
    PositionOut,
    QueryNumber,
    ReasonOut,
    SeatIn,
    SeatOut,
    SeqIn,
    SeqOut,
    TakeBackIn,
    TimeControlIn,
    UndoIn,
    WhatIfIn,
    WhatIfOut,
    game_out,
)
from tielu.web.automatic.routes import own_automatic_seat, set_automatic_move
from tielu.web.bots.hints import request_hint
from tielu.web.dependencies import HintsDep, PublisherDep, StoreDep, record_visit, request_language
from tielu.web.limits import limited, rate_limits
from tielu.web.offers import offers
from tielu.web.people.accounts import check_spectator_name
from tielu.web.seats.access import hot_seat_number, no_seat
from tielu.web.seats.transfer import transfer_seat
from tielu.web.start.new_game_form import undo_rule
from tielu.web.table.entries import append_entry
from tielu.web.table.undo import undo_target

_REFUSALS = {
    400: "The request is malformed or asks for something impossible.",
    403: "Not allowed with this secret, or not now.",
    404: "There is no such game or entry.",
    409: "Another entry came first: the game is no longer at `seq`.",
    413: "The request is too large.",
    415: "Only JSON is accepted.",
    422: "The rules of the game forbid it; `rule` says which.",
    429: "Too often in a short time; `Retry-After` says when to try again.",
    503: "The database cannot be used, or a bot has failed.",
}
_SECRET = HTTPBearer(auto_error=False, scheme_name="seat", description="The secret of a seat, from its link.")
# At one screen no secret is needed; the request then acts for the seat that must decide.
_OPTIONAL: dict[str, Any] = {"security": [{}]}


def is_json(request: Request) -> None:
    """Raise 415 unless a POST is JSON, which pages of other sites cannot send without permission."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if request.method == "POST" and kind != "application/json":
        raise HTTPException(415)


Secret = Annotated[HTTPAuthorizationCredentials | None, Depends(_SECRET)]
router = APIRouter(
    prefix="/api",
    dependencies=[Depends(is_json)],
    responses={status: {"model": ErrorOut, "description": text} for status, text in _REFUSALS.items()},
)


# ---- games ----


@router.get("/games")
def list_games(
    store: StoreDep,
    state: Annotated[Literal["running", "finished"] | None, Query(description="only these games")] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_PAGE_SIZE)] = 50,
    after: Annotated[str | None, Query(description="`more` of the list before")] = None,
) -> GameListOut:
    """List the games, last changed first."""
    page = store.list_games(state, limit, after)
    return GameListOut(games=[game_out(info) for info in page.games], more=page.more)


@router.post("/games", status_code=201, dependencies=[limited("games")])
def create(store: StoreDep, publisher: PublisherDep, body: GameIn) -> CreatedGameOut:
    """Create a game."""
    players = [_player(each, body.title) for each in body.players]
    undo = undo_rule(body.undo or "", body.mode)
    created = store.create_game(
        body.title,
        players,
        body.edition,
        name=body.name,
        mode=body.mode,
        undo=undo,
        hints=body.hints,
        spectators_talk=body.spectators_talk,
        time_control=_time_control(body.time_control, body.title),
    )
    publisher.publish(created.id)
    return CreatedGameOut(id=created.id, secrets=list(created.secrets), keeper=created.keeper)


@router.get("/games/{game_id}")
def position(request: Request, store: StoreDep, game_id: str, at: QueryNumber | None = None) -> PositionOut:
    """The position after entry `at`, or the present one."""
    loaded = store.load(game_id, at)
    record_visit(request, store, game_id)
    game = loaded.game
    return PositionOut(
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
def legal(store: StoreDep, game_id: str) -> LegalActionsOut:
    """List the legal actions."""
    loaded = store.load(game_id)
    actions = []
    for action in offers(game_id, loaded.game):
        amounts = getattr(action, "amounts", None)
        more = {} if amounts is None else {"amounts": {"low": amounts.low, "high": amounts.high, "step": amounts.step}}
        actions.append({"action": action.to_json(), **more})
    return LegalActionsOut(seq=loaded.seq, actor=loaded.game.actor, actions=actions)


# ---- entries ----


@router.post("/games/{game_id}/act", openapi_extra=_OPTIONAL)
def act(
    request: Request, store: StoreDep, publisher: PublisherDep, game_id: str, body: EntryIn, secret: Secret
) -> SeqOut:
    """Take an action; 409 if the game is no longer at `seq`."""
    return _write(request, store, publisher, game_id, body.seq, body.action, secret)


@router.post("/games/{game_id}/undo", openapi_extra=_OPTIONAL)
def undo(
    request: Request, store: StoreDep, publisher: PublisherDep, game_id: str, body: UndoIn, secret: Secret
) -> SeqOut:
    """Undo, or ask for it where the others must consent; 409 if the game is no longer at `seq`."""
    stored = store.read(game_id)
    kind = "ask_undo" if stored.info.undo == "consent" else "undo"
    if body.to is None and body.seq != stored.seq and not stored.effective_entries():
        raise Conflict(body.seq, stored.seq)  # what was to be taken back has been by now
    to = undo_target(stored) if body.to is None else body.to
    return _write(request, store, publisher, game_id, body.seq, {"type": kind, "to": to}, secret)


@router.get("/games/{game_id}/entries")
def entries(request: Request, store: StoreDep, game_id: str, since: QueryNumber = 0) -> list[EntryOut]:
    """List the entries of the log after entry `since`."""
    lang, reasons = request_language(request), store.reasons(game_id, since)
    return [
        EntryOut(
            seq=each.seq,
            seat=each.seat,
            entry=each.data,
            at=each.at.isoformat(),
            reason=_reason(reasons[each.seq], lang) if each.seq in reasons else None,
            automatic=each.automatic,
        )
        for each in store.entries_since(game_id, since)
    ]


router.add_api_route(
    "/games/{game_id}/events", live.events, methods=["GET"], response_class=EventSourceResponse, response_model=None
)


# ---- what-if boards ----


@router.post("/games/{game_id}/what_if", status_code=201, dependencies=[limited("boards")])
def open_what_if(store: StoreDep, game_id: str, body: WhatIfIn) -> WhatIfOut:
    """Open a what-if board, a game of your own that starts from a position of this one."""
    secret = new_secret()
    return WhatIfOut(id=store.open_what_if(game_id, secret, body.at), secret=secret)


@router.post("/games/{game_id}/discard", status_code=204, openapi_extra=_OPTIONAL)
def discard_what_if(
    request: Request,
    store: StoreDep,
    publisher: PublisherDep,
    game_id: str,
    body: DiscardIn,  # noqa: ARG001  # every request of the API that changes something is JSON
    secret: Secret,
) -> None:
    """Discard your what-if board."""
    board = store.game(game_id)
    _seat(request, store, board, secret)
    require_board(board)
    store.discard_what_if(game_id)
    publisher.publish(game_id)


# ---- bots ----


@router.get("/bots")
def list_bots(request: Request) -> list[BotOut]:
    """List the bots, from the weakest to the strongest."""
    lang = request_language(request)
    return [BotOut(name=each.name, text=say_message(each.words, lang), seconds=each.seconds) for each in strengths()]


@router.get("/games/{game_id}/seats")
def seats(store: StoreDep, game_id: str) -> list[SeatOut]:
    """List the seats."""
    return _seats(store, store.game(game_id))


@router.post("/games/{game_id}/seats/{number}", openapi_extra=_OPTIONAL)
def seat_to_bot(
    request: Request,
    store: StoreDep,
    publisher: PublisherDep,
    game_id: str,
    number: int,
    body: SeatIn,
    secret: Secret,
) -> list[SeatOut]:
    """Let a bot play on your seat, or play there again yourself; at one screen on any seat."""
    info = store.game(game_id)
    seat = _seat(request, store, info, secret)
    transfer_seat(store, publisher, info, number, body.bot, seat, request_language(request), keeper=False)
    return _seats(store, store.game(game_id))


@router.post("/games/{game_id}/hint", openapi_extra=_OPTIONAL)
async def hint(
    request: Request, store: StoreDep, hints: HintsDep, game_id: str, body: HintIn, secret: Secret
) -> HintOut:
    """Ask a bot for a hint for your seat, which must be the one that decides."""
    info = await run_in_threadpool(store.game, game_id)
    seat = await run_in_threadpool(_seat, request, store, info, secret)
    loaded, found = await request_hint(request, store, hints, info, body.seq, body.bot, seat)
    return await run_in_threadpool(_hint, loaded, found, request_language(request))


def _hint(loaded: LoadedGame, found: Hint, lang: str) -> HintOut:
    return HintOut(
        seq=found.seq,
        action=dict(found.action),
        text=describe(loaded.game, Action.from_json(found.action), lang),
        reason=_reason(found.reason, lang),
    )


@router.post("/games/{game_id}/go_on", openapi_extra=_OPTIONAL)
def go_on(
    request: Request, store: StoreDep, publisher: PublisherDep, game_id: str, body: SeqIn, secret: Secret
) -> SeqOut:
    """Let bots go on at once after an undo."""
    _seat(request, store, store.game(game_id), secret)
    store.bots.resume(game_id, body.seq)
    publisher.publish(game_id)
    return SeqOut(seq=body.seq)


# ---- automatic moves ----


@router.get("/games/{game_id}/automatic", openapi_extra=_OPTIONAL)
def automatic_moves(request: Request, store: StoreDep, game_id: str, secret: Secret) -> list[AutomaticMoveOut]:
    """List the automatic moves of your seat, which nobody else sees."""
    info = store.game(game_id)
    return _automatic(store, game_id, own_automatic_seat(info, _seat(request, store, info, secret)))


@router.post("/games/{game_id}/automatic", status_code=201, openapi_extra=_OPTIONAL)
def set_automatic(
    request: Request, store: StoreDep, publisher: PublisherDep, game_id: str, body: AutomaticMoveIn, secret: Secret
) -> list[AutomaticMoveOut]:
    """Set an automatic move for your seat; the answer lists all of them."""
    info = store.game(game_id)
    seat = own_automatic_seat(info, _seat(request, store, info, secret))
    set_automatic_move(store, info, seat, body.move, request_language(request))
    publisher.publish(game_id)
    return _automatic(store, game_id, seat)


@router.post("/games/{game_id}/automatic/{number}/take_back", status_code=204, openapi_extra=_OPTIONAL)
def take_back_automatic(
    request: Request,
    store: StoreDep,
    game_id: str,
    number: int,
    body: TakeBackIn,  # noqa: ARG001  # every request of the API that changes something is JSON
    secret: Secret,
) -> None:
    """Take an automatic move of your seat back."""
    info = store.game(game_id)
    store.automatic.take_back(game_id, own_automatic_seat(info, _seat(request, store, info, secret)), number)


def _automatic(store: Store, game_id: str, seat: int) -> list[AutomaticMoveOut]:
    return [
        AutomaticMoveOut(
            number=each.number,
            move=dict(each.move),
            since=each.since,
            stopped_at=each.stopped_at,
            reason=each.reason,
        )
        for each in store.automatic.moves(game_id, seat)
    ]


# ---- chat ----


@router.get("/games/{game_id}/chat")
def messages(store: StoreDep, game_id: str, since: QueryNumber = 0) -> list[MessageOut]:
    """List the chat messages after number `since`."""
    return [_message(each) for each in store.talk.messages_since(game_id, since)]


@router.post("/games/{game_id}/chat", status_code=201, openapi_extra=_OPTIONAL)
def say(
    request: Request, store: StoreDep, publisher: PublisherDep, game_id: str, body: MessageIn, secret: Secret
) -> MessageOut:
    """Add a message to the chat."""
    info = store.game(game_id)
    if secret is None and body.name and info.mode == "links":
        rate_limits(request).count("chat", request, game_id, body.name)
        check_spectator_name(request, store, body.name)
        message = store.talk.add_message_of_spectator(game_id, body.name, body.text)
    else:
        seat = _seat(request, store, info, secret)
        rate_limits(request).count("chat", request, game_id, seat)
        message = store.talk.add_message(game_id, None if info.mode == "hot_seat" else seat, body.text)
    publisher.publish(game_id)
    return _message(message)


# ---- helpers ----


def _write(
    request: Request,
    store: Store,
    publisher: live.Publisher,
    game_id: str,
    seq: int,
    entry: dict[str, Any],
    secret: Secret,
) -> SeqOut:
    written = append_entry(store, game_id, seq, entry, _seat(request, store, store.game(game_id), secret))
    publisher.publish(game_id)
    return SeqOut(seq=written)


def _player(player: str | PlayerIn, title: str) -> Player:
    if isinstance(player, str):
        return Player(player)
    bot = None if player.bot is None else strength_of(player.bot, title).name
    return Player(player.name, player.language, bot, player.skips_empty_steps)


def _time_control(body: TimeControlIn | None, title: str) -> TimeControl | None:
    """The clock of a game; raises InvalidInput for one that cannot be, or an unknown bot."""
    if body is None:
        return None
    bot = "" if body.when_over == WAIT else strength_of(body.bot, title).name
    return TimeControl.from_json(body.model_dump() | {"bot": bot})


def _seats(store: Store, info: GameInfo) -> list[SeatOut]:
    clock = store.clocks.of(info.id) if info.pace else None
    found = [SeatOut(number=each.number, name=each.name, language=each.language, bot=each.bot) for each in info.seats]
    if clock is not None:
        now = store.clocks.now()
        for seat in found:
            seat.seconds_left = clock.left(seat.number, now).total_seconds()
            seat.away = clock.seats[seat.number].represented is not None
    return found


def _reason(reason: BotReason, lang: str) -> ReasonOut:
    return ReasonOut(bot=reason.bot, key=reason.key, values=dict(reason.values), text=say_reason(reason, lang))


def _message(message: Message) -> MessageOut:
    return MessageOut(
        number=message.number,
        seat=message.seat,
        text=message.text,
        at=message.at.isoformat(),
        spectator=message.spectator,
    )


def _seat(request: Request, store: Store, info: GameInfo, secret: HTTPAuthorizationCredentials | None) -> int:
    """The seat of the request; raises NotAllowed for a spectator, and TooManyRequests if secrets are guessed."""
    if info.origin is not None and (secret is None or not store.is_keeper(info.id, secret.credentials.strip())):
        rate_limits(request).count("links", request)
        raise no_seat(info)
    if info.mode == "hot_seat":
        return hot_seat_number(info)
    seat = None if secret is None else store.seat_of_secret(info.id, secret.credentials.strip())
    if seat is None:
        rate_limits(request).count("links", request)
        raise no_seat(info)
    return seat.number
