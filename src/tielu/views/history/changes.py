"""What has changed on the map in a part of the log, for readers who come back to it."""

from __future__ import annotations

from collections.abc import Iterable

from tielu.core.events import StationPlaced, TileLaid
from tielu.views.history.log import LogEntry


def changed_hexes(entries: Iterable[LogEntry]) -> dict[str, str]:
    """The hexes where tiles were laid or stations placed, each with the railway that was there last."""
    events = (event for entry in entries for event in entry.events)
    return {event.hex: event.railway for event in events if isinstance(event, TileLaid | StationPlaced)}
