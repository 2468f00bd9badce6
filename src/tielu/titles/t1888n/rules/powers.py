"""IV.3.1. What a company does with privates in its turn: buy them from players, and use the powers of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from tielu.core.actions import PASS, Action, Amounts, BuyPrivate, LayTile, Pass
from tielu.core.bank import railway_pays_player, why_railway_cannot_pay
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import TileLaid
from tielu.core.flow import RailwayDecision
from tielu.core.hexes import EDGES, opposite
from tielu.core.laying import lay, why_not_in_supply
from tielu.core.state import CLOSED, NOBODY
from tielu.core.stations import exchange_face, face_at
from tielu.core.tiles import WHITE, YELLOW, stop_map
from tielu.core.track import Replacement
from tielu.titles.t1888n.rules.actions import LayFerry

from .components import GW, HS, PHASE_3, PRIVATE_INDEX, PRIVATES, TA, YRF
from .events import FerryLaid, PrivateSoldToCompany
from .map import BEIJING, DALIAN, GREAT_WALL, HENG_SHAN, XIAN, YANTAI
from .purchase_offer import PurchaseOffer, declined_price, why_declined
from .state import COMPANY_OWNER, State1888
from .tiles import FERRY_TILES, MOUNTAIN_TILE, XIAN_TILE
from .track import RULES, find_lay


def power_offers(state: State1888, company: int, kept: int = 0) -> Iterator[Action]:
    """Everything that privates let a company do at any point of its turn, found one by one; `kept` is not spent."""
    yield from purchase_offers(state, company, kept)
    yield from _tile_offers(state, company, TA, XIAN, XIAN_TILE)
    yield from _tile_offers(state, company, HS, HENG_SHAN, MOUNTAIN_TILE)
    yield from wall_offers(state, company)
    if state.company_owns(company, YRF) and why_not_ferry(state, company) is None:
        yield LayFerry()


def may_add_track(state: State1888, company: int) -> bool:
    """Whether a private of the company, or one that it may buy now, could still bring track onto the map."""
    return any(
        isinstance(offer, LayFerry)
        or (isinstance(offer, LayTile) and offer.power in _TRACK_POWERS)
        or (isinstance(offer, BuyPrivate) and offer.private in _TRACK_POWERS)
        for offer in power_offers(state, company)
    )


_TRACK_POWERS: Final[tuple[str, ...]] = tuple(PRIVATES[private].id for private in (HS, GW, YRF))


def why_not_power(state: State1888, company: int, action: Action) -> IllegalAction | None:
    if isinstance(action, BuyPrivate):
        return why_not_purchase(state, company, action)
    if isinstance(action, LayFerry):
        return why_not_ferry(state, company)
    assert isinstance(action, LayTile)
    if action.power == PRIVATES[GW].id:
        return why_not_wall(state, company, action)
    for private, name, tile in ((TA, XIAN, XIAN_TILE), (HS, HENG_SHAN, MOUNTAIN_TILE)):
        if action.power == PRIVATES[private].id:
            return _why_not_special(state, company, private, name, tile, action)
    if action.power == PRIVATES[YRF].id:
        return illegal("ferry_is_laid_whole", "1888.yanda.ferry-tile")
    return illegal("no_such_power", "1888.privates.company-ability-in-turn", power=action.power)


def apply_power(state: State1888, company: int, action: Action) -> None:
    if isinstance(action, BuyPrivate):
        _offer_purchase(state, company, action)
    elif isinstance(action, LayFerry):
        _lay_ferry(state, company)
    elif isinstance(action, LayTile) and action.power == PRIVATES[GW].id:
        _lay_wall(state, company, action)
    else:
        assert isinstance(action, LayTile)
        _lay_special(state, company, action)


# What a private can no longer do when it has closed: a tile that was not laid is lost.
_CLOSED_RULE: Final = {
    TA: "1888.terracotta.tile-lost-on-close",
    HS: "1888.heng-shan.tile-lost-on-close",
    GW: "1888.privates.close-at-phase-5",
    YRF: "1888.yanda.tile-lost-on-close",
}


def _why_no_power(state: State1888, company: int, private: int) -> IllegalAction | None:
    """Only a company that owns the private has its power, and only while it is open."""
    if state.company_owns(company, private):
        return None
    if state.private_owner[private] == CLOSED:
        return illegal("private_closed", _CLOSED_RULE[private], private=PRIVATES[private].id)
    return illegal("private_not_owned", "1888.privates.company-ability-in-turn", private=PRIVATES[private].id)


# -- buying privates from players --


def why_not_purchase(state: State1888, company: int, action: BuyPrivate) -> IllegalAction | None:
    private = PRIVATE_INDEX.get(action.private)
    if private is None:
        return illegal("unknown_private", "1888.privates.owner-types", private=action.private)
    if state.phase < PHASE_3:
        return illegal("private_sale_not_yet", "1888.privates.sale-to-company-from-phase-3")
    if not state.with_a_player(private):
        return illegal("not_with_a_player", "1888.turn.buy-privates-any-time", private=action.private)
    card = PRIVATES[private]
    if not card.lowest <= action.price <= card.highest:
        rule = "1888.privates.sale-price-range"
        return illegal("private_price", rule, price=action.price, least=card.lowest, most=card.highest)
    rule = "1888.turn.buy-privates-any-time"
    return why_railway_cannot_pay(state, company, action.price, rule) or why_declined(
        state, action.private, action.price, rule, state.rules.private_offers_may_rise
    )


def purchase_offers(state: State1888, company: int, kept: int = 0) -> Iterator[Action]:
    for private, card in enumerate(PRIVATES):
        if not state.with_a_player(private):
            continue
        least = max(card.lowest, declined_price(state, card.id) + 1)
        most = min(card.highest, state.treasury[company] - kept)
        offer = BuyPrivate(card.id, least, Amounts(least, most))
        if least <= most and why_not_purchase(state, company, offer) is None:
            yield offer


def _offer_purchase(state: State1888, company: int, action: BuyPrivate) -> None:
    """The owner answers, unless the owner directs the company."""
    owner = state.private_owner[PRIVATE_INDEX[action.private]]
    if owner == state.director[company] or state.rules.purchases_need_no_answer:
        sell_to_company(state, company, action)
        return
    PrivateOffer(company, action, owner).ask(state)


def sell_to_company(state: State1888, company: int, action: BuyPrivate) -> None:
    private = PRIVATE_INDEX[action.private]
    owner = state.private_owner[private]
    railway_pays_player(state, company, owner, action.price)
    state.private_owner[private] = COMPANY_OWNER + company
    name = state.players[owner]
    state.log(PrivateSoldToCompany(action.private, state.company_id(company), name, action.price))


class PrivateOffer(PurchaseOffer):
    """The owner of a private answers a company's offer."""

    rule: ClassVar[str] = "1888.privates.sale-to-company-from-phase-3"

    def __init__(self, company: int, offer: BuyPrivate, owner: int) -> None:
        super().__init__(company, offer.private, offer.price)
        self.offer = offer
        self.owner = owner

    def actor(self, state: State1888) -> int:
        return self.owner

    def accepted(self, state: State1888) -> None:
        sell_to_company(state, self.company, self.offer)


