"""People whom the reader has muted or blocked: chosen on the page of the account, and left out of chats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from tielu.errors import TieluError
from tielu.store import GameInfo, Message, Store
from tielu.web.dependencies import CHECKED_FORM, StoreDep
from tielu.web.limits import limited
from tielu.web.people.account import account_page
from tielu.web.people.accounts import VisitorDep, visitor_of

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Unread:
    """Whom a reader does not want to read in a chat: seats, and names of spectators."""

    seats: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()

    def has(self, message: Message) -> bool:
        return message.seat in self.seats or message.spectator in self.names


def unread_by(request: Request, store: Store, info: GameInfo) -> Unread:
    """Whom the reader does not want to read at this table."""
    visitor = visitor_of(request, store)
    muted = () if visitor is None else store.people.mutes.of(visitor.person.id)
    if not muted:
        return Unread()
    people = {each.person for each in muted}
    seats = frozenset(seat.number for seat in info.seats if seat.person in people)
    return Unread(seats, frozenset(each.name for each in muted))


@router.post("/account/mutes", dependencies=[CHECKED_FORM, limited("invitations")])
def mute(
    request: Request,
    store: StoreDep,
    visitor: VisitorDep,
    other: Annotated[str, Form()] = "",
    blocks: Annotated[str, Form()] = "",
) -> Response:
    """Mute the person with this name, or also block them."""
    try:
        store.people.mutes.mute(visitor.person.id, other, blocks=blocks == "yes")
    except TieluError as error:
        return account_page(request, store, visitor, error)
    return RedirectResponse("/account#muted", 303)


@router.post("/account/mutes/end", dependencies=[CHECKED_FORM])
def end_mute(store: StoreDep, visitor: VisitorDep, person: Annotated[str, Form()] = "") -> Response:
    """Read somebody again."""
    store.people.mutes.end(visitor.person.id, person)
    return RedirectResponse("/account#muted", 303)
