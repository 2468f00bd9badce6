"""Pages about seats: their links, new links, language, and transfer to a bot."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import segno
from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup

from tielu.bots.strengths import usual_strength
from tielu.errors import InvalidInput, NotAllowed, NotFound
from tielu.i18n import say
from tielu.store import GameInfo, Seat, Store
from tielu.store.audit import record
from tielu.web.bots.view import bot_choices
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep, request_language
from tielu.web.limits import limited
from tielu.web.middleware import LOOPBACK, host_name
from tielu.web.people.accounts import visitor_of
from tielu.web.rendering import render
from tielu.web.seats.access import (
    current_seat,
    is_keeper,
    require_keeper,
    require_seat,
    seat_of_account,
    seat_of_link,
    set_seat_cookie,
)
from tielu.web.seats.remembered import remember_game
from tielu.web.seats.transfer import (
    bots_by_player,
    leave_seat,
    may_give_to_bot,
    may_take_from_bot,
    replace_absent,
    transfer_seat,
)
from tielu.web.table.entries import skip_empty_steps

# What stands before the secret of a seat in a link: `/seat#`, in older links `/seat/`.
_END_OF_LINK = re.compile("[#/]")

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class SeatLink:
    """The link of a seat, also as a QR code."""

    name: str
    language: str
    address: str

    @property
    def code(self) -> Markup:
        picture = segno.make(self.address, micro=False)
        return Markup(picture.svg_inline(scale=4, light="#ffffff", svgclass="code"))  # contains coordinates only


def links_page(request: Request, info: GameInfo, secrets: Mapping[int, str | None]) -> Response:
    """The page that shows new links; it cannot be opened again."""
    base = base_url(request)
    links = [
        SeatLink(info.seats[number].name, info.seats[number].language, f"{base}/games/{info.id}/seat#{secret}")
        for number, secret in secrets.items()
        if secret is not None
    ]
    only_here = request.app.state.addresses is None and host_name(request) in LOOPBACK
    return render(request, "links.html", request_language(request), info=info, links=links, only_here=only_here)


def base_url(request: Request) -> str:
    """The base URL of links: that of the request, or on the machine of a shared server that for others."""
    addresses = request.app.state.addresses
    if addresses and host_name(request) in LOOPBACK:
        return str(addresses[0]).rstrip("/")
    return str(request.base_url).rstrip("/")


@router.get("/games/{game_id}/seat")
def seat_page(request: Request, store: StoreDep, game_id: str) -> Response:
    """Where links of seats lead: the script sends what stands behind `#`, without a script the reader pastes it."""
    info = store.game(game_id)
    number = current_seat(request, store, info) if info.mode == "links" else None
    seat = None if number is None else info.seats[number]
    own = seat_of_account(request, store, info)
    of_account = seat is not None and own is not None and own.number == seat.number
    return render(request, "seat.html", request_language(request), info=info, seat=seat, of_account=of_account)


@router.post("/games/{game_id}/seat", dependencies=[CHECKED_FORM, limited("links")])
def open_seat(request: Request, store: StoreDep, game_id: str, link: Annotated[str, Form()]) -> Response:
    """Take the seat of a link, or of the secret at its end."""
    return _seated(request, store, game_id, _END_OF_LINK.split(link.strip())[-1])


@router.get("/games/{game_id}/seat/{secret}", dependencies=[limited("links")])
def open_older_link(request: Request, store: StoreDep, game_id: str, secret: str) -> Response:
    """Take the seat of a link as they once were; proxies may have logged it."""
    return _seated(request, store, game_id, secret)


def _seated(request: Request, store: Store, game_id: str, secret: str) -> Response:
    """Remember the seat of a secret and go to the table, whose address has no secret; raises NotAllowed.

    The seat of somebody who is signed in belongs to the account, so this browser has it only as long as they are.
    Nobody takes over a seat that was left in a rated game.
    """
    seat = seat_of_link(store, game_id, secret)
    if seat.left:
        store.seats.take_over(game_id, seat.number)
    response = RedirectResponse(f"/games/{game_id}", 303)
    visitor = visitor_of(request, store)
    left = bool(seat.left)  # by whoever has played under its name
    if visitor is not None and store.people.take_seat(visitor.person.id, game_id, seat.number, keeps_name=left):
        _tell_name(request, store, game_id, seat, visitor.person.name)
    else:
        set_seat_cookie(request, response, game_id, secret)
        remember_game(request, response, game_id, seat.number)
        if seat.left:
            notice = say("web_seat_taken_over", request_language(request), player=seat.name)
            store.talk.add_notice(game_id, notice)
    record("seat opened", game=game_id, seat=seat.number)
    return response


def _tell_name(request: Request, store: Store, game_id: str, before: Seat, person: str) -> None:
    """Say in the chat who has taken a seat that had another name before, or was left."""
    name = person if before.left else store.game(game_id).seats[before.number].name
    if name != before.name:
        lang = request_language(request)
        store.talk.add_notice(game_id, say("web_seat_named", lang, name=name, player=before.name))


@router.get("/games/{game_id}/seats")
def seats(request: Request, store: StoreDep, game_id: str) -> Response:
    """List the seats, with forms for one's own language, for bots, and for the keeper's new links."""
    info = store.game(game_id)
    seat = current_seat(request, store, info)
    keeper = is_keeper(request, store, info)
    lang = request_language(request)
    return render(
        request,
        "seats.html",
        lang,
        info=info,
        seat=seat,
        keeper=keeper,
        bots=bots_by_player(info, lang),
        strengths=bot_choices(lang, info.title),
        default_bot=usual_strength(info.title).name,
        may_give_to_bot={each.number for each in info.seats if may_give_to_bot(info, each, seat, keeper=keeper)},
        own=None if (visitor := visitor_of(request, store)) is None else visitor.person.id,
        may_take_from_bot={each.number for each in info.seats if may_take_from_bot(info, each, seat)},
        absent=frozenset() if seat is None else store.seats.absent(info) - {seat},
    )


@router.post("/games/{game_id}/seats/{number}/bot", dependencies=[CHECKED_FORM])
def seat_to_bot(
    request: Request,
    store: StoreDep,
    publisher: PublisherDep,
    game_id: str,
    number: int,
    bot: Annotated[str, Form()] = "",
) -> Response:
    """Let a bot play on a seat, or a person again if none is named."""
    info = store.game(game_id)
    seat, keeper = current_seat(request, store, info), is_keeper(request, store, info)
    transfer_seat(store, publisher, info, number, bot or None, seat, request_language(request), keeper=keeper)
    return RedirectResponse(f"/games/{game_id}/seats", 303)


@router.post("/games/{game_id}/seats/{number}/link", dependencies=[CHECKED_FORM, limited("links")])
def new_link(request: Request, store: StoreDep, publisher: PublisherDep, game_id: str, number: int) -> Response:
    """Replace the link of a seat; the old one becomes invalid, and a chat message tells everybody."""
    info = store.game(game_id)
    _require_link_maker(request, store, info, number)
    if info.mode != "links":
        raise InvalidInput("no_links_at_hot_seat")
    if info.rated and info.seats[number].left:
        raise NotAllowed("rated_seat_not_taken_over")
    if info.visibility == "private" and not info.seats[number].left:
        raise InvalidInput("no_links_in_private_games")
    secret = store.new_secret(game_id, number)
    store.talk.add_notice(game_id, say("web_new_link_made", request_language(request), player=info.seats[number].name))
    publisher.publish(game_id)
    return links_page(request, info, {number: secret})


def _require_link_maker(request: Request, store: Store, info: GameInfo, number: int) -> None:
    """Raise NotAllowed unless the reader may make a new link for a seat: its owner, and the keeper if it has none.

    For a seat that was left all who play may. Raises NotFound if there is no such seat.
    """
    if not 0 <= number < len(info.seats):
        raise NotFound("no_such_seat", seats=len(info.seats))
    owner = info.seats[number].person
    if info.seats[number].left and current_seat(request, store, info) is not None:
        return
    if owner is None:
        require_keeper(request, store, info)
        return
    visitor = visitor_of(request, store)
    if visitor is None or visitor.person.id != owner:
        raise NotAllowed("seat_of_an_account")


@router.post("/games/{game_id}/seats/{number}/leave", dependencies=[CHECKED_FORM])
def leave(request: Request, store: StoreDep, publisher: PublisherDep, game_id: str, number: int) -> Response:
    """Leave the game for good; on the seat of somebody who has stayed away, let a bot play until another one comes."""
    info, lang, visitor = store.game(game_id), request_language(request), visitor_of(request, store)
    own = seat_of_account(request, store, info)
    if visitor is not None and own is not None and own.number == number:
        leave_seat(store, publisher, info, number, visitor.person.id, lang)
        return RedirectResponse("/", 303)
    require_seat(request, store, info)
    replace_absent(store, publisher, info, number, lang)
    return RedirectResponse(f"/games/{game_id}/seats", 303)


@router.post("/games/{game_id}/empty-steps", dependencies=[CHECKED_FORM])
def empty_steps(
    request: Request, store: StoreDep, publisher: PublisherDep, game_id: str, skip: Annotated[str, Form()] = ""
) -> Response:
    """Choose whether the table passes empty steps for one's own seat; at one screen, for every seat."""
    info = store.game(game_id)
    seat = require_seat(request, store, info)
    for each in info.seats if info.mode == "hot_seat" else (info.seats[seat],):
        store.set_skipping(game_id, each.number, skip == "yes")
    skip_empty_steps(store, game_id)
    publisher.publish(game_id)
    return RedirectResponse(f"/games/{game_id}", 303)


@router.post("/games/{game_id}/language", dependencies=[CHECKED_FORM])
def seat_language(request: Request, store: StoreDep, game_id: str, language: Annotated[str, Form()]) -> Response:
    """Set the language of one's own seat."""
    info = store.game(game_id)
    store.set_language(game_id, require_seat(request, store, info), language)
    return RedirectResponse(f"/games/{game_id}/seats?lang={language}", 303)
