"""Raw requests that are cut, doubled and garbled."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from tests.fuzz.requests import Sent

Change = Callable[[bytes, random.Random], bytes]

METHODS = (b"", b"get", b"GET\x00", b"CONNECT", b"TRACE", b"PRI", b"\xff\xfe", b"M-SEARCH", b"A" * 5000)
TARGETS = (
    b"*",
    b"",
    b"//",
    b"http://localhost/",
    b"http://[::1/",
    b"/%",
    b"/%zz",
    b"/%c0%af",
    b"/%ff%fe",
    b"/games/%00",
    b"/games/%2e%2e/%2e%2e",
    b"/\xff\xfe",
    b"/?" + b"a=b&" * 3000,
    b"/" + b"a" * 70_000,
    b"/;@#:",
)
VERSIONS = (b"HTTP/0.9", b"HTTP/1.0", b"HTTP/2.0", b"HTTP/9", b"HTP/1.1", b"")
HEADERS = (
    b"Content-Length: -1",
    b"Content-Length: +5",
    b"Content-Length: 5, 6",
    b"Content-Length: 99999999999999999999999",
    b"Content-Length: 0x10",
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: chunked, chunked",
    b"Transfer-Encoding: gzip, chunked",
    b"Transfer-Encoding: identity",
    b"Host: evil.example",
    b"Host: [",
    b"Host: \xff",
    b"Cookie: " + b"a=b; " * 2000,
    b"Cookie: tielu_form=\xff\xfe; =; ;;; tielu_seat",
    b'Cookie: tielu_games="\\777\\"; tielu_name=%ff%fe%00',
    b"Cookie: tielu_theme=\x00",
    b"Authorization: Bearer \xff",
    b"Authorization: Bearer",
    b"Authorization: Basic Og==",
    b"Content-Type: multipart/form-data; boundary=",
    b"Content-Type: multipart/form-data; boundary=" + b"b" * 3000,
    b"Content-Type: application/json; charset=utf-7",
    b"Content-Type: application/x-www-form-urlencoded; charset=nonsense",
    b"Content-Encoding: gzip",
    b"Accept-Language: \xff\xfe",
    b"Accept-Encoding: gzip;q=x",
    b"Origin: http://[",
    b"Origin: \xff",
    b"X-Forwarded-For: " + b"1.1.1.1, " * 2000,
    b"X-Forwarded-For: [::1, \xff",
    b"X-Forwarded-Proto: \xff",
    b"If-Modified-Since: Thu, 99 Foo 99999 99:99:99 GMT",
    b"Range: bytes=9-1,5-,-0",
    b"Last-Event-ID: 99999999999999999999-9",
    b"Expect: 100-continue",
    b"Upgrade: h2c",
    b"X" * 3000 + b": 1",
    b"No colon",
    b": no name",
    b" folded: line",
    b"Nul: \x00",
)
CHUNKS = (
    b"5\r\nhello\r\n0\r\n\r\n",
    b"fffffffff\r\nx",
    b"-1\r\n\r\n",
    b"zz\r\n\r\n",
    b"5;ext=\xff\r\nhello\r\n0\r\nTrailer: \x00\r\n\r\n",
    b"5\r\nhelloworld\r\n",
    b"0" * 5000,
)


def garbled(sent: Iterator[Sent], rng: random.Random) -> Iterator[bytes]:
    """The raw bytes of requests, each changed in one to three ways."""
    for request in sent:
        raw = request.raw()
        for change in rng.choices(CHANGES, k=rng.choice((1, 1, 2, 3))):
            raw = change(raw, rng)
        yield raw


def _cut(raw: bytes, rng: random.Random) -> bytes:
    return raw[: rng.randrange(len(raw) + 1)]


def _flip(raw: bytes, rng: random.Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(rng.choice((1, 3, 20)) if changed else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _insert(raw: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(raw) + 1)
    return raw[:at] + rng.choice((b"\r\n", b"\n", b"\x00", b"\xff\xfe", b"%", b"\r\n\r\n", rng.randbytes(9))) + raw[at:]


def _double(raw: bytes, rng: random.Random) -> bytes:
    """The same once more: a pipelined request, or a head within a body."""
    return raw + rng.choice((raw, raw[: len(raw) // 2], b"\r\n" + raw, raw.partition(b"\r\n\r\n")[2]))


def _no_close(raw: bytes, rng: random.Random) -> bytes:
    return raw.replace(b"Connection: close\r\n", b"", 1)


def _first_line(raw: bytes, rng: random.Random) -> bytes:
    first, _, rest = raw.partition(b"\r\n")
    words = [*first.split(b" "), b"", b"", b""][:3]
    place = rng.randrange(3)
    words[place] = rng.choice((METHODS, TARGETS, VERSIONS)[place])
    return b" ".join(words) + b"\r\n" + rest


def _header(raw: bytes, rng: random.Random) -> bytes:
    first, _, rest = raw.partition(b"\r\n")
    return b"\r\n".join([first, *rng.choices(HEADERS, k=rng.choice((1, 1, 3))), rest])


def _many_headers(raw: bytes, rng: random.Random) -> bytes:
    first, _, rest = raw.partition(b"\r\n")
    return b"\r\n".join([first, b"A: " + b"b" * rng.choice((10, 1000)), *[b"A: b"] * rng.choice((50, 9000)), rest])


def _length(raw: bytes, rng: random.Random) -> bytes:
    """A length that is not that of the body."""
    head, _, rest = raw.partition(b"Content-Length: ")
    told = rng.choice((b"0", b"1", b"5", b"100", b"262145", b"99999999"))
    return head + b"Content-Length: " + told + b"\r\n" + rest.partition(b"\r\n")[2] if rest else raw


def _chunked(raw: bytes, rng: random.Random) -> bytes:
    head, _, _ = raw.partition(b"\r\n\r\n")
    kept = [line for line in head.split(b"\r\n") if not line.startswith(b"Content-Length")]
    return b"\r\n".join([*kept, b"Transfer-Encoding: chunked", b"", rng.choice(CHUNKS)])


def _secret(raw: bytes, rng: random.Random) -> bytes:
    """Garbled cookies, tokens and secrets only, so that the request itself is understood."""
    place = raw.find(b"Cookie: ")
    end = raw.find(b"\r\n", place)
    if place < 0:
        return raw
    return (
        raw[:place] + b"Cookie: " + _flip(raw[place + 8 : end], rng).replace(b"\r", b"").replace(b"\n", b"") + raw[end:]
    )


CHANGES: tuple[Change, ...] = (
    _cut,
    _flip,
    _insert,
    _double,
    _no_close,
    _first_line,
    _header,
    _header,
    _many_headers,
    _length,
    _chunked,
    _secret,
)
