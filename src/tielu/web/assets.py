"""What the pages bring along: style sheets and script, under addresses that change with what they hold.

A browser keeps such an address for good, and asks for the new one as soon as a page names it.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from urllib.parse import parse_qs

from fastapi import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).with_name("static")
SCRIPT = "tielu.js"
KEEP = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


def version(content: bytes) -> str:
    """A short name of a content."""
    return hashlib.sha256(content).hexdigest()[:16]


def address(name: str) -> str:
    """The address of a file of ours as it is now; empty if it is not there, as the script of a build without Node."""
    try:
        stat = (STATIC / name).stat()
    except FileNotFoundError:
        return ""
    return f"/static/{name}?v={_version_of(STATIC / name, stat.st_mtime_ns, stat.st_size)}"


@lru_cache(maxsize=64)
def _version_of(path: Path, _changed: int, _size: int) -> str:
    return version(path.read_bytes())


class Assets(StaticFiles):
    """The files; one asked for by the version it has is kept, any other is asked for again."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        wanted = parse_qs(scope["query_string"].decode("ascii", "replace")).get("v", [""])[0]
        kept = wanted != "" and address(path).endswith(f"?v={wanted}")
        response.headers["Cache-Control"] = KEEP if kept else ASK_AGAIN
        return response
