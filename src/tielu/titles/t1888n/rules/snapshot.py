"""The state in the spelling of the platform, key by key, as the recorded games have it."""

from __future__ import annotations

from typing import Any, Final

from tielu.core.flow import current_round
from tielu.core.snapshots import company_keys, depot_keys, map_keys, player_keys, share_keys, table_keys
from tielu.core.state import NOBODY

from .companies import certificate_limit, certificates
from .components import CHART, COMPANIES, PRIVATES, TRAINS
from .ending import worth
from .state import COMPANY_OWNER, State1888

# The platform knows no phase 1 and calls the last one by its train.
_PHASES: Final[tuple[str, ...]] = ("2", "2", "3", "4", "5", "6", "D")
_PRIVATES: Final = {"GW": "CW"}


def snapshot(state: State1888) -> dict[str, Any]:
    """Everything that can be seen on the table; what is absent is 0, empty or none."""
    keys: dict[str, Any] = {
        "round.type": current_round(state) or "Operating",
        **table_keys(state, state.company_ids, certificate_limit(state)),
        "phase": _PHASES[state.phase],
        "bank": state.bank,
        "depot.pool": [TRAINS[train].name for train in state.pool],
    }
    keys.update(player_keys(state, certificates, worth))
    if state.bankrupt != NOBODY:
        keys[f"p.{state.bankrupt}.bankrupt"] = True
    keys.update(company_keys(state, CHART, _company))
    keys.update(_privates(state))
    keys.update(map_keys(state))
    keys.update(share_keys(state, ["ipo", "pool"]))
    keys.update(depot_keys(state))
    return keys


def _company(state: State1888, company: int) -> dict[str, Any]:
    placed, markers = len(state.stations[company]), COMPANIES[company].markers
    return {"unplaced": markers - placed, "tokprices": list(state.rules.station_costs[placed:markers])}


def _privates(state: State1888) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    for private, owner in zip(PRIVATES, state.private_owner, strict=True):
        name = f"priv.{_PRIVATES.get(private.id, private.id)}"
        if owner >= COMPANY_OWNER:
            keys[name] = state.company_id(owner - COMPANY_OWNER)
        elif owner != -1:
            keys[name] = f"p{owner}" if owner >= 0 else "closed"
    return keys
