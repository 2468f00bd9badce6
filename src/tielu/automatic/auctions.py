"""Automatic moves in the auction of privates, whether they come up one by one or all at once."""

from __future__ import annotations

from tielu.core.actions import Bid, Pass
from tielu.core.events import PrivateBought
from tielu.core.position import PrivateView
from tielu.views.actions.amounts import with_amount

from .moves import BidUpTo, PassAuction
from .outcome import Act, SetMove, Stop
from .situation import Situation


def bid_up_to(situation: Situation, each: SetMove, move: BidUpTo) -> Act | Stop | None:
    """Bid as little as possible; above the limit pass where only this private is at stake, or else stop."""
    private = next((found for found in situation.game.position.privates if found.id == move.private), None)
    if private is None or private.owner is not None or private.closed:
        return Stop(each.number, "private_sold", {"private": move.private})
    if not situation.in_auction or _leads(situation, private):
        return None
    offered = [offer for offer in situation.offers if isinstance(offer, Bid)]
    offer = next((found for found in offered if found.private == move.private), None)
    if offer is None:
        return None
    least = offer.amount if offer.amounts is None else offer.amounts.low
    if least <= move.limit:
        return Act(each.number, with_amount(offer, least))
    if offered == [offer] and situation.may_pass:
        return Act(each.number, Pass())
    return Stop(each.number, "limit_passed", {"private": move.private, "least": least, "limit": move.limit})


def _leads(situation: Situation, private: PrivateView) -> bool:
    """Whether the highest bid is the player's own."""
    best = max(private.bids, key=lambda bid: bid.amount, default=None)
    return best is not None and best.player == situation.me


def pass_auction(situation: Situation, each: SetMove, _move: PassAuction) -> Act | Stop | None:
    """Pass; stop when all have passed, since prices fall or privates pay, or when a private has come to the player."""
    since = situation.happenings(each.since)
    begun = situation.in_auction or any(happening.in_auction for happening in since)
    if begun and not situation.in_auction:
        return Stop(each.number, "round_over")
    if not situation.in_auction or not situation.may_pass:
        return None
    for _, event in situation.events(each.since):
        if type(event) in situation.view.all_pass:
            return Stop(each.number, "all_passed")
        if isinstance(event, PrivateBought) and event.player == situation.me:
            return Stop(each.number, "got_private", {"private": event.private, "amount": event.amount})
    return Act(each.number, Pass())
