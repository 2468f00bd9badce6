"""18xx.games plays 1880: what each of the platform's actions means in ours."""

from __future__ import annotations

from collections.abc import Callable

from tielu import Game
from tielu.core.actions import (
    Action,
    Bid,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    FoundCompany,
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
from tielu.interop.fields import malformed, number, numbered, objects, stops, text
from tielu.interop.records import Foreign, Record
from tielu.interop.replay import Decision, Entity, Reader
from tielu.interop.routes import walk
from tielu.routing.model import BrokenRoute, best_count, trace
from tielu.titles.t1880.rules.actions import (
    AssignPermit,
    ChooseInvestor,
    ClaimPayment,
    ExchangeRocket,
    MergeMoney,
    MergeStation,
    RepayDebt,
)
from tielu.titles.t1880.rules.auction import Auction, ImperialCharter, InvestorChoice
from tielu.titles.t1880.rules.components import (
    COMPANIES,
    COMPANY_INDEX,
    FIRST_INVESTOR,
    OO_HOMES,
    P0,
    P5,
    P7,
    PRIVATES,
    RAILWAYS,
    T4,
    TRAIN_INDEX,
    TRAINS,
)
from tielu.titles.t1880.rules.forced_rocket import ForcedRocket, has_room
from tielu.titles.t1880.rules.investors import MarkerChoice
from tielu.titles.t1880.rules.operating_round import DividendStep, RunStep, StationStep
from tielu.titles.t1880.rules.phases import SurplusTrains, on_offer
from tielu.titles.t1880.rules.privates import PaymentClaim
from tielu.titles.t1880.rules.running import earnings
from tielu.titles.t1880.rules.share_round import ShareRound
from tielu.titles.t1880.rules.state import State1880
from tielu.titles.t1880.rules.steps import Step as CompanyStep

from .words import (
    AMOUNT,
    BANK,
    DISCARD,
    PAYOUT,
    PLAYER_FRAMES,
    REPLACE,
    STOPS,
    TREASURY,
    WITHHOLD,
    by_private,
    next_train_id,
    state_of,
)

SMALLEST_DIRECTOR = 20
# The rule that says whose turn it is.
_TURN_RULES = {
    Auction: "1880.auction.starter-rotates-left",
    ImperialCharter: "1880.p6.bcr-permit-choice",
    InvestorChoice: "1880.auction.fi-pick-order",
    ShareRound: "1880.sr.clockwise",
    PaymentClaim: "1880.p0.one-off-payment",
    ForcedRocket: "1880.p7.forced-exchange-at-b3",
}
_STEP_ACTIONS = frozenset({"lay_tile", "place_token", "run_routes", "dividend", "buy_train"})
_POWER_ACTIONS = frozenset({"assign", "purchase_train"})
_NO_CLAIM = "1880.p0.removal-counts"
_TURN_ORDER = "1880.or.follow-turn-order-list"
_PRIVATE_INDEX = {private.id: index for index, private in enumerate(PRIVATES)}
_RAILWAY_INDEX = {railway: index for index, railway in enumerate(RAILWAYS)}


def _claim_is_asked(game: Game) -> bool:
    return not game.finished and isinstance(game.state.stack[-1], PaymentClaim)


def _pays_now(game: Game, company: Entity) -> bool:
    """Whether the company has just earned something that it can pay out or withhold."""
    return not game.finished and isinstance(game.state.stack[-1], DividendStep) and game.deciding == company.name


def _route(state: State1880, railway: int, route: Foreign) -> RouteRun:
    """A train's run; of the stops it passes the platform counts those that pay best."""
    train = numbered(route, "train")[0]
    run = walk(state, route)
    if STOPS in route:
        return RouteRun(train, stops(route, STOPS), run.links)
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


class Reader1880(Reader):
    """Reads a record of 1880; it remembers halves of decisions, and where each tile and train has gone."""

    def __init__(self, record: Record) -> None:
        self._players = record.players
        self._goes_on_with: tuple[str, str] | None = None
        self._founding: FoundCompany | None = None
        self._earned_nothing: Entity | None = None
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
        if self._goes_on_with and self._goes_on_with != (kind, foreign["entity_type"]):
            # Half a decision, and now something else.
            raise malformed(foreign, "type")
        self._goes_on_with = None
        by = self._entity(game, foreign)
        if by is None:
            # A private that has left our game: the platform asks even for the last payment of P0.
            return Decision(Entity(""), None)
        action = self._readers[kind](game, foreign)
        if action is None:
            return None
        if isinstance(action, ExchangeRocket):
            # Where a company gives up a train for it, it is still P7's owner who exchanges.
            by = self._entity(game, by_private(P7, kind)) or by
        private = foreign["entity_type"] == "company"
        return Decision(by, None if self._done_already(state_of(game), by, action, private) else action)

    def _done_already(self, state: State1880, by: Entity, action: Action, private: bool) -> bool:
        """Whether our game has done this by itself where the platform asks, though there is but one answer.

        QSR and SCR set their home even where the tile has one city; who founds a company in debt must then
        repay; who has only trains of one type gives up one of them; of an income of nothing the platform wants
        to know whether it is paid out; and a `private` may be passed for where our game does not ask about it.
        """
        if isinstance(action, PlaceStation):
            company, place = COMPANY_INDEX.get(by.name, -1), state.board.place(action.hex, action.city)
            return company in OO_HOMES and state.stations[company] == (place,)
        if isinstance(action, PayDividend | Withhold):
            return by == self._earned_nothing
        if isinstance(action, DiscardTrain) and not state.rules.steps_wait_for_pass:
            company = COMPANY_INDEX.get(action.company, -1)
            return company >= 0 and len(state.trains[company]) <= state.current_phase.train_limit
        if isinstance(action, Pass) and private:
            return not isinstance(state.stack[-1], PaymentClaim | ForcedRocket)
        return isinstance(action, RepayDebt) and action.amount == 0

    def note(self, game: Game, foreign: Foreign, decision: Decision) -> None:
        """Remember what later actions refer to, now that the decision has been carried out."""
        action, self._earned_nothing = decision.action, None
        if isinstance(action, LayTile):
            self._tile_at[text(foreign, "tile")] = action.hex
        elif isinstance(action, BuyTrain):
            self._train_at[text(foreign, "train")] = decision.by.name
        elif isinstance(action, ExchangeRocket):
            self._rocket_at = action.company
        elif isinstance(action, RunTrains) and not _pays_now(game, decision.by):
            self._earned_nothing = decision.by

    def in_between(self, game: Game) -> bool:
        """A merger takes effect on the platform when the company has decided about its marker."""
        return not game.finished and isinstance(game.state.stack[-1], MarkerChoice)

    def asked(self, game: Game) -> frozenset[Entity]:
        """Whom the game asks now: a player, and the railway for which that player decides, if any."""
        if game.finished:
            return frozenset()
        player, railway = Entity(game.actor or "", is_player=True), Entity(game.deciding or "")
        frame = game.state.stack[-1]
        if isinstance(frame, SurplusTrains):
            # Any company over the limit may be first; the action says which.
            return frozenset({Entity(company.id) for company in COMPANIES})
        return frozenset({player} if isinstance(frame, PLAYER_FRAMES) else {player, railway})

    def out_of_turn(self, game: Game, decision: Decision) -> IllegalAction:
        """The refusal of a decision by somebody whom the game does not ask now."""
        if game.finished:
            return illegal("game_over", "1880.end.marker-company-last")
        frame = game.state.stack[-1]
        if isinstance(decision.action, ClaimPayment):
            return illegal("foreign_out_of_turn", _NO_CLAIM, entity=decision.by.name, asked=game.deciding)
        rule = next((rule for kind, rule in _TURN_RULES.items() if isinstance(frame, kind)), _TURN_ORDER)
        return illegal("foreign_out_of_turn", rule, entity=decision.by.name, asked=game.deciding)

    def preview(self, game: Game, foreign: Foreign) -> Action | None:
        """What a railway's foreign action would mean in this position, or None if that cannot be told yet."""
        known = foreign["type"] in _STEP_ACTIONS and foreign["entity_type"] in ("corporation", "minor")
        return self._readers[foreign["type"]](game, foreign) if known else None

    def uses_power(self, foreign: Foreign) -> bool:
        """Whether a foreign action uses the power of a private."""
        return foreign["type"] in _POWER_ACTIONS

    def only_powers(self, game: Game, power_next: bool) -> bool:
        """Whether a railway can do nothing but use a power or pass, and not here if one is used next.

        The platform lets powers be used while it waits for track or trains.
        """
        frame = game.state.stack[-1]
        if power_next and not isinstance(frame, StationStep | RunStep):
            return False
        if not isinstance(frame, CompanyStep) or frame.why_not_pass(state_of(game)) is not None:
            return False
        return all(isinstance(offer, AssignPermit | ExchangeRocket | Pass) for offer in game.legal_actions())

    def _entity(self, game: Game, foreign: Foreign) -> Entity | None:
        """Our name for who decides; for a private it is its owner, or None if it is closed."""
        entity, kind = foreign["entity"], foreign["entity_type"]
        if kind == "player":
            if isinstance(entity, bool) or not isinstance(entity, int | str) or entity not in self._players:
                raise malformed(foreign, "entity")
            return Entity(self._players[entity], is_player=True)
        name = text(foreign, "entity")
        if kind == "minor":
            return Entity(f"A{name}")
        if kind == "corporation":
            return Entity(name)
        if name not in _PRIVATE_INDEX:
            raise malformed(foreign, "entity")
        if name == PRIVATES[P0].id and foreign["type"] == "choose" and not _claim_is_asked(game):
            # Unless P0's owner is asked about it, the payment is nobody's to take.
            return Entity(name) if state_of(game).private_owner[P0] >= 0 else None
        owner = state_of(game).private_owner[_PRIVATE_INDEX[name]]
        return Entity(game.players[owner], is_player=True) if owner >= 0 else None

    def _railway(self, game: Game, foreign: Foreign) -> int:
        entity = self._entity(game, foreign)
        if entity is None or entity.is_player or entity.name not in _RAILWAY_INDEX:
            raise malformed(foreign, "entity")
        return _RAILWAY_INDEX[entity.name]

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
        self._goes_on_with = "choose", "player"

    def _choose(self, game: Game, foreign: Foreign) -> Action | None:
        kind, choice = foreign["entity_type"], foreign.get("choice")
        if kind == "company":
            if foreign["entity"] != PRIVATES[P0].id:
                raise malformed(foreign, "entity")
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
        self._founding = None
        if half is None:
            raise malformed(foreign, "choice")
        slot = half.slot if state_of(game).rules.par_slot_chosen else None
        if choice.isdecimal():
            self._founding = FoundCompany(half.company, half.price, int(choice), None, half.slot)
            self._goes_on_with = "choose", "player"
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
        """As much as the cash allows; only where we exported a game of a printed edition is there an amount."""
        if AMOUNT in foreign:
            return RepayDebt(number(foreign, AMOUNT))
        if foreign["entity_type"] != "player":
            raise malformed(foreign, "entity_type")
        state, player = state_of(game), game.players.index(self._players[foreign["entity"]])
        return RepayDebt(min(state.cash[player], state.debt[player]))

    # -- powers of privates --

    def _assign(self, game: Game, foreign: Foreign) -> Action | None:
        company = text(foreign, "target")
        if foreign["entity"] == PRIVATES[P5].id:
            return AssignPermit(company)
        if foreign["entity"] != PRIVATES[P7].id:
            raise malformed(foreign, "entity")
        self._rocket_id = next_train_id(state_of(game), T4)
        if company in COMPANY_INDEX and not has_room(state_of(game), COMPANY_INDEX[company]):
            # The company will say which train it gives up.
            self._rocket_for = company
            self._goes_on_with = "discard_train", "corporation"
            return None
        return ExchangeRocket(company)

    def _exchange_rocket(self, game: Game, foreign: Foreign) -> Action:
        """For the company whose turn it is; the platform need not say which that is."""
        if foreign["entity"] != PRIVATES[P7].id:
            raise malformed(foreign, "entity")
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
        railway = self._railway(game, foreign)
        routes = objects(foreign, "routes")
        return RunTrains(tuple(_route(state_of(game), railway, route) for route in routes))

    def _dividend(self, _game: Game, foreign: Foreign) -> Action:
        kind = text(foreign, "kind")
        if kind not in (PAYOUT, WITHHOLD):
            raise malformed(foreign, "kind")
        return PayDividend() if kind == PAYOUT else Withhold()

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
        given_up, self._rocket_for = self._rocket_for == company, None
        return ExchangeRocket(company, train) if given_up else DiscardTrain(company, train)

    def _merger(self, game: Game, foreign: Foreign) -> Action | None:
        """Claimed by the investor; what becomes of its money is chosen next, if it has any."""
        investor = self._railway(game, foreign)
        if investor < FIRST_INVESTOR:
            raise malformed(foreign, "entity")
        if state_of(game).treasury[investor]:
            self._goes_on_with = "choose", "minor"
            return None
        return MergeMoney("owner")
