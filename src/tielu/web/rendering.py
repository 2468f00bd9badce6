"""Pages rendered from templates; all values are escaped except drawings, which contain escaped text already."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from tielu import TITLES, Action
from tielu.i18n import LANGUAGES, rule_title, say, say_example
from tielu.i18n.values import say_money, say_name, say_train
from tielu.store.person import THEMES
from tielu.titles import facet
from tielu.views.rulebook.drawings import example_of
from tielu.views.rulebook.title import has_aid
from tielu.views.svg import Picture, page_style_sheet, signs_picture
from tielu.views.svg.colours import ROUTES
from tielu.views.svg.scene import company_markers
from tielu.views.tables import COMPANY_COLUMNS
from tielu.web import assets
from tielu.web.csrf import form_token, set_form_cookie
from tielu.web.page_body import PageBody
from tielu.web.people.accounts import header_entry
from tielu.web.player_letters import player_letters
from tielu.web.rules.addresses import aid_address, book_address, rule_address
from tielu.web.rules.terms import explained, labelled, with_terms

LANGUAGE_NAMES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "ja": "日本語"}
LANGUAGE_COOKIE = "tielu_lang"
_THEME_COOKIE = "tielu_theme"
# Stands for the token of a reader until the page is sent; nobody can know it.
_ANY_TOKEN = secrets.token_urlsafe(32)
_YEAR = 365 * 24 * 60 * 60


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        auto_reload=False,  # templates of the running version, even while another one is being installed
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"action_json": action_json, "yuan": _yuan, "drawing": _drawing, "terms": with_terms}
    environment.globals |= {
        "languages": LANGUAGE_NAMES,
        "asset": assets.asset_url,
        "script": partial(assets.asset_url, assets.SCRIPT),
        "drawings": lambda: f"/drawings.css?v={assets.content_hash(drawing_styles().encode())}",
        "company_columns": COMPANY_COLUMNS,
        "route_colours": len(ROUTES),
        "signs": signs_picture(),
        "aid_address": aid_address,
        "has_aid": has_aid,
        "book_address": book_address,
        "rule_address": rule_address,
        "rule_title": rule_title,
        "rule_drawing": example_of,
        "new_terms": set,
        "player_letters": player_letters,
        "explained_terms": explained,
        "label": labelled,
        "say_example": say_example,
    }
    return environment


def action_json(action: Action) -> str:
    """An action as forms and addresses have it."""
    return json.dumps(action.to_json(), ensure_ascii=False, separators=(",", ":"))


@pass_context
def _yuan(context: Context, amount: int) -> str:
    """An amount with the sign that the reader's language uses."""
    return say_money(amount, context["lang"])


def _drawing(picture: Picture) -> Markup:
    return Markup(str(picture))  # drawings contain escaped text only


_ENVIRONMENT = _environment()


def render(request: Request, template: str, lang: str, status: int = 200, **values: Any) -> Response:
    """Render a page in a language and the chosen colours; choices in the URL are kept as cookies."""
    if "has_accounts" not in values:
        values |= header_entry(request)
    return page_response(request, page_body(request, template, lang, **values), lang, status)


def page_body(request: Request, template: str, lang: str, **values: Any) -> PageBody:
    """A page for any reader who asks for the same URL in the same language and theme."""
    text = _ENVIRONMENT.get_template(template).render(
        values,
        lang=lang,
        theme=theme_of(request),
        t=partial(_say, lang),
        named=partial(say_name, lang=lang),
        train_name=partial(say_train, lang=lang),
        form_token=_ANY_TOKEN,
        language_links={code: _url_with(request, lang=code) for code in LANGUAGES},
        theme_links={each: _url_with(request, theme=each) for each in THEMES},
        known_link=lambda topic: _url_with(request, known=topic),
        links_stay=request.method == "GET",  # those to other languages and themes lead to the same page
    )
    return PageBody(text, _ANY_TOKEN)


def page_response(request: Request, body: PageBody, lang: str, status: int = 200) -> Response:
    """The response with a page, whose forms get the token of this reader."""
    theme, token = theme_of(request), form_token(request)
    if "gzip" in request.headers.get("accept-encoding", ""):
        response = HTMLResponse(body.gzipped(token), status, {"Content-Encoding": "gzip"})
    else:
        response = HTMLResponse(body.plain(token), status)
    response.headers["Vary"] = "Accept-Encoding"
    set_form_cookie(request, response)
    for name, cookie, value in (("lang", LANGUAGE_COOKIE, lang), ("theme", _THEME_COOKIE, theme)):
        if request.query_params.get(name) == value:
            response.set_cookie(cookie, value, max_age=_YEAR, httponly=True, samesite="strict")
    return response


def keep_choices(response: Response, lang: str, theme: str) -> None:
    """Let a browser keep a language and a theme."""
    for cookie, value in ((LANGUAGE_COOKIE, lang), (_THEME_COOKIE, theme)):
        response.set_cookie(cookie, value, max_age=_YEAR, httponly=True, samesite="strict")


def theme_of(request: Request) -> str:
    """The theme in the URL or in the cookie, or that of the system."""
    candidates = (request.query_params.get("theme"), request.cookies.get(_THEME_COOKIE))
    return next((theme for theme in candidates if theme in THEMES), "auto")


def _url_with(request: Request, **choice: str) -> str:
    """The URL of this page with another language or theme; after a form was sent, that of the page with the form."""
    if request.method == "GET":
        query = {name: value for name, value in request.query_params.items() if name not in ("lang", "theme", "known")}
        # Two leading slashes or a backslash would lead to another server.
        path = quote("/" + request.scope["path"].lstrip("/"))
        return f"{path}?{urlencode({**query, **choice})}"
    game_id = request.path_params.get("game_id")
    return f"/?{urlencode(choice)}" if game_id is None else f"/games/{game_id}?{urlencode(choice)}"


def _say(lang: str, key: str, **values: Any) -> str:
    return say(key, lang, **values)


@cache
def drawing_styles() -> str:
    """The style sheet of all drawings, in light and dark colours, and the colours of the companies."""
    return page_style_sheet() + _charter_styles()


def _charter_styles() -> str:
    """The colours of every company: `c-BCR` within an element that names title and edition."""
    rules = []
    for title in TITLES.values():
        if facet(title.name, "view") is None:
            continue
        for edition in title.editions:
            for marker in company_markers(title.name, edition).values():
                if marker.railway.isalnum():
                    scope = f'[data-charters="{title.name} {edition}"]'
                    rules.append(f"{scope} .c-{marker.railway}{{--c:{marker.colour};--on:{marker.ink}}}")
    return "".join(rules)
