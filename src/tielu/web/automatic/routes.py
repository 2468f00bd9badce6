"""The sheet of a player's automatic moves, and the forms with which they are set and taken back."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from tielu.automatic import AutomaticMove, BidUpTo, BuyShares, LeavePower, Operate, PassShares, move_from_json
from tielu.errors import InvalidInput, NotAllowed
from tielu.store import GameInfo, Store
from tielu.web.automatic.view import AutomaticSheet, automatic_seat, automatic_sheet
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep, request_language
from tielu.web.rendering import render
from tielu.web.seats.access import require_seat

router = APIRouter(include_in_schema=False)

_NUMBERS = ("below", "shares", "price", "limit")


def own_automatic_seat(info: GameInfo, seat: int) -> int:
    """The seat whose automatic moves whoever sits there may see; raises NotAllowed where others see them, too."""
    found = automatic_seat(info, seat)
    if found is None:
        raise NotAllowed("automatic_needs_seat")
    return found


def set_automatic_move(store: Store, info: GameInfo, seat: int, data: Any, lang: str) -> int:
    """Set a move that is given as JSON, and return its number; raises InvalidInput for one that makes no sense here."""
    move = move_from_json(data)
    _check_names(move, automatic_sheet(store, info, store.load(info.id).game, seat, lang))
    return store.automatic.set(info.id, seat, move.to_json())


@router.get("/games/{game_id}/automatic")
def sheet(request: Request, store: StoreDep, game_id: str) -> Response:
    info = store.game(game_id)
    seat = own_automatic_seat(info, require_seat(request, store, info))
    lang = request_language(request)
    found = automatic_sheet(store, info, store.load(game_id).game, seat, lang)
    return render(request, "automatic.html", lang, info=info, sheet=found)


@router.post("/games/{game_id}/automatic", dependencies=[CHECKED_FORM])
def set_move(
    request: Request,
    store: StoreDep,
    publisher: PublisherDep,
    game_id: str,
    kind: Annotated[str, Form(alias="type")] = "",
    until: Annotated[list[str] | None, Form()] = None,
    company: Annotated[str, Form()] = "",
    below: Annotated[str, Form()] = "",
    shares: Annotated[str, Form()] = "",
    price: Annotated[str, Form()] = "",
    private: Annotated[str, Form()] = "",
    limit: Annotated[str, Form()] = "",
    railway: Annotated[str, Form()] = "",
    dividend: Annotated[str, Form()] = "",
) -> Response:
    """Set an automatic move; what the form leaves empty is not part of it."""
    info = store.game(game_id)
    seat = own_automatic_seat(info, require_seat(request, store, info))
    typed = {"company": company, "below": below, "shares": shares, "price": price, "private": private}
    typed |= {"limit": limit, "railway": railway, "dividend": dividend}
    fields: dict[str, Any] = {name: _value(name, text.strip()) for name, text in typed.items() if text.strip()}
    if kind in (PassShares.type, Operate.type):
        fields["until"] = until or []
    set_automatic_move(store, info, seat, {"type": kind, **_without_halves(fields)}, request_language(request))
    publisher.publish(game_id)
    return RedirectResponse(f"/games/{game_id}/automatic", 303)


@router.post("/games/{game_id}/automatic/{number}/take-back", dependencies=[CHECKED_FORM])
def take_back(request: Request, store: StoreDep, game_id: str, number: int) -> Response:
    info = store.game(game_id)
    seat = own_automatic_seat(info, require_seat(request, store, info))
    store.automatic.take_back(game_id, seat, number)
    return RedirectResponse(f"/games/{game_id}/automatic", 303)


def _value(name: str, text: str) -> str | int:
    """A field as the move has it; what should be a number and is none stays a text, which is refused."""
    return int(text) if name in _NUMBERS and text.isascii() and text.isdigit() and len(text) < 10 else text


def _without_halves(fields: dict[str, Any]) -> dict[str, Any]:
    """Passing watches no price if the form names a company only, as a list always does."""
    if "until" in fields and "below" not in fields:
        fields.pop("company", None)
    return fields


def _check_names(move: AutomaticMove, sheet: AutomaticSheet) -> None:
    """Raise InvalidInput unless the move is about something that the sheet offers."""
    asked: tuple[str | None, tuple[str, ...]] = (None, ())
    if isinstance(move, (PassShares, BuyShares)):
        asked = move.company, sheet.companies
    elif isinstance(move, Operate):
        asked = move.railway, sheet.railways
    elif isinstance(move, BidUpTo):
        asked = move.private, tuple(each for each, _ in sheet.privates)
    elif isinstance(move, LeavePower):
        asked = move.private, tuple(each for each, _ in sheet.powers)
    if asked[0] is not None and asked[0] not in asked[1]:
        raise InvalidInput("automatic_of_what", name=asked[0])
