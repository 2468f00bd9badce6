"""Links to seats: shown when a game is made, opened by who plays there, made anew when one is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import segno
from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup

from tielu.bots.strengths import usual_strength
from tielu.errors import InvalidInput
from tielu.i18n import say
from tielu.store import GameInfo
from tielu.web.bots.opponents import strength_choices
from tielu.web.dependencies import CHECKED_FORM, PublisherDep, StoreDep, reader_language
from tielu.web.middleware import LOOPBACK, host_name
from tielu.web.rendering import render
from tielu.web.seats.reader import is_keeper, keep_secret, needed_keeper, needed_seat, opened_seat, reader_seat
from tielu.web.seats.transfer import bots_by_player, hand_over, may_hand, may_take

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class SeatLink:
    """The link of a seat, and the same as a picture for the camera of a phone."""

    name: str
    language: str
    address: str

    @property
    def code(self) -> Markup:
        picture = segno.make(self.address, micro=False)
        return Markup(picture.svg_inline(scale=4, light="#ffffff", svgclass="code"))  # made of numbers only


def links_page(request: Request, info: GameInfo, secrets: Mapping[int, str | None]) -> Response:
    """The page that shows links, which are told this once."""
    base = _base(request)
    links = [
        SeatLink(info.seats[number].name, info.seats[number].language, f"{base}/games/{info.id}/seat/{secret}")
        for number, secret in secrets.items()
        if secret is not None
    ]
    only_here = request.app.state.addresses is None and host_name(request) in LOOPBACK
    return render(request, "links.html", reader_language(request), info=info, links=links, only_here=only_here)


def _base(request: Request) -> str:
    """The address under which the page was opened; from this machine, where the server is shared, that for others."""
    addresses = request.app.state.addresses
    if addresses and host_name(request) in LOOPBACK:
        return str(addresses[0]).rstrip("/")
    return str(request.base_url).rstrip("/")


@router.get("/games/{game_id}/seat/{secret}")
def take_seat(request: Request, store: StoreDep, game_id: str, secret: str) -> Response:
    """The link of a seat. The way on is a link: from elsewhere a browser would not send the cookie at once."""
    seat = opened_seat(store, game_id, secret)
    request.state.seat_language = seat.language
    response = render(request, "seat.html", reader_language(request), info=store.game(game_id), seat=seat)
    keep_secret(request, response, game_id, secret)
    return response


@router.get("/games/{game_id}/seats")
def seats(request: Request, store: StoreDep, game_id: str) -> Response:
    """Who sits where; the own language can be changed, and who made the game gives out new links."""
    info = store.game(game_id)
    seat = reader_seat(request, store, info)
    keeper = is_keeper(request, store, info)
    lang = reader_language(request)
    return render(
        request,
        "seats.html",
        lang,
        info=info,
        seat=seat,
        keeper=keeper,
        bots=bots_by_player(info, lang),
        strengths=strength_choices(lang, info.title),
        usual_bot=usual_strength(info.title).name,
        may_hand={each.number for each in info.seats if may_hand(info, each, seat, keeper=keeper)},
        may_take={each.number for each in info.seats if may_take(info, each, seat)},
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
    """Let a bot play on a seat, or without one a person again."""
    info = store.game(game_id)
    seat, keeper = reader_seat(request, store, info), is_keeper(request, store, info)
    hand_over(store, publisher, info, number, bot or None, seat, reader_language(request), keeper=keeper)
    return RedirectResponse(f"/games/{game_id}/seats", 303)


@router.post("/games/{game_id}/seats/{number}/link", dependencies=[CHECKED_FORM])
def new_link(request: Request, store: StoreDep, publisher: PublisherDep, game_id: str, number: int) -> Response:
    """A new link for a seat: the old one opens nothing any more, and all at the table read that it was made."""
    info = store.game(game_id)
    needed_keeper(request, store, info)
    if info.mode != "links":
        raise InvalidInput("no_links_at_hot_seat")
    secret = store.new_secret(game_id, number)
    store.add_message(game_id, None, say("web_new_link_made", reader_language(request), player=info.seats[number].name))
    publisher.publish(game_id)
    return links_page(request, info, {number: secret})


@router.post("/games/{game_id}/language", dependencies=[CHECKED_FORM])
def seat_language(request: Request, store: StoreDep, game_id: str, language: Annotated[str, Form()]) -> Response:
    """The language of the own seat."""
    info = store.game(game_id)
    store.set_language(game_id, needed_seat(request, store, info), language)
    return RedirectResponse(f"/games/{game_id}/seats?lang={language}", 303)
