"""What is wrong with a request that does not have the form its route expects, in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fastapi.exceptions import RequestValidationError

from tielu.i18n import say

_LONGEST_VALUE = 40
# What lies beyond a bound: the message, and where Pydantic names the bound.
_BEYOND = {
    "greater_than_equal": ("web_request_too_small", "ge"),
    "less_than_equal": ("web_request_too_great", "le"),
    "string_too_short": ("web_request_too_short", "min_length"),
    "string_too_long": ("web_request_too_long", "max_length"),
    "too_short": ("web_request_too_short", "min_length"),
    "too_long": ("web_request_too_long", "max_length"),
}


def malformed_text(error: RequestValidationError, lang: str) -> str:
    """The problem that lies deepest, which says most where a value can be one of several things; else the first."""
    places = [(_place(problem, error.body), problem) for problem in error.errors()]
    place, problem = max(places, key=lambda found: len(found[0]))
    field = ".".join(place) or "body"
    match problem["type"]:
        case "json_invalid":
            return say("web_request_unreadable", lang)
        case "missing":
            return say("web_request_lacks", lang, field=field)
        case "extra_forbidden":
            return say("web_request_unknown_field", lang, field=field)
        case "literal_error":
            known = problem["ctx"]["expected"].replace(" or ", ", ").replace("'", "")
            return say("web_request_choice", lang, field=field, known=known)
    if problem["type"] in _BEYOND:
        key, bound = _BEYOND[problem["type"]]
        return say(key, lang, field=field, bound=problem["ctx"][bound])
    return say("web_request_wrong", lang, field=field, value=_shown(problem["input"]))


def _place(problem: Mapping[str, Any], body: Any) -> list[str]:
    """The way to the field, `players`, `1`, `name`, without the names of types that were tried there."""
    where, *parts = problem["loc"]
    if where != "body":
        return [str(part) for part in parts]
    way = []
    for part in parts:
        if (isinstance(body, Mapping) and part in body) or (isinstance(body, list) and isinstance(part, int)):
            body = body[part]
            way.append(str(part))
        elif problem["type"] == "missing" and part is parts[-1]:
            way.append(part)
    return way


def _shown(value: Any) -> str:
    """A value as JSON, cut to a length that can be read."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"
