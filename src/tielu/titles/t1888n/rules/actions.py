"""Actions that only 1888-N knows."""

from __future__ import annotations

from dataclasses import dataclass

from tielu.core.actions import Action, register


@dataclass(frozen=True)
class LayFerry(Action):
    """Lay the ferry of the Yanda Railway Ferry.

    >>> LayFerry().to_json()
    {'type': 'lay_ferry'}
    """


@dataclass(frozen=True)
class TakeShare(Action):
    """Exchange the Forbidden City for a share.

    >>> TakeShare("BHR", "ipo").to_json()
    {'type': 'take_share', 'company': 'BHR', 'source': 'ipo'}
    """

    company: str
    source: str


register(
    {
        "lay_ferry": LayFerry,
        "take_share": TakeShare,
    }
)
