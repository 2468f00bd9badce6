"""The page of revisions: what each revision of a title's rules has changed."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

from tielu import TITLES
from tielu.core.revisions import Repair
from tielu.i18n import Rule, rule, say_repair
from tielu.web.dependencies import request_language
from tielu.web.rendering import render

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class RepairLine:
    """A repair in words, with its rule."""

    text: str
    rule: Rule | None
    editions: tuple[str, ...]


@dataclass(frozen=True)
class Revision:
    """The repairs of one revision of a title."""

    title: str
    label: str
    number: int
    repairs: tuple[RepairLine, ...]


@router.get("/revisions")
def revisions(request: Request) -> Response:
    lang = request_language(request)
    return render(request, "revisions.html", lang, revisions=_revisions(lang))


def _revisions(lang: str) -> list[Revision]:
    """The revisions of all titles that have repairs, the newest of each title first."""
    found = []
    for title in TITLES.values():
        for number in sorted({repair.revision for repair in title.repairs}, reverse=True):
            lines = tuple(_line(repair, lang) for repair in title.repairs if repair.revision == number)
            found.append(Revision(title.name, title.label, number, lines))
    return found


def _line(repair: Repair, lang: str) -> RepairLine:
    return RepairLine(say_repair(repair.switch, lang), rule(repair.rule, lang), repair.editions)
