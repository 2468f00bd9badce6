"""What a call says, in the language of the person who is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tielu.i18n import say
from tielu.i18n.values import say_value, title_label
from tielu.store.call_settings import BEGINS, INVITED, MESSAGE, OVER, TURN
from tielu.store.calls import Call
from tielu.store.notices import CALLED_OFF, HOST_GONE, REMOVED

# This much of a message is told.
_LONGEST_TEXT = 300


@dataclass(frozen=True)
class CallWords:
    """The words of a call: what has happened, in which game, a sentence about it, and the address of the game."""

    title: str
    game: str
    text: str
    link: str

    @property
    def subject(self) -> str:
        return f"{self.title} – {self.game}"


def words_of(call: Call, address: str) -> CallWords:
    """The words of a call; `address` is that of the server."""
    lang = call.person.language
    titles = {
        TURN: say("call_turn_title", lang),
        INVITED: say("call_invited_title", lang, name=call.by),
        REMOVED: say("call_removed_title", lang, name=call.by),
        CALLED_OFF: say("call_called_off_title", lang, name=call.by),
        HOST_GONE: say("call_host_gone_title", lang),
        BEGINS: say("call_begins_title", lang),
        OVER: say("call_over_title", lang),
        MESSAGE: say("call_message_title", lang, name=call.by),
    }
    texts = {
        TURN: say("call_turn", lang),
        INVITED: say("call_invited", lang),
        REMOVED: say("call_removed", lang),
        CALLED_OFF: say("call_called_off", lang),
        HOST_GONE: say("call_host_gone", lang),
        BEGINS: say("call_begins_turn", lang) if call.is_your_turn else say("call_begins", lang),
        OVER: say("call_over", lang),
        MESSAGE: _shortened(call.text),
    }
    place = call.place
    game = game_name(place.name, place.title, place.players, lang)
    return CallWords(titles[call.kind], game, texts[call.kind], f"{address}{place.path}")


def _shortened(text: str) -> str:
    """A message in one line that is not too long."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_TEXT else f"{line[: _LONGEST_TEXT - 1]}…"


def game_name(name: str, title: str, players: Sequence[str], lang: str) -> str:
    """The name of a game; without one its title and who plays it."""
    if name:
        return name
    return say("call_game", lang, title=title_label(title), players=say_value("players", players, lang))
