"""The power of a private left alone: a pass wherever nothing else is asked for."""

from __future__ import annotations

from tielu.core.actions import Action, LayTile, Pass

from .moves import LeavePower
from .outcome import Act, SetMove, Stop
from .situation import Situation
from .title import automatic_of


def leave_power(situation: Situation, each: SetMove, move: LeavePower) -> Act | Stop | None:
    """Pass if only the power is asked for; stop when its private has closed."""
    if any(private.id == move.private and private.closed for private in situation.game.position.privates):
        return Stop(each.number, "private_closed", {"private": move.private})
    others = [offer for offer in situation.offers if not isinstance(offer, Pass)]
    asked = situation.may_pass and others and all(power_of(situation, offer) == move.private for offer in others)
    return Act(each.number, Pass()) if asked else None


def power_of(situation: Situation, action: Action) -> str | None:
    """The private whose power an action uses."""
    if isinstance(action, LayTile):
        return action.power
    own = automatic_of(situation.game.title).powers
    return own.get(action.type) or situation.view.powers.get(action.type)
