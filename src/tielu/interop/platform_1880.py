"""18xx.games plays 1880: what each of the platform's actions means in ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from tielu import Game
from tielu.core.actions import (
    Action,
    AssignPermit,
    Bid,
    BuyShare,
    BuyTrain,
    ChooseInvestor,
    ClaimPayment,
    DiscardTrain,
    ExchangeRocket,
    FoundCompany,
    LayTile,
    MergeMoney,
    MergeStation,
    Pass,
    PayDividend,
    PlaceStation,
    RepayDebt,
    RouteRun,
    RunTrains,
    SellShares,
    Withhold,
)
from tielu.core.errors import InvalidAction
from tielu.routing.model import BrokenRoute, trace
from tielu.routing.suggest import best_count
from tielu.titles.t1880.components import (
    COMPANY_INDEX,
    FIRST_INVESTOR,
    P7,
    PRIVATES,
    RAILWAYS,
    T4,
    TRAIN_INDEX,
    TRAINS,
)
from tielu.titles.t1880.forced_rocket import has_room
from tielu.titles.t1880.investors import MarkerChoice
from tielu.titles.t1880.phases import on_offer
from tielu.titles.t1880.running import earnings
from tielu.titles.t1880.state import State1880

from .fields import malformed, number, numbered, objects, text
from .raw import Foreign, Record
from .replay import Decision
from .routes import walk

BANK = "bank"
SMALLEST_DIRECTOR = 20
TREASURY = "treasury"
REPLACE, DISCARD = "Replace", "Discard"
_PRIVATE_INDEX = {private.id: index for index, private in enumerate(PRIVATES)}
_RAILWAY_INDEX = {railway: index for index, railway in enumerate(RAILWAYS)}


def state_of(game: Game) -> State1880:
    return cast("State1880", game.state)


def next_train_id(state: State1880, train: int) -> str:
    """The platform's id of the next train of a type to leave the bank: they are numbered as they go."""
    return f"{TRAINS[train].name}-{TRAINS[train].count - state.depot[train]}"


def _route(state: State1880, railway: int, route: Foreign) -> RouteRun:
    """A train's run; of the stops it passes the platform counts those that pay best."""
    train = numbered(route, "train")[0]
    run = walk(state, route)
    everything = RouteRun(train, run.stops, run.links)
    if train not in TRAIN_INDEX or not TRAINS[TRAIN_INDEX[train]].skips:
        return everything
    try:
        path = trace(state.board, state.faces, everything)
    except BrokenRoute:
        return everything
    own = frozenset(state.stations[railway])
    kind = TRAINS[TRAIN_INDEX[train]]
    _, counted = best_count(path.stops, kind, own, earnings(state, railway), path.ferries)
    return RouteRun(train, tuple(state.board.place_name(place) for place in counted), run.links)


