"""X. Laying and upgrading track: who may build how much, what a tile must fit, and what it costs."""

from __future__ import annotations

from typing import Final

from tielu.core.actions import Action, LayTile
from tielu.core.bank import why_railway_cannot_pay
from tielu.core.errors import IllegalAction, illegal
from tielu.core.hexes import EDGES
from tielu.core.laying import LayingRules, find_lay, lay, why_it_runs_off, why_not_in_supply
from tielu.core.reach import Reach
from tielu.core.stations import entries_in_reach, face_at, has_station_in, joins_network, set_stations
from tielu.core.tiles import BLUE, BROWN, COLOURS, GREEN, GREY, RED, WHITE, YELLOW, Face
from tielu.core.track import Replacement, all_edges_open

from .components import BCR, COMPANIES, OO_HOMES, P4
from .share_round import HomeChoice
from .state import State1880

RIVER_COST: Final = 20
ALL_EXITS: Final = 63
RULES: Final = LayingRules(
    hexes="1880.track.no-run-off-map",
    tiles="1880.components.tile-count",
    supply="1880.components.tile-count",
    off_map="1880.track.no-run-off-map",
    beside={RED: "1880.track.offboard-only-at-arrow", BLUE: "1880.track.no-run-off-map"},
    barrier="1880.track.no-run-into-barrier",
)


def tiles_allowed(state: State1880, railway: int) -> tuple[int, bool]:
    """How many yellow tiles, and whether an upgrade instead (1880.track.phase-*, 1880.fi.one-tile)."""
    upgrade = state.current_phase.colour != YELLOW
    if state.is_investor(railway):
        return 1, upgrade
    if railway == BCR or upgrade:
        return 2, upgrade
    return 1, upgrade


def may_build(state: State1880, railway: int, laid: int) -> bool:
    """Whether the railway may build at all now, `laid` tiles into its turn."""
    return (state.is_investor(railway) or state.has_permit(railway)) and laid < tiles_allowed(state, railway)[0]


def why_no_building(state: State1880, railway: int, laid: int) -> IllegalAction | None:
    if may_build(state, railway, laid):
        return None
    if not state.is_investor(railway) and not state.has_permit(railway):
        rule = "1880.permit.required-to-build"
        return illegal("no_permit", rule, company=state.railway_id(railway), phase=state.current_phase.permit)
    most, upgrade = tiles_allowed(state, railway)
    if state.is_investor(railway):
        return illegal("tiles_done", "1880.fi.one-tile", most=most)
    rule = "1880.track.phase-b-two-yellow-or-upgrade" if upgrade else "1880.track.phase-a-one-tile"
    if railway == BCR and not upgrade:
        rule = "1880.p6.bcr-two-yellow"
    return illegal("tiles_done", rule, most=most)


def why_not_lay(state: State1880, railway: int, laid: int, action: LayTile) -> IllegalAction | None:
    refusal = why_no_building(state, railway, laid)
    if refusal is not None:
        return refusal
    found = find_lay(state, action, RULES)
    if isinstance(found, IllegalAction):
        return found
    if action.power is not None:
        return illegal("no_such_power", "1880.privates.no-track-no-trains", power=action.power)
    index, tile, replacement = found
    if replacement is None:
        return _why_it_does_not_fit(state, index, tile, action)
    cost = tile_cost(state, railway, index)
    return (
        _why_not_in_turn(state, laid, index, tile)
        or why_not_in_supply(state, tile, RULES)
        or _why_not_connected(state, railway, index, replacement.exits)
        or _why_not_five_exits(state, index, replacement)
        or why_railway_cannot_pay(state, railway, cost, "1880.track.terrain-paid-from-treasury")
    )


def _why_it_does_not_fit(state: State1880, index: int, tile: int, action: LayTile) -> IllegalAction:
    """The rule that keeps this tile, turned like this, off this hex."""
    board, printed = state.board, state.board.hexes[index]
    old, new = face_at(state, index), board.faces[tile * EDGES + action.rotation]
    if printed.ferry:
        return illegal("ferry_hex", "1880.track.ferry-no-upgrade", hex=action.hex)
    if printed.colour in (RED, BLUE, GREY):
        return illegal("fixed_hex", "1880.track.no-build-on-blue-red", hex=action.hex)
    if action.tile not in board.successors(index, state.faces[index]):
        code, rule = _wrong_kind(board.faces[board.printed_face(index)], old, new)
        return illegal(code, rule, hex=action.hex, tile=action.tile)
    refusal = why_it_runs_off(state, index, tile, action, RULES)
    if refusal is not None:
        return refusal
    if any(not new.exits >> edge & 1 for edge in printed.stub):
        return illegal("stub_lost", "1880.track.beijing-stubs-kept", hex=action.hex)
    return illegal("track_lost", "1880.upgrade.keep-existing-track", hex=action.hex, tile=action.tile)


def _wrong_kind(printed: Face, old: Face, new: Face) -> tuple[str, str]:
    """Which rule about kinds of hexes and tiles is broken."""
    if old.colour == WHITE and new.colour == YELLOW:
        return "wrong_tile", _first_tile_rule(old)
    if new.colour != old.colour + 1:
        return "wrong_colour", "1880.upgrade.colour-sequence"
    if printed.label:
        return "wrong_tile", "1880.track.special-letter-tiles"
    if not old.stops and new.stops:
        return "wrong_tile", "1880.upgrade.plain-stays-plain"
    if old.stops and not new.stops:
        return "wrong_tile", "1880.upgrade.stations-retained"
    if printed.cities and printed.towns and bool(old.cities) != bool(new.cities):
        return "wrong_tile", "1880.track.boomtown-choice-permanent"
    return "wrong_tile", "1880.upgrade.types-not-exchanged"


