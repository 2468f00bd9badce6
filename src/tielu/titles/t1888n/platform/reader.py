"""18xx.games plays 1888-N: what each of the platform's actions means in ours."""

from __future__ import annotations

from collections.abc import Callable

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
from tielu.core.errors import IllegalAction, InvalidAction, illegal
from tielu.interop.fields import malformed, number, numbered, objects, text
from tielu.interop.records import Foreign, Record
from tielu.interop.replay import Decision, Entity, Reader
from tielu.interop.routes import walk
from tielu.titles.t1888n.rules.actions import LayFerry, TakeShare
from tielu.titles.t1888n.rules.auction import Auction, BidderAuction
from tielu.titles.t1888n.rules.components import COMPANIES, COMPANY_INDEX, DIRECTOR_PERCENT, FC, PRIVATES, YRF
from tielu.titles.t1888n.rules.map import DALIAN, YANTAI
from tielu.titles.t1888n.rules.operating_round import DividendStep, RunStep, StationStep
from tielu.titles.t1888n.rules.phases import SurplusTrains
from tielu.titles.t1888n.rules.powers import SecondWallTile
from tielu.titles.t1888n.rules.share_round import ShareRound
from tielu.titles.t1888n.rules.state import COMPANY_OWNER, State1888
from tielu.titles.t1888n.rules.steps import Step as CompanyStep
from tielu.titles.t1888n.rules.steps import uses_power
from tielu.titles.t1888n.rules.tiles import FERRY_TILES
from tielu.titles.t1888n.rules.train_purchase import TrainOffer

from .words import ACCEPTS, BANK, IPO, OFFER, PAYOUT, PLAYER_FRAMES, POOL, PRIVATE_BY_NAME, RESPOND, WITHHOLD, state_of

# The rule that says whose turn it is.
_TURN_RULES = {
    Auction: "1888.auction.turn-options",
    BidderAuction: "1888.auction.multi-bid-auction",
    ShareRound: "1888.sr.priority-starts",
}
_TURN_ORDER = "1888.or.price-order"
# What belongs to one step of a company's turn.
_STEP_ACTIONS = frozenset({"buy_train", "dividend", "lay_tile", "place_token", "run_routes"})
_FERRY_HALVES = frozenset(zip((DALIAN, YANTAI), FERRY_TILES, strict=True))


def _pays_now(game: Game, company: Entity) -> bool:
    """Whether the company has just earned something that it can pay out or withhold."""
    return not game.finished and isinstance(game.state.stack[-1], DividendStep) and game.deciding == company.name


def _answer_is_due(game: Game) -> bool:
    return not game.finished and isinstance(game.state.stack[-1], TrainOffer)


def _route(state: State1888, route: Foreign) -> RouteRun:
    """A train's run; it counts every stop that it passes."""
    run = walk(state, route)
    return RouteRun(numbered(route, "train")[0], run.stops, run.links)


