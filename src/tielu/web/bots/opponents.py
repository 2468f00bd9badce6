"""What the page of a game says of bots: for whom they play, what the one does that must decide, what one advises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tielu import Action, Game
from tielu.bots.strengths import strengths, usual_strength
from tielu.i18n import say, say_reason
from tielu.store import GameInfo, LoadedGame, Store
from tielu.views.actions.menu import describe
from tielu.web.bots.turns import Advice, TableBots
from tielu.web.seats.transfer import bots_by_player

# What a bot does that must decide, as the page puts it into words.
THINKS, WAITS, TROUBLE = "thinks", "waits", "trouble"


@dataclass(frozen=True)
class AdviceText:
    """A move that a bot would make, and why, in the reader's language."""

    bot: str
    action: Action
    text: str
    reason: str


@dataclass(frozen=True)
class Opponents:
    """`names` are the bots by player; `turn` is empty unless one of them must decide; `hints` if the reader may ask."""

    names: Mapping[str, str]
    turn: str
    hints: bool
    strengths: tuple[tuple[str, str], ...]
    usual: str
    advice: AdviceText | None


def strength_choices(lang: str, title: str | None = None) -> tuple[tuple[str, str], ...]:
    """The strengths that can play the title, or all there are, each with its name in words."""
    return tuple((each.name, say(each.words, lang)) for each in strengths(title))


def advice_text(game: Game, advice: Advice, lang: str) -> AdviceText:
    return AdviceText(
        say(advice.strength.words, lang),
        advice.action,
        describe(game, advice.action, lang),
        say_reason(advice.reason, lang),
    )


def opponents(
    bots: TableBots, store: Store, info: GameInfo, shown: LoadedGame, seat: int | None, lang: str, *, acts: bool
) -> Opponents:
    """For the reader on this seat, who may act in the position that is shown or not."""
    advice = bots.advice(info.id, seat, shown.seq) if acts and info.hints else None
    return Opponents(
        names=bots_by_player(info, lang),
        turn=_turn(bots, store, info, shown),
        hints=acts and info.hints,
        strengths=strength_choices(lang, info.title),
        usual=usual_strength(info.title).name,
        advice=None if advice is None else advice_text(shown.game, advice, lang),
    )


def _turn(bots: TableBots, store: Store, info: GameInfo, shown: LoadedGame) -> str:
    actor = shown.game.actor
    if actor is None or info.seats[info.players.index(actor)].bot is None:
        return ""
    if bots.is_in_trouble(info.id):
        return TROUBLE
    last = store.entries_since(info.id, shown.seq - 1)
    undone = bool(last) and last[0].kind == "undo" and bots.holds_back(info.id, shown.seq)
    return WAITS if undone else THINKS
