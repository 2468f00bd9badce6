"""Requests to addresses that strangers have chosen: only to public ones, without redirects, and the answer unread.

Names are resolved by us, and the connection goes to what was resolved and checked, so that no name can point elsewhere
a moment later.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from tielu import __version__
from tielu.errors import InvalidInput
from tielu.store.call_settings import LONGEST_URL

if TYPE_CHECKING:
    import aiohttp
    from aiohttp.abc import ResolveResult

_SECONDS, _CONNECT_SECONDS = 10.0, 5.0
# What counts as the answer of an address that cannot be asked.
_NOT_POSSIBLE = 400
_PRINTABLE = re.compile(r"[!-~]+", re.ASCII)
# Addresses of IPv6 that lead to one of IPv4.
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Networks = Sequence[ipaddress.IPv4Network | ipaddress.IPv6Network]


class NotArrived(Exception):
    """The other side has not got the request, or has refused it; `status` is its answer, None without one."""

    def __init__(self, status: int | None = None) -> None:
        super().__init__(str(status))
        self.status = status


class MayHaveArrived(Exception):
    """The connection ended after the request was sent and before it was answered."""


def is_public(address: IpAddress) -> bool:
    """Whether an address is anybody's in the internet, and leads to no network that is not."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.sixtofour is not None or address.teredo is not None or address in _TRANSLATED:
            return False
    return address.is_global and not address.is_multicast


class OutboundRequests:
    """Posts to addresses of strangers; `networks` are those that are allowed besides public ones, there by http too."""

    def __init__(self, networks: Sequence[str] = ()) -> None:
        self._networks: Networks = [ipaddress.ip_network(each) for each in networks]

    def check(self, url: str) -> None:
        """Raise InvalidInput for what is no address to which calls may go, as far as that can be seen by itself."""
        try:
            parts = urlsplit(url)
            usable = self._is_usable(parts) and len(url) <= LONGEST_URL and bool(_PRINTABLE.fullmatch(url))
        except ValueError:
            usable = False
        if not usable:
            raise InvalidInput("call_address_wrong")

    def _is_usable(self, parts: SplitResult) -> bool:
        """Whether the parts of a URL are as they should be; raises ValueError for a port that is none."""
        is_known = parts.scheme == "https" or (parts.scheme == "http" and bool(self._networks))
        if not is_known or not parts.hostname or "@" in parts.netloc or parts.fragment or parts.port == 0:
            return False
        address = _ip_address(parts.hostname)
        return address is None or self.allows(address, parts.scheme)

    def allows(self, address: IpAddress, scheme: str = "https") -> bool:
        """Whether calls may go to an IP address: to public ones encrypted, to those of the operator's networks."""
        return any(address in network for network in self._networks) or (scheme == "https" and is_public(address))

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        """Post to an address; raises NotArrived, also for one to which calls may not go, and MayHaveArrived."""
        import aiohttp
        from yarl import URL

        try:
            self.check(url)
        except InvalidInput as error:
            raise NotArrived(_NOT_POSSIBLE) from error
        session = self._opened(urlsplit(url).scheme)
        try:
            # The URL as it was given: push services compare it.
            target = URL(url, encoded=True)
            async with session.post(target, data=body, headers=headers, allow_redirects=False) as answer:
                status = answer.status
        except aiohttp.InvalidURL as error:
            raise NotArrived(_NOT_POSSIBLE) from error
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise NotArrived from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise MayHaveArrived from error
        finally:
            await session.close()
        if not 200 <= status < 300:
            raise NotArrived(status)

    def _opened(self, scheme: str) -> aiohttp.ClientSession:
        import aiohttp

        connector = aiohttp.TCPConnector(resolver=_resolver(self, scheme), use_dns_cache=False, force_close=True)
        timeout = aiohttp.ClientTimeout(total=_SECONDS, connect=_CONNECT_SECONDS)
        return aiohttp.ClientSession(
            connector=connector,
            timeout=timeout,
            cookie_jar=aiohttp.DummyCookieJar(),
            headers={"User-Agent": f"Tielu/{__version__}"},
        )


def _resolver(outbound: OutboundRequests, scheme: str) -> aiohttp.abc.AbstractResolver:
    """A resolver that finds only addresses to which calls may go."""
    from aiohttp.abc import AbstractResolver
    from aiohttp.resolver import ThreadedResolver

    class Guarded(AbstractResolver):
        def __init__(self) -> None:
            self._plain = ThreadedResolver()

        async def resolve(
            self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
        ) -> list[ResolveResult]:
            found = await self._plain.resolve(host, port, family)
            addresses = [_ip_address(each["host"]) for each in found]
            # One that is not allowed among several: whoever mixes them means no good.
            if not all(each is not None and outbound.allows(each, scheme) for each in addresses):
                raise OSError("this address is not public")
            return found

        async def close(self) -> None:
            await self._plain.close()

    return Guarded()


def _ip_address(text: str) -> IpAddress | None:
    try:
        return ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
