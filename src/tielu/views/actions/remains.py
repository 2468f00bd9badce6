"""What is left after a move: money, certificates, the share price."""

from __future__ import annotations

from tielu import Action, Game
from tielu.core.actions import Amounts, Bid, BuyPrivate, BuyShare, BuyTrain, FoundCompany, SellShares
from tielu.core.events import PriceMoved
from tielu.i18n import say
from tielu.views.actions.outcome import Trials
from tielu.views.position.position import position_view


def remains(trials: Trials, action: Action, lang: str) -> list[str]:
    """What the player or company that acts has afterwards."""
    if isinstance(action, BuyShare | FoundCompany):
        return _of_player(trials, action, lang)
    if isinstance(action, SellShares):
        return [*_of_price(trials, action, lang), *_of_player(trials, action, lang)[:1]]
    buyer = buying_company(trials.game, action)
    if buyer is None or not isinstance(action, BuyTrain | BuyPrivate) or action.price > buyer[1]:
        return []
    return [say("keeps", lang, name=buyer[0], amount=buyer[1] - action.price)]


def kept_beside_amount(game: Game, action: Action, amounts: Amounts, lang: str) -> tuple[str, int]:
    """What an amount leaves, with "{rest}" in its place, and the purse that it is taken from; empty if nobody knows."""
    if isinstance(action, Bid):
        # All the money that no other bid binds may be bid.
        return say("bid_leaves", lang, amount="{rest}", high=amounts.high), amounts.high
    name, purse = buying_company(game, action) or ("", 0)
    return (say("keeps", lang, name=name, amount="{rest}"), purse) if purse >= amounts.high else ("", purse)


def buying_company(game: Game, action: Action) -> tuple[str, int] | None:
    """The company that buys a train or a private, and its treasury; None where no company buys."""
    if not isinstance(action, BuyTrain | BuyPrivate):
        return None
    view = position_view(game)
    return next(((each.id, each.treasury) for each in view.companies if each.id == view.deciding), None)


def _of_player(trials: Trials, action: Action, lang: str) -> list[str]:
    before, after = position_view(trials.game), position_view(trials.of(action).after)
    if after.round != before.round:
        # What the next round brings is not what the share leaves.
        return []
    player = next(each for each in after.players if each.name == trials.game.actor)
    return [
        say("has_then" if isinstance(action, SellShares) else "keeps", lang, name=player.name, amount=player.cash),
        say("certificates_of", lang, held=player.certificates, limit=after.certificate_limit),
    ]


def _of_price(trials: Trials, action: SellShares, lang: str) -> list[str]:
    moves = [e for e in trials.of(action).events if isinstance(e, PriceMoved) and e.company == action.company]
    return [say("price_goes", lang, old=each.old, new=each.new) for each in moves[:1]]
