"""The action space of 1888-N."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tielu import Game
from tielu.core.actions import (
    Accept,
    Action,
    BuyShare,
    BuyTrain,
    Decline,
    FoundCompany,
    GoBankrupt,
    LayTile,
    RunTrains,
)
from tielu.core.hexes import EDGES
from tielu.core.tiles import YELLOW
from tielu.core.track import Board
from tielu.env import groups
from tielu.env.amounts import Steps
from tielu.env.space import ActionGroup, ActionSpace
from tielu.env.track import tile_lays
from tielu.routing.check import routes_calls
from tielu.titles.t1888n.rules.actions import LayFerry, TakeShare
from tielu.titles.t1888n.rules.components import (
    COMPANIES,
    COMPANY_INDEX,
    DIRECTOR_PERCENT,
    GW,
    HS,
    PAR_PRICES,
    PRIVATES,
    TA,
    TRADE_IN_PRICE,
    TRADED_IN,
    TRAINS,
    Private,
)
from tielu.titles.t1888n.rules.map import DALIAN, GREAT_WALL, HENG_SHAN, XIAN, YANTAI
from tielu.titles.t1888n.rules.running import earnings
from tielu.titles.t1888n.rules.state import State1888
from tielu.titles.t1888n.rules.tiles import FERRY_TILES, MOUNTAIN_TILE, XIAN_TILE
from tielu.titles.t1888n.rules.trading import SOURCES
from tielu.titles.t1888n.rules.train_purchase import BANK, POOL

_IDS = tuple(company.id for company in COMPANIES)
_TRAINS = tuple(train.name for train in TRAINS)


def _special_faces(board: Board) -> dict[str, list[int]]:
    """Faces that only the powers of privates bring onto the map."""

    def turned(tile: str) -> list[int]:
        return [board.tile_index[tile] * EDGES + rotation for rotation in range(EDGES)]

    ferries = {name: [board.tile_index[tile] * EDGES] for name, tile in zip((DALIAN, YANTAI), FERRY_TILES, strict=True)}
    return {XIAN: turned(XIAN_TILE), HENG_SHAN: turned(MOUNTAIN_TILE), **ferries}


def _lays(board: Board) -> Iterator[Action]:
    """The lays of the track step, then those of the Terracotta Army, Heng Shan and the Great Wall."""
    own = list(tile_lays(board, _special_faces(board)))
    yield from own
    for private, name, tile in ((TA, XIAN, XIAN_TILE), (HS, HENG_SHAN, MOUNTAIN_TILE)):
        for rotation in range(EDGES):
            yield LayTile(name, tile, rotation, PRIVATES[private].id)
    for lay in own:
        if lay.hex in GREAT_WALL and board.tiles[board.tile_index[lay.tile]].colour == YELLOW:
            yield LayTile(lay.hex, lay.tile, lay.rotation, PRIVATES[GW].id)


def _private_prices(card: Private) -> Steps:
    """From the lowest price that a company may pay to the highest, face value in the middle."""
    lower, higher = (card.lowest + card.price) // 2, (card.price + card.highest) // 2
    return Steps((card.lowest, lower, card.price, higher, card.highest))


def _purchases() -> Iterator[Action]:
    """Trains of the bank and of the pool at their prices, then a D for which an older train is traded in."""
    for source in (BANK, POOL):
        yield from (BuyTrain(train.name, source, train.price) for train in TRAINS)
    yield from (BuyTrain("D", BANK, TRADE_IN_PRICE, TRAINS[old].name) for old in TRADED_IN)


def _calls(game: Game, run: RunTrains) -> int:
    """How many trains call at Heng Shan, which pays the treasury separately."""
    state = cast(State1888, game.state)
    return routes_calls(state.board, earnings(state, COMPANY_INDEX[game.deciding or ""]), run.routes)


def action_space(board: Board, _edition: str) -> ActionSpace:
    """The table of all choices in 1888-N, the same in every edition."""
    table = (
        groups.PASS,
        groups.bids([private.id for private in PRIVATES]),
        ActionGroup(
            "found_company",
            "company × par value",
            tuple(FoundCompany(company, price, DIRECTOR_PERCENT) for company in _IDS for price in PAR_PRICES),
        ),
        ActionGroup(
            "buy_share",
            "company × initial offering or pool",
            tuple(BuyShare(company, source) for company in _IDS for source in SOURCES),
        ),
        groups.share_sales(_IDS),
        ActionGroup(
            "take_share",
            "the share for the Forbidden City: company × initial offering or pool",
            tuple(TakeShare(company, source) for company in _IDS for source in SOURCES),
        ),
        ActionGroup(
            "lay_tile",
            "hex × tile × rotation, as far as it can ever be laid there; then the lays by powers of TA, HS and GW",
            tuple(_lays(board)),
        ),
        ActionGroup("lay_ferry", "the ferry of YRF", (LayFerry(),)),
        groups.stations(board, _special_faces(board)),
        ActionGroup("run_trains", "the best run with 0 to 4 calls at Heng Shan; no run at all", most_calls=4),
        groups.PAY_DIVIDEND,
        groups.WITHHOLD,
        ActionGroup(
            "buy_train",
            "train of the bank, of the pool, a D for a 4, 5 or 6; then company × train × price",
            tuple(_purchases()),
            groups.trains_of_companies(_IDS, _TRAINS),
        ),
        groups.train_discards(_IDS, _TRAINS),
        ActionGroup(
            "buy_private",
            "private × price",
            items=tuple((("buy_private", card.id), _private_prices(card)) for card in PRIVATES),
        ),
        ActionGroup("accept", "accept an offer", (Accept(),)),
        ActionGroup("decline", "decline an offer", (Decline(),)),
        ActionGroup("go_bankrupt", "admit bankruptcy", (GoBankrupt(),)),
    )
    return ActionSpace(table, _calls)
