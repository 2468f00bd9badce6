"""Error messages: an HTTP status, a code for programs, a text for people, and the rule that forbids an action."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from tielu import IllegalAction
from tielu.errors import TieluError
from tielu.i18n import rule_text, say, say_error
from tielu.store import Conflict, StoreError
from tielu.web.errors.malformed import malformed_text

# What Starlette refuses before a route is asked, by its status.
_REFUSED = {404: "web_not_found", 405: "web_other_methods", 415: "web_only_json"}


@dataclass(frozen=True)
class ErrorMessage:
    """An error in the reader's language; `rule` is empty unless a rule of the game forbids the action."""

    status: int
    code: str
    text: str
    rule: str = ""
    rule_text: str = ""

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"code": self.code, "text": self.text}
        if self.rule:
            data["rule"] = {"id": self.rule, "text": self.rule_text}
        return data


def error_message(error: Exception, lang: str) -> ErrorMessage:
    """The message for an error, with lone surrogates of quoted input replaced."""
    message = _error_message(error, lang)
    return replace(message, text=message.text.encode("utf-8", "replace").decode("utf-8"))


def _error_message(error: Exception, lang: str) -> ErrorMessage:
    """The message for an error; an unexpected one reveals no details."""
    if isinstance(error, IllegalAction):
        text = rule_text(error.rule, lang) if error.rule else ""
        return ErrorMessage(error.status, error.code, say_error(error, lang), error.rule, text)
    if isinstance(error, Conflict):
        return ErrorMessage(error.status, error.code, say("web_quicker", lang))
    if isinstance(error, StoreError):
        if "reason" in error.params:  # in the database's words, which may name a host or a folder; the log has them
            return ErrorMessage(error.status, error.code, say("web_store_failed", lang))
        return ErrorMessage(error.status, error.code, say_error(_without_folder(error), lang))
    if isinstance(error, TieluError):
        return ErrorMessage(error.status, error.code, say_error(error, lang))
    if isinstance(error, HTTPException):
        status = error.status_code
        code = "not_found" if status == 404 else "not_possible"
        return ErrorMessage(status, code, say(_REFUSED.get(status, "web_request_unreadable"), lang))
    if isinstance(error, RequestValidationError):
        return ErrorMessage(400, "not_possible", malformed_text(error, lang))
    return ErrorMessage(500, "failed", say("web_failed", lang))


def _without_folder(error: StoreError) -> StoreError:
    """The same error without the folder of the database, which is nobody else's business."""
    store = error.params.get("store")
    return StoreError(error.code, **error.params | {"store": PurePath(store).name}) if store else error
