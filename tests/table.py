"""Positions for tests, set up like a table: who owns what, what lies on the map, whose turn it is.

table = Table(players=3, phase="B1")
table.company("HKR", director="Ann", percent=30, price=90, permits="BC", cash=400, trains=["2"])
table.tile("K15", "8877", 0)
table.turn("HKR", "trains")
table.refused(BuyTrain("4", "bank", 300), "1880.trains.ascending-order")
table.do(BuyTrain("3", "bank", 180))
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import tielu
from tests.playing import Playing
from tielu.core.shares import move_shares, put_marker
from tielu.core.state import CLOSED
from tielu.core.stations import set_stations
from tielu.core.track import STOPS_PER_HEX
from tielu.titles.t1880.rules import components as parts
from tielu.titles.t1880.rules.auction import Auction, InvestorChoice
from tielu.titles.t1880.rules.investors import InvestorRun, InvestorTrack, InvestorTurn, Merger
from tielu.titles.t1880.rules.operating_round import CompanyTurn, OperatingRound, RunStep, StationStep, TrackStep
from tielu.titles.t1880.rules.share_round import ShareRound
from tielu.titles.t1880.rules.state import PAID, State1880, permit_mask
from tielu.titles.t1880.rules.stations import home_places
from tielu.titles.t1880.rules.train_purchase import TrainStep

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus")
PHASE_INDEX = {phase.name: index for index, phase in enumerate(parts.PHASES)}


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as the one that guards these rules of the catalogue."""
    return pytest.mark.rule(*ids)


