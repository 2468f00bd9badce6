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
    DiscardTrain,
    FoundCompany,
    GoBankrupt,
    LayTile,
    Pass,
    PayDividend,
    RunTrains,
    SellShares,
    Withhold,
)
from tielu.core.hexes import EDGES
from tielu.core.tiles import YELLOW
from tielu.core.track import Board
from tielu.env.amounts import BIDS, TRAIN_PRICES, Steps
from tielu.env.space import ActionSpace, Group
from tielu.env.track import station_places, tile_lays
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
    for source in (BANK, POOL):
        yield from (BuyTrain(train.name, source, train.price) for train in TRAINS)
    yield from (BuyTrain("D", BANK, TRADE_IN_PRICE, TRAINS[old].name) for old in TRADED_IN)


def _calls(game: Game, run: RunTrains) -> int:
    """How many trains call at Heng Shan, for which the treasury is paid apart."""
    state = cast(State1888, game.state)
    return routes_calls(state.board, earnings(state, COMPANY_INDEX[game.deciding or ""]), run.routes)


def action_space(board: Board, _edition: str) -> ActionSpace:
    others = tuple((("buy_train", train, seller), TRAIN_PRICES) for seller in _IDS for train in _TRAINS)
    groups = (
        Group("pass", "pass, or end the turn or step", (Pass(),)),
        Group("bid", "private × bid", items=tuple((("bid", private.id), BIDS) for private in PRIVATES)),
        Group(
            "found_company",
            "company × par value",
            tuple(FoundCompany(company, price, DIRECTOR_PERCENT) for company in _IDS for price in PAR_PRICES),
        ),
        Group(
            "buy_share",
            "company × initial offering or pool",
            tuple(BuyShare(company, source) for company in _IDS for source in SOURCES),
        ),
        Group(
            "sell_shares",
            "company × 10 to 100 percent",
            tuple(SellShares(company, percent) for company in _IDS for percent in range(10, 101, 10)),
        ),
        Group(
            "take_share",
            "the share for the Forbidden City: company × initial offering or pool",
            tuple(TakeShare(company, source) for company in _IDS for source in SOURCES),
        ),
        Group(
            "lay_tile",
            "hex × tile × rotation, as far as it can ever be laid there; then the lays by powers of TA, HS and GW",
            tuple(_lays(board)),
        ),
        Group("lay_ferry", "the ferry of YRF", (LayFerry(),)),
        Group("place_station", "hex × city", tuple(station_places(board, _special_faces(board)))),
        Group("run_trains", "the best run with 0 to 4 calls at Heng Shan; no run at all", most_calls=4),
        Group("pay_dividend", "pay the income out", (PayDividend(),)),
        Group("withhold", "keep the income", (Withhold(),)),
        Group(
            "buy_train",
            "train of the bank, of the pool, a D for a 4, 5 or 6; then company × train × price",
            tuple(_purchases()),
            others,
        ),
        Group(
            "discard_train",
            "company × train",
            tuple(DiscardTrain(company, each) for company in _IDS for each in _TRAINS),
        ),
        Group(
            "buy_private",
            "private × price",
            items=tuple((("buy_private", card.id), _private_prices(card)) for card in PRIVATES),
        ),
        Group("accept", "accept an offer", (Accept(),)),
        Group("decline", "decline an offer", (Decline(),)),
        Group("go_bankrupt", "admit bankruptcy", (GoBankrupt(),)),
    )
    return ActionSpace(groups, _calls)
