"""Seats that change hands: a person lets a bot play, or another bot, and plays again."""

from __future__ import annotations

from contextlib import suppress

from tielu.bots.strengths import strength_of, strengths
from tielu.errors import NotAllowed, NotFound, TieluError
from tielu.i18n import say
from tielu.store import GameInfo, Seat, Store
from tielu.web.live import Publisher


def bot_words(name: str, lang: str) -> str:
    """What a strength is called; one that this version does not know has its name."""
    found = [each for each in strengths() if each.name == name]
    return say(found[0].words, lang) if found else name


def bots_by_player(info: GameInfo, lang: str) -> dict[str, str]:
    """The names of those for whom a bot plays, and what it is called."""
    return {seat.name: bot_words(seat.bot, lang) for seat in info.seats if seat.bot is not None}


def may_hand(info: GameInfo, each: Seat, seat: int | None, *, keeper: bool) -> bool:
    """At one screen anybody; with links who sits there, and who made the game may choose another bot for a bot."""
    return _sits_there(info, each, seat) or (keeper and each.bot is not None)


def may_take(info: GameInfo, each: Seat, seat: int | None) -> bool:
    """Whether the reader may play on a seat where a bot does: with links only who has that seat's link."""
    return each.bot is not None and _sits_there(info, each, seat)


def _sits_there(info: GameInfo, each: Seat, seat: int | None) -> bool:
    return info.mode == "hot_seat" or each.number == seat


def hand_over(
    store: Store,
    publisher: Publisher,
    info: GameInfo,
    number: int,
    bot: str | None,
    seat: int | None,
    lang: str,
    *,
    keeper: bool,
) -> None:
    """Let a bot of this strength play on a seat, or a person where there is none; all at the table read that."""
    if not 0 <= number < len(info.seats):
        raise NotFound("no_such_seat", seats=len(info.seats))
    each = info.seats[number]
    if not (_sits_there(info, each, seat) if bot is None else may_hand(info, each, seat, keeper=keeper)):
        raise NotAllowed("not_your_seat", player=each.name)
    if bot == each.bot:
        return
    if bot is None:
        store.take_from_bot(info.id, number)
        said = say("web_seat_taken", lang, player=each.name)
    else:
        strength = strength_of(bot, info.title)
        _agree(store, info, number)
        store.give_to_bot(info.id, number, strength.name)
        said = say("web_seat_lent", lang, player=each.name, bot=say(strength.words, lang))
    store.add_message(info.id, None, said)
    publisher.publish(info.id)


def _agree(store: Store, info: GameInfo, number: int) -> None:
    """A bot agrees to every undo, also to one that was asked of the person before it."""
    request = store.undo_request(info.id)
    if request is not None and number not in request.agreed:
        with suppress(TieluError):
            store.append(info.id, store.progress(info.id).entries, {"type": "agree_undo"}, number)
