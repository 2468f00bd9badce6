"""Connections with deadlines and caps, which uvicorn lacks: it waits for ever for the rest of a head or a body.

A connection is closed if its head or body does not arrive in time, or if its reader stops reading. Uvicorn itself ends
idle connections, limits the size of a head, and stops reading where nobody takes a body.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


@dataclass(frozen=True)
class ConnectionLimits:
    """How long each part of a request may take in seconds, and how many connections there may be at once.

    One address is a household, a club or an attacker. Loopback is this machine or its proxy, and has no share of its
    own; neither have proxies on other machines.
    """

    head_seconds: float = 10.0
    body_seconds: float = 60.0
    reading_seconds: float = 30.0
    all_addresses: int = 4000
    one_address: int = 120


@dataclass
class _Open:
    """The number of open connections of a server by address, and the networks of its proxies."""

    proxies: Sequence[ipaddress.IPv4Network | ipaddress.IPv6Network] = ()
    by_address: Counter[str] = field(default_factory=Counter)

    def is_visitor(self, address: str) -> bool:
        """Whether an address has a share of its own, since nobody else's connections come from there."""
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return True
        return not (is_loopback_address(address) or any(found in each for each in self.proxies))


class GuardedConnection(H11Protocol):
    """A connection of uvicorn that ends when it takes too long, or at once where there are too many."""

    def __init__(self, *given: Any, limits: ConnectionLimits, opened: _Open, **named: Any) -> None:
        super().__init__(*given, **named)
        self._limits = limits
        self._opened = opened
        self._address = ""
        self._awaited = ""
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        here, everywhere = self._opened.by_address[self._address], self._opened.by_address.total()
        self._opened.by_address[self._address] += 1
        crowded = here >= self._limits.one_address and self._opened.is_visitor(self._address)
        if crowded or everywhere >= self._limits.all_addresses:
            transport.abort()
            return
        self._await("head")

    def connection_lost(self, exc: Exception | None) -> None:
        self._opened.by_address[self._address] -= 1
        if not self._opened.by_address[self._address]:
            del self._opened.by_address[self._address]
        self._await("")
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._await(self._missing_part() if self._is_busy() else "head")

    def on_response_complete(self) -> None:
        super().on_response_complete()  # from now on uvicorn closes the connection if it stays idle
        self._await(self._missing_part() if self._is_busy() else "")

    def _is_busy(self) -> bool:
        """Whether there is a request without its whole response."""
        begun: object = self.cycle  # None before the first request, whatever uvicorn declares
        return begun is not None and not self.cycle.response_complete

    def _missing_part(self) -> str:
        return "body" if self.cycle.more_body else ""

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(self._limits.reading_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        super().resume_writing()

    def _await(self, part: str) -> None:
        """Begin to wait for a part of a request, for none if it is empty; it has its time from its first byte on."""
        if part == self._awaited:
            return
        self._awaited = part
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        seconds = {"head": self._limits.head_seconds, "body": self._limits.body_seconds}.get(part)
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self.transport.abort)


def is_loopback_address(address: str) -> bool:
    """Whether an address is this machine's own, for itself only."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def guarded(limits: ConnectionLimits | None = None, proxies: Sequence[str] = ()) -> Callable[..., H11Protocol]:
    """What uvicorn makes of each new connection of one server; proxies are named by addresses and networks."""
    opened = _Open([ipaddress.ip_network(each) for each in proxies])
    return partial(GuardedConnection, limits=limits or ConnectionLimits(), opened=opened)
