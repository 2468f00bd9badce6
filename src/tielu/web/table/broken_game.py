"""A stored game that cannot go on: a repaired rule refuses one of its actions, or its log cannot be read."""

from __future__ import annotations

from fastapi import Request, Response

from tielu.core.errors import RefusedAction
from tielu.store import GameInfo, Store, StoreError
from tielu.web.errors.refusals import refused
from tielu.web.rendering import render

_DAMAGED = "store_log_broken"


def broken_page(
    request: Request, store: Store, info: GameInfo, seat: int | None, lang: str, error: RefusedAction | StoreError
) -> Response:
    """What is wrong and what can be done about it; raises what is no matter of this game alone."""
    if isinstance(error, StoreError) and error.code != _DAMAGED:
        raise error
    told = refused(error, lang)
    seq, good = _last_good(store, info, error)
    asked = store.undo_request(info.id) if isinstance(error, RefusedAction) else None
    may_undo = good is not None and seat is not None and info.undo != "none" and asked is None
    return render(
        request,
        "broken.html",
        lang,
        told.status,
        info=info,
        refused=told,
        seq=seq,
        undo_to=good if may_undo else None,
        asks=info.undo == "consent",
        asked=asked,
        may_agree=asked is not None and seat is not None and seat not in asked.agreed,
        can_save=isinstance(error, RefusedAction),
        seat=seat,
    )


def _last_good(store: Store, info: GameInfo, error: RefusedAction | StoreError) -> tuple[int, int | None]:
    """The number of entries, and the entry of the last action before the refused one; 0 is the beginning."""
    if not isinstance(error, RefusedAction):
        return 0, None
    entries = store.effective_entries(info.id)
    return len(store.times(info.id)), entries[error.index - 1] if error.index else 0
