"""An authenticator of passkeys in Python, which signs whatever a test wants, as a browser or an attacker would."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, NEW_KEY = 0x01, 0x04, 0x40


def text(value: bytes) -> str:
    """Base64 for URLs, as browsers write it."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


@dataclass
class Authenticator:
    """One key for one host."""

    host: str = "games.example"
    origin: str = "https://games.example"
    credential_id: bytes = b"a key of Ann's phone"
    count: int = 0
    flags: int = PRESENT | VERIFIED
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def registration(self, challenge: str) -> str:
        """What a browser sends for a new passkey, without an attestation."""
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        new = bytes(16) + struct.pack(">H", len(self.credential_id)) + self.credential_id + cbor2.dumps(public)
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": self._data(self.flags | NEW_KEY) + new})
        client = self._client("webauthn.create", challenge)
        return self._credential({"clientDataJSON": text(client), "attestationObject": text(attested)})

    def assertion(self, challenge: str, kind: str = "webauthn.get", user: str | None = None) -> str:
        """What a browser sends to sign in."""
        client, data = self._client(kind, challenge), self._data(self.flags)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {"clientDataJSON": text(client), "authenticatorData": text(data), "signature": text(signature)}
        return self._credential(response if user is None else {**response, "userHandle": text(user.encode())})

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _credential(self, response: dict[str, Any]) -> str:
        name = text(self.credential_id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})
