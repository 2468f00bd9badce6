"""Automatic moves in share rounds: pass until something happens, buy up to a limit."""

from __future__ import annotations

from tielu.core.actions import BuyShare, Pass
from tielu.core.events import CompanyFounded, DirectorChanged, RoundBegan, SharesSold
from tielu.core.shares import SHARE, held

from .moves import ACTED, FOUNDED, LEVEL, SOLD, BuyShares, PassShares
from .outcome import Act, SetMove, Stop
from .situation import Situation


def round_over(situation: Situation, since: int) -> bool:
    """Whether the share round that was meant is over: the one of that time, or else the first one after it."""
    begun = False
    for happening in situation.happenings(since):
        if begun and not happening.in_share_round:
            return True
        begun = begun or happening.in_share_round
        opened = any(isinstance(event, RoundBegan) and event.round == "share" for event in happening.events)
        if begun and opened and happening.in_share_round:
            return True
    return begun and not situation.in_share_round


def pass_shares(situation: Situation, each: SetMove, move: PassShares) -> Act | Stop | None:
    """Pass, or stop where an end has come; nothing in the middle of a turn that its player has begun by hand."""
    if round_over(situation, each.since):
        return Stop(each.number, "round_over")
    if situation.share_round is None or situation.share_round.acted:
        return None
    return (
        _director_changed(situation, each)
        or _sold(situation, each, move)
        or _level(situation, each, move)
        or _founded(situation, each, move)
        or _acted(situation, each, move)
        or _cheaper(situation, each, move)
        or Act(each.number, Pass())
    )


def _director_changed(situation: Situation, each: SetMove) -> Stop | None:
    """A stop if the player has lost or gained a directorship by what others have done."""
    for happening, event in situation.events(each.since, of_others=True):
        if isinstance(event, DirectorChanged) and (event.player == situation.me or _lost(situation, each, event)):
            values = {"company": event.company, "player": event.player, "by": happening.actor}
            return Stop(each.number, "director_changed", values)
    return None


def _lost(situation: Situation, each: SetMove, event: DirectorChanged) -> bool:
    state = situation.before(each.since).state
    return state.director[state.company_ids.index(event.company)] == situation.player


def _directed(situation: Situation) -> list[int]:
    return [company for company, player in enumerate(situation.game.state.director) if player == situation.player]


def _sold(situation: Situation, each: SetMove, move: PassShares) -> Stop | None:
    state = situation.game.state
    if SOLD in move.until:
        mine = {state.company_id(company) for company in _directed(situation)}
        for _, event in situation.events(each.since, of_others=True):
            if isinstance(event, SharesSold) and event.company in mine:
                values = {"player": event.player, "company": event.company, "percent": event.percent}
                return Stop(each.number, "sold", values)
    return None


def _level(situation: Situation, each: SetMove, move: PassShares) -> Stop | None:
    """A stop if somebody who has bought since could take a company from the player with one more share."""
    if LEVEL not in move.until:
        return None
    state, earlier = situation.game.state, situation.before(each.since).state
    for company in _directed(situation):
        for rival, name in enumerate(situation.game.players):
            has = held(state, company, rival)
            grown = has > held(earlier, company, rival)
            if rival != situation.player and grown and has + SHARE > held(state, company, situation.player):
                values = {"player": name, "company": state.company_id(company), "percent": has}
                return Stop(each.number, "level", values)
    return None


def _founded(situation: Situation, each: SetMove, move: PassShares) -> Stop | None:
    if FOUNDED in move.until:
        for _, event in situation.events(each.since, of_others=True):
            if isinstance(event, CompanyFounded):
                return Stop(each.number, "founded", {"player": event.player, "company": event.company})
    return None


def _acted(situation: Situation, each: SetMove, move: PassShares) -> Stop | None:
    if ACTED in move.until:
        for happening in situation.happenings(each.since):
            others = happening.actor != situation.me and happening.in_share_round
            if others and not isinstance(happening.action, Pass):
                return Stop(each.number, "acted", {"player": happening.actor})
    return None


def _cheaper(situation: Situation, each: SetMove, move: PassShares) -> Stop | None:
    if move.company is not None and move.below is not None:
        price = situation.price(move.company)
        if price is not None and price < move.below:
            return Stop(each.number, "cheaper", {"company": move.company, "price": price, "limit": move.below})
    return None


def buy_shares(situation: Situation, each: SetMove, move: BuyShares) -> Act | Stop | None:
    """Buy one share, or stop at a limit, or where something has come between."""
    if round_over(situation, each.since):
        return Stop(each.number, "round_over")
    if situation.share_round is None or situation.share_round.acted:
        return None
    state = situation.game.state
    if move.company not in state.company_ids:
        return Stop(each.number, "cannot_buy", {"company": move.company})
    has = held(state, state.company_ids.index(move.company), situation.player) // SHARE
    if move.shares is not None and has >= move.shares:
        return Stop(each.number, "bought_enough", {"company": move.company, "count": has})
    changed = _director_changed(situation, each)
    return changed or _purchase(situation, each, move)


def _purchase(situation: Situation, each: SetMove, move: BuyShares) -> Act | Stop:
    """The cheapest share of the company that can be bought."""
    offers = [offer for offer in situation.offers if isinstance(offer, BuyShare) and offer.company == move.company]
    if not offers:
        return Stop(each.number, "cannot_buy", {"company": move.company})
    price, best = min(((_cost(situation, offer), offer) for offer in offers), key=lambda found: found[0])
    if move.price is not None and price > move.price:
        values = {"company": move.company, "price": price, "limit": move.price}
        return Stop(each.number, "too_dear", values)
    return Act(each.number, best)


def _cost(situation: Situation, offer: BuyShare) -> int:
    """What a purchase costs, tried on a copy."""
    after = situation.game.clone()
    after.apply_trusted(offer)
    return int(situation.game.state.cash[situation.player] - after.state.cash[situation.player])
