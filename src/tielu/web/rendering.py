"""Pages from templates. Whatever is put into them is escaped, except drawings, which the renderer has escaped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tielu import Action
from tielu.i18n import LANGUAGES, say
from tielu.views.layouts import COMPANY_COLUMNS, INVESTOR_COLUMNS, NUMBERS, PRIVATE_COLUMNS, yuan
from tielu.views.menu import Choice
from tielu.views.svg import Picture, style_sheet
from tielu.views.svg.colours import DARK, LIGHT, properties
from tielu.web import assets
from tielu.web.panel import Typed
from tielu.web.safety import form_token, keep_form_token

LANGUAGE_NAMES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "ja": "日本語"}
LANGUAGE_COOKIE = "tielu_lang"
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
    }
    return environment


def _action_json(action: Action) -> str:
    return json.dumps(action.to_json(), ensure_ascii=False, separators=(",", ":"))


def _holds(choice: Choice, typed: Typed) -> bool:
    """Whether the form whose amount was refused is this choice or one below it."""
    if choice.action is not None:
        return _action_json(choice.action) == typed.action
    return bool(typed.action) and any(_holds(each, typed) for each in choice.more)


def _drawing(picture: Picture) -> Markup:
    return Markup(str(picture))  # the renderer escapes what it draws


_ENVIRONMENT = _environment()


def render(request: Request, template: str, lang: str, status: int = 200, **values: Any) -> Response:
    """A page in the reader's language; a language chosen by address is remembered."""
    text = _ENVIRONMENT.get_template(template).render(
        values,
        lang=lang,
        t=partial(_say, lang),
        form_token=form_token(request),
        language_links={code: _in_language(request, code) for code in LANGUAGES},
    )
    response = HTMLResponse(text, status)
    keep_form_token(request, response)
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, lang, max_age=_YEAR, httponly=True, samesite="strict")
    return response


def _in_language(request: Request, lang: str) -> str:
    """The address of this page in another language; after a form, that of the page where it stood."""
    if request.method == "GET":
        asked = {name: value for name, value in request.query_params.items() if name != "lang"}
        return f"{request.url.path}?{urlencode({**asked, 'lang': lang})}"
    game_id = request.path_params.get("game_id")
    return f"/?lang={lang}" if game_id is None else f"/games/{game_id}?lang={lang}"


def _say(lang: str, key: str, **values: Any) -> str:
    return say(key, lang, **values)


@cache
def drawing_styles() -> str:
    """The style sheet of all drawings, by day and by night."""
    return (
        f":root{{{properties(LIGHT)}}}@media (prefers-color-scheme:dark){{:root{{{properties(DARK)}}}}}"
        + style_sheet("board", "routes", "market", "chart")
    )
