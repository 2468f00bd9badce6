"""Ids and secrets: random, made here, and safe in an address. A secret is kept as its hash only."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import string

_CHARACTERS = string.ascii_letters + string.digits
_ID_LENGTH = 16  # 95 bits
_SECRET_LENGTH = 27  # 160 bits
_SEEDS = 2**31


def new_id() -> str:
    return _random(_ID_LENGTH)


def new_secret() -> str:
    return _random(_SECRET_LENGTH)


def new_seed() -> int:
    """Whatever a bot leaves to chance follows from it and the position."""
    return secrets.randbelow(_SEEDS)


def hash_of(secret: str) -> str:
    """What is stored of a secret; nothing slower is needed, since nobody can try out 160 bits."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def fits(secret: str, stored_hash: str | None) -> bool:
    """Whether this is the secret; the comparison takes as long for a near miss as for a wild guess."""
    return stored_hash is not None and hmac.compare_digest(hash_of(secret), stored_hash)


def _random(length: int) -> str:
    return "".join(secrets.choice(_CHARACTERS) for _ in range(length))
