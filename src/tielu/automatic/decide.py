"""What a player's automatic moves do now: an action that is legal, a stop with its reason, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tielu import Game
from tielu.core.events import DirectorChanged, DirectorPaid, Event, PhaseBegan, TrainDiscarded, TrainScrapped

from .auctions import bid_up_to, pass_auction
from .moves import AutomaticMove, BidUpTo, BuyShares, LeavePower, Operate, PassAuction, PassShares
from .outcome import Act, SetMove, Stop
from .powers import leave_power
from .railways import operate
from .shares import buy_shares, pass_shares
from .situation import Situation
from .title import automatic_of

# In this order moves are asked: what does something before what passes.
_DECIDERS: Mapping[type[AutomaticMove], Callable[[Situation, SetMove, Any], Act | Stop | None]] = {
    BidUpTo: bid_up_to,
    BuyShares: buy_shares,
    Operate: operate,
    LeavePower: leave_power,
    PassShares: pass_shares,
    PassAuction: pass_auction,
}
_ORDER = list(_DECIDERS)
# Events that no automatic move brings about in any title: their player decides.
UNASKED: tuple[type[Event], ...] = (DirectorChanged, DirectorPaid, PhaseBegan, TrainScrapped, TrainDiscarded)


def decide(game: Game, seat: int, moves: Sequence[SetMove], made: Container[int] = ()) -> Act | Stop | None:
    """What the automatic moves of a seat do in this position; `made` are the actions that were taken automatically.

    After a stop its player is asked, so that in this position nothing else is done, unless the move has done what it
    was meant to: then ask again without it.
    """
    active = [each for each in moves if each.stop is None]
    if not active or game.actor != game.players[seat] or any(each.asks_at(len(game.actions)) for each in moves):
        return None
    situation = Situation(game, min(each.since for each in active), made)
    for each in sorted(active, key=lambda each: (_ORDER.index(type(each.move)), each.number)):
        found = _DECIDERS[type(each.move)](situation, each, each.move)
        if isinstance(found, Act):
            return _checked(situation, found)
        if found is not None:
            return found
    return None


def decide_all(
    game: Game, seat: int, moves: Sequence[SetMove], made: Container[int] = ()
) -> tuple[tuple[Stop, ...], Act | None]:
    """All stops that come in this position, in their order, and the action after them, if there is one."""
    known, stops = list(moves), list[Stop]()
    while isinstance(found := decide(game, seat, known, made), Stop):
        stops.append(found)
        known = [_stopped(each, found, len(game.actions)) for each in known]
    return tuple(stops), found


def _stopped(each: SetMove, stop: Stop, actions: int) -> SetMove:
    return replace(each, stop=stop, stopped_at=actions) if each.number == stop.number else each


def _checked(situation: Situation, act: Act) -> Act | Stop:
    """The action itself, unless the rules refuse it or it brings about what nobody has asked for."""
    refusal = situation.game.why_not(act.action)
    if refusal is not None:
        why = {"code": refusal.code, "rule": refusal.rule, "params": dict(refusal.params)}
        return Stop(act.number, "refused", {"why": why})
    after = situation.game.clone()
    unasked = (*UNASKED, *automatic_of(situation.game.title).unasked)
    for event in after.apply_trusted(act.action):
        if isinstance(event, unasked):
            return Stop(act.number, "brings_about", {"event": event.to_json()})
    return act
