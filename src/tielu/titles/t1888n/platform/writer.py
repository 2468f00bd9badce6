"""1888-N in the words of 18xx.games: what the platform would record for each of our actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tielu import Game
from tielu.core.actions import (
    Accept,
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    DiscardTrain,
    FoundCompany,
    GoBankrupt,
    LayTile,
    Pass,
    PayDividend,
    PlaceStation,
    RouteRun,
    RunTrains,
    SellShares,
    Withhold,
)
from tielu.core.events import Event, TrainBought, TrainDiscarded
from tielu.core.shares import SHARE
from tielu.core.state import NOBODY
from tielu.interop.ledgers import Slots, Tiles
from tielu.interop.records import Foreign
from tielu.routing.model import trace
from tielu.titles.t1888n.rules.actions import LayFerry, TakeShare
from tielu.titles.t1888n.rules.components import (
    CHART,
    COMPANIES,
    COMPANY_INDEX,
    FC,
    GW,
    PAR_CELL,
    PRIVATE_INDEX,
    PRIVATES,
    YRF,
)
from tielu.titles.t1888n.rules.events import TrainTradedIn
from tielu.titles.t1888n.rules.map import DALIAN, YANTAI
from tielu.titles.t1888n.rules.operating_round import DividendStep, RunStep
from tielu.titles.t1888n.rules.powers import SecondWallTile
from tielu.titles.t1888n.rules.running import HENG_SHAN_MONEY, can_run, earnings
from tielu.titles.t1888n.rules.state import State1888
from tielu.titles.t1888n.rules.tiles import FERRY_TILES, TILES
from tielu.titles.t1888n.rules.train_purchase import TrainOffer

from .ledgers import Shares, Trains, home_circles
from .words import (
    ACCEPTS,
    IPO,
    OFFER,
    PAYOUT,
    PLAYER_FRAMES,
    POOL,
    RESPOND,
    WITHHOLD,
    by_company,
    by_player,
    by_private,
    private_name,
    state_of,
)


class Writer1888:
    """Writes a game of 1888 while replaying it, with the numbers that the platform gives to tiles and trains."""

    def __init__(self) -> None:
        self._tiles = Tiles({tile.number: tile.count for tile in TILES})
        self._trains = Trains()
        self._shares = [Shares() for _ in COMPANIES]
        self._slots = Slots(home_circles)
        self._writers: dict[type[Action], Callable[[State1888, Any], list[Foreign]]] = {
            Accept: self._answer,
            Bid: self._bid,
            BuyPrivate: self._buy_private,
            BuyShare: self._buy_share,
            BuyTrain: _nothing_yet,
            Decline: self._answer,
            DiscardTrain: _nothing_yet,
            FoundCompany: self._found_company,
            GoBankrupt: lambda state, _action: [by_company(_deciding(state), "bankrupt")],
            LayFerry: self._lay_ferry,
            LayTile: self._lay_tile,
            Pass: self._pass,
            PayDividend: lambda state, _action: [by_company(_deciding(state), "dividend", kind=PAYOUT)],
            PlaceStation: self._place_station,
            RunTrains: self._run_trains,
            SellShares: self._sell_shares,
            TakeShare: self._take_share,
            Withhold: lambda state, _action: [by_company(_deciding(state), "dividend", kind=WITHHOLD)],
        }

    def take(self, game: Game, action: Action) -> list[Foreign]:
        """Carry out `action` in `game`; returns what the platform would have recorded, and asked for, meanwhile."""
        before = state_of(game).copy()
        written = self._writers[type(action)](before, action)
        events = game.apply_trusted(action)
        state = state_of(game)
        written += self._trains_moved(before, state, action, events)
        written += _asked_meanwhile(before, state, action)
        self._follow_shares(before, state, action)
        self._trains.drop_scrapped(state)
        self._slots.follow(state)
        return written

    # -- auction, stock rounds --

    def _bid(self, state: State1888, action: Bid) -> list[Foreign]:
        return [by_player(_actor(state), "bid", company=private_name(action.private), price=action.amount)]

    def _found_company(self, state: State1888, action: FoundCompany) -> list[Foreign]:
        row, column = CHART.position(PAR_CELL[action.price])
        price = f"{action.price},{row},{column}"
        return [by_player(_actor(state), "par", corporation=action.company, share_price=price)]

    def _buy_share(self, state: State1888, action: BuyShare) -> list[Foreign]:
        return [by_player(_actor(state), "buy_shares", **self._bought(action))]

    def _take_share(self, _state: State1888, action: TakeShare) -> list[Foreign]:
        return [by_private(PRIVATES[FC].id, "buy_shares", **self._bought(action))]

    def _bought(self, action: BuyShare | TakeShare) -> dict[str, Any]:
        certificate = self._shares[COMPANY_INDEX[action.company]].of(action.source)[0]
        return {"shares": [f"{action.company}_{certificate}"], "percent": SHARE}

    def _sell_shares(self, state: State1888, action: SellShares) -> list[Foreign]:
        certificates = self._shares[COMPANY_INDEX[action.company]].sale(_actor(state), action.percent)
        named = [f"{action.company}_{certificate}" for certificate in certificates]
        return [by_player(_actor(state), "sell_shares", shares=named, percent=action.percent)]

    def _follow_shares(self, before: State1888, state: State1888, action: Action) -> None:
        """Move certificates as the action has moved shares."""
        player = _actor(before)
        if isinstance(action, FoundCompany):
            self._shares[COMPANY_INDEX[action.company]].buy(IPO, player)
        elif isinstance(action, BuyShare | TakeShare):
            self._shares[COMPANY_INDEX[action.company]].buy(action.source, player)
        elif isinstance(action, SellShares):
            company = COMPANY_INDEX[action.company]
            self._shares[company].sell(player, action.percent, state.director[company])
        for company, director in enumerate(state.director):
            if before.director[company] not in (NOBODY, director):
                self._shares[company].change_director(before.director[company], director)

    # -- privates --

    def _buy_private(self, state: State1888, action: BuyPrivate) -> list[Foreign]:
        owner = state.private_owner[PRIVATE_INDEX[action.private]]
        asked = owner != _actor(state) and not state.rules.purchases_need_no_answer
        named = private_name(action.private)
        offer = {OFFER: True} if asked else {}
        return [by_company(_deciding(state), "buy_company", company=named, price=action.price, **offer)]

    def _answer(self, state: State1888, action: Accept | Decline) -> list[Foreign]:
        return [by_player(_actor(state), RESPOND, **{ACCEPTS: isinstance(action, Accept)})]

    def _lay_ferry(self, _state: State1888, _action: LayFerry) -> list[Foreign]:
        """Two halves, one after the other."""
        return [
            by_private(PRIVATES[YRF].id, "lay_tile", hex=name, tile=self._tiles.lay(name, tile), rotation=0)
            for name, tile in zip((DALIAN, YANTAI), FERRY_TILES, strict=True)
        ]

    # -- turns --

    def _pass(self, state: State1888, _action: Pass) -> list[Foreign]:
        frame = state.stack[-1]
        if isinstance(frame, SecondWallTile):
            return [by_private(PRIVATES[GW].id, "pass")]
        if isinstance(frame, PLAYER_FRAMES):
            return [by_player(_actor(state), "pass")]
        if isinstance(frame, RunStep) and can_run(state, frame.company):
            return self._run_trains(state, RunTrains(()))
        return [by_company(_deciding(state), "pass")]

    def _lay_tile(self, state: State1888, action: LayTile) -> list[Foreign]:
        fields = {"hex": action.hex, "tile": self._tiles.lay(action.hex, action.tile), "rotation": action.rotation}
        if action.power is not None:
            return [by_private(action.power, "lay_tile", **fields)]
        return [by_company(_deciding(state), "lay_tile", **fields)]

    def _place_station(self, state: State1888, action: PlaceStation) -> list[Foreign]:
        place = state.board.place(action.hex, action.city)
        slot = self._slots.free(state, place, COMPANY_INDEX[_deciding(state)])
        city = f"{self._tiles.id_at(action.hex)}-{action.city}"
        return [by_company(_deciding(state), "place_token", city=city, slot=slot)]

    def _run_trains(self, state: State1888, action: RunTrains) -> list[Foreign]:
        name = _deciding(state)
        spare: dict[str, list[str]] = {}
        routes = []
        for route in action.routes:
            ids = spare.setdefault(route.train, self._trains.of_type(name, route.train))
            routes.append(_route(state, COMPANY_INDEX[name], route, ids.pop(0)))
        subsidy = sum(route["subsidy"] for route in routes)
        return [by_company(name, "run_routes", routes=routes, extra_revenue=0, subsidy=subsidy)]

    # -- trains --

    def _trains_moved(
        self, before: State1888, state: State1888, action: Action, events: Sequence[Event]
    ) -> list[Foreign]:
        """Purchases and discards as they happen: a train for which shares are sold first is bought after that.

        Where trains are all alike our game discards by itself, and the platform asks.
        """
        if isinstance(action, BuyTrain) and not state.finished and isinstance(state.stack[-1], TrainOffer):
            return [self._offered(before, action)]
        written: list[Foreign] = []
        exchange: dict[str, str] = {}
        for event in events:
            if isinstance(event, TrainTradedIn):
                exchange = {"exchange": self._trains.move(before, event.company, POOL, event.train)}
            elif isinstance(event, TrainBought):
                train = self._trains.move(before, event.seller, event.company, event.train)
                fields = {"train": train, "price": event.price, "variant": event.train, **exchange}
                written.append(by_company(event.company, "buy_train", **fields))
            elif isinstance(event, TrainDiscarded):
                train = self._trains.move(before, event.company, POOL, event.train)
                written.append(by_company(event.company, "discard_train", train=train))
        return [] if isinstance(action, Accept) else written

    def _offered(self, state: State1888, action: BuyTrain) -> Foreign:
        train = self._trains.next_id(state, action.seller, action.train)
        fields = {"train": train, "price": action.price, "variant": action.train, OFFER: True}
        return by_company(_deciding(state), "buy_train", **fields)


def _nothing_yet(_state: State1888, _action: Action) -> list[Foreign]:
    """Trains are written when they have changed hands."""
    return []


def _asked_meanwhile(before: State1888, state: State1888, action: Action) -> list[Foreign]:
    """What the platform asks where our game has gone on: about an income of nothing, and for a second wall tile."""
    frame = None if state.finished else state.stack[-1]
    if isinstance(action, RunTrains) and action.routes and not isinstance(frame, DividendStep):
        return [by_company(_deciding(before), "dividend", kind=WITHHOLD)]
    if isinstance(action, LayTile) and action.power == PRIVATES[GW].id:
        first = not before.great_wall_used and state.rules.second_wall_tile_at_once
        if first and not isinstance(frame, SecondWallTile):
            return [by_private(PRIVATES[GW].id, "pass")]
    return []


def _actor(state: State1888) -> int:
    return state.stack[-1].actor(state)


def _deciding(state: State1888) -> str:
    return state.stack[-1].deciding(state)


def _route(state: State1888, company: int, route: RouteRun, train_id: str) -> Foreign:
    """A run with all stops it passes."""
    path, pays = trace(state.board, state.faces, route), earnings(state, company)
    passed = [state.board.place_name(place) for place in path.stops]
    hexes = [name for name, _ in passed]
    return {
        "train": train_id,
        "connections": [list(link) for link in route.path],
        "hexes": hexes,
        "revenue": pays.income(path.stops, path.ferries),
        "revenue_str": "-".join(hexes),
        "subsidy": 0 if pays.callers.isdisjoint(path.stops) else HENG_SHAN_MONEY,
        "nodes": [f"{name}-{stop}" for name, stop in passed],
    }