class Reader1888(Reader):
    """Reads a record of 1888; it remembers half a ferry, and where each tile, train and share has gone."""

    def __init__(self, record: Record) -> None:
        self._players = record.players
        self._half_ferry: tuple[str, str] | None = None
        self._earned_nothing: Entity | None = None
        self._offered: tuple[Foreign, Entity] | None = None
        self._tile_at: dict[str, str] = {}
        self._train_at: dict[str, str] = {}
        self._left_ipo: set[str] = set()
        self._readers: dict[str, Callable[[Game, Foreign], Action | None]] = {
            "bankrupt": lambda _game, _foreign: GoBankrupt(),
            "bid": self._bid,
            "buy_company": self._buy_private,
            "buy_shares": self._buy_share,
            "buy_train": self._buy_train,
            "discard_train": self._discard_train,
            "dividend": self._dividend,
            "lay_tile": self._lay_tile,
            "par": self._par,
            "pass": lambda _game, _foreign: Pass(),
            "place_token": self._place_station,
            RESPOND: self._respond,
            "run_routes": self._run_trains,
            "sell_shares": self._sell_shares,
        }

    def read(self, game: Game, foreign: Foreign) -> Decision | None:
        """The decision that is complete with this action, or None if it is only a part of one."""
        kind = foreign["type"]
        if kind not in self._readers:
            raise InvalidAction("foreign_action_unknown", type=kind[:40])
        if self._half_ferry and (kind, foreign["entity"]) != ("lay_tile", PRIVATES[YRF].id):
            # Half a ferry, and now something else.
            raise malformed(foreign, "type")
        by = self._entity(game, foreign)
        action = self._readers[kind](game, foreign)
        if action is None:
            return None
        if self._done_already(game, foreign, by, action):
            return Decision(by, None)
        # A recorded purchase has been agreed upon, unless we have written the answer as an action of its own.
        answer = None if OFFER in foreign else Accept()
        return Decision(by, action, answer)

    def _done_already(self, game: Game, foreign: Foreign, by: Entity, action: Action) -> bool:
        """Whether our game has done this by itself where the platform asks, though there is but one answer.

        Of an income of nothing the platform wants to know whether it is paid out, and of equal trains which one
        is given up; and it wants a pass of the Great Wall, or of a player, where our game has gone on to the turn
        of a company.
        """
        if isinstance(action, PayDividend | Withhold):
            return by == self._earned_nothing
        if game.finished:
            return False
        if isinstance(action, DiscardTrain):
            state = state_of(game)
            fits = len(state.trains[COMPANY_INDEX[by.name]]) <= state.current_phase.train_limit
            return fits and not state.rules.steps_wait_for_pass
        if not isinstance(action, Pass):
            return False
        if foreign["entity_type"] == "company":
            return not isinstance(game.state.stack[-1], SecondWallTile)
        return by.is_player and not isinstance(game.state.stack[-1], PLAYER_FRAMES)

    def note(self, game: Game, foreign: Foreign, decision: Decision) -> None:
        """Remember what later actions refer to, now that the decision has been carried out."""
        action, self._earned_nothing = decision.action, None
        if isinstance(action, LayTile):
            self._tile_at[text(foreign, "tile")] = action.hex
        elif isinstance(action, LayFerry):
            self._tile_at.update({f"{tile}-0": name for name, tile in _FERRY_HALVES})
        elif isinstance(action, BuyShare | TakeShare):
            self._left_ipo.update(foreign["shares"])
        elif isinstance(action, BuyTrain):
            self._offered = foreign, decision.by
            if not _answer_is_due(game):
                self._note_trains()
        elif isinstance(action, Accept):
            self._note_trains()
        elif isinstance(action, Decline):
            self._offered = None
        elif foreign["type"] == "discard_train":
            self._train_at[text(foreign, "train")] = POOL
        elif isinstance(action, RunTrains) and not _pays_now(game, decision.by):
            self._earned_nothing = decision.by

    def _note_trains(self) -> None:
        """The train on offer has changed hands; an accepted offer may also have been for a private."""
        if self._offered is None:
            return
        (foreign, buyer), self._offered = self._offered, None
        self._train_at[text(foreign, "train")] = buyer.name
        if foreign.get("exchange"):
            self._train_at[text(foreign, "exchange")] = POOL

    def asked(self, game: Game) -> frozenset[Entity]:
        """Whom the game asks now: a player, and the company for which that player decides, if any."""
        if game.finished:
            return frozenset()
        player, company = Entity(game.actor or "", is_player=True), Entity(game.deciding or "")
        frame = game.state.stack[-1]
        if isinstance(frame, SurplusTrains):
            # Any company over the limit may be first; the action says which.
            return frozenset({Entity(charter.id) for charter in COMPANIES})
        return frozenset({player} if isinstance(frame, PLAYER_FRAMES) else {player, company})

    def out_of_turn(self, game: Game, decision: Decision) -> IllegalAction:
        """The refusal of a decision by somebody whom the game does not ask now."""
        if game.finished:
            return illegal("game_over", "1888.end.bank-break-full-set")
        frame = game.state.stack[-1]
        rule = next((rule for kind, rule in _TURN_RULES.items() if isinstance(frame, kind)), _TURN_ORDER)
        return illegal("foreign_out_of_turn", rule, entity=decision.by.name, asked=game.deciding)

    def preview(self, game: Game, foreign: Foreign) -> Action | None:
        """What a company's foreign action would mean in this position, or None if that cannot be told yet."""
        known = foreign["type"] in _STEP_ACTIONS and foreign["entity_type"] == "corporation"
        return self._readers[foreign["type"]](game, foreign) if known else None

    def uses_power(self, foreign: Foreign) -> bool:
        """Whether a foreign action buys a private, or uses the power of one."""
        return bool(foreign["type"] == "buy_company" or foreign["entity_type"] == "company")

    def only_powers(self, game: Game, power_next: bool) -> bool:
        """Whether a company can do nothing but use a power or pass, and not here if one is used next.

        The platform lets powers be used while it waits for track or trains.
        """
        frame = game.state.stack[-1]
        if not isinstance(frame, CompanyStep) or (power_next and not isinstance(frame, StationStep | RunStep)):
            return False
        may_pass = game.why_not(Pass()) is None
        return may_pass and all(isinstance(offer, Pass) or uses_power(offer) for offer in game.legal_actions())

    def _entity(self, game: Game, foreign: Foreign) -> Entity:
        """Our name for who decides; for a private it is its owner, a player or a company."""
        entity, kind = foreign["entity"], foreign["entity_type"]
        if kind == "player":
            if isinstance(entity, bool) or not isinstance(entity, int | str) or entity not in self._players:
                raise malformed(foreign, "entity")
            return Entity(self._players[entity], is_player=True)
        name = text(foreign, "entity")
        if kind == "corporation" and name in COMPANY_INDEX:
            return Entity(name)
        if kind != "company" or name not in PRIVATE_BY_NAME:
            raise malformed(foreign, "entity")
        owner = state_of(game).private_owner[PRIVATE_BY_NAME[name]]
        if owner >= COMPANY_OWNER:
            return Entity(COMPANIES[owner - COMPANY_OWNER].id)
        return Entity(game.players[owner], is_player=True) if owner >= 0 else Entity("")

    # -- auction, stock rounds --

    def _bid(self, _game: Game, foreign: Foreign) -> Action:
        return Bid(self._private(foreign, "company"), number(foreign, "price"))

    @staticmethod
    def _private(foreign: Foreign, field: str) -> str:
        name = text(foreign, field)
        if name not in PRIVATE_BY_NAME:
            raise malformed(foreign, field)
        return PRIVATES[PRIVATE_BY_NAME[name]].id

    def _par(self, _game: Game, foreign: Foreign) -> Action:
        """The price is `95,1,3`: the value, then its place on the chart."""
        price = text(foreign, "share_price").split(",")[0]
        if not price.isdecimal():
            raise malformed(foreign, "share_price")
        return FoundCompany(text(foreign, "corporation"), int(price), DIRECTOR_PERCENT)

    def _company_of_shares(self, foreign: Foreign) -> str:
        shares = foreign.get("shares")
        if not isinstance(shares, list) or not shares:
            raise malformed(foreign, "shares")
        companies = {numbered({**foreign, "shares": share}, "shares")[0] for share in shares}
        if len(companies) > 1:
            raise malformed(foreign, "shares")
        return companies.pop()

    def _buy_share(self, _game: Game, foreign: Foreign) -> Action:
        """A certificate that somebody has had before lies in the pool, any other in the IPO."""
        company = self._company_of_shares(foreign)
        source = POOL if foreign["shares"][0] in self._left_ipo else IPO
        if foreign["entity_type"] == "company":
            if foreign["entity"] != PRIVATES[FC].id:
                raise malformed(foreign, "entity")
            return TakeShare(company, source)
        return BuyShare(company, source)

    def _sell_shares(self, _game: Game, foreign: Foreign) -> Action:
        return SellShares(self._company_of_shares(foreign), number(foreign, "percent"))

    # -- privates --

    def _buy_private(self, _game: Game, foreign: Foreign) -> Action:
        return BuyPrivate(self._private(foreign, "company"), number(foreign, "price"))

    def _respond(self, _game: Game, foreign: Foreign) -> Action:
        if not isinstance(foreign.get(ACCEPTS), bool):
            raise malformed(foreign, ACCEPTS)
        return Accept() if foreign[ACCEPTS] else Decline()

    def _lay_ferry(self, foreign: Foreign, half: tuple[str, str]) -> Action | None:
        """The platform lays two halves, in either order; we lay one ferry."""
        other, self._half_ferry = self._half_ferry, None
        if half not in _FERRY_HALVES or half == other:
            raise malformed(foreign, "tile")
        if other is None:
            self._half_ferry = half
            return None
        return LayFerry()

    # -- a company's turn --

    def _lay_tile(self, _game: Game, foreign: Foreign) -> Action | None:
        name, tile = text(foreign, "hex"), numbered(foreign, "tile")[0]
        power = self._private(foreign, "entity") if foreign["entity_type"] == "company" else None
        if power == PRIVATES[YRF].id:
            return self._lay_ferry(foreign, (name, tile))
        return LayTile(name, tile, number(foreign, "rotation"), power)

    def _place_station(self, game: Game, foreign: Foreign) -> Action:
        """A city is `57-1-0`: the tile, which one of its kind, the city on it; `E17-0-0` on a printed hex."""
        tile, city = numbered(foreign, "city")
        name = tile.rpartition("-")[0]
        where = name if name in state_of(game).board.hex_index else self._tile_at.get(tile)
        if where is None:
            raise malformed(foreign, "city")
        return PlaceStation(where, city)

    def _run_trains(self, game: Game, foreign: Foreign) -> Action:
        return RunTrains(tuple(_route(state_of(game), route) for route in objects(foreign, "routes")))

    def _dividend(self, _game: Game, foreign: Foreign) -> Action:
        kind = text(foreign, "kind")
        if kind not in (PAYOUT, WITHHOLD):
            raise malformed(foreign, "kind")
        return PayDividend() if kind == PAYOUT else Withhold()

    def _buy_train(self, _game: Game, foreign: Foreign) -> Action:
        """From the bank, unless this very train has been sold or discarded before."""
        seller = self._train_at.get(text(foreign, "train"), BANK)
        traded_in = numbered(foreign, "exchange")[0] if foreign.get("exchange") else None
        return BuyTrain(numbered(foreign, "train")[0], seller, number(foreign, "price"), traded_in)

    def _discard_train(self, _game: Game, foreign: Foreign) -> Action:
        return DiscardTrain(text(foreign, "entity"), numbered(foreign, "train")[0])
