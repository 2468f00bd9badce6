"""Transfer of seats: to a bot, to another bot, and back to a person."""

from __future__ import annotations

from contextlib import suppress

from tielu.bots.strengths import all_strengths, strength_of, usual_strength
from tielu.errors import NotAllowed, NotFound, TieluError
from tielu.i18n import say
from tielu.store import GameInfo, Seat, Store
from tielu.web.live import Publisher


def bot_label(name: str, lang: str) -> str:
    """The label of a strength; an unknown one is shown by its name."""
    found = [each for each in all_strengths() if each.name == name]
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
        agree_to_undo(store, info, number)
        store.give_to_bot(info.id, number, strength.name)
        message = say("web_seat_lent", lang, player=each.name, bot=say(strength.words, lang))
    store.talk.add_notice(info.id, message)
    publisher.publish(info.id)


def leave_seat(store: Store, publisher: Publisher, info: GameInfo, number: int, person: str, lang: str) -> None:
    """Let somebody leave a game for good, and tell everybody in the chat; raises NotAllowed."""
    stand_in = _stand_in(store, info, number)
    store.seats.leave(info.id, number, person, stand_in)
    agree_to_undo(store, info, number)
    store.talk.add_notice(info.id, _left_notice(info, number, stand_in, lang))
    publisher.publish(info.id)


def delete_account(store: Store, publisher: Publisher, person: str, lang: str) -> None:
    """Delete an account; in its games that are not over bots play on, and the chats say so."""
    left = store.people.delete(
        person,
        lambda title: usual_strength(title).name,
        lambda info, number, bot: _left_notice(info, number, bot, lang),
    )
    for info, number in left:
        with suppress(NotFound, NotAllowed):  # it was deleted before, or is at this very moment
            agree_to_undo(store, info, number)
        publisher.publish(info.id)


def _left_notice(info: GameInfo, number: int, bot: str, lang: str) -> str:
    """What the chat says when somebody has left; nobody takes over a seat of a rated game."""
    key = "web_rated_seat_left" if info.rated else "web_seat_left"
    return say(key, lang, player=info.seats[number].name, bot=bot_label(bot, lang))


def replace_absent(store: Store, publisher: Publisher, info: GameInfo, number: int, lang: str) -> None:
    """Let a bot play for somebody who has stayed away, and tell everybody in the chat.

    Raises NotAllowed if they have not, and NotFound for an unknown seat.
    """
    if not 0 <= number < len(info.seats):
        raise NotFound("no_such_seat", seats=len(info.seats))
    stand_in = _stand_in(store, info, number)
    store.seats.replace(info.id, number, stand_in)
    agree_to_undo(store, info, number)
    key = "web_seat_lent" if info.rated else "web_seat_replaced"
    store.talk.add_notice(info.id, say(key, lang, player=info.seats[number].name, bot=bot_label(stand_in, lang)))
    publisher.publish(info.id)


def _stand_in(store: Store, info: GameInfo, number: int) -> str:
    """The bot for somebody who goes: the one that plays already, was agreed on with the clock, or is usual."""
    clock = store.clocks.of(info.id)
    agreed = "" if clock is None else clock.control.bot
    return info.seats[number].bot or agreed or usual_strength(info.title).name


def agree_to_undo(store: Store, info: GameInfo, number: int) -> None:
    """Agree to an open undo request in the name of the seat, as bots do."""
    request = store.read(info.id).request
    if request is not None and number not in request.agreed:
        with suppress(TieluError):
            store.append(info.id, store.progress(info.id).entries, {"type": "agree_undo"}, number)
