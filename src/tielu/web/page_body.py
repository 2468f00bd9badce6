"""The body of a page that is sent to many readers: compressed once, and completed for each with the token of its forms.

The parts between the tokens are compressed each by itself; a token stands between them as it is, in a block of its own.
Together they are one ordinary gzip file.
"""

from __future__ import annotations

import struct
import zlib
from functools import cached_property

# Higher levels take twice the time and save only a few percent.
LEVEL = 5

_GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
# The last block, which is empty.
_END = b"\x03\x00"


class PageBody:
    """A page with a placeholder wherever the token of a reader belongs."""

    def __init__(self, text: str, placeholder: str) -> None:
        # Input that is shown again may contain lone surrogates.
        self._parts = text.encode("utf-8", "replace").split(placeholder.encode())

    def plain(self, token: str) -> bytes:
        """The page for the reader with this token."""
        return token.encode().join(self._parts)

    def gzipped(self, token: str) -> bytes:
        """The same as a gzip file."""
        plain, block = self.plain(token), _stored_block(token.encode())
        end = struct.pack("<II", zlib.crc32(plain), len(plain) & 0xFFFFFFFF)
        return b"".join((_GZIP_HEAD, block.join(self._deflated_parts), _END, end))

    @cached_property
    def _deflated_parts(self) -> list[bytes]:
        return [_deflated(part) for part in self._parts]


def _deflated(part: bytes) -> bytes:
    """Compressed blocks that end with a byte, refer to nothing before them, and are not the last."""
    compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return compressor.compress(part) + compressor.flush(zlib.Z_FULL_FLUSH)


def _stored_block(data: bytes) -> bytes:
    return struct.pack("<BHH", 0, len(data), len(data) ^ 0xFFFF) + data
