"""When somebody's time is over: what was agreed on happens, and the chat says so, in the language of the others."""

from __future__ import annotations

import logging

from tielu.clocks import BOT, WAIT, GameClock, TimeControl
from tielu.errors import TieluError
from tielu.i18n import say
from tielu.store import GameInfo, Store
from tielu.web.seats.transfer import agree_to_undo, bot_label

# What the chat says, by what was agreed on.
_NOTICES = {BOT: "web_time_over_bot", WAIT: "web_time_over_wait"}

_LOG = logging.getLogger(__name__)


def expire_clock(store: Store, game_id: str) -> bool:
    """Do what was agreed on if somebody's time is over in a game; returns whether it was."""
    if not store.clocks.expire(game_id, time_over_notice):
        return False
    info = store.game(game_id)
    if info.actor is not None and info.seats[info.actor].bot is not None:
        agree_to_undo(store, info, info.actor)
    return True


def expire_due_clocks(store: Store) -> list[str]:
    """Do so in all games; returns those in which somebody's time was over."""
    found = []
    for game_id in store.clocks.due():
        try:
            if expire_clock(store, game_id):
                found.append(game_id)
        except TieluError:  # whatever is wrong with one game must not keep all others waiting
            _LOG.warning("game %s: its clock cannot be read", game_id, exc_info=True)
    return found


def time_over_notice(info: GameInfo, seat: int, control: TimeControl) -> str:
    """What the chat says when the time of a seat is over."""
    lang = next((each.language for each in info.seats if each.bot is None and each.number != seat), "")
    lang = lang or info.seats[seat].language
    key = _NOTICES.get(control.when_over, "web_time_over_consent")
    return say(key, lang, player=info.seats[seat].name, bot=bot_label(control.bot, lang))


def hand_over_notice(info: GameInfo, clock: GameClock, seat: int, lang: str, *, done: bool) -> str:
    """What the chat says when a seat agrees to hand over the one whose time is over, and when all have."""
    late = "" if clock.seat is None else info.seats[clock.seat].name
    bot = bot_label(clock.control.bot, lang)
    if done:
        return say("web_seat_handed_over", lang, player=late, bot=bot)
    return say("web_hand_over_wanted", lang, name=info.seats[seat].name, player=late, bot=bot)
