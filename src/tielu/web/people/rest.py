"""Nights and holidays on the page of one's own account; in them one's clocks stand still."""

from __future__ import annotations

from datetime import date, time
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from tielu.errors import InvalidInput, TieluError
from tielu.web.dependencies import CHECKED_FORM, StoreDep
from tielu.web.people.account import account_page
from tielu.web.people.accounts import VisitorDep

router = APIRouter(include_in_schema=False)

_DONE = "/account#rest"


@router.post("/account/night", dependencies=[CHECKED_FORM])
def set_night(
    request: Request,
    store: StoreDep,
    visitor: VisitorDep,
    begins: Annotated[str, Form()] = "",
    ends: Annotated[str, Form()] = "",
) -> Response:
    """Set when one sleeps; without times one never does."""
    try:
        store.people.set_night(visitor.person.id, (_time(begins), _time(ends)) if begins or ends else None)
    except TieluError as error:
        return account_page(request, store, visitor, error)
    return RedirectResponse(_DONE, 303)


@router.post("/account/holidays", dependencies=[CHECKED_FORM])
def add_holiday(
    request: Request,
    store: StoreDep,
    visitor: VisitorDep,
    first: Annotated[str, Form()] = "",
    last: Annotated[str, Form()] = "",
) -> Response:
    """Take a holiday, from its first to its last day; without a last one it is a single day."""
    try:
        store.people.add_holiday(visitor.person.id, (_date(first), _date(last or first)))
    except TieluError as error:
        return account_page(request, store, visitor, error)
    return RedirectResponse(_DONE, 303)


@router.post("/account/holidays/remove", dependencies=[CHECKED_FORM])
def remove_holiday(
    request: Request, store: StoreDep, visitor: VisitorDep, holiday: Annotated[str, Form()] = ""
) -> Response:
    """Take a holiday back, named by its first and last day."""
    first, _, last = holiday.partition("/")
    try:
        store.people.remove_holiday(visitor.person.id, (_date(first), _date(last)))
    except TieluError as error:
        return account_page(request, store, visitor, error)
    return RedirectResponse(_DONE, 303)


def _time(text: str) -> time:
    """A time of the day, to the minute; raises InvalidInput."""
    try:
        found = time.fromisoformat(text)
    except ValueError as error:
        raise InvalidInput("not_a_time") from error
    return time(found.hour, found.minute)


def _date(text: str) -> date:
    """A day; raises InvalidInput."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise InvalidInput("not_a_date") from error
