"""Static files: style sheets and script, under URLs that contain a hash of their content.

Browsers may cache such a URL forever, because changed content has another URL.
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
# Font files have a hash of their content in their names.
_FONTS = "fonts/"
CACHE_FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"


def content_hash(content: bytes) -> str:
    """A short hash of the content for its URL."""
    return hashlib.sha256(content).hexdigest()[:16]


def asset_url(name: str) -> str:
    """The URL of a static file; empty if it does not exist, like the script in a build without Node."""
    try:
        stat = (STATIC / name).stat()
    except FileNotFoundError:
        return ""
    return f"/static/{name}?v={_file_hash(STATIC / name, stat.st_mtime_ns, stat.st_size)}"


@lru_cache(maxsize=64)
def _file_hash(path: Path, _changed: int, _size: int) -> str:
    return content_hash(path.read_bytes())


class Assets(StaticFiles):
    """Serves the static files; those requested with their present hash are cached forever."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        requested = parse_qs(scope["query_string"].decode("ascii", "replace")).get("v", [""])[0]
        if path.startswith(_FONTS):
            response.headers["Cache-Control"] = CACHE_FOREVER
            return response
        is_current = requested != "" and asset_url(path).endswith(f"?v={requested}")
        response.headers["Cache-Control"] = CACHE_FOREVER if is_current else REVALIDATE
        return response
