"""Many connections at once, each with its deadline; what was answered, and what was wrong with it."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from tests.fuzz.people import SEALED_NAME

AT_ONCE = {"routes": 8, "bytes": 200}
# The server waits for a body for a minute; what is not answered or closed by then hangs.
DEADLINE = 75.0
# A stream, and how it begins.
STREAM, FIRST_LINE = b"text/event-stream", b"retry: "
_STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")
_CONTINUE = re.compile(rb"HTTP/1\.1 100 [^\r\n]*\r\n\r\n")
# Of several answers on one connection, an error of the server in a later one.
_LATER_ERROR = re.compile(rb"[^\n]HTTP/1\.1 5(?!03)\d\d ")
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
# Faults are told up to this number; one fault is mostly found many times.
MOST_FAULTS = 20


@dataclass
class Seen:
    """How often each status was answered, the slowest answer, and every fault with the bytes that led to it."""

    statuses: Counter[int] = field(default_factory=Counter)
    slowest: float = 0.0
    slowest_request: bytes = b""
    sent: int = 0
    faults: list[str] = field(default_factory=list)

    def fault(self, what: str, raw: bytes) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(f"{what}: {raw[:1500]!r}")


async def send_until(port: int, raws: Iterator[bytes], until: float, at_once: int, seen: Seen, grace: float) -> None:
    """Send requests one after the other on so many connections at once, until it is time; the last have some more.

    Each connection sends at least one, however long a busy machine takes to make them up.
    """

    async def sender() -> None:
        await send(port, next(raws), seen)
        while time.monotonic() < until and len(seen.faults) < MOST_FAULTS:
            await send(port, next(raws), seen)

    senders = [asyncio.create_task(sender()) for _ in range(at_once)]
    await asyncio.wait(senders, timeout=max(0.0, until - time.monotonic()))
    done, late = await asyncio.wait(senders, timeout=grace)
    for each in late:
        each.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    for each in done:
        each.result()


async def send(port: int, raw: bytes, seen: Seen) -> None:
    """Send one request and look at the answer."""
    began = time.monotonic()
    seen.sent += 1
    try:
        answer = await asyncio.wait_for(_exchange(port, raw), DEADLINE)
    except TimeoutError:
        seen.fault("neither answered nor closed", raw)
        return
    except ConnectionRefusedError:
        seen.fault("the server is gone", raw)
        return
    took = time.monotonic() - began
    status = _STATUS.match(answer)
    if status is not None and took > seen.slowest:
        seen.slowest, seen.slowest_request = took, raw
    look(answer, raw, seen)


async def _exchange(port: int, raw: bytes) -> bytes:
    """What comes back until the server closes; of a stream only how it begins, as it never ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answer = b""
    with suppress(ConnectionResetError, BrokenPipeError):
        try:
            writer.write(raw)
            await writer.drain()
            while part := await reader.read(65536):
                answer += part
                if STREAM in answer[:2000] and FIRST_LINE in answer:
                    break
        finally:
            writer.transport.abort()
    return answer


def look(answer: bytes, raw: bytes, seen: Seen) -> None:
    """Count the status; note an error of the server, an answer that breaks off, and what is nobody's to know."""
    answer = _CONTINUE.sub(b"", answer, count=1)
    status = _STATUS.match(answer)
    if status is None:
        seen.statuses[0] += 1
        if answer:
            seen.fault(f"no answer of HTTP ({answer[:60]!r})", raw)
        return
    number = int(status[1])
    seen.statuses[number] += 1
    head, _, body = answer.partition(b"\r\n\r\n")
    is_told_when = number == 503 and b"retry-after:" in head.lower()
    if (number >= 500 and not is_told_when) or _LATER_ERROR.search(answer):
        seen.fault(f"answered with {number}", raw)
    if SEALED_NAME.encode() in answer:
        seen.fault("a private game is told", raw)
    if number == 200 and STREAM in head and FIRST_LINE not in body:
        seen.fault("a stream ends before it begins", raw)
    length = _LENGTH.search(head + b"\r\n")
    if length is not None and len(body) < int(length[1]) and not raw.startswith(b"HEAD") and number != 304:
        seen.fault("half an answer", raw)
