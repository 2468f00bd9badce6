"""Where a rule is read: every link to one is made here."""

from __future__ import annotations

from urllib.parse import quote

from tielu.i18n import rule


def book_address(title: str) -> str:
    """The book of a title."""
    return f"/rules/{quote(title, safe='')}"


def aid_address(title: str, edition: str = "") -> str:
    """The player aid of a title, for an edition or the usual one."""
    return f"{book_address(title)}/aid" + (f"?edition={quote(edition)}" if edition else "")


def rule_address(rule_id: str, game: str = "") -> str:
    """The page of a rule, in a game the one that tells where it matters there; empty if there is no such rule."""
    title, _, name = rule_id.partition(".")
    if rule(rule_id) is None:
        return ""
    return f"{f'/games/{game}/rules' if game else book_address(title)}/{quote(name, safe='')}"
