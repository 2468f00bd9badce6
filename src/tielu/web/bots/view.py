"""The bots on the page of a game: their seats, the state of the one that must decide, and the hint for the reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tielu import Action, Game
from tielu.bots import Reason
from tielu.bots.strengths import Strength, adviser, strength_of, strengths, usual_strength
from tielu.i18n import say, say_reason
from tielu.store import GameInfo, Hint, LoadedGame, Store
from tielu.views.actions.menu import describe
from tielu.web.seats.transfer import bots_by_player

# The state of a bot that must decide.
THINKS, WAITS, TROUBLE = "thinks", "waits", "trouble"


@dataclass(frozen=True)
class HintText:
    """A hint in the reader's language: the move, and why the bot would make it."""

    bot: str
    action: Action
    text: str
    reason: str


@dataclass(frozen=True)
class BotsView:
    """The bots by player name, the state of the one that must decide (or empty), and hints.

    `may_ask` tells whether the reader may ask the `adviser` for a hint, `hint` is the last one in this position.
    """

    names: Mapping[str, str]
    turn: str
    may_ask: bool
    usual: str
    adviser: str
    hint: HintText | None


def bot_choices(lang: str, title: str | None = None) -> tuple[tuple[str, str], ...]:
    """The strengths to choose from: names, and words with how well each plays."""
    cards = [_card(each, lang) for each in strengths(title)]
    return tuple((each.name, say("web_bot_level", lang, bot=each.label, level=each.level)) for each in cards)


@dataclass(frozen=True)
class BotCard:
    """A bot for somebody who does not know it: what it is called, how well it plays in a word, and its rating."""

    name: str
    label: str
    level: str
    rating: str


def bot_cards(lang: str) -> tuple[BotCard, ...]:
    """The bots that are presented to somebody new, from the weakest to the strongest."""
    return tuple(_card(each, lang) for each in strengths() if each.presented)


def _card(strength: Strength, lang: str) -> BotCard:
    words = strength.words
    return BotCard(strength.name, say(words, lang), say(f"{words}_level", lang), strength.rating)


def hint_text(game: Game, hint: Hint, lang: str) -> HintText:
    action = Action.from_json(hint.action)
    return HintText(
        say(strength_of(hint.reason.bot).words, lang),
        action,
        describe(game, action, lang),
        say_reason(Reason(hint.reason.key, hint.reason.values), lang),
    )


def bots_view(store: Store, info: GameInfo, shown: LoadedGame, seat: int | None, lang: str, *, acts: bool) -> BotsView:
    """The bots as the reader on this seat sees them; `acts` tells whether the reader may act now."""
    hint = store.bots.hint(info.id, seat, shown.seq) if acts and info.hints and seat is not None else None
    return BotsView(
        names=bots_by_player(info, lang),
        turn=_turn_state(store, info, shown),
        may_ask=acts and info.hints,
        usual=usual_strength(info.title).name,
        adviser=adviser(info.title).name,
        hint=None if hint is None else hint_text(shown.game, hint, lang),
    )


def _turn_state(store: Store, info: GameInfo, shown: LoadedGame) -> str:
    actor = shown.game.actor
    if actor is None or info.seats[info.players.index(actor)].bot is None:
        return ""
    if info.bot_failures:
        return TROUBLE
    last = store.entries_since(info.id, shown.seq - 1)
    undone = bool(last) and last[0].kind == "undo" and info.resumed != shown.seq
    return WAITS if undone else THINKS
