"""What the writers of all titles share; a title adds the actions and the ledgers that are its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, cast

from tielu import Game
from tielu.core.actions import (
    Action,
    Bid,
    LayTile,
    PayDividend,
    PlaceStation,
    RouteRun,
    RunTrains,
    SellShares,
    Withhold,
)
from tielu.core.events import Event
from tielu.core.flow import S
from tielu.core.state import NOBODY, State
from tielu.routing.model import Path

from .ledgers import CertificateLedger, CircleLedger, HomeCircles, TileLedger
from .records import Foreign
from .words import PAYOUT, WITHHOLD, by_company, by_player, by_private

WriteAction: TypeAlias = Callable[[S, Any], list[Foreign]]


class BaseWriter(ABC, Generic[S]):
    """Writes a game while replaying it, with the numbers that the platform gives to tiles, trains and shares."""

    # -- what a title defines --

    company_index: ClassVar[Mapping[str, int]]
    by_railway = staticmethod(by_company)

    def __init__(
        self, tiles: Mapping[str, int], shares: Sequence[CertificateLedger], home_circles: HomeCircles
    ) -> None:
        self._tiles = TileLedger(tiles)
        self._shares = shares
        self._circles = CircleLedger(home_circles)
        self._writers: dict[type[Action], WriteAction[S]] = {
            Bid: self._bid,
            LayTile: self._lay_tile,
            PayDividend: self._pay_dividend,
            PlaceStation: self._place_station,
            RunTrains: self._run_trains,
            SellShares: self._sell_shares,
            Withhold: self._withhold,
            **self._own_writers(),
        }

    @abstractmethod
    def _own_writers(self) -> dict[type[Action], WriteAction[S]]:
        """What writes the actions that the title knows, or writes in its own way."""

    @abstractmethod
    def _follow(self, before: S, state: S, action: Action, events: Sequence[Event]) -> list[Foreign]:
        """Bring the ledgers up to date, and return what the platform records beside the action itself."""

    @abstractmethod
    def _follow_own_shares(self, before: S, state: S, action: Action) -> None:
        """Move certificates as the action has moved shares, sales and changes of directors aside."""

    @abstractmethod
    def _train_ids(self, state: S, railway: str, train: str) -> list[str]:
        """The ids of the trains of one type that the railway can run."""

    @abstractmethod
    def _route(self, state: S, railway: str, route: RouteRun, train_id: str) -> Foreign:
        """A train's run as the platform writes it."""

    def _private_name(self, private: str) -> str:
        """The platform's id of a private."""
        return private

    # -- what follows from it --

    def take(self, game: Game, action: Action) -> list[Foreign]:
        """Carry out `action` in `game`; returns what the platform would have recorded meanwhile."""
        before = cast(S, game.state.copy())
        written = self._writers[type(action)](before, action)
        events = game.apply_trusted(action)
        return written + self._follow(before, cast(S, game.state), action, events)

    def _follow_shares(self, before: S, state: S, action: Action) -> None:
        """Move certificates as the action has moved shares."""
        if isinstance(action, SellShares):
            company = self.company_index[action.company]
            self._shares[company].sell(actor(before), action.percent, state.director[company])
        self._follow_own_shares(before, state, action)
        for company, director in enumerate(state.director):
            if before.director[company] not in (NOBODY, director):
                self._shares[company].change_director(before.director[company], director)

    # -- actions that are written alike in every title --

    def _bid(self, state: S, action: Bid) -> list[Foreign]:
        private = self._private_name(action.private)
        return [by_player(actor(state), "bid", company=private, price=action.amount)]

    def _sell_shares(self, state: S, action: SellShares) -> list[Foreign]:
        certificates = self._shares[self.company_index[action.company]].sale(actor(state), action.percent)
        named = [f"{action.company}_{certificate}" for certificate in certificates]
        return [by_player(actor(state), "sell_shares", shares=named, percent=action.percent)]

    def _lay_tile(self, state: S, action: LayTile) -> list[Foreign]:
        fields = {"hex": action.hex, "tile": self._tiles.lay(action.hex, action.tile), "rotation": action.rotation}
        if action.power is not None:
            return [by_private(self._private_name(action.power), "lay_tile", **fields)]
        return [self.by_railway(deciding(state), "lay_tile", **fields)]

    def _place_station(self, state: S, action: PlaceStation) -> list[Foreign]:
        return [self._token(state, deciding(state), action.hex, action.city)]

    def _token(self, state: S, company: str, hex_name: str, city: int) -> Foreign:
        circle = self._circles.free(state, state.board.place(hex_name, city), self.company_index[company])
        where = f"{self._tiles.id_at(hex_name)}-{city}"
        return self.by_railway(company, "place_token", city=where, slot=circle)

    def _run_trains(self, state: S, action: RunTrains) -> list[Foreign]:
        railway = deciding(state)
        spare: dict[str, list[str]] = {}
        routes = []
        for route in action.routes:
            ids = spare.setdefault(route.train, self._train_ids(state, railway, route.train))
            routes.append(self._route(state, railway, route, ids.pop(0)))
        subsidy = sum(route.get("subsidy", 0) for route in routes)
        return [self.by_railway(railway, "run_routes", routes=routes, extra_revenue=0, subsidy=subsidy)]

    def _pay_dividend(self, state: S, _action: PayDividend) -> list[Foreign]:
        return [self.by_railway(deciding(state), "dividend", kind=PAYOUT)]

    def _withhold(self, state: S, _action: Withhold) -> list[Foreign]:
        return [self.by_railway(deciding(state), "dividend", kind=WITHHOLD)]


def actor(state: State) -> int:
    """The player who decides."""
    return state.stack[-1].actor(state)


def deciding(state: State) -> str:
    """The id of whomever the player decides for."""
    return state.stack[-1].deciding(state)


def written_run(state: State, path: Path, route: RouteRun, train_id: str, revenue: int, **more: int) -> Foreign:
    """A run with all stops that it passes."""
    passed = [state.board.place_name(place) for place in path.stops]
    hexes = [name for name, _ in passed]
    return {
        "train": train_id,
        "connections": [list(link) for link in route.path],
        "hexes": hexes,
        "revenue": revenue,
        "revenue_str": "-".join(hexes),
        **more,
        "nodes": [f"{name}-{stop}" for name, stop in passed],
    }
