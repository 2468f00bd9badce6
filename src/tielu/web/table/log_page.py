"""The whole log, at an address of its own and over the table: by rounds, or what somebody looks for in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from tielu.core.errors import RefusedAction
from tielu.store import GameInfo, Store, StoreError
from tielu.views.title import view_of
from tielu.web.automatic.view import automatic_seat
from tielu.web.dependencies import StoreDep, request_language
from tielu.web.rendering import render
from tielu.web.seats.access import current_seat
from tielu.web.table.broken_game import broken_page
from tielu.web.table.log import GameLog, LogFilter, LogRound, LogTurn
from tielu.web.table.sidebar import chronicle_of

# How many rounds are shown at first; the others are loaded when the reader gets to them.
LATEST_ROUNDS = 2
# More lines than these are no answer to a search.
MOST_FOUND = 200

_NUMBER = re.compile(r"\d{1,6}", re.ASCII)

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class LogPage:
    """The rounds that are shown, the names of all, and what can be looked for.

    `found` is how many actions a search has found, None without a search; `waiting` are the rounds not shown yet.
    """

    info: GameInfo
    edition: tuple[str, str]
    chosen: LogFilter
    rounds: tuple[LogRound, ...]
    names: tuple[str, ...]
    waiting: tuple[int, ...]
    companies: tuple[str, ...]
    found: int | None

    @property
    def seats(self) -> dict[str, int]:
        return {name: seat for seat, name in enumerate(self.info.players)}


@router.get("/games/{game_id}/log")
def whole_log(
    request: Request,
    store: StoreDep,
    game_id: str,
    text: str = "",
    company: str = "",
    player: str = "",
    number: Annotated[str, Query(alias="round")] = "",
) -> Response:
    info = store.game(game_id)
    seat = current_seat(request, store, info)
    lang = request_language(request)
    chosen = LogFilter(text.strip(), company, player, int(number) if _NUMBER.fullmatch(number) else None)
    try:
        page = log_page(store, info, chosen, lang, automatic_seat(info, seat))
    except (RefusedAction, StoreError) as failure:
        return broken_page(request, store, info, seat, lang, failure)
    return render(request, "log_page.html", lang, page=page)


def log_page(store: Store, info: GameInfo, chosen: LogFilter, lang: str, reader: int | None = None) -> LogPage:
    """The log as far as the reader has chosen to see it; raises RefusedAction if the rules now forbid an action.

    `reader` is the seat that is told what its automatic moves did.
    """
    stored = store.read(info.id)
    chronicle = chronicle_of(info.id, stored.load().game)
    log = GameLog(store, stored, chronicle, stored.effective_entries(), stored.seq, lang, reader=reader)
    names, view = log.round_names, view_of(info.title)
    last = len(names) - 1
    first = 0 if chosen.searches else max(0, len(names) - LATEST_ROUNDS)
    if chosen.round is not None and 0 <= chosen.round <= last:
        first = last = chosen.round
    rounds = log.rounds(log.actions_of(first, last), chosen)
    lines = sum(len(block.lines) for each in rounds for block in each.blocks if isinstance(block, LogTurn))
    return LogPage(
        info=info,
        edition=(info.title, info.edition),
        chosen=chosen,
        rounds=_at_most(MOST_FOUND, rounds) if chosen.searches else rounds,
        names=tuple(names),
        waiting=tuple(range(first - 1, -1, -1)) if not chosen.searches and chosen.round is None else (),
        companies=(*(each.id for each in view.companies), *(each.id for each in view.investors)),
        found=lines if chosen.searches else None,
    )


def _at_most(most: int, rounds: tuple[LogRound, ...]) -> tuple[LogRound, ...]:
    """The latest rounds, until they have this many turns."""
    kept: list[LogRound] = []
    for each in rounds:
        room = most - sum(len(before.blocks) for before in kept)
        if room > 0:
            kept.append(LogRound(each.number, each.name, each.blocks[:room]))
    return tuple(kept)
