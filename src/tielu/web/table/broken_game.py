"""The page of a stored game that cannot be replayed: the rules now forbid an action, or its log is damaged."""

from __future__ import annotations

from fastapi import Request, Response

from tielu.core.errors import RefusedAction
from tielu.store import GameInfo, Store, StoreError
from tielu.web.errors.messages import error_message
from tielu.web.rendering import render

_DAMAGED = "store_log_broken"


def broken_page(
    request: Request, store: Store, info: GameInfo, seat: int | None, lang: str, error: RefusedAction | StoreError
) -> Response:
    """The page with the error and the ways out; raises a StoreError that does not concern this game alone."""
    if isinstance(error, StoreError) and error.code != _DAMAGED:
        raise error
    message = error_message(error, lang)
    seq, last_valid = _last_valid_entry(store, info, error)
    undo_request = store.undo_request(info.id) if isinstance(error, RefusedAction) else None
    may_undo = last_valid is not None and seat is not None and info.undo != "none" and undo_request is None
    return render(
        request,
        "broken.html",
        lang,
        message.status,
        info=info,
        error=message,
        seq=seq,
        undo_to=last_valid if may_undo else None,
        needs_consent=info.undo == "consent",
        undo_request=undo_request,
        may_agree=undo_request is not None and seat is not None and seat not in undo_request.agreed,
        can_save=isinstance(error, RefusedAction),
        seat=seat,
    )


def _last_valid_entry(store: Store, info: GameInfo, error: RefusedAction | StoreError) -> tuple[int, int | None]:
    """The number of entries, and the entry of the last action before the forbidden one; 0 is the start of the game."""
    if not isinstance(error, RefusedAction):
        return 0, None
    entries = store.effective_entries(info.id)
    return len(store.times(info.id)), entries[error.index - 1] if error.index else 0
