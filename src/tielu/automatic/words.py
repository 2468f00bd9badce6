"""Automatic moves in words."""

from __future__ import annotations

from dataclasses import asdict

from tielu.i18n import say_automatic, say_stop

from .moves import AutomaticMove, BuyShares, Operate, PassShares
from .outcome import Stop


def say_move(move: AutomaticMove, lang: str) -> str:
    """What an automatic move does, and what ends it."""
    return say_automatic(_key(move), asdict(move) | {"ends": _ends(move, lang)}, lang)


def say_why(stop: Stop, lang: str) -> str:
    """Why an automatic move has stopped."""
    return say_stop(stop.code, stop.values, lang)


def _key(move: AutomaticMove) -> str:
    """The key of the sentence: some moves read differently with what is left open."""
    if isinstance(move, BuyShares):
        limits = "both" if move.shares is not None and move.price is not None else ""
        return f"{move.type}.{limits or ('price' if move.shares is None else 'shares')}"
    key = f"{move.type}.{move.dividend}" if isinstance(move, Operate) else move.type
    return f"{key}.until" if _ends(move, "en") else key


def _ends(move: AutomaticMove, lang: str) -> str:
    """The things that end a move, any of them."""
    if not isinstance(move, (PassShares, Operate)):
        return ""
    said = [say_automatic(f"until_{end}", {}, lang) for end in move.until]
    if isinstance(move, PassShares) and move.company is not None:
        said.append(say_automatic("until_cheaper", {"company": move.company, "below": move.below}, lang))
    *first, last = said or [""]
    return say_automatic("or", {}, lang).join(
        [each for each in (say_automatic("list", {}, lang).join(first), last) if each]
    )
