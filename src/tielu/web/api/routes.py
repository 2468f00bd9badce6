"""The JSON API. A seat of a game with links is shown by its secret: `Authorization: Bearer SECRET`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.exceptions import HTTPException

from tielu.bots.strengths import strength_of, strengths
from tielu.errors import NotAllowed
from tielu.i18n import say as in_words
from tielu.i18n import say_reason
from tielu.store import BotReason, GameInfo, Message, Player, Seat, Store
from tielu.store.models import MAX_PAGE_SIZE
from tielu.views.actions.menu import describe
from tielu.web import live
from tielu.web.api.models import (
    AskedNumber,
    BotSummary,
    GameList,
    GivenBot,
    GivenEntry,
    GivenGame,
    GivenMessage,
    GivenPlayer,
    GivenQuestion,
    GivenSeq,
    GivenUndo,
    Legal,
    MadeGame,
    Position,
    Refusal,
    SeatSummary,
    Written,
    WrittenAdvice,
    WrittenEntry,
    WrittenMessage,
    WrittenReason,
    summary_of,
)
from tielu.web.bots.hints import ask_advice, let_go_on
from tielu.web.dependencies import BotsDep, PublisherDep, StoreDep, reader_language
from tielu.web.seats.reader import screen_seat
from tielu.web.seats.transfer import hand_over
from tielu.web.start.new_game_form import undo_rule
from tielu.web.table.entries import undo_target, write_entry

_REFUSALS = {
    400: "What was sent is not what is expected, or cannot be.",
    403: "Not with this secret, or not now.",
    404: "There is no such game or entry.",
    409: "Somebody was quicker: the game is not at `seq` any more.",
    413: "Too large.",
    415: "Only JSON is taken.",
    422: "The rules of the game forbid it; `rule` says which.",
    503: "The database cannot be used, or a bot has no answer.",
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
    store: StoreDep,
    state: Annotated[Literal["running", "finished"] | None, Query(description="only these games")] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_PAGE_SIZE)] = 50,
    after: Annotated[str | None, Query(description="`more` of the list before")] = None,
) -> GameList:
    """The games there are, last changed first."""
    page = store.list_games(state, limit, after)
    return GameList(games=[summary_of(info) for info in page.games], more=page.more)


@router.post("/games", status_code=201)
def create(store: StoreDep, publisher: PublisherDep, given: GivenGame) -> MadeGame:
    """Make a game."""
    players = [_player(each, given.title) for each in given.players]
    undo = undo_rule(given.undo or "", given.mode)
    made = store.create_game(
        given.title, players, given.edition, name=given.name, mode=given.mode, undo=undo, hints=given.hints
    )
    publisher.publish(made.id)
    return MadeGame(id=made.id, secrets=list(made.secrets), keeper=made.keeper)


@router.get("/games/{game_id}")
def position(store: StoreDep, bots: BotsDep, game_id: str, at: AskedNumber | None = None) -> Position:
    """The position after entry `at`, or as it stands."""
    loaded = store.load(game_id, at)
    bots.visited(game_id)
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
def legal(store: StoreDep, game_id: str) -> Legal:
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
def act(store: StoreDep, publisher: PublisherDep, game_id: str, given: GivenEntry, secret: Secret) -> Written:
    """Take an action; 409 if the game is not at `seq` any more."""
    return _write(store, publisher, game_id, given.seq, given.action, secret)


@router.post("/games/{game_id}/undo", openapi_extra=_OPTIONAL)
def undo(store: StoreDep, publisher: PublisherDep, game_id: str, given: GivenUndo, secret: Secret) -> Written:
    """Take back, or ask for it where the others must consent; 409 if the game is not at `seq` any more."""
    info = store.game(game_id)
    kind = "ask_undo" if info.undo == "consent" else "undo"
    back = undo_target(store, info, store.effective_entries(game_id)) if given.to is None else given.to
    return _write(store, publisher, game_id, given.seq, {"type": kind, "to": back}, secret)


@router.get("/games/{game_id}/entries")
def entries(request: Request, store: StoreDep, game_id: str, since: AskedNumber = 0) -> list[WrittenEntry]:
    """The log after entry `since`."""
    lang, reasons = reader_language(request), store.reasons(game_id, since)
    return [
        WrittenEntry(
            seq=each.seq,
            seat=each.seat,
            entry=each.data,
            at=each.at.isoformat(),
            reason=_reason(reasons[each.seq], lang) if each.seq in reasons else None,
        )
        for each in store.entries_since(game_id, since)
    ]


router.add_api_route(
    "/games/{game_id}/events", live.events, methods=["GET"], response_class=EventStream, response_model=None
)


# ---- bots ----


@router.get("/bots")
def list_bots(request: Request) -> list[BotSummary]:
    """The bots there are, from the weakest to the strongest."""
    lang = reader_language(request)
    return [BotSummary(name=each.name, text=in_words(each.words, lang), seconds=each.seconds) for each in strengths()]


@router.get("/games/{game_id}/seats")
def seats(store: StoreDep, game_id: str) -> list[SeatSummary]:
    """Who plays where."""
    return _seats(store.game(game_id).seats)


@router.post("/games/{game_id}/seats/{number}", openapi_extra=_OPTIONAL)
def seat_to_bot(
    request: Request,
    store: StoreDep,
    publisher: PublisherDep,
    game_id: str,
    number: int,
    given: GivenBot,
    secret: Secret,
) -> list[SeatSummary]:
    """Let a bot play on the own seat, or play there again; at one screen on any."""
    info = store.game(game_id)
    seat = _seat(store, info, secret)
    hand_over(store, publisher, info, number, given.bot, seat, reader_language(request), keeper=False)
    return _seats(store.game(game_id).seats)


@router.post("/games/{game_id}/hint", openapi_extra=_OPTIONAL)
def hint(
    request: Request, store: StoreDep, bots: BotsDep, game_id: str, given: GivenQuestion, secret: Secret
) -> WrittenAdvice:
    """Ask a bot what it would do on the own seat, which must be the one that decides."""
    info = store.game(game_id)
    loaded, advice = ask_advice(store, bots, info, given.seq, given.bot, _seat(store, info, secret))
    lang = reader_language(request)
    return WrittenAdvice(
        seq=advice.seq,
        action=advice.action.to_json(),
        text=describe(loaded.game, advice.action, lang),
        reason=_reason(BotReason(advice.strength.name, advice.reason.key, advice.reason.values), lang),
    )


@router.post("/games/{game_id}/go_on", openapi_extra=_OPTIONAL)
def go_on(store: StoreDep, bots: BotsDep, game_id: str, given: GivenSeq, secret: Secret) -> Written:
    """Let bots go on at once after something was taken back."""
    _seat(store, store.game(game_id), secret)
    let_go_on(store, bots, game_id, given.seq)
    return Written(seq=given.seq)


# ---- chat ----


@router.get("/games/{game_id}/chat")
def messages(store: StoreDep, game_id: str, since: AskedNumber = 0) -> list[WrittenMessage]:
    """The chat after the message of number `since`."""
    return [_message(each) for each in store.messages_since(game_id, since)]


@router.post("/games/{game_id}/chat", status_code=201, openapi_extra=_OPTIONAL)
def say(store: StoreDep, publisher: PublisherDep, game_id: str, given: GivenMessage, secret: Secret) -> WrittenMessage:
    """Say something at the table."""
    info = store.game(game_id)
    seat = _seat(store, info, secret)
    message = store.add_message(game_id, None if info.mode == "hot_seat" else seat, given.text)
    publisher.publish(game_id)
    return _message(message)


# ---- inside ----


def _write(
    store: Store, publisher: live.Publisher, game_id: str, seq: int, entry: dict[str, Any], secret: Secret
) -> Written:
    written = write_entry(store, game_id, seq, entry, _seat(store, store.game(game_id), secret))
    publisher.publish(game_id)
    return Written(seq=written)


def _player(given: str | GivenPlayer, title: str) -> Player:
    if isinstance(given, str):
        return Player(given)
    return Player(given.name, given.language, None if given.bot is None else strength_of(given.bot, title).name)


def _seats(seats: tuple[Seat, ...]) -> list[SeatSummary]:
    return [SeatSummary(number=each.number, name=each.name, language=each.language, bot=each.bot) for each in seats]


def _reason(reason: BotReason, lang: str) -> WrittenReason:
    return WrittenReason(bot=reason.bot, key=reason.key, values=dict(reason.values), text=say_reason(reason, lang))


def _message(message: Message) -> WrittenMessage:
    return WrittenMessage(number=message.number, seat=message.seat, text=message.text, at=message.at.isoformat())


def _seat(store: Store, info: GameInfo, secret: HTTPAuthorizationCredentials | None) -> int:
    """The seat of who asks; raises NotAllowed for somebody who only watches."""
    if info.mode == "hot_seat":
        return screen_seat(info)
    seat = None if secret is None else store.seat_of_secret(info.id, secret.credentials.strip())
    if seat is None:
        raise NotAllowed("seat_needed")
    return seat.number
