"""Positions of 1888-N for tests, set up like a table; see tests/table.py for the same with 1880.

table = Table1888(players=3, phase="3")
table.company("LYR", director="Ann", price=95, cash=400, trains=["2"], holdings={"Bo": 30})
table.tile("G15", "9", 0)
table.turn("LYR", "trains")
table.do(BuyTrain("3", "bank", 180))
"""

from __future__ import annotations

from collections.abc import Sequence

import tielu
from tests.playing import Playing
from tielu.core.shares import move_shares, put_marker
from tielu.core.state import CLOSED, NOBODY
from tielu.titles.t1888n.rules import components as parts
from tielu.titles.t1888n.rules.auction import Auction
from tielu.titles.t1888n.rules.operating_round import (
    CompanyTurn,
    Cycle,
    OperatingRound,
    PrivateStep,
    RunStep,
    StationStep,
    TrackStep,
)
from tielu.titles.t1888n.rules.share_round import ShareRound
from tielu.titles.t1888n.rules.state import COMPANY_OWNER, State1888
from tielu.titles.t1888n.rules.stations import place_home
from tielu.titles.t1888n.rules.train_purchase import TrainStep

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay")
PHASE_INDEX = {phase.name: index for index, phase in enumerate(parts.PHASES)}


class Table1888(Playing):
    """A game of 1888-N past its auction: every private closed unless given to somebody, nobody owns a company."""

    railways = tuple(parts.COMPANY_INDEX)
    chart_width = parts.CHART.width

    def __init__(
        self,
        players: int = 3,
        edition: str = "2022",
        phase: str = "2",
        cash: int = 1000,
        revision: int | None = None,
    ) -> None:
        self.game = tielu.new_game("1888", list(NAMES[:players]), edition=edition, revision=revision)
        state = self.state
        state.private_owner = [CLOSED] * len(parts.PRIVATES)
        for player in range(players):
            self.cash(NAMES[player], cash)
        state.operated = True
        state.stack = (Cycle(), OperatingRound(frozenset()))
        self.phase(phase)

    @property
    def state(self) -> State1888:
        state = self.game.state
        assert isinstance(state, State1888)
        return state

    # -- setting up --

    def private(self, private: str, owner: str | None) -> None:
        """Give a private to a player or a company (by id); None leaves it unsold."""
        index = parts.PRIVATE_INDEX[private]
        if owner is None:
            self.state.private_owner[index] = NOBODY
        elif owner in parts.COMPANY_INDEX:
            self.state.private_owner[index] = COMPANY_OWNER + parts.COMPANY_INDEX[owner]
        else:
            self.state.private_owner[index] = self.player(owner)

    def phase(self, name: str) -> None:
        """Go to a phase: the trains of earlier ones are gone from the bank, one of its own type is sold."""
        index = PHASE_INDEX[name]
        self.state.phase = index
        for train in range(index):
            self.state.train_sold[train] = True
            if train < index - 1:
                self.state.depot[train] = 0
            elif train != parts.TD:
                self.state.depot[train] = parts.TRAINS[train].count - 1

    def depot(self, train: str, count: int) -> None:
        """So many left; every smaller type is gone."""
        index = parts.TRAIN_INDEX[train]
        for smaller in range(index):
            self.state.depot[smaller] = 0
        self.state.depot[index] = count

    def pool(self, *trains: str) -> None:
        self.state.pool = tuple(parts.TRAIN_INDEX[train] for train in trains)

    def company(
        self,
        name: str,
        director: str = "Ann",
        price: int = 95,
        cash: int = 0,
        trains: Sequence[str] = (),
        floated: bool = True,
        home: bool = True,
        holdings: dict[str, int] | None = None,
        in_pool: int = 0,
    ) -> int:
        """Found a company; `holdings` are further percentages by player, `in_pool` lies in the bank pool."""
        state, company = self.state, parts.COMPANY_INDEX[name]
        state.par[company] = price
        state.director[company] = self.player(director)
        state.floated[company] = floated
        state.trains[company] = tuple(parts.TRAIN_INDEX[train] for train in trains)
        self.treasury(name, cash)
        move_shares(state, company, state.ipo, self.player(director), parts.DIRECTOR_PERCENT)
        for holder, amount in (holdings or {}).items():
            move_shares(state, company, state.ipo, self.player(holder), amount)
        move_shares(state, company, state.ipo, state.pool_holder, in_pool)
        put_marker(state, company, parts.PAR_CELL[price])
        if floated and home:
            place_home(state, company)
        return company

    # -- whose turn --

    def share_round(self, player: str = "Ann") -> None:
        state = self.state
        state.priority = self.player(player)
        state.stack = (Cycle(), ShareRound(state.priority, (0,) * len(state.players)))
        self.settle()

    def turn(self, company: str, step: str = "track", first_turn: bool = False, rounds_left: int = 0) -> None:
        """The operating turn of a company at a step: track, station, run, trains or privates."""
        state, index = self.state, parts.COMPANY_INDEX[company]
        number = ("track", "station", "run", "trains", "privates").index(step)
        steps = (
            TrackStep(index, first_turn),
            StationStep(index),
            RunStep(index),
            TrainStep(index),
            PrivateStep(index),
        )
        state.stack = (
            Cycle(rounds_left),
            OperatingRound(frozenset({index})),
            CompanyTurn(index, first_turn, number + 1),
            steps[number],
        )
        self.settle()

    def auction(self, first: str = "Ann") -> None:
        """The auction of all six privates, before any sale."""
        self.state.private_owner = [NOBODY] * len(parts.PRIVATES)
        self.state.operated = False
        self.state.stack = (Cycle(), Auction(self.player(first)))
        self.settle()

    # -- looking --

    def owner(self, private: str) -> str | None:
        """Who owns a private, as the snapshot says it, which calls the Great Wall CW."""
        found: str | None = self.of(f"priv.{'CW' if private == 'GW' else private}")
        return found