class Table(Playing):
    """A game of 1880 past its auction: every private sold, no investors unless asked for, nobody owns a company."""

    railways = parts.RAILWAYS
    chart_width = parts.CHART.width

    def __init__(
        self,
        players: int = 3,
        edition: str = "2022",
        phase: str = "A1",
        cash: int = 1000,
        revision: int | None = None,
    ) -> None:
        self.game = tielu.new_game("1880", list(NAMES[:players]), edition=edition, revision=revision)
        state = self.state
        state.private_owner = [CLOSED] * len(parts.PRIVATES)
        state.investor_owner = [CLOSED] * len(parts.INVESTORS)
        for index in range(len(parts.INVESTORS)):
            set_stations(state, parts.FIRST_INVESTOR + index, ())
        for player in range(players):
            self.cash(NAMES[player], cash)
        state.stack = (OperatingRound(),)
        self.phase(phase)

    @property
    def state(self) -> State1880:
        state = self.game.state
        assert isinstance(state, State1880)
        return state

    # -- setting up --

    def debt(self, name: str, amount: int) -> None:
        self.state.debt[self.player(name)] = amount

    def private(self, private: str, owner: str) -> None:
        self.state.private_owner[int(private[1:])] = self.player(owner)

    def phase(self, name: str) -> None:
        """Go to a phase: all smaller trains are gone from the bank, and one of the phase's own type is sold."""
        index = PHASE_INDEX[name]
        self.state.phase = index
        for train in range(index + 1):
            self.state.train_sold[train] = index > 0 or train < index
            if train < index:
                self.state.depot[train] = 0
        if 0 < index < parts.T10:
            self.state.depot[index] = parts.TRAINS[index].count - 1

    def depot(self, train: str, count: int) -> None:
        """So many left; every smaller type is gone."""
        index = parts.TRAIN_INDEX[train]
        if train != "2R":
            for smaller in range(index):
                self.state.depot[smaller] = 0
        self.state.depot[index] = count

    def company(
        self,
        name: str,
        director: str = "Ann",
        percent: int = 20,
        price: int = 100,
        permits: str = "ABC",
        slot: int | None = None,
        cash: int = 0,
        trains: Sequence[str] = (),
        floated: bool = True,
        stations: Sequence[tuple[str, int]] | None = None,
        holdings: dict[str, int] | None = None,
        second_capital: bool = False,
    ) -> int:
        """Found a company; `holdings` are further percentages by player, `stations` replace the home marker."""
        state, company = self.state, parts.COMPANY_INDEX[name]
        state.par[company] = price
        first = parts.PAR_PRICES.index(price) * parts.SLOTS_PER_PRICE
        taken = [first + each for each in range(4) if first + each not in state.par_slot]
        state.par_slot[company] = taken[0] if slot is None else first + slot
        state.director[company] = self.player(director)
        state.director_percent[company] = percent
        state.permits[company] = permit_mask(permits)
        state.floated[company] = floated
        state.trains[company] = tuple(parts.TRAIN_INDEX[train] for train in trains)
        self.treasury(name, cash)
        move_shares(state, company, state.bank_holder, self.player(director), percent)
        for holder, amount in (holdings or {}).items():
            move_shares(state, company, state.bank_holder, self.player(holder), amount)
        put_marker(state, company, parts.PAR_CELL[price])
        if second_capital:
            state.second_capital[company] = PAID
        if stations is not None:
            set_stations(state, company, tuple(state.board.place(hex_name, city) for hex_name, city in stations))
        elif floated:
            set_stations(state, company, (home_places(state, company)[0],))
        return company

    def investor(self, name: str, owner: str = "Ann", company: str | None = None, cash: int = 0) -> int:
        """Give a player an investor; its associated company (if any) puts a share on its charter."""
        state, index = self.state, int(name[1:]) - 1
        railway = parts.FIRST_INVESTOR + index
        state.investor_owner[index] = self.player(owner)
        set_stations(state, railway, (state.board.place(parts.INVESTORS[index].home, 0),))
        if company is not None:
            state.associated[index] = parts.COMPANY_INDEX[company]
            move_shares(state, parts.COMPANY_INDEX[company], state.bank_holder, state.investor_holder(index), 10)
        self.treasury(name, cash)
        return railway

    def marker(self, company: str) -> None:
        """Put the train purchase marker beside a company."""
        self.state.purchase_marker = parts.COMPANY_INDEX[company]

    # -- whose turn --

    def share_round(self, player: str = "Ann", first: bool = False) -> None:
        state = self.state
        state.priority = self.player(player)
        state.stack = (state.stack[0], ShareRound(state.priority, (0,) * len(state.players), first=first))
        self.settle()

    def turn(self, railway: str, step: str = "track") -> None:
        """The operating turn of a company (track, station, run, trains) or investor (track, run, merger)."""
        state, index = self.state, parts.RAILWAYS.index(railway)
        state.marker_moved_this_turn = False
        if state.is_investor(index):
            number = ("track", "run", "merger").index(step)
            investor_step = (InvestorTrack, InvestorRun, Merger)[number](index)
            position = index - parts.FIRST_INVESTOR
            state.stack = (OperatingRound(position), InvestorTurn(index, number + 1), investor_step)
        else:
            number = ("track", "station", "run", "trains").index(step)
            start = state.cell[index]
            frame = (TrackStep(index), StationStep(index), RunStep(index, start), TrainStep(index))[number]
            position = len(parts.INVESTORS) + state.par_slot[index]
            state.stack = (OperatingRound(position), CompanyTurn(index, number + 1, start), frame)
        self.settle()

    def auction(self, private: str = "P0", price: int | None = None, opener: str = "Ann") -> None:
        """The auction of a private, with the ones before it sold to nobody in particular."""
        number = int(private[1:])
        for index in range(len(parts.PRIVATES)):
            self.state.private_owner[index] = CLOSED if index < number else -1
        first_price = parts.PRIVATES[number].price if price is None else price
        self.state.stack = (Auction(number, first_price, self.player(opener)),)
        self.settle()

    def investor_choice(self) -> None:
        """All seven investors are on the table and the first player in seating order chooses."""
        state = self.state
        for index, each in enumerate(parts.INVESTORS):
            state.investor_owner[index] = -1
            set_stations(state, parts.FIRST_INVESTOR + index, (state.board.place(each.home, 0),))
        state.stack = (InvestorChoice(0),)
        self.settle()

    # -- looking --

    def stations_of(self, railway: str) -> list[tuple[str, int]]:
        places = self.state.stations[parts.RAILWAYS.index(railway)]
        return [self.state.board.place_name(place) for place in places]

    def hex_of(self, place: int) -> str:
        return self.state.board.hexes[place // STOPS_PER_HEX].name
