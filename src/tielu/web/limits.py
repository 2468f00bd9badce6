"""How often an address or a seat may do what costs others something: a request too many is answered with 429.

This machine is never limited. The counts are in memory; a store of the library `limits` in their place would share them
between servers. Connections have their limits in `connections.py`, what is sent in `middleware.py`, costly positions in
`offers.py`.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from fastapi import Depends, Request

from tielu.errors import TieluError
from tielu.web.connections import is_loopback_address

if TYPE_CHECKING:
    from limits.strategies import RateLimiter

# For each address; a household or a club is one. `tielu serve` has settings for these.
BY_ADDRESS: Mapping[str, str] = {
    "games": "60/hour; 300/day",
    "boards": "30/minute; 300/day",
    "shares": "10/minute; 100/day",
    "imports": "10/minute; 60/hour",
    "chat": "60/minute",
    "links": "60/minute",
    "invitations": "20/minute; 60/hour",
    "mails": "5/minute; 20/hour",
    "sign_ins": "30/minute",
    "hints": "30/minute",
    "reviews": "6/minute; 20/hour; 60/day",
}
# For each seat, whatever address asks.
BY_SEAT: Mapping[str, str] = {"chat": "20/minute", "hints": "12/minute"}
# Whoever has an IPv6 address has a whole network of this size.
_IPV6_NETWORK = 64
# From this many seconds on, the time to wait is told in minutes.
_MANY_SECONDS = 100


class TooManyRequests(TieluError):
    """It has been done too often in a short time; `retry_after` is the number of seconds until it can be done again."""

    status: ClassVar[int] = 429

    def __init__(self, seconds: int) -> None:
        if seconds < _MANY_SECONDS:
            super().__init__("too_often", seconds=seconds)
        else:
            super().__init__("too_often_for_now", minutes=-(-seconds // 60))
        self.retry_after = seconds


class RateLimits:
    """Counts what addresses and seats do; of what has an empty limit there may be any number."""

    def __init__(self, by_address: Mapping[str, str] = BY_ADDRESS, by_seat: Mapping[str, str] = BY_SEAT) -> None:
        self._by_address = by_address
        self._by_seat = by_seat

    @cached_property
    def _limiter(self) -> RateLimiter:
        # Read when the first stranger comes: the library takes as long as the rest of a start at home.
        from limits.storage import MemoryStorage
        from limits.strategies import FixedWindowRateLimiter

        return FixedWindowRateLimiter(MemoryStorage())

    def count(self, kind: str, request: Request, *seat: object) -> None:
        """Count one more of a kind, from an address and for a seat if given; raises TooManyRequests."""
        address = request.client.host if request.client else ""
        if is_local(address):
            return
        self._hit(self._by_address[kind], kind, _household(address))
        if seat:
            self._hit(self._by_seat[kind], kind, *(str(each) for each in seat))

    def _hit(self, limits: str, *key: str) -> None:
        from limits import parse_many

        for limit in parse_many(limits) if limits else ():
            if not self._limiter.hit(limit, *key):
                until = self._limiter.get_window_stats(limit, *key).reset_time
                raise TooManyRequests(max(1, int(until - time.time()) + 1))


def limited(kind: str) -> Any:
    """A dependency of routes that raises TooManyRequests where an address asks too often."""

    def count(request: Request) -> None:
        rate_limits(request).count(kind, request)

    return Depends(count)


def rate_limits(request: Request) -> RateLimits:
    found = request.app.state.limits
    assert isinstance(found, RateLimits)
    return found


def is_local(address: str) -> bool:
    """Whether an address is this machine, or none, as of a socket in a folder."""
    return is_loopback_address(address) or not is_ip_address(address)


def is_ip_address(text: str) -> bool:
    """Whether a text is an IP address, and no name."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _household(address: str) -> str:
    """The address, or the network of an IPv6 address."""
    found = ipaddress.ip_address(address)
    if found.version == 4:
        return address
    return str(ipaddress.ip_network((int(found), _IPV6_NETWORK), strict=False))
