"""18xx.games plays 1880: what each of the platform's actions means in ours."""

from __future__ import annotations

from typing import ClassVar

from tielu import Game
from tielu.core.actions import (
    Action,
    Bid,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    FoundCompany,
    Pass,
    PlaceStation,
    RouteRun,
    RunTrains,
)
from tielu.core.errors import IllegalAction, illegal
from tielu.interop.base_reader import BaseReader, ReadAction
from tielu.interop.fields import company_of_shares, malformed, number, numbered, objects, par_price, stops, text
from tielu.interop.records import Foreign, PlatformRecord
from tielu.interop.replay import Entity, RecordedDecision
from tielu.interop.routes import walk
from tielu.interop.words import BANK
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

from .words import AMOUNT, DISCARD, PLAYER_FRAMES, REPLACE, STOPS, TREASURY, by_private, next_train_id, state_of

SMALLEST_DIRECTOR = 20
_POWER_ACTIONS = frozenset({"assign", "purchase_train"})
_PRIVATE_INDEX = {private.id: index for index, private in enumerate(PRIVATES)}
_RAILWAY_INDEX = {railway: index for index, railway in enumerate(RAILWAYS)}


def _claim_is_asked(game: Game) -> bool:
    return not game.finished and isinstance(game.state.stack[-1], PaymentClaim)


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


class Reader1880(BaseReader):
    """Reads a record of 1880; it remembers halves of decisions, and where the Rocket's train has gone."""

    company_index = COMPANY_INDEX
    player_frames = PLAYER_FRAMES
    dividend_frames = (DividendStep,)
    surplus_frames = (SurplusTrains,)
    frames_without_powers = (StationStep, RunStep)
    turn_rules: ClassVar = {
        Auction: "1880.auction.starter-rotates-left",
        ImperialCharter: "1880.p6.bcr-permit-choice",
        InvestorChoice: "1880.auction.fi-pick-order",
        ShareRound: "1880.sr.clockwise",
        PaymentClaim: "1880.p0.one-off-payment",
        ForcedRocket: "1880.p7.forced-exchange-at-b3",
    }
    turn_order_rule = "1880.or.follow-turn-order-list"
    game_over_rule = "1880.end.marker-company-last"

    def __init__(self, record: PlatformRecord) -> None:
        super().__init__(record)
        self._goes_on_with: tuple[str, str] | None = None
        self._founding: FoundCompany | None = None
        self._rocket_for: str | None = None
        self._rocket_at: str | None = None
        self._rocket_id = ""

    def _own_readers(self) -> dict[str, ReadAction]:
        return {
            "assign": self._assign,
            "bid": self._bid,
            "buy_shares": self._buy_share,
            "buy_train": self._buy_train,
            "choose": self._choose,
            "destination_connection": self._merger,
            "par": self._par,
            "payoff_player_debt": self._repay_debt,
            "purchase_train": self._exchange_rocket,
        }

    def _check_continuation(self, foreign: Foreign) -> None:
        """Raise InvalidAction if a decision has been begun and this does not go on with it."""
        expected, self._goes_on_with = self._goes_on_with, None
        if expected and expected != (foreign["type"], foreign["entity_type"]):
            raise malformed(foreign, "type")

    def _decision(self, game: Game, foreign: Foreign, by: Entity, action: Action) -> RecordedDecision:
        """Where a company gives up a train for the Rocket's, it is still P7's owner who exchanges."""
        if isinstance(action, ExchangeRocket):
            by = self._entity(game, by_private(P7, foreign["type"])) or by
        return super()._decision(game, foreign, by, action)

    def _done_already(self, game: Game, foreign: Foreign, by: Entity, action: Action) -> bool:
        """Whether our game has done this by itself where the platform asks, though there is but one answer.

        QSR and SCR set their home even where the tile has one city, whoever founds a company in debt must then
        repay, and a private may be passed for where our game does not ask about it.
        """
        state = state_of(game)
        if isinstance(action, PlaceStation):
            company, place = COMPANY_INDEX.get(by.name, -1), state.board.place(action.hex, action.city)
            return company in OO_HOMES and state.stations[company] == (place,)
        if isinstance(action, Pass) and foreign["entity_type"] == "company":
            return not isinstance(state.stack[-1], PaymentClaim | ForcedRocket)
        if isinstance(action, RepayDebt):
            return action.amount == 0
        return super()._done_already(game, foreign, by, action)

    def _note_own(self, _game: Game, foreign: Foreign, decision: RecordedDecision) -> None:
        action = decision.action
        if isinstance(action, BuyTrain):
            self._train_at[text(foreign, "train")] = decision.by.name
        elif isinstance(action, ExchangeRocket):
            self._rocket_at = action.company

    def in_between(self, game: Game) -> bool:
        """A merger takes effect on the platform when the company has decided about its marker."""
        return not game.finished and isinstance(game.state.stack[-1], MarkerChoice)

    def out_of_turn(self, game: Game, decision: RecordedDecision) -> IllegalAction:
        """The refusal of a decision by somebody who may not decide now; a payment that is not due has its own."""
        if isinstance(decision.action, ClaimPayment) and not game.finished:
            rule = state_of(game).rules.cites("1880.p0.one-off-payment", "1880.p0.removal-counts")
            return illegal("foreign_out_of_turn", rule, entity=decision.by.name, asked=game.deciding)
        return super().out_of_turn(game, decision)

    def uses_power(self, foreign: Foreign) -> bool:
        """Whether a foreign action uses the power of a private."""
        return foreign["type"] in _POWER_ACTIONS

    def _entity(self, game: Game, foreign: Foreign) -> Entity | None:
        """Our name for who decides; for a private it is its owner, or None if it is closed."""
        kind = foreign["entity_type"]
        if kind == "player":
            return self._player(foreign)
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
        """The first part of a founding: price and slot."""
        price = par_price(foreign)
        company, slot = text(foreign, "corporation"), number(foreign, "slot")
        self._founding = FoundCompany(company, price, SMALLEST_DIRECTOR, None, slot)
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

    def _buy_share(self, _game: Game, foreign: Foreign) -> Action:
        return BuyShare(company_of_shares(foreign), BANK)

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

    def _run_trains(self, game: Game, foreign: Foreign) -> Action:
        railway = self._railway(game, foreign)
        routes = objects(foreign, "routes")
        return RunTrains(tuple(_route(state_of(game), railway, route) for route in routes))

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
