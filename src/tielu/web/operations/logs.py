"""Logs of a public server, with structlog: one line of JSON for each event, on standard output.

The rest of the package logs with the standard library and knows nothing of this. What an event is about stands in
`extra`. No secret, cookie or token is ever handed to a logger; requests are logged by the template of their route.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import structlog
from structlog.contextvars import bound_contextvars, merge_contextvars
from structlog.typing import Processor

# What Tielu itself has to tell; of libraries only warnings are of interest.
_OURS = "tielu"

_PROCESSORS: tuple[Processor, ...] = (
    merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
)


def log_as_json(stream: TextIO | None = None) -> None:
    """Send everything that this process logs to a stream, by default standard output."""
    handler = logging.StreamHandler(stream or sys.stdout)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_PROCESSORS,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.EventRenamer("event"),
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(_OURS).setLevel(logging.INFO)


@contextmanager
def noted(**values: object) -> Iterator[None]:
    """Add values to every line that is logged meanwhile, also in threads that are started here."""
    with bound_contextvars(**values):
        yield
