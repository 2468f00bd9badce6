"""The observation of 1880: China: its own fields, after those that all titles share (`tielu.env.observation`)."""

from __future__ import annotations

from typing import Final

from tielu.core.state import CLOSED
from tielu.env.layout import Axis, Field
from tielu.env.observation import MONEY, ObservedComponents, Observer, bits_per_row, one_per_row, topmost
from tielu.titles.t1880.rules.auction import Auction
from tielu.titles.t1880.rules.companies import certificate_limit, certificates
from tielu.titles.t1880.rules.components import (
    CHART,
    COMPANIES,
    INVESTORS,
    PERMIT_LETTERS,
    PHASES,
    PRIVATES,
    RAILWAYS,
    STATION_COSTS,
    TRAINS,
)
from tielu.titles.t1880.rules.operating_round import CompanyTurn, DividendStep, TrackStep
from tielu.titles.t1880.rules.privates import P0_PAYMENTS, PaymentClaim
from tielu.titles.t1880.rules.share_round import ShareRound
from tielu.titles.t1880.rules.state import State1880
from tielu.titles.t1880.rules.train_purchase import TrainStep

COMPONENTS: Final = ObservedComponents(
    companies=tuple(company.id for company in COMPANIES),
    railways=RAILWAYS,
    privates=tuple(private.id for private in PRIVATES),
    bank_places=("bank", *[f"reserved for {investor.id}" for investor in INVESTORS]),
    trains=TRAINS,
    phases=PHASES,
    rounds=("Auction", "Draft", "Stock", "Operating"),
    steps=(
        "Auction",
        "ImperialCharter",
        "InvestorChoice",
        "ShareRound",
        "HomeChoice",
        "TrackStep",
        "StationStep",
        "RunStep",
        "DividendStep",
        "TrainStep",
        "InvestorTrack",
        "InvestorRun",
        "Merger",
        "MarkerChoice",
        "PaymentClaim",
        "PermitChoice",
        "ForcedRocket",
        "SurplusTrains",
    ),
    chart=CHART,
    markers=(len(STATION_COSTS),) * len(COMPANIES),
    certificates=certificates,
    certificate_limit=certificate_limit,
)
_INVESTORS: Final = Axis("investors", tuple(investor.id for investor in INVESTORS))
_PERMITS: Final = Axis("permits", tuple(PERMIT_LETTERS))


class Observer1880(Observer):
    """The observer of 1880: auction, debts, permits, investors and the marker that drives the trains on."""

    def own_fields(self) -> list[Field]:
        axes = self.axes
        players, companies, privates = axes.players, axes.companies, axes.privates
        return [
            Field("private_owner", "1 for the owner of the private", (privates, players)),
            Field("private_closed", "1 if the private is closed", (privates,)),
            Field("auctioned", "1 for the private that is being auctioned", (privates,)),
            Field("asked", "price of the private that is being auctioned", unit=MONEY, high=10),
            Field("high_bid", "highest bid", unit=MONEY, high=10),
            Field("leader", "1 for the highest bidder", (players,)),
            Field("out", "1 if the player has passed in this auction", (players,)),
            Field("debt", "debt", (players,), unit=MONEY, high=100),
            Field("director_percent", "size of the director's certificate", (companies,), unit=100),
            Field("permits", "1 if the company may build in the phases of this letter", (companies, _PERMITS)),
            Field("slot", "1 plus the place in the turn order list, from the top", (companies,), unit=16),
            Field("second_capital", "0 not earned, 1 waiting for floating, 2 paid", (companies,), unit=2),
            Field("investor_owner", "1 for the owner of the investor", (_INVESTORS, players)),
            Field("investor_merged", "1 if the investor has merged or paid out", (_INVESTORS,)),
            Field("associated", "1 for the company of the investor", (_INVESTORS, companies)),
            Field("purchase_marker", "1 for the company beside the train purchase marker", (companies,)),
            Field("marker_moved", "1 if the marker came to the company in this turn"),
            Field("interrupted", "1 if a share round has interrupted this operating round"),
            Field("last_turns", "turns of the marker's company until the end; 0 before the last 8-train", unit=4),
            Field("train_sold", "1 if a train of the type has left the bank", (axes.trains,)),
            Field("permit_assigned", "1 if P5 has given its permit"),
            Field("tiles_laid", "tiles laid so far in this turn", unit=2),
            Field("start_price", "share price at the beginning of the company's turn", unit=100, high=10),
            Field("raised", "1 if the director has sold shares for a train"),
            Field("payment", "payment that P0 is offered", unit=100, high=10),
        ]

    def write_own(self, state: State1880, order: list[int], place: list[int]) -> None:
        page = self.page
        if not page.keeps(("private_owner", "private_closed"), state.private_owner):
            owners = [place[owner] if owner >= 0 else -1 for owner in state.private_owner]
            page.fill("private_owner", one_per_row(owners, len(order)))
            page.fill("private_closed", [int(owner == CLOSED) for owner in state.private_owner])
        page.fill("debt", [state.debt[player] for player in order])
        page.fill("floated", state.floated)
        page.fill("director_percent", state.director_percent)
        page.fill("second_capital", state.second_capital)
        if not page.keeps(("slot",), state.par_slot):
            page.fill("slot", [slot + 1 for slot in state.par_slot])
        if not page.keeps(("permits",), state.permits):
            page.fill("permits", bits_per_row(state.permits, len(_PERMITS)))
        self._write_investors(state, order, place)
        self._write_marker(state)
        self._write_step(state, order, place)

    def _write_investors(self, state: State1880, order: list[int], place: list[int]) -> None:
        page = self.page
        page.fill("investor_merged", state.merged)
        if not page.keeps(("investor_owner",), state.investor_owner):
            owners = [place[owner] if owner >= 0 else -1 for owner in state.investor_owner]
            page.fill("investor_owner", one_per_row(owners, len(order)))
        if not page.keeps(("associated",), state.associated):
            page.fill("associated", one_per_row(state.associated, len(COMPANIES)))

    def _write_marker(self, state: State1880) -> None:
        page = self.page
        page.mark("purchase_marker", state.purchase_marker)
        page.put("marker_moved", int(state.marker_moved_this_turn))
        page.put("interrupted", int(state.interrupted_this_circle))
        page.put("last_turns", max(0, state.circles_left))
        page.fill("train_sold", state.train_sold)
        page.put("permit_assigned", int(state.p5_assigned))

    def _write_step(self, state: State1880, order: list[int], place: list[int]) -> None:
        """What the decision at hand remembers."""
        if state.finished:
            return
        page, top = self.page, state.stack[-1]
        if isinstance(top, Auction):
            page.mark("auctioned", top.private)
            page.put("asked", top.price)
            page.put("high_bid", top.high)
            page.mark("leader", place[top.leader] if top.leader >= 0 else -1)
            page.fill("out", [int(player in top.passed) for player in order])
        elif isinstance(top, DividendStep):
            page.put("income", top.income)
        elif isinstance(top, TrackStep):
            page.put("tiles_laid", top.laid)
        elif isinstance(top, TrainStep):
            page.put("raised", int(top.raised))
        elif isinstance(top, PaymentClaim):
            page.put("payment", P0_PAYMENTS[top.train])
        shares = topmost(state, ShareRound)
        if shares is not None:
            self.write_share_round(shares, order)
        turn = topmost(state, CompanyTurn)
        if turn is not None and turn.start_cell >= 0:
            page.put("start_price", CHART.price(turn.start_cell))
