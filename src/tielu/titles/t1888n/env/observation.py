"""The observation of 1888-N: its own fields, after those that all titles share (`tielu.env.observation`)."""

from __future__ import annotations

from typing import Any, Final

from tielu.core.actions import (
    BuyPrivate,
    BuyTrain,
)
from tielu.core.state import CLOSED
from tielu.env.layout import Field
from tielu.env.observation import MONEY, ObservedComponents, Observer, one_per_row, topmost
from tielu.titles.t1888n.rules.auction import BidderAuction, highest_bid_of
from tielu.titles.t1888n.rules.companies import certificate_limit, certificates
from tielu.titles.t1888n.rules.components import (
    CHART,
    COMPANIES,
    COMPANY_INDEX,
    PHASES,
    PRIVATE_INDEX,
    PRIVATES,
    TRAIN_INDEX,
    TRAINS,
)
from tielu.titles.t1888n.rules.operating_round import Cycle, DividendStep, OperatingRound
from tielu.titles.t1888n.rules.powers import PrivateOffer
from tielu.titles.t1888n.rules.share_round import ShareRound
from tielu.titles.t1888n.rules.state import COMPANY_OWNER, State1888
from tielu.titles.t1888n.rules.train_purchase import TrainOffer, TrainStep

COMPONENTS: Final = ObservedComponents(
    companies=tuple(company.id for company in COMPANIES),
    privates=tuple(private.id for private in PRIVATES),
    bank_places=("initial offering", "pool"),
    trains=TRAINS,
    phases=PHASES,
    rounds=("Auction", "Stock", "Operating"),
    steps=(
        "Auction",
        "BidderAuction",
        "ShareRound",
        "TrackStep",
        "StationStep",
        "RunStep",
        "DividendStep",
        "TrainStep",
        "PrivateStep",
        "PrivateOffer",
        "TrainOffer",
        "SecondWallTile",
        "SurplusTrains",
    ),
    chart=CHART,
    markers=tuple(company.markers for company in COMPANIES),
    certificates=certificates,
    certificate_limit=certificate_limit,
)


