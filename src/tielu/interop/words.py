"""The platform's words in every title: who does something, and what becomes of an income."""

from __future__ import annotations

from typing import Any

from .records import Foreign

BANK = "bank"
PAYOUT, WITHHOLD = "payout", "withhold"


def by_player(player: int, action: str, /, **fields: Any) -> Foreign:
    """An action of a player, by seat."""
    return {"type": action, "entity": player, "entity_type": "player", **fields}


def by_company(name: str, action: str, /, **fields: Any) -> Foreign:
    """An action of a share company, which the platform calls a corporation."""
    return {"type": action, "entity": name, "entity_type": "corporation", **fields}


def by_private(name: str, action: str, /, **fields: Any) -> Foreign:
    """An action of a private, which the platform calls a company."""
    return {"type": action, "entity": name, "entity_type": "company", **fields}
