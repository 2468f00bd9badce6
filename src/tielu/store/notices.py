"""What people are told of: each notice is handed on in the transaction in which it comes about, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

# Somebody is invited to an open game, was removed from it, learns that it was called off, or went with the account of
# its host, or that its game begins.
INVITED, REMOVED, CALLED_OFF, HOST_GONE, BEGINS = "invited", "removed", "called_off", "host_gone", "begins"
# The state of those who had joined an open game that was called off, until they have been told.
OFF = "off"


@dataclass(frozen=True)
class Notice:
    """What these people, by the ids of their accounts, are to be told; `by` is whoever has done it.

    `open_game` is the id of an open game, `game` that of the game that has begun.
    """

    kind: str
    people: tuple[str, ...]
    by: str
    open_game: str
    game: str = ""


OnNotice = Callable[[Connection, Notice], None]
