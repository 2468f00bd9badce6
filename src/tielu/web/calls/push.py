"""Web Push: messages that only one browser can read, signed with the key of this server (pywebpush, py_vapid)."""

from __future__ import annotations

import base64
import json
import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from tielu.errors import InvalidInput
from tielu.store.call_settings import PushSubscription

# How long a push service keeps a message for a browser that is off.
_KEPT_SECONDS = 24 * 60 * 60
_SIGNED_SECONDS = 12 * 60 * 60
_KEY_BYTES, _POINT_BYTES, _AUTH_BYTES = 32, 65, 16


@dataclass(frozen=True)
class PushKey:
    """The key with which a server signs what it sends; browsers are subscribed to its public half.

    `contact` is where makers of push services reach the operator.
    """

    private: str = field(repr=False)
    contact: str = ""

    @cached_property
    def public(self) -> str:
        """The public half, as browsers want it."""
        from cryptography.hazmat.primitives import serialization

        encoding, form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        return _text(self._vapid.public_key.public_bytes(encoding, form))

    @cached_property
    def _vapid(self) -> Any:
        from py_vapid import Vapid

        return Vapid.from_raw(self.private.encode())

    def headers(self, endpoint: str, topic: str) -> dict[str, str]:
        """The headers of a message; of several with one topic that wait for a browser it gets the last."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": f"mailto:{self.contact}"}
        signed: dict[str, str] = self._vapid.sign(claims | {"exp": int(time.time()) + _SIGNED_SECONDS})
        waiting = {"TTL": str(_KEPT_SECONDS), "Urgency": "normal", "Topic": topic}
        return {**signed, **waiting, "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream"}


def new_key() -> str:
    """A new private key, as it stands in the settings."""
    from cryptography.hazmat.primitives.asymmetric import ec

    value = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(value.to_bytes(_KEY_BYTES, "big"))


def check_key(private: str) -> None:
    """Raise ValueError for a key that is none."""
    if len(_bytes(private)) != _KEY_BYTES:
        raise ValueError("a key made by `tielu keys` is needed")
    try:
        _ = PushKey(private).public
    except Exception as error:  # the library says in many ways that a number is no key
        raise ValueError("a key made by `tielu keys` is needed") from error


def encrypted(subscription: PushSubscription, message: object) -> bytes:
    """A message as only the browser of this subscription can read it."""
    from pywebpush import WebPusher

    keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    sealed = WebPusher({"endpoint": subscription.endpoint, "keys": keys}).encode(
        json.dumps(message, ensure_ascii=False).encode()
    )
    return bytes(sealed["body"])


def parse_subscription(text: str) -> tuple[str, str, str]:
    """The address and the two keys of what a browser has sent; raises InvalidInput for what is no subscription."""
    try:
        found = json.loads(text)
        endpoint, keys = str(found["endpoint"]), found["keys"]
        p256dh, auth = str(keys["p256dh"]).rstrip("="), str(keys["auth"]).rstrip("=")
        point, secret = _bytes(p256dh), _bytes(auth)
        _check_point(point)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidInput("subscription_wrong") from error
    if len(point) != _POINT_BYTES or len(secret) != _AUTH_BYTES:
        raise InvalidInput("subscription_wrong")
    return endpoint, p256dh, auth


def _check_point(point: bytes) -> None:
    """Raise ValueError unless a public key lies on the curve, without which nothing can be encrypted for it."""
    from cryptography.hazmat.primitives.asymmetric import ec

    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def _text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    """The bytes of base64 for URLs; raises ValueError."""
    return base64.b64decode(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), validate=True)
