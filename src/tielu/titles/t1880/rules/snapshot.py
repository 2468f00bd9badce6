"""The state in the spelling of the platform, key by key, as the recorded games have it."""

from __future__ import annotations

from typing import Any

from tielu.core.flow import current_round
from tielu.core.snapshots import company_keys, depot_keys, map_keys, player_keys, share_keys, table_keys

from .companies import certificate_limit, certificates
from .components import (
    CHART,
    FIRST_INVESTOR,
    INVESTORS,
    PAR_PRICES,
    PRIVATES,
    RAILWAYS,
    SLOTS_PER_PRICE,
    STATION_COSTS,
)
from .ending import worth
from .state import PAID, State1880
from .takeover import investors_operate, takeover


def snapshot(state: State1880) -> dict[str, Any]:
    """Everything that can be seen on the table; what is absent is 0, empty or none."""
    keys: dict[str, Any] = {
        "round.type": current_round(state),
        **table_keys(state, RAILWAYS, certificate_limit(state)),
        "x.marker": None if state.purchase_marker < 0 else state.company_id(state.purchase_marker),
        "x.communism": takeover(state),
        "x.fi_operate": investors_operate(state),
        "x.permit": state.current_phase.permit,
        "x.parchart": _par_chart(state),
        "depot.pool": [],
    }
    if keys["entity"] in [investor.id for investor in INVESTORS]:
        keys["entity"] = f"m{keys['entity'][1:]}"
    keys.update(player_keys(state, certificates, worth))
    keys.update({f"p.{player}.debt": debt for player, debt in enumerate(state.debt) if debt})
    keys.update(company_keys(state, CHART, _company))
    for part in (_investors, _privates, map_keys):
        keys.update(part(state))
    keys.update(share_keys(state, ["ipo", *[f"m{number + 1}" for number in range(len(INVESTORS))]]))
    keys.update(depot_keys(state))
    return keys


def _company(state: State1880, company: int) -> dict[str, Any]:
    placed, factor = len(state.stations[company]), state.current_phase.station_factor
    return {
        "unplaced": len(STATION_COSTS) - placed,
        "tokprices": [cost * factor for cost in STATION_COSTS[placed:]],
        "permits": state.permit_letters(company),
        "funded": state.second_capital[company] == PAID,
        "prespct": state.director_percent[company],
    }


def _investors(state: State1880) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    for index in range(len(INVESTORS)):
        owner, places = state.investor_owner[index], state.stations[FIRST_INVESTOR + index]
        name = f"m.{index + 1}"
        if owner >= 0:
            keys[f"{name}.owner"] = f"p{owner}"
        if places:
            keys[f"{name}.cash"] = state.treasury[FIRST_INVESTOR + index]
            keys[f"{name}.tokens"] = [list(state.board.place_name(place)) for place in places]
        elif not state.merged[index]:
            keys[f"{name}.owner"] = "closed"
    return keys


def _privates(state: State1880) -> dict[str, Any]:
    return {
        f"priv.{private.id}": f"p{owner}" if owner >= 0 else "closed"
        for private, owner in zip(PRIVATES, state.private_owner, strict=True)
        if owner != -1
    }


def _par_chart(state: State1880) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for index, price in enumerate(PAR_PRICES):
        slots = range(index * SLOTS_PER_PRICE, (index + 1) * SLOTS_PER_PRICE)
        names = [state.company_id(state.par_slot.index(slot)) if slot in state.par_slot else None for slot in slots]
        if any(names):
            rows.append([price, names])
    return rows
