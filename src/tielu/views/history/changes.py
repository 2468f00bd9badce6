"""What has changed on the map and on the market in a part of the log, for readers who come back to it."""

from __future__ import annotations

from collections.abc import Iterable

from tielu.core.events import StationPlaced, TileLaid
from tielu.views.history.log import LogEntry, Place


def changed_hexes(entries: Iterable[LogEntry]) -> dict[str, str]:
    """The hexes where tiles were laid or stations placed, each with the railway that was there last."""
    events = (event for entry in entries for event in entry.events)
    return {event.hex: event.railway for event in events if isinstance(event, TileLaid | StationPlaced)}


def moved_markers(entries: Iterable[LogEntry]) -> dict[str, Place]:
    """The places on the share price chart from which markers set out, in the order in which they did."""
    origins: dict[str, Place] = {}
    for entry in entries:
        origins = {**entry.origins, **origins}
    return origins