# -- the Terracotta Army and Heng Shan: one special tile each --


def _special_faces(state: State1888, name: str, tile: str) -> list[Replacement]:
    """The ways in which the special tile may lie on its hex: no track off the map, none lost."""
    board = state.board
    index, number = board.hex_index[name], board.tile_index[tile]
    old, found = face_at(state, index), []
    for rotation in range(EDGES):
        face = number * EDGES + rotation
        new = board.faces[face]
        stops = stop_map(old, new)
        if stops is not None and not new.exits & ~board.open_edges[index]:
            found.append(Replacement(face, stops, new.exits))
    return found


_SPECIAL_RULE: Final = {TA: "1888.terracotta.tile", HS: "1888.heng-shan.mountain-tile"}


def _why_not_special(
    state: State1888, company: int, private: int, name: str, tile: str, action: LayTile
) -> IllegalAction | None:
    rule = _SPECIAL_RULE[private]
    refusal = _why_no_power(state, company, private)
    if refusal is not None:
        return refusal
    if action.hex != name or action.tile != tile:
        return illegal("special_tile", rule, hex=name, tile=tile)
    index = state.board.hex_index[name]
    if private == HS and face_at(state, index).colour != WHITE:
        return illegal("hex_taken", "1888.heng-shan.normal-tile-precludes-mountain", hex=name)
    if not state.supply[state.board.tile_index[tile]]:
        return illegal("tile_gone", rule, tile=tile)
    face = state.board.tile_index[tile] * EDGES + action.rotation
    if not any(each.face == face for each in _special_faces(state, name, tile)):
        return illegal("runs_off", rule, hex=name, tile=tile)
    return None


def _tile_offers(state: State1888, company: int, private: int, name: str, tile: str) -> Iterator[Action]:
    """Each way to lay the tile once: rotations with the same exits are all legal, the first of them is offered."""
    if not state.company_owns(company, private):
        return
    offered = set()
    for rotation in range(EDGES):
        offer = LayTile(name, tile, rotation, PRIVATES[private].id)
        exits = state.board.faces[state.board.tile_index[tile] * EDGES + rotation].exits
        if exits not in offered and _why_not_special(state, company, private, name, tile, offer) is None:
            offered.add(exits)
            yield offer