class Observer1888(Observer):
    """The observer of 1888-N: bids, privates of companies, the pool, offers between companies."""

    def own_fields(self) -> list[Field]:
        axes = self.axes
        players, companies, privates, trains = axes.players, axes.companies, axes.privates, axes.trains
        return [
            Field("private_owner", "1 for the player who owns the private", (privates, players)),
            Field("private_of_company", "1 for the company that owns the private", (privates, companies)),
            Field("private_closed", "1 if the private is closed", (privates,)),
            Field("bids", "highest bid of the player on the private", (players, privates), unit=MONEY, high=10),
            Field("kaiping_price", "what the Kaiping Tramway costs now", unit=100),
            Field("auctioned", "1 for the private that is auctioned among its bidders", (privates,)),
            Field("standing", "bid of a player who is still in that auction", (players,), unit=MONEY, high=10),
            Field("pool", "number of trains in the pool", (trains,), unit=10, high=10),
            Field("operated", "1 if companies have operated, so that shares may be sold"),
            Field("rounds_left", "operating rounds that follow in this set", unit=3),
            Field("acted", "1 if the company has begun its turn of this round", (companies,)),
            Field("broken", "the bank: 0 unbroken, 1 the game ends with this set, 2 with the next", unit=2),
            Field("wall_used", "1 if the Great Wall has laid a tile"),
            Field("wall_tile", "1 on the hex to which its second tile must be joined", (axes.hexes,)),
            Field(
                "declined",
                "1 if an offer for the private was declined in this turn, at any price",
                (privates,),
            ),
            Field("declined_train", "1 if an offer for the train was declined in this turn", (companies, trains)),
            Field("sold_this_turn", "1 if the player in turn has sold shares in this turn of the share round"),
            Field("calls", "trains that have called at Heng Shan in the run to be paid", unit=4),
            Field("raised", "1 if the director has sold shares for a train"),
            Field("ordered", "1 for the train that waits for the director's money", (trains,)),
            Field("buyer", "1 for the company whose offer must be answered", (companies,)),
            Field("offered_price", "price offered", unit=MONEY, high=100),
            Field("offered_private", "1 for the private that it wants", (privates,)),
            Field("offered_train", "1 for the train that it wants", (trains,)),
        ]

    def write_own(self, state: State1888, order: list[int], place: list[int]) -> None:
        page = self.page
        page.fill("floated", state.floated)
        page.put("kaiping_price", state.kaiping_price)
        page.put("operated", int(state.operated))
        page.put("broken", state.broken)
        page.put("wall_used", int(state.great_wall_used))
        page.mark("wall_tile", state.wall_tile)
        if not page.keeps(("pool",), state.pool):
            page.fill("pool", [state.pool.count(train) for train in range(len(TRAINS))])
        self._write_privates(state, order, place)
        self._write_declined(state)
        self._write_rounds(state, order)
        if not state.finished:
            self._write_step(state.stack[-1], order)

    def _write_privates(self, state: State1888, order: list[int], place: list[int]) -> None:
        page = self.page
        if not page.keeps(("private_owner", "private_of_company", "private_closed"), state.private_owner):
            owners = [place[owner] if 0 <= owner < COMPANY_OWNER else -1 for owner in state.private_owner]
            page.fill("private_owner", one_per_row(owners, len(order)))
            companies = [owner - COMPANY_OWNER for owner in state.private_owner]
            page.fill("private_of_company", one_per_row(companies, len(COMPANIES)))
            page.fill("private_closed", [int(owner == CLOSED) for owner in state.private_owner])
        if not page.keeps(("bids",), state.bids):
            privates = range(len(PRIVATES))
            page.fill("bids", [highest_bid_of(state, player, private) for player in order for private in privates])

    def _write_declined(self, state: State1888) -> None:
        """A private by its id, a train by its company's id and its own."""
        if self.page.keeps(("declined", "declined_train"), sorted(state.declined)):
            return
        privates, trains = [0] * len(PRIVATES), [0] * (len(COMPANIES) * len(TRAINS))
        for item, _ in state.declined:
            company, _, train = item.partition(" ")
            if train:
                trains[COMPANY_INDEX[company] * len(TRAINS) + TRAIN_INDEX[train]] = 1
            else:
                privates[PRIVATE_INDEX[item]] = 1
        self.page.fill("declined", privates)
        self.page.fill("declined_train", trains)

    def _write_rounds(self, state: State1888, order: list[int]) -> None:
        page = self.page
        cycle = topmost(state, Cycle)
        if cycle is not None:
            page.put("rounds_left", max(0, cycle.rounds_left))
        shares = topmost(state, ShareRound)
        if shares is not None:
            self.write_share_round(shares, order)
            page.put("sold_this_turn", int(shares.has_sold))
        operating = topmost(state, OperatingRound)
        if operating is not None:
            acted = operating.acted or frozenset()
            page.fill("acted", [int(company in acted) for company in range(len(COMPANIES))])

    def _write_step(self, top: Any, order: list[int]) -> None:
        """What the decision at hand remembers."""
        page = self.page
        if isinstance(top, BidderAuction):
            page.mark("auctioned", top.private)
            standing = dict(top.standing)
            page.fill("standing", [standing.get(player, 0) for player in order])
        elif isinstance(top, DividendStep):
            page.put("income", top.income)
            page.put("calls", top.calls)
        elif isinstance(top, TrainStep):
            page.put("raised", int(top.raised))
            if top.ordered is not None:
                page.mark("ordered", TRAIN_INDEX[top.ordered.train])
        elif isinstance(top, (PrivateOffer, TrainOffer)):
            self._write_offer(top.company, top.offer)

    def _write_offer(self, buyer: int, offer: BuyPrivate | BuyTrain) -> None:
        page = self.page
        page.mark("buyer", buyer)
        page.put("offered_price", offer.price)
        if isinstance(offer, BuyPrivate):
            page.mark("offered_private", PRIVATE_INDEX[offer.private])
        else:
            page.mark("offered_train", TRAIN_INDEX[offer.train])
