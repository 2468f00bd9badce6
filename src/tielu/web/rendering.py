"""Pages from templates. Whatever is put into them is escaped, except drawings, which the renderer has escaped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tielu import Action
from tielu.i18n import LANGUAGES, say
from tielu.views.actions.menu import MenuChoice
from tielu.views.svg import Picture, signs_picture, style_sheet
from tielu.views.svg.colours import DARK, LIGHT, ROUTES, properties
from tielu.views.tables import COMPANY_COLUMNS, INVESTOR_COLUMNS, NUMBERS, PRIVATE_COLUMNS, yuan
from tielu.web import assets
from tielu.web.csrf import form_token, keep_form_token
from tielu.web.table.action_panel import Typed

LANGUAGE_NAMES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "ja": "日本語"}
LANGUAGE_COOKIE = "tielu_lang"
THEMES = ("auto", "light", "dark")
_THEME_COOKIE = "tielu_theme"
_YEAR = 365 * 24 * 60 * 60


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        auto_reload=False,  # templates and code of one version, also while another is being installed
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"action_json": _action_json, "yuan": yuan, "drawing": _drawing, "holds": _holds}
    environment.globals |= {
        "languages": LANGUAGE_NAMES,
        "asset": assets.address,
        "script": partial(assets.address, assets.SCRIPT),
        "drawings": lambda: f"/drawings.css?v={assets.version(drawing_styles().encode())}",
        "company_columns": COMPANY_COLUMNS,
        "investor_columns": INVESTOR_COLUMNS,
        "private_columns": PRIVATE_COLUMNS,
        "number_columns": NUMBERS,
        "route_colours": len(ROUTES),
        "signs": signs_picture(),
    }
    return environment


def _action_json(action: Action) -> str:
    return json.dumps(action.to_json(), ensure_ascii=False, separators=(",", ":"))


def _holds(choice: MenuChoice, typed: Typed) -> bool:
    """Whether the form whose amount was refused is this choice or one below it."""
    if choice.action is not None:
        return _action_json(choice.action) == typed.action
    return bool(typed.action) and any(_holds(each, typed) for each in choice.more)


def _drawing(picture: Picture) -> Markup:
    return Markup(str(picture))  # the renderer escapes what it draws


_ENVIRONMENT = _environment()


def render(request: Request, template: str, lang: str, status: int = 200, **values: Any) -> Response:
    """A page in the reader's language and colours; what is chosen by address is remembered."""
    theme = _theme(request)
    text = _ENVIRONMENT.get_template(template).render(
        values,
        lang=lang,
        theme=theme,
        t=partial(_say, lang),
        form_token=form_token(request),
        language_links={code: _with(request, lang=code) for code in LANGUAGES},
        theme_links={each: _with(request, theme=each) for each in THEMES},
    )
    # What was typed may be no text at all: half a character, named by its number.
    response = HTMLResponse(text.encode("utf-8", "replace"), status)
    keep_form_token(request, response)
    for name, cookie, value in (("lang", LANGUAGE_COOKIE, lang), ("theme", _THEME_COOKIE, theme)):
        if request.query_params.get(name) == value:
            response.set_cookie(cookie, value, max_age=_YEAR, httponly=True, samesite="strict")
    return response


def _theme(request: Request) -> str:
    """The colours asked for in the address, chosen before, or those of the system."""
    wishes = (request.query_params.get("theme"), request.cookies.get(_THEME_COOKIE))
    return next((wish for wish in wishes if wish in THEMES), "auto")


def _with(request: Request, **choice: str) -> str:
    """The address of this page with another choice; after a form, that of the page where it stood."""
    if request.method == "GET":
        asked = {name: value for name, value in request.query_params.items() if name not in ("lang", "theme")}
        # Quoted again: two slashes at its beginning, or a backslash, would lead to another server.
        path = quote("/" + request.scope["path"].lstrip("/"))
        return f"{path}?{urlencode({**asked, **choice})}"
    game_id = request.path_params.get("game_id")
    return f"/?{urlencode(choice)}" if game_id is None else f"/games/{game_id}?{urlencode(choice)}"


def _say(lang: str, key: str, **values: Any) -> str:
    return say(key, lang, **values)


@cache
def drawing_styles() -> str:
    """The style sheet of all drawings, by day and by night."""
    dark = properties(DARK)
    return (
        f":root{{{properties(LIGHT)}}}:root[data-theme=dark]{{{dark}}}"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
        + style_sheet("board", "routes", "market", "chart")
    )