def _first_tile_rule(printed: Face) -> str:
    if printed.label:
        return "1880.track.special-letter-tiles"
    if printed.cities and printed.towns:
        return "1880.track.boomtown-choice" if printed.cities == 1 else "1880.track.double-boomtown-choice"
    if printed.cities:
        return "1880.track.city-hex-city-tile" if printed.cities == 1 else "1880.track.oo-hex-oo-tile"
    if printed.towns:
        return "1880.track.town-hex-town-tile" if printed.towns == 1 else "1880.track.double-town-tile"
    return "1880.track.plain-hex-plain-tile"


def _in_turn(state: State1880, laid: int, index: int, tile: int) -> bool:
    """The colours of the phase, and one upgrade instead of two yellow tiles."""
    known = state.board.tiles[tile].colour <= state.current_phase.colour
    return known and not (laid and face_at(state, index).colour != WHITE)


def _why_not_in_turn(state: State1880, laid: int, index: int, tile: int) -> IllegalAction | None:
    if _in_turn(state, laid, index, tile):
        return None
    colour = state.board.tiles[tile].colour
    if colour > state.current_phase.colour:
        rule = {
            GREEN: "1880.upgrade.green-from-first-3",
            BROWN: "1880.upgrade.brown-from-first-4plus4",
            GREY: "1880.upgrade.grey-from-first-8",
        }[colour]
        return illegal("colour_not_yet", rule, colour=COLOURS[colour])
    return illegal("no_upgrade_too", "1880.track.phase-b-two-yellow-or-upgrade")


def _why_not_connected(state: State1880, railway: int, index: int, exits: int) -> IllegalAction | None:
    if joins_network(state, railway, index, exits):
        return None
    board, name = state.board, state.board.hexes[index].name
    if face_at(state, index).colour != WHITE:
        rule = state.rules.cites("1880.upgrade.reachability.2010", "1880.upgrade.reachability.2022")
        return illegal("not_connected", rule, hex=name)
    if Reach(board, state.faces, state.stations[railway], frozenset()).enters(index, exits):
        return illegal("way_blocked", "1880.track.not-blocked", hex=name)
    return illegal("not_connected", "1880.track.must-extend-own-network", hex=name)


def _why_not_five_exits(state: State1880, index: int, replacement: Replacement) -> IllegalAction | None:
    """A city going brown takes six exits where one such tile can be used; 611 is for the edge of the map."""
    if face_at(state, index).label or replacement.exits == ALL_EXITS:
        return None
    board = state.board
    if board.faces[replacement.face].colour != BROWN or not all_edges_open(board, index):
        return None
    for other in board.replacements(index, state.faces[index]):
        if other.exits == ALL_EXITS and state.supply[other.face // EDGES] > 0:
            rule = "1880.upgrade.brown-city-six-exits"
            return illegal("six_exits", rule, tile=board.tiles[other.face // EDGES].number)
    return None


def tile_cost(state: State1880, railway: int, index: int) -> int:
    """Terrain is paid for the first tile; P4's owner crosses rivers free (1880.p4.river-discount)."""
    if face_at(state, index).colour != WHITE:
        return 0
    printed = state.board.hexes[index]
    if "river" in printed.terrain and state.owns_private(state.owner_of(railway), P4):
        return 0 if printed.terrain == ("river",) else printed.cost - RIVER_COST
    return printed.cost


def may_lay(state: State1880, railway: int, laid: int) -> bool:
    """Whether there is any legal lay, without looking for them all."""
    return may_build(state, railway, laid) and any(
        _faces_to_lay(state, railway, laid, index, edges) for index, edges in entries_in_reach(state, railway)
    )


def lay_offers(state: State1880, railway: int, laid: int) -> list[Action]:
    """Every legal lay, in the order of the map."""
    if not may_build(state, railway, laid):
        return []
    entries: dict[int, int] = {}
    for index, edges in entries_in_reach(state, railway):
        entries[index] = entries.get(index, 0) | edges
    offers = list[Action]()
    for index in sorted(entries):
        for face in _faces_to_lay(state, railway, laid, index, entries[index]):
            offers.append(state.board.lay(index, face))
    return offers


def _faces_to_lay(state: State1880, railway: int, laid: int, index: int, edges: int) -> list[int]:
    """What may be laid on a hex so that its track leads over one of the edges, which are in reach."""
    if tile_cost(state, railway, index) > state.treasury[railway]:
        return []
    faces: list[int] = []
    for replacement in state.board.replacements(index, state.faces[index]):
        if (
            replacement.exits & edges
            and _in_turn(state, laid, index, replacement.face // EDGES)
            and state.supply[replacement.face // EDGES] > 0
            and _why_not_five_exits(state, index, replacement) is None
        ):
            faces.append(replacement.face)
    return faces


def is_upgrade(state: State1880, action: LayTile) -> bool:
    """Whether the lay replaces a tile, or printed Beijing, instead of filling an empty hex."""
    return face_at(state, state.board.hex_index[action.hex]).colour != WHITE


def lay_tile(state: State1880, railway: int, action: LayTile) -> None:
    """The old tile returns to the supply (1880.upgrade.old-tile-returns)."""
    index = state.board.hex_index[action.hex]
    lay(state, railway, action, tile_cost(state, railway, index))
    if state.rules.oo_home_chosen_again and face_at(state, index).colour == YELLOW:
        _choose_home_again(state, index)


def _choose_home_again(state: State1880, index: int) -> None:
    """The yellow OO tile under a home takes the marker off the map, to be placed anew (the platform's reading)."""
    for company in sorted(OO_HOMES):
        at_home = state.board.hex_index[COMPANIES[company].home] == index
        if at_home and has_station_in(state, company, index):
            set_stations(state, company, state.stations[company][1:])
            state.push(HomeChoice(company))
