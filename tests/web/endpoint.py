"""A real server that takes what is posted to it, as a push service would, and the keys of a browser that reads it."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.web.tables_with_bots import until


@dataclass
class Posted:
    """A request that has come."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Endpoint:
    """What has come so far, and how it is answered; `on_post` is called before."""

    address: str = ""
    posted: list[Posted] = field(default_factory=list)
    status: int = 201
    on_post: Callable[[Posted], None] = lambda _: None

    def wait(self, count: int) -> Posted:
        """Wait until so many requests have come, and return the last of them."""
        until(lambda: len(self.posted) >= count)
        return self.posted[count - 1]


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    """A server on a free port of this machine, until the block ends."""
    found = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # the library's name
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            found.posted.append(Posted(self.path, headers, body))
            found.on_post(found.posted[-1])
            self.send_response(found.status)
            if 300 <= found.status < 400:
                self.send_header("Location", f"{found.address}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        found.address = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield found
        finally:
            server.shutdown()
            thread.join()


def base64_text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def unpacked(value: str) -> bytes:
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))


class PhoneKeys:
    """The keys of a browser, which can read what was encrypted for it."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes ok"

    def subscription(self, endpoint: str) -> str:
        """What the browser agrees on with its push service, as it is sent to us."""
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return json.dumps(
            {"endpoint": endpoint, "keys": {"p256dh": base64_text(point), "auth": base64_text(self.auth)}}
        )

    def read(self, body: bytes) -> Any:
        """A message, decrypted."""
        return json.loads(http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth, version="aes128gcm"))