def _lay_special(state: State1888, company: int, action: LayTile) -> None:
    index = state.board.hex_index[action.hex]
    face = state.board.tile_index[action.tile] * EDGES + action.rotation
    replacement = next(each for each in _special_faces(state, action.hex, action.tile) if each.face == face)
    exchange_face(state, index, replacement)
    state.log(TileLaid(state.company_id(company), action.hex, action.tile, action.rotation, 0))


# -- the Great Wall --


def why_not_wall(state: State1888, company: int, action: LayTile) -> IllegalAction | None:
    """A free yellow tile on a hex with the wall; a second one must connect to the first (ruling 8.19)."""
    rule = "1888.great-wall.free-yellow"
    refusal = _why_no_power(state, company, GW)
    if refusal is not None:
        return refusal
    first = state.wall_tile
    if first == NOBODY and state.great_wall_used:
        return illegal("wall_used", "1888.great-wall.two-same-turn-connected")
    if action.hex not in GREAT_WALL or action.hex == BEIJING:
        return illegal("not_on_the_wall", rule, hex=action.hex)
    found = find_lay(state, action)
    if isinstance(found, IllegalAction):
        return found
    index, tile, replacement = found
    if state.board.tiles[tile].colour != YELLOW:
        return illegal("not_yellow", rule, tile=action.tile)
    if first != NOBODY and not _joined(state, index, replacement.exits, first):
        return illegal("not_joined", "1888.great-wall.two-same-turn-connected", hex=action.hex)
    return why_not_in_supply(state, tile, RULES)


def _joined(state: State1888, index: int, exits: int, other: int) -> bool:
    """Whether track of a tile with these exits would meet track of the tile on hex `other`."""
    return any(
        exits >> edge & 1
        and state.board.across[index * EDGES + edge] == other
        and face_at(state, other).exits >> opposite(edge) & 1
        for edge in range(EDGES)
    )


def wall_offers(state: State1888, company: int) -> Iterator[Action]:
    if not state.company_owns(company, GW) or (state.wall_tile == NOBODY and state.great_wall_used):
        return
    board = state.board
    for name in GREAT_WALL:
        index = board.hex_index[name]
        if name == BEIJING or face_at(state, index).colour != WHITE:
            continue
        for each in board.replacements(index, state.faces[index]):
            offer = LayTile(name, board.tiles[each.face // EDGES].number, each.face % EDGES, PRIVATES[GW].id)
            if why_not_wall(state, company, offer) is None:
                yield offer


def _lay_wall(state: State1888, company: int, action: LayTile) -> None:
    """The first tile may be joined by another one until the turn ends; then never again (ruling 8.17)."""
    lay(state, company, action, 0)
    first = not state.great_wall_used
    state.great_wall_used = True
    state.wall_tile = state.board.hex_index[action.hex] if first else NOBODY
    if first and state.rules.second_wall_tile_at_once:
        state.push(SecondWallTile(company))


class SecondWallTile(RailwayDecision[State1888]):
    """On the platform the second tile on the wall follows the first at once, or not at all."""

    def settle(self, state: State1888) -> bool:
        if any(True for _ in wall_offers(state, self.railway)):
            return False
        self._end(state)
        return True

    def _end(self, state: State1888) -> None:
        state.pop()
        state.wall_tile = NOBODY

    def offers(self, state: State1888) -> list[Action]:
        return [*wall_offers(state, self.railway), PASS]

    def why_not(self, state: State1888, action: Action) -> IllegalAction | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, LayTile) or action.power != PRIVATES[GW].id:
            return illegal("second_wall_tile_first", "1888.great-wall.two-same-turn-connected")
        return why_not_wall(state, self.railway, action)

    def apply(self, state: State1888, action: Action) -> None:
        if isinstance(action, LayTile):
            _lay_wall(state, self.railway, action)
        self._end(state)


# -- the Yanda Railway Ferry --


def ferry_laid(state: State1888) -> bool:
    return state.faces[state.board.hex_index[DALIAN]] < state.board.first_printed_face


def why_not_ferry(state: State1888, company: int) -> IllegalAction | None:
    refusal = _why_no_power(state, company, YRF)
    if refusal is not None:
        return refusal
    if ferry_laid(state):
        return illegal("ferry_laid", "1888.yanda.ferry-tile")
    return None


def _lay_ferry(state: State1888, company: int) -> None:
    """The link between Dalian and Yantai, for all companies (1888.yanda.ferry-tile, 1888.yanda.usable-by-all)."""
    for name, tile in zip((DALIAN, YANTAI), FERRY_TILES, strict=True):
        face = state.board.tile_index[tile] * EDGES
        exchange_face(state, state.board.hex_index[name], Replacement(face, (0,), state.board.faces[face].exits))
    state.log(FerryLaid(state.company_id(company)))
