"""Transfer of seats: to a bot, to another bot, and back to a person."""

from __future__ import annotations

from contextlib import suppress

from tielu.bots.strengths import strength_of, strengths
from tielu.errors import NotAllowed, NotFound, TieluError
from tielu.i18n import say
from tielu.store import GameInfo, Seat, Store
from tielu.web.live import Publisher


def bot_label(name: str, lang: str) -> str:
    """The label of a strength; an unknown one is shown by its name."""
    found = [each for each in strengths() if each.name == name]
    return say(found[0].words, lang) if found else name


def bots_by_player(info: GameInfo, lang: str) -> dict[str, str]:
    """The labels of the bots by the name of the player."""
    return {seat.name: bot_label(seat.bot, lang) for seat in info.seats if seat.bot is not None}


def may_give_to_bot(info: GameInfo, each: Seat, seat: int | None, *, keeper: bool) -> bool:
    """Whether `seat` may let a bot play on a seat: its owner, anybody at one screen, the keeper to replace a bot."""
    return _is_own_seat(info, each, seat) or (keeper and each.bot is not None)


def may_take_from_bot(info: GameInfo, each: Seat, seat: int | None) -> bool:
    """Whether `seat` may play instead of the bot on a seat: its owner, and anybody at one screen."""
    return each.bot is not None and _is_own_seat(info, each, seat)


def _is_own_seat(info: GameInfo, each: Seat, seat: int | None) -> bool:
    return each.number == seat or (info.mode == "hot_seat" and seat is not None)


def transfer_seat(
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
    """Let a bot play on a seat, or a person if `bot` is None, and tell everybody in the chat.

    Raises NotFound for an unknown seat, NotAllowed for somebody else's, and InvalidInput for an unknown bot.
    """
    if not 0 <= number < len(info.seats):
        raise NotFound("no_such_seat", seats=len(info.seats))
    each = info.seats[number]
    if not (_is_own_seat(info, each, seat) if bot is None else may_give_to_bot(info, each, seat, keeper=keeper)):
        raise NotAllowed("not_your_seat", player=each.name)
    if bot == each.bot:
        return
    if bot is None:
        store.take_from_bot(info.id, number)
        message = say("web_seat_taken", lang, player=each.name)
    else:
        strength = strength_of(bot, info.title)
        _agree_to_undo(store, info, number)
        store.give_to_bot(info.id, number, strength.name)
        message = say("web_seat_lent", lang, player=each.name, bot=say(strength.words, lang))
    store.add_notice(info.id, message)
    publisher.publish(info.id)


def _agree_to_undo(store: Store, info: GameInfo, number: int) -> None:
    """Agree to an open undo request in the name of the seat, as bots do."""
    request = store.read(info.id).request
    if request is not None and number not in request.agreed:
        with suppress(TieluError):
            store.append(info.id, store.progress(info.id).entries, {"type": "agree_undo"}, number)
