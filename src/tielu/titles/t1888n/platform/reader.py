"""18xx.games plays 1888-N: what each of the platform's actions means in ours."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from tielu import Game
from tielu.core.actions import (
    Accept,
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    FoundCompany,
    GoBankrupt,
    LayTile,
    Pass,
)
from tielu.interop.base_reader import BaseReader, ReadAction
from tielu.interop.fields import company_of_shares, malformed, number, numbered, par_price, text
from tielu.interop.records import Foreign, PlatformRecord
from tielu.interop.replay import Entity, RecordedDecision
from tielu.titles.t1888n.rules.actions import LayFerry, TakeShare
from tielu.titles.t1888n.rules.auction import Auction, BidderAuction
from tielu.titles.t1888n.rules.components import COMPANIES, COMPANY_INDEX, DIRECTOR_PERCENT, FC, PRIVATES, YRF
from tielu.titles.t1888n.rules.map import DALIAN, YANTAI
from tielu.titles.t1888n.rules.operating_round import DividendStep, RunStep, StationStep
from tielu.titles.t1888n.rules.phases import SurplusTrains
from tielu.titles.t1888n.rules.powers import SecondWallTile
from tielu.titles.t1888n.rules.share_round import ShareRound
from tielu.titles.t1888n.rules.state import COMPANY_OWNER
from tielu.titles.t1888n.rules.tiles import FERRY_TILES
from tielu.titles.t1888n.rules.train_purchase import TrainOffer

from .words import ACCEPTS, BANK, IPO, OFFER, PLAYER_FRAMES, POOL, PRIVATE_BY_NAME, RESPOND

_FERRY_HALVES = frozenset(zip((DALIAN, YANTAI), FERRY_TILES, strict=True))


def _answer_is_due(game: Game) -> bool:
    return not game.finished and isinstance(game.state.stack[-1], TrainOffer)


class Reader1888(BaseReader):
    """Reads a record of 1888-N; it remembers half a ferry, a train on offer, and which shares have been bought."""

    company_index = COMPANY_INDEX
    player_frames = PLAYER_FRAMES
    dividend_frames = (DividendStep,)
    surplus_frames = (SurplusTrains,)
    frames_without_powers = (StationStep, RunStep)
    turn_rules: ClassVar = {
        Auction: "1888.auction.turn-options",
        BidderAuction: "1888.auction.multi-bid-auction",
        ShareRound: "1888.sr.priority-starts",
    }
    turn_order_rule = "1888.or.price-order"
    game_over_rule = "1888.end.bank-break-full-set"

    def __init__(self, record: PlatformRecord) -> None:
        super().__init__(record)
        self._half_ferry: tuple[str, str] | None = None
        self._offered: tuple[Foreign, Entity] | None = None
        self._left_ipo: set[str] = set()

    def _own_readers(self) -> dict[str, ReadAction]:
        return {
            "bankrupt": lambda _game, _foreign: GoBankrupt(),
            "bid": self._bid,
            "buy_company": self._buy_private,
            "buy_shares": self._buy_share,
            "buy_train": self._buy_train,
            "par": self._par,
            RESPOND: self._respond,
        }

    def _check_continuation(self, foreign: Foreign) -> None:
        """Raise InvalidAction if half a ferry has been laid and this is not the other half."""
        if self._half_ferry and (foreign["type"], foreign["entity"]) != ("lay_tile", PRIVATES[YRF].id):
            raise malformed(foreign, "type")

    def _decision(self, game: Game, foreign: Foreign, by: Entity, action: Action) -> RecordedDecision:
        """A recorded purchase has been agreed upon, unless we have written the answer as an action of its own."""
        decision = super()._decision(game, foreign, by, action)
        return decision if decision.action is None or OFFER in foreign else replace(decision, answer=Accept())

    def _done_already(self, game: Game, foreign: Foreign, by: Entity, action: Action) -> bool:
        """Whether our game has done this by itself where the platform asks, though there is but one answer.

        The platform wants a pass of the Great Wall, or of a player, where our game has gone on to the turn of a
        company.
        """
        if game.finished or not isinstance(action, Pass):
            return super()._done_already(game, foreign, by, action)
        if foreign["entity_type"] == "company":
            return not isinstance(game.state.stack[-1], SecondWallTile)
        return by.is_player and not isinstance(game.state.stack[-1], PLAYER_FRAMES)

    def _note_own(self, game: Game, foreign: Foreign, decision: RecordedDecision) -> None:
        action = decision.action
        if isinstance(action, LayFerry):
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

    def _note_trains(self) -> None:
        """The train on offer has changed hands; an accepted offer may also have been for a private."""
        if self._offered is None:
            return
        (foreign, buyer), self._offered = self._offered, None
        self._train_at[text(foreign, "train")] = buyer.name
        if foreign.get("exchange"):
            self._train_at[text(foreign, "exchange")] = POOL

    def uses_power(self, foreign: Foreign) -> bool:
        """Whether a foreign action buys a private, or uses the power of one."""
        return bool(foreign["type"] == "buy_company" or foreign["entity_type"] == "company")

    def _entity(self, game: Game, foreign: Foreign) -> Entity:
        """Our name for who decides; for a private it is its owner, a player or a company."""
        kind = foreign["entity_type"]
        if kind == "player":
            return self._player(foreign)
        name = text(foreign, "entity")
        if kind == "corporation" and name in COMPANY_INDEX:
            return Entity(name)
        if kind != "company" or name not in PRIVATE_BY_NAME:
            raise malformed(foreign, "entity")
        owner = game.state.private_owner[PRIVATE_BY_NAME[name]]
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
        price = par_price(foreign)
        return FoundCompany(text(foreign, "corporation"), price, DIRECTOR_PERCENT)

    def _buy_share(self, _game: Game, foreign: Foreign) -> Action:
        """A certificate that somebody has had before lies in the pool, any other in the IPO."""
        company = company_of_shares(foreign)
        source = POOL if foreign["shares"][0] in self._left_ipo else IPO
        if foreign["entity_type"] == "company":
            if foreign["entity"] != PRIVATES[FC].id:
                raise malformed(foreign, "entity")
            return TakeShare(company, source)
        return BuyShare(company, source)

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

    def _buy_train(self, _game: Game, foreign: Foreign) -> Action:
        """From the bank, unless this very train has been sold or discarded before."""
        seller = self._train_at.get(text(foreign, "train"), BANK)
        traded_in = numbered(foreign, "exchange")[0] if foreign.get("exchange") else None
        return BuyTrain(numbered(foreign, "train")[0], seller, number(foreign, "price"), traded_in)
