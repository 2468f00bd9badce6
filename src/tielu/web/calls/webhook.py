"""Webhooks: a call as JSON, signed, or in the form that Discord takes."""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import datetime
from typing import Any

from tielu.store.call_settings import Webhook
from tielu.store.calls import Call
from tielu.web.calls.words import CallWords

# The longest message that Discord takes.
_DISCORD_LENGTH = 2000


def webhook_body(call: Call, webhook: Webhook, words: CallWords) -> bytes:
    """What is posted, in the form that the owner has chosen."""
    body = _discord(words) if webhook.form == "discord" else _tielu(call, words)
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def _tielu(call: Call, words: CallWords) -> dict[str, Any]:
    place = call.place
    return {
        "id": call.id,
        "kind": call.kind,
        "at": call.made.isoformat(),
        "game": {
            "id": place.id,
            "name": place.name,
            "title": place.title,
            "players": list(place.players),
            "url": words.link,
        },
        "player": call.seat_name,
        "title": words.title,
        "text": words.text,
    }


def _discord(words: CallWords) -> dict[str, Any]:
    """A message that mentions nobody, whatever is in it."""
    tail = f"\n<{words.link}>"
    text = f"**{words.subject}**\n{words.text}"[: _DISCORD_LENGTH - len(tail)]
    return {"content": text + tail, "allowed_mentions": {"parse": []}}


def webhook_headers(call: Call, webhook: Webhook, body: bytes, now: datetime) -> dict[str, str]:
    """The signature of the time and the body, so that nobody else can send such a call, nor this one later."""
    timestamp = str(int(now.timestamp()))
    return {
        "Content-Type": "application/json",
        "Tielu-Call": call.id,
        "Tielu-Timestamp": timestamp,
        "Tielu-Signature": f"sha256={signature(webhook.secret, timestamp, body)}",
    }


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """HMAC-SHA256 of the timestamp, a full stop and the body."""
    return hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
