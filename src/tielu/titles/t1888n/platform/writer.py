"""1888-N in the words of 18xx.games: what the platform would record for each of our actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tielu.core.actions import (
    Accept,
    Action,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    DiscardTrain,
    FoundCompany,
    GoBankrupt,
    LayTile,
    Pass,
    RouteRun,
    RunTrains,
)
from tielu.core.events import Event, TrainBought, TrainDiscarded
from tielu.core.shares import SHARE
from tielu.interop.base_writer import BaseWriter, WriteAction, actor, deciding, written_run
from tielu.interop.records import Foreign
from tielu.interop.words import WITHHOLD, by_company, by_player
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
from .words import ACCEPTS, IPO, OFFER, PLAYER_FRAMES, POOL, RESPOND, by_private, private_name


class Writer1888(BaseWriter[State1888]):
    """Writes a game of 1888-N while replaying it."""

    company_index = COMPANY_INDEX
    _shares: list[Shares]

    def __init__(self) -> None:
        super().__init__({tile.number: tile.count for tile in TILES}, [Shares() for _ in COMPANIES], home_circles)
        self._trains = Trains()

    def _own_writers(self) -> dict[type[Action], WriteAction[State1888]]:
        return {
            Accept: self._answer,
            BuyPrivate: self._buy_private,
            BuyShare: self._buy_share,
            BuyTrain: _nothing_yet,
            Decline: self._answer,
            DiscardTrain: _nothing_yet,
            FoundCompany: self._found_company,
            GoBankrupt: lambda state, _action: [by_company(deciding(state), "bankrupt")],
            LayFerry: self._lay_ferry,
            Pass: self._pass,
            TakeShare: self._take_share,
        }

    def _private_name(self, private: str) -> str:
        return private_name(private)

    def _follow(self, before: State1888, state: State1888, action: Action, events: Sequence[Event]) -> list[Foreign]:
        written = self._trains_moved(before, state, action, events)
        written += _implied_actions(before, state, action)
        self._follow_shares(before, state, action)
        self._trains.drop_scrapped(state)
        self._circles.follow(state)
        return written

    # -- auction, stock rounds --

    def _found_company(self, state: State1888, action: FoundCompany) -> list[Foreign]:
        row, column = CHART.position(PAR_CELL[action.price])
        price = f"{action.price},{row},{column}"
        return [by_player(actor(state), "par", corporation=action.company, share_price=price)]

    def _buy_share(self, state: State1888, action: BuyShare) -> list[Foreign]:
        return [by_player(actor(state), "buy_shares", **self._bought(action))]

    def _take_share(self, _state: State1888, action: TakeShare) -> list[Foreign]:
        return [by_private(FC, "buy_shares", **self._bought(action))]

    def _bought(self, action: BuyShare | TakeShare) -> dict[str, Any]:
        certificate = self._shares[COMPANY_INDEX[action.company]].of(action.source)[0]
        return {"shares": [f"{action.company}_{certificate}"], "percent": SHARE}

    def _follow_own_shares(self, before: State1888, _state: State1888, action: Action) -> None:
        if isinstance(action, FoundCompany):
            self._shares[COMPANY_INDEX[action.company]].buy(IPO, actor(before))
        elif isinstance(action, BuyShare | TakeShare):
            self._shares[COMPANY_INDEX[action.company]].buy(action.source, actor(before))

    # -- privates --

    def _buy_private(self, state: State1888, action: BuyPrivate) -> list[Foreign]:
        owner = state.private_owner[PRIVATE_INDEX[action.private]]
        asked = owner != actor(state) and not state.rules.purchases_need_no_answer
        named = private_name(action.private)
        offer = {OFFER: True} if asked else {}
        return [by_company(deciding(state), "buy_company", company=named, price=action.price, **offer)]

    def _answer(self, state: State1888, action: Accept | Decline) -> list[Foreign]:
        return [by_player(actor(state), RESPOND, **{ACCEPTS: isinstance(action, Accept)})]

    def _lay_ferry(self, _state: State1888, _action: LayFerry) -> list[Foreign]:
        """Two halves, one after the other."""
        return [
            by_private(YRF, "lay_tile", hex=name, tile=self._tiles.lay(name, tile), rotation=0)
            for name, tile in zip((DALIAN, YANTAI), FERRY_TILES, strict=True)
        ]

    # -- turns --

    def _pass(self, state: State1888, _action: Pass) -> list[Foreign]:
        frame = state.stack[-1]
        if isinstance(frame, SecondWallTile):
            return [by_private(GW, "pass")]
        if isinstance(frame, PLAYER_FRAMES):
            return [by_player(actor(state), "pass")]
        if isinstance(frame, RunStep) and can_run(state, frame.railway):
            return self._run_trains(state, RunTrains(()))
        return [by_company(deciding(state), "pass")]

    # -- trains --

    def _train_ids(self, _state: State1888, railway: str, train: str) -> list[str]:
        return self._trains.of_type(railway, train)

    def _route(self, state: State1888, railway: str, route: RouteRun, train_id: str) -> Foreign:
        """A run; a call at Heng Shan is a subsidy."""
        path, pays = trace(state.board, state.faces, route), earnings(state, COMPANY_INDEX[railway])
        subsidy = 0 if pays.callers.isdisjoint(path.stops) else HENG_SHAN_MONEY
        return written_run(state, path, route, train_id, pays.income(path.stops, path.ferries), subsidy=subsidy)

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
        return by_company(deciding(state), "buy_train", **fields)


def _nothing_yet(_state: State1888, _action: Action) -> list[Foreign]:
    """Trains are written when they have changed hands."""
    return []


def _implied_actions(before: State1888, state: State1888, action: Action) -> list[Foreign]:
    """What the platform records where our game goes on by itself: an income of nothing, and no second wall tile."""
    frame = None if state.finished else state.stack[-1]
    if isinstance(action, RunTrains) and action.routes and not isinstance(frame, DividendStep):
        return [by_company(deciding(before), "dividend", kind=WITHHOLD)]
    if isinstance(action, LayTile) and action.power == PRIVATES[GW].id:
        first = not before.great_wall_used and state.rules.second_wall_tile_at_once
        if first and not isinstance(frame, SecondWallTile):
            return [by_private(GW, "pass")]
    return []
