"""Shares in 1888-N, where a private brings a free one."""

from __future__ import annotations

from tielu.bots.clerk import shares
from tielu.bots.clerk.desk import Desk
from tielu.bots.decision import Option
from tielu.core.actions import Action
from tielu.titles.t1888n.rules.actions import TakeShare


def purchase_options(desk: Desk, portfolio: shares.Portfolio, offers: list[Action]) -> list[Option]:
    """What each share that can be bought or taken will bring."""
    taken = [
        shares.share_option(desk, portfolio, offer, offer.company, 0, "take_share")
        for offer in offers
        if isinstance(offer, TakeShare)
    ]
    return shares.purchase_options(desk, portfolio, offers) + taken
