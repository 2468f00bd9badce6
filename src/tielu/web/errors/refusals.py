"""What went wrong, for people and for programs: a status, a code, a text, and the rule that forbids it."""

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


@dataclass(frozen=True)
class Refused:
    """A refusal in the reader's language; `rule` is empty unless the rules of the game forbid it."""

    status: int
    code: str
    text: str
    rule: str = ""
    rule_text: str = ""

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"code": self.code, "text": self.text}
        if self.rule:
            answer["rule"] = {"id": self.rule, "text": self.rule_text}
        return answer


def refused(error: Exception, lang: str) -> Refused:
    """What to answer to an error; what it quotes of foreign input is made fit to be sent."""
    found = _refused(error, lang)
    return replace(found, text=found.text.encode("utf-8", "replace").decode("utf-8"))


def _refused(error: Exception, lang: str) -> Refused:
    """What to answer to an error; one that nobody foresaw says no more than that."""
    if isinstance(error, IllegalAction):
        text = rule_text(error.rule, lang) if error.rule else ""
        return Refused(error.status, error.code, say_error(error, lang), error.rule, text)
    if isinstance(error, Conflict):
        return Refused(error.status, error.code, say("web_quicker", lang))
    if isinstance(error, StoreError):
        return Refused(error.status, error.code, say_error(_without_folder(error), lang))
    if isinstance(error, TieluError):
        return Refused(error.status, error.code, say_error(error, lang))
    if isinstance(error, HTTPException):
        key = "web_not_found" if error.status_code == 404 else "web_not_possible"
        return Refused(error.status_code, key.removeprefix("web_"), say(key, lang))
    if isinstance(error, RequestValidationError):
        return Refused(400, "not_possible", say("web_not_possible", lang))
    return Refused(500, "failed", say("web_failed", lang))


def _without_folder(error: StoreError) -> StoreError:
    """The same for strangers, who need not know where on this machine the database is."""
    store = error.params.get("store")
    return StoreError(error.code, **error.params | {"store": PurePath(store).name}) if store else error
