"""The state in the spelling of the platform, key by key, as the recorded games have it."""

from __future__ import annotations

from typing import Any, Final

from tielu.core.flow import current_round
from tielu.core.snapshots import company_values, depot_keys, map_keys, share_keys

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
        "phase": _PHASES[state.phase],
        "entity": _entity(state),
        "finished": state.finished,
        "order": state.clockwise_from(state.priority),
        "priority": state.priority,
        "certlimit": certificate_limit(state),
        "bank": state.bank,
        "depot.pool": [TRAINS[train].name for train in state.pool],
    }
    for part in (_players, _companies, _privates, map_keys):
        keys.update(part(state))
    keys.update(share_keys(state, ["ipo", "pool"]))
    keys.update(depot_keys(state, TRAINS))
    return keys


def _entity(state: State1888) -> str | None:
    if state.finished:
        return None
    name = state.stack[-1].deciding(state)
    ids = [company.id for company in COMPANIES]
    return name if name in ids else f"p{state.stack[-1].actor(state)}"


def _players(state: State1888) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    for player in range(len(state.players)):
        keys[f"p.{player}.cash"] = state.cash[player]
        keys[f"p.{player}.certs"] = certificates(state, player)
        keys[f"p.{player}.value"] = worth(state, player)
        if state.bankrupt == player:
            keys[f"p.{player}.bankrupt"] = True
    return keys


def _companies(state: State1888) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    for company, charter in enumerate(COMPANIES):
        if not state.founded(company):
            continue
        placed = len(state.stations[company])
        values = {
            **company_values(state, company, CHART, TRAINS),
            "floated": state.floated[company],
            "unplaced": charter.markers - placed,
            "tokprices": list(state.rules.station_costs[placed : charter.markers]),
        }
        keys.update({f"c.{charter.id}.{name}": value for name, value in values.items()})
    return keys


def _privates(state: State1888) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    for private, owner in zip(PRIVATES, state.private_owner, strict=True):
        name = f"priv.{_PRIVATES.get(private.id, private.id)}"
        if owner >= COMPANY_OWNER:
            keys[name] = state.company_id(owner - COMPANY_OWNER)
        elif owner != -1:
            keys[name] = f"p{owner}" if owner >= 0 else "closed"
    return keys