class Reader1880:
    """Reads a record of 1880; it remembers halves of decisions, and where each tile and train has gone."""

    def __init__(self, record: Record) -> None:
        self._players = record.players
        self._founding: FoundCompany | None = None
        self._rocket_for: str | None = None
        self._rocket_at: str | None = None
        self._rocket_id = ""
        self._tile_at: dict[str, str] = {}
        self._train_at: dict[str, str] = {}
        self._readers: dict[str, Callable[[Game, Foreign], Action | None]] = {
            "assign": self._assign,
            "bid": self._bid,
            "buy_shares": self._buy_share,
            "buy_train": self._buy_train,
            "choose": self._choose,
            "destination_connection": self._merger,
            "discard_train": self._discard_train,
            "dividend": self._dividend,
            "lay_tile": self._lay_tile,
            "par": self._par,
            "pass": lambda _game, _foreign: Pass(),
            "payoff_player_debt": self._repay_debt,
            "place_token": self._place_station,
            "purchase_train": self._exchange_rocket,
            "run_routes": self._run_trains,
            "sell_shares": self._sell_shares,
        }

    def read(self, game: Game, foreign: Foreign) -> Decision | None:
        """The decision that is complete with this action, or None if it is only a part of one."""
        kind = foreign["type"]
        if kind not in self._readers:
            raise InvalidAction("foreign_action_unknown", type=kind[:40])
        by = self._entity(game, foreign)
        if by is None:
            # A private that has left our game: the platform asks even for the last payment of P0.
            return Decision("", ())
        action = self._readers[kind](game, foreign)
        return None if action is None else Decision(by, (action,))

    def note(self, foreign: Foreign, decision: Decision) -> None:
        """Remember what later actions refer to, now that the decision has been carried out."""
        for action in decision.actions:
            if isinstance(action, LayTile):
                self._tile_at[text(foreign, "tile")] = action.hex
            elif isinstance(action, BuyTrain):
                self._train_at[text(foreign, "train")] = decision.by
            elif isinstance(action, ExchangeRocket):
                self._rocket_at = action.company
                self._rocket_for = None
            elif isinstance(action, FoundCompany):
                self._founding = None

    def in_between(self, game: Game) -> bool:
        """A merger takes effect on the platform when the company has decided about its marker."""
        return not game.finished and isinstance(game.state.stack[-1], MarkerChoice)

    def _entity(self, game: Game, foreign: Foreign) -> str | None:
        """Our name for who decides; for a private it is its owner, or None if it is closed."""
        entity, kind = foreign["entity"], foreign["entity_type"]
        if kind == "player":
            if isinstance(entity, bool) or not isinstance(entity, int | str) or entity not in self._players:
                raise malformed(foreign, "entity")
            return self._players[entity]
        name = text(foreign, "entity")
        if kind == "minor":
            return f"A{name}"
        if kind == "corporation":
            return name
        if name not in _PRIVATE_INDEX:
            raise malformed(foreign, "entity")
        owner = state_of(game).private_owner[_PRIVATE_INDEX[name]]
        return game.players[owner] if owner >= 0 else None

    # -- auction, investors, share rounds --

    def _bid(self, _game: Game, foreign: Foreign) -> Action:
        if "minor" in foreign:
            return ChooseInvestor(f"A{text(foreign, 'minor')}")
        return Bid(text(foreign, "company"), number(foreign, "price"))

    def _par(self, _game: Game, foreign: Foreign) -> None:
        """The price is `100,1,3`: the value, then its place on the chart."""
        price = text(foreign, "share_price").split(",")[0]
        if not price.isdecimal():
            raise malformed(foreign, "share_price")
        company, slot = text(foreign, "corporation"), number(foreign, "slot")
        self._founding = FoundCompany(company, int(price), SMALLEST_DIRECTOR, None, slot)

    def _choose(self, game: Game, foreign: Foreign) -> Action | None:
        kind, choice = foreign["entity_type"], foreign.get("choice")
        if kind == "company":
            return ClaimPayment()
        if kind == "minor":
            return MergeMoney("company" if TREASURY in text(foreign, "choice") else "owner")
        if kind == "corporation":
            if choice not in (REPLACE, DISCARD):
                raise malformed(foreign, "choice")
            return MergeStation(choice == REPLACE)
        return self._choose_founding(game, foreign)

    def _choose_founding(self, game: Game, foreign: Foreign) -> Action | None:
        """The size of the director certificate, if there was a choice, then the permits."""
        half, choice = self._founding, str(foreign.get("choice"))
        if half is None:
            raise malformed(foreign, "choice")
        slot = half.slot if state_of(game).rules.par_slot_chosen else None
        if choice.isdecimal():
            self._founding = FoundCompany(half.company, half.price, int(choice), None, half.slot)
            return None
        return FoundCompany(half.company, half.price, half.director_percent, choice, slot)

    def _company_of_shares(self, foreign: Foreign) -> str:
        shares = foreign.get("shares")
        if not isinstance(shares, list) or not shares:
            raise malformed(foreign, "shares")
        companies = {numbered({**foreign, "shares": share}, "shares")[0] for share in shares}
        if len(companies) > 1:
            raise malformed(foreign, "shares")
        return companies.pop()

    def _buy_share(self, _game: Game, foreign: Foreign) -> Action:
        return BuyShare(self._company_of_shares(foreign), BANK)

    def _sell_shares(self, _game: Game, foreign: Foreign) -> Action:
        return SellShares(self._company_of_shares(foreign), number(foreign, "percent"))

    def _repay_debt(self, game: Game, foreign: Foreign) -> Action:
        """As much as the cash allows; no amount is recorded."""
        state = state_of(game)
        player = game.players.index(self._players[foreign["entity"]])
        return RepayDebt(min(state.cash[player], state.debt[player]))

    # -- powers of privates --

    def _assign(self, game: Game, foreign: Foreign) -> Action | None:
        company = text(foreign, "target")
        if foreign["entity"] != PRIVATES[P7].id:
            return AssignPermit(company)
        self._rocket_id = next_train_id(state_of(game), T4)
        if company in COMPANY_INDEX and not has_room(state_of(game), COMPANY_INDEX[company]):
            # The company will say which train it gives up.
            self._rocket_for = company
            return None
        return ExchangeRocket(company)

    def _exchange_rocket(self, game: Game, _foreign: Foreign) -> Action:
        """For the company whose turn it is; the platform need not say which that is."""
        self._rocket_id = next_train_id(state_of(game), on_offer(state_of(game)))
        return ExchangeRocket(game.deciding or "")

    # -- a company's turn --

    def _lay_tile(self, _game: Game, foreign: Foreign) -> Action:
        return LayTile(text(foreign, "hex"), numbered(foreign, "tile")[0], number(foreign, "rotation"))

    def _place_station(self, game: Game, foreign: Foreign) -> Action:
        """A city is `57-1-0`: the tile, which one of its kind, the city on it; `Q7-0-0` on a printed hex."""
        tile, city = numbered(foreign, "city")
        name = tile.rpartition("-")[0]
        where = name if name in state_of(game).board.hex_index else self._tile_at.get(tile)
        if where is None:
            raise malformed(foreign, "city")
        return PlaceStation(where, city)

    def _run_trains(self, game: Game, foreign: Foreign) -> Action:
        railway = _RAILWAY_INDEX.get(self._entity(game, foreign) or "")
        if railway is None:
            raise malformed(foreign, "entity")
        routes = objects(foreign, "routes")
        return RunTrains(tuple(_route(state_of(game), railway, route) for route in routes))

    def _dividend(self, _game: Game, foreign: Foreign) -> Action:
        kind = text(foreign, "kind")
        if kind not in ("payout", "withhold"):
            raise malformed(foreign, "kind")
        return PayDividend() if kind == "payout" else Withhold()

    def _buy_train(self, game: Game, foreign: Foreign) -> Action:
        train = numbered(foreign, "train")[0]
        return BuyTrain(train, self._seller(game, text(foreign, "train"), train), number(foreign, "price"))

    def _seller(self, game: Game, train_id: str, train: str) -> str:
        """The bank, unless a company has this very train; only the Rocket's was taken without a name."""
        known = self._train_at.get(train_id)
        if known is not None:
            return known
        sold_out = train in TRAIN_INDEX and not state_of(game).depot[TRAIN_INDEX[train]]
        if self._rocket_at is not None and (train_id == self._rocket_id or sold_out):
            return self._rocket_at
        return BANK

    def _discard_train(self, _game: Game, foreign: Foreign) -> Action:
        company, train = text(foreign, "entity"), numbered(foreign, "train")[0]
        if self._rocket_for == company:
            return ExchangeRocket(company, train)
        return DiscardTrain(company, train)

    def _merger(self, game: Game, foreign: Foreign) -> Action | None:
        """Claimed by the investor; what becomes of its money is chosen next, if it has any."""
        investor = _RAILWAY_INDEX.get(self._entity(game, foreign) or "", 0)
        if investor < FIRST_INVESTOR:
            raise malformed(foreign, "entity")
        if state_of(game).treasury[investor]:
            return None
        return MergeMoney("owner")
