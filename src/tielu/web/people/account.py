"""The page of one's own account: choices, sessions, passkeys, all data, and its end."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from tielu.clocks.rest import holidays_ahead
from tielu.errors import InvalidInput, TieluError
from tielu.store import Store
from tielu.store.person import name_key, time_zones, zone_of
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep, request_language
from tielu.web.people.accounts import WITH_ACCOUNTS, Visitor, VisitorDep, require_visitor, visitor_of
from tielu.web.people.pages import page
from tielu.web.people.sessions import end_visit, keep_account_choices
from tielu.web.seats.transfer import delete_account

router = APIRouter(include_in_schema=False)


@router.get("/account", dependencies=[WITH_ACCOUNTS])
def account(request: Request, store: StoreDep) -> Response:
    """One's own account; whoever is not signed in is sent to do that first."""
    visitor = visitor_of(request, store)
    return RedirectResponse("/sign-in", 303) if visitor is None else account_page(request, store, visitor)


@router.post("/account", dependencies=[CHECKED_FORM])
def change(
    request: Request,
    store: StoreDep,
    visitor: VisitorDep,
    name: Annotated[str, Form()] = "",
    language: Annotated[str, Form()] = "",
    time_zone: Annotated[str, Form()] = "",
    theme: Annotated[str, Form()] = "",
) -> Response:
    """Change name, language, time zone and colours."""
    choices = {"name": name, "language": language, "time_zone": time_zone, "theme": theme}
    try:
        person = store.people.change(visitor.person.id, **choices)
    except TieluError as error:
        return account_page(request, store, visitor, error)
    response = RedirectResponse("/account", 303)
    keep_account_choices(request, response, person)
    return response


@router.post("/account/sessions/end", dependencies=[CHECKED_FORM])
def end_session(
    request: Request, store: StoreDep, visitor: VisitorDep, session: Annotated[str, Form()] = ""
) -> Response:
    """End one of one's own sessions, or all but this one if none is named."""
    if not session:
        store.people.end_other_sessions(visitor.person.id, visitor.session.id)
        return RedirectResponse("/account#sessions", 303)
    store.people.end_session(visitor.person.id, session)
    response = RedirectResponse("/account#sessions", 303)
    if session == visitor.session.id:
        end_visit(request, response)
    return response


@router.get("/account/data.json")
def data(store: StoreDep, visitor: VisitorDep) -> Response:
    """All that is stored about whoever asks, as a file."""
    headers = {"Content-Disposition": 'attachment; filename="tielu-account.json"'}
    return JSONResponse(store.people.data(visitor.person.id), headers=headers)


@router.get("/account/delete", dependencies=[Depends(require_visitor)])
def ask_delete(request: Request) -> Response:
    """Ask whether the account shall go."""
    return page(request, "account_delete.html")


@router.post("/account/delete", dependencies=[CHECKED_FORM])
def delete(
    request: Request,
    store: StoreDep,
    publisher: PublisherDep,
    visitor: VisitorDep,
    name: Annotated[str, Form()] = "",
) -> Response:
    """Delete the account, if its name has been typed; its games go on with bots, until others take the seats over."""
    if name_key(name) != name_key(visitor.person.name):
        return page(request, "account_delete.html", InvalidInput("name_differs", name=visitor.person.name))
    delete_account(store, publisher, visitor.person.id, request_language(request))
    response = RedirectResponse("/", 303)
    end_visit(request, response)
    return response


def account_page(request: Request, store: Store, visitor: Visitor, error: Exception | None = None) -> Response:
    """The page of the account, with what was refused."""
    person, rest = visitor.person, store.people.rest(visitor.person.id)
    today = store.clocks.now().astimezone(zone_of(person)).date()
    return page(
        request,
        "account.html",
        error,
        session=visitor.session.id,
        sessions=store.people.sessions(person.id),
        passkeys=store.people.passkeys.of(person.id),
        rest=rest,
        holidays=holidays_ahead(rest.holidays, today),
        muted=store.people.mutes.of(person.id),
        time_zones=time_zones(),
        zone=zone_of(person),
    )
