"""Ferries in 1888-N: laid where they bring income."""

from __future__ import annotations

from typing import Final

from tielu.bots.clerk.desk import Desk
from tielu.bots.clerk.track import Prospect
from tielu.bots.decision import Option
from tielu.core.actions import Action
from tielu.titles.t1888n.rules.actions import LayFerry

# Why a ferry is laid that earns at once, later, or nothing.
FERRIES: Final = ("ferry_earns", "ferry_later", "ferry")


def ferry_options(desk: Desk, offers: list[Action]) -> list[Option]:
    """Every ferry by what it adds to the income; one that adds nothing is not laid."""
    prospect = Prospect(desk, desk.railway)
    options = []
    for offer in offers:
        if isinstance(offer, LayFerry):
            trial = desk.game.clone()
            trial.apply_trusted(offer)
            gain, near, far = prospect.gain(trial.state)
            key, earned = prospect.reason(near, far, FERRIES)
            options.append(desk.option(offer, gain - 1, key, company=desk.deciding, gain=earned))
    return options
