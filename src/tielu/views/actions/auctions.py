"""Auctions: what becomes of one if everybody passes, found by trying it on a copy."""

from __future__ import annotations

from collections.abc import Mapping

from tielu import Event, Game
from tielu.core.actions import Pass
from tielu.core.events import PrivateBought
from tielu.i18n import say
from tielu.i18n.values import say_values
from tielu.views.title import view_of


def say_all_pass(game: Game, lang: str) -> str:
    """What happens if all who are asked pass from now on; empty if nobody is asked for a bid."""
    words: Mapping[type[Event], str] = {PrivateBought: "all_pass_sold", **view_of(game.title).all_pass}
    trial = game.clone()
    for _ in game.players:
        if trial.why_not(Pass()) is not None:
            return ""
        for event in trial.apply_trusted(Pass()):
            params = event.params()
            # What costs nothing any more is given away at once, and that is told.
            if type(event) in words and params.get("price") != 0:
                key = "all_pass_free" if params.get("amount") == 0 else words[type(event)]
                return say(key, lang, **say_values(params, lang))
    return ""
