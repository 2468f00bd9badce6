"""The audit log: what was done to games and seats, for the logger `tielu.audit`.

The program decides where that goes: `tielu serve` writes it with its other logs, at home nobody reads it. It contains
no names and no secrets.
"""

from __future__ import annotations

import logging

_LOG = logging.getLogger("tielu.audit")


def record(event: str, **about: object) -> None:
    """Record what has been done, after it has been committed."""
    _LOG.info(event, extra=about)
