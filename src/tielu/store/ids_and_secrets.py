"""Random ids, secrets and seeds; all are safe in a URL, and only the hash of a secret is stored."""

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
    """Return a seed for a bot, whose random choices depend on it and the position only."""
    return secrets.randbelow(_SEEDS)


def hash_secret(secret: str) -> str:
    """Hash a secret for storage; a fast hash is enough, since nobody can guess 160 random bits."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def secret_matches(secret: str, stored_hash: str | None) -> bool:
    """Whether the secret has this hash, compared in constant time."""
    return stored_hash is not None and hmac.compare_digest(hash_secret(secret), stored_hash)


def _random(length: int) -> str:
    return "".join(secrets.choice(_CHARACTERS) for _ in range(length))
