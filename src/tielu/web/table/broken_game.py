"""The page of a stored game that cannot be replayed as it was played, with the ways out."""

from __future__ import annotations

from fastapi import Request, Response

from tielu.core.errors import RefusedAction
from tielu.store import ChangedPosition, GameInfo, Store, StoreError
from tielu.web.errors.messages import error_message
from tielu.web.rendering import render

_DAMAGED = "store_log_broken"


def broken_page(
    request: Request, store: Store, info: GameInfo, seat: int | None, lang: str, error: RefusedAction | StoreError
) -> Response:
    """The page with the error and the ways out; raises a StoreError that does not concern this game alone."""
    if isinstance(error, StoreError) and not isinstance(error, ChangedPosition) and error.code != _DAMAGED:
        raise error
    message = error_message(error, lang)
    readable = isinstance(error, RefusedAction | ChangedPosition)
    stored = store.read(info.id) if readable else None
    undo_request = None if stored is None else stored.request
    may_act = readable and seat is not None and undo_request is None
    return render(
        request,
        "broken.html",
        lang,
        message.status,
        info=info,
        error=message,
        reason=_reason(error),
        seq=0 if stored is None else stored.seq,
        undo_to=_last_good_entry(store, info, error) if may_act else None,
        may_accept=may_act and isinstance(error, ChangedPosition),
        needs_consent=info.undo == "consent",
        undo_request=undo_request,
        may_agree=undo_request is not None and seat is not None and seat not in undo_request.agreed,
        can_save=readable,
        seat=seat,
    )


def _reason(error: RefusedAction | StoreError) -> str:
    """The key of the sentence that says why the game cannot go on."""
    if isinstance(error, RefusedAction):
        return "web_broken_refused"
    return "web_broken_changed" if isinstance(error, ChangedPosition) else "web_broken_damaged"


def _last_good_entry(store: Store, info: GameInfo, error: RefusedAction | StoreError) -> int | None:
    """The entry of the last action before the trouble, 0 at the start of the game; None if the log is damaged."""
    if not isinstance(error, RefusedAction | ChangedPosition):
        return None
    return store.effective_entries(info.id)[error.index - 1] if error.index else 0
