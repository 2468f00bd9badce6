"""VIII.3.3 and VIII.3.4. Laying and upgrading track: what a tile must fit, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tielu.core import laying
from tielu.core.actions import Action, LayTile
from tielu.core.bank import why_railway_cannot_pay
from tielu.core.errors import IllegalAction, illegal
from tielu.core.hexes import ALL_EDGES, EDGES
from tielu.core.laying import LayingRules, lay, lay_actions, why_it_runs_off, why_not_in_supply
from tielu.core.stations import entries_in_reach, face_at, joins_network
from tielu.core.tiles import BLUE, COLOURS, GREEN, GREY, RED, TOWN, WHITE, YELLOW, Face
from tielu.core.track import STOPS_PER_HEX, Replacement

from .components import COMPANIES
from .map import DALIAN, HENG_SHAN, YANTAI
from .privates import heng_shan_blocked
from .state import State1888
from .tiles import MOUNTAIN_TILE

RULES: Final = LayingRules(
    hexes="1888.map.dark-green-no-tiles",
    tiles="1888.setup.tile-supply",
    supply="1888.setup.tile-supply",
    off_map="1888.track.no-off-map",
    beside={
        RED: "1888.track.no-grey-red-without-track",
        GREY: "1888.track.no-grey-red-without-track",
        BLUE: "1888.track.no-off-map",
    },
    barrier="1888.track.no-barrier",
)
_FIXED: Final = {
    RED: "1888.map.red-no-tiles",
    GREY: "1888.map.grey-no-tiles",
    BLUE: "1888.map.sea-no-tiles",
}


def owes_home_tile(state: State1888, company: int, first_turn: bool) -> bool:
    """TJL, HJR and ZDR lay a tile on their home in the first turn (1888.track.first-turn-home-tile)."""
    if not first_turn or not COMPANIES[company].home_tile or state.rules.home_tile_is_free:
        return False
    return face_at(state, state.board.hex_index[COMPANIES[company].home]).colour == WHITE


def why_not_lay(state: State1888, company: int, first_turn: bool, action: LayTile) -> IllegalAction | None:
    """Whether the lay of the track step is legal; lays by private powers are asked elsewhere."""
    found = find_lay(state, action)
    if isinstance(found, IllegalAction):
        return found
    index, tile, replacement = found
    if owes_home_tile(state, company, first_turn) and action.hex != COMPANIES[company].home:
        return illegal("home_tile_first", "1888.track.first-turn-home-tile", hex=COMPANIES[company].home)
    return _why_not(state, company, index, tile, replacement)


def find_lay(state: State1888, action: LayTile) -> tuple[int, int, Replacement] | IllegalAction:
    """The hex, the tile and how it lies there; or why it cannot lie there at all."""
    found = laying.find_lay(state, action, RULES)
    if isinstance(found, IllegalAction):
        return found
    index, tile, replacement = found
    if replacement is None:
        return _why_it_does_not_fit(state, index, tile, action)
    return index, tile, replacement


def _why_not(state: State1888, company: int, index: int, tile: int, replacement: Replacement) -> IllegalAction | None:
    return (
        why_blocked(state, index)
        or _why_not_in_phase(state, tile)
        or why_not_in_supply(state, tile, RULES)
        or _why_not_connected(state, company, index, replacement)
        or why_railway_cannot_pay(state, company, tile_cost(state, index), "1888.track.cost-from-treasury")
    )


def is_blocked(state: State1888, index: int) -> bool:
    """Heng Shan keeps its hex free while a player has it."""
    return state.board.hexes[index].name == HENG_SHAN and heng_shan_blocked(state)


def why_blocked(state: State1888, index: int) -> IllegalAction | None:
    if is_blocked(state, index):
        return illegal("heng_shan_blocked", "1888.heng-shan.c5-blocked", hex=HENG_SHAN)
    return None


def _why_it_does_not_fit(state: State1888, index: int, tile: int, action: LayTile) -> IllegalAction:
    """The rule that keeps this tile, turned like this, off this hex."""
    board, printed = state.board, state.board.hexes[index]
    old, new = face_at(state, index), board.faces[tile * EDGES + action.rotation]
    if action.hex in (DALIAN, YANTAI):
        # The ferry lies between these two; they take nothing else (ruling 8.20).
        return illegal("only_the_ferry", "1888.map.dark-blue-ferry-only", hex=action.hex)
    if printed.colour in _FIXED:
        return illegal("fixed_hex", _FIXED[printed.colour], hex=action.hex)
    if action.hex == HENG_SHAN and action.tile == MOUNTAIN_TILE:
        # It belongs there, but not by the track step.
        return illegal("mountain_by_power", "1888.heng-shan.mountain-tile", tile=action.tile)
    if action.tile not in board.successors(index, state.faces[index]):
        return illegal("wrong_tile", _wrong_kind(old, new), hex=action.hex, tile=action.tile)
    refusal = why_it_runs_off(state, index, tile, action, RULES)
    return refusal or illegal("track_lost", "1888.upgrade.keep-track", hex=action.hex, tile=action.tile)


def _wrong_kind(old: Face, new: Face) -> str:
    """Which rule about kinds of hexes and tiles is broken."""
    if old.label and old.colour == YELLOW and new.colour != GREEN:
        return "1888.upgrade.oo-b-first-green"
    if old.label != new.label:
        return "1888.upgrade.oo-b-marks"
    if old.colour == WHITE and new.colour == YELLOW:
        return _first_tile_rule(old)
    if new.colour != old.colour + 1:
        return "1888.track.yellow-on-empty-hex" if new.colour == YELLOW else "1888.upgrade.colours"
    return "1888.upgrade.same-locations"


def _first_tile_rule(printed: Face) -> str:
    if printed.cities:
        return "1888.track.city-tile"
    if printed.towns:
        return "1888.track.town-tile" if printed.towns == 1 else "1888.track.double-town-tile"
    return "1888.track.plain-tile"


def _why_not_in_phase(state: State1888, tile: int) -> IllegalAction | None:
    colour = state.board.tiles[tile].colour
    if colour > state.current_phase.colour:
        return illegal("colour_not_yet", "1888.upgrade.colours", colour=COLOURS[colour])
    return None


def _why_not_connected(state: State1888, company: int, index: int, replacement: Replacement) -> IllegalAction | None:
    """Track of the new tile must join track the company reaches, unless it has a station in the hex."""
    if joins_network(state, company, index, replacement.exits):
        return None
    empty = face_at(state, index).colour == WHITE
    rule = "1888.track.reachable" if empty else "1888.upgrade.connected"
    return illegal("not_connected", rule, hex=state.board.hexes[index].name)


def tile_cost(state: State1888, index: int) -> int:
    """Paid for the first tile on a hex, Beijing and H4 included (1888.track.terrain-cost, 1888.upgrade.no-cost)."""
    return state.board.hexes[index].cost if state.faces[index] >= state.board.first_printed_face else 0


def lays_in_reach(state: State1888, company: int, first_turn: bool) -> Iterator[tuple[int, int]]:
    """Every legal lay of the track step, as a hex and the number of a replacement; the near ones first, some twice."""
    for index, edges in _entries_to_try(state, company, first_turn):
        if is_blocked(state, index) or tile_cost(state, index) > state.treasury[company]:
            continue
        for number, replacement in enumerate(state.board.replacements(index, state.faces[index])):
            if (
                replacement.exits & edges
                and state.board.tiles[replacement.face // EDGES].colour <= state.current_phase.colour
                and state.supply[replacement.face // EDGES] > 0
            ):
                yield index, number


def _entries_to_try(state: State1888, company: int, first_turn: bool) -> Iterator[tuple[int, int]]:
    if owes_home_tile(state, company, first_turn):
        return iter([(state.board.hex_index[COMPANIES[company].home], ALL_EDGES)])
    return entries_in_reach(state, company)


def home_tile_money(state: State1888, company: int, first_turn: bool) -> int:
    """What a company keeps in its first turn for the home tile that it has to lay and can pay for."""
    if not state.rules.home_tile_money_is_kept or not owes_home_tile(state, company, first_turn):
        return 0
    home = state.board.hex_index[COMPANIES[company].home]
    return tile_cost(state, home) if any(True for _ in lays_in_reach(state, company, first_turn)) else 0


def lay_offers(state: State1888, company: int, first_turn: bool) -> list[Action]:
    return lay_actions(state, lays_in_reach(state, company, first_turn))


def lay_tile(state: State1888, company: int, action: LayTile) -> None:
    lay(state, company, action, tile_cost(state, state.board.hex_index[action.hex]))


def is_mountain(state: State1888, place: int) -> bool:
    """Whether the place is the mountain tile on Heng Shan."""
    face = face_at(state, place // STOPS_PER_HEX)
    name = state.board.hexes[place // STOPS_PER_HEX].name
    return name == HENG_SHAN and bool(face.stops) and face.stops[0].kind == TOWN
