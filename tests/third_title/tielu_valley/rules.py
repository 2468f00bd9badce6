"""The rules of 18Valley: players buy shares until all pass, then companies build, whistle, run and pay; twice."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from tielu.core.actions import Action, BuyShare, LayTile, Pass, PayDividend, RunTrains, Withhold, register
from tielu.core.bank import bank_pays_railway, player_pays_bank
from tielu.core.components import Phase
from tielu.core.errors import IllegalAction, InvalidAction, illegal
from tielu.core.events import (
    CompanyFounded,
    Event,
    GameEnded,
    PlayerPassed,
    RoundBegan,
    ShareBought,
    TileLaid,
    TrainsRun,
)
from tielu.core.flow import Frame, RailwayDecision, current_round
from tielu.core.income import pay_players, withhold
from tielu.core.market import Chart
from tielu.core.preparation import lay_out
from tielu.core.shares import SHARE, held, move_shares, put_marker, value_of_shares
from tielu.core.snapshots import company_keys, depot_keys, map_keys, player_keys, share_keys, table_keys
from tielu.core.state import NOBODY, State
from tielu.core.tiles import CITY, FIRST_STOP, GREY, WHITE, YELLOW, PrintedHex, Stop, Tile
from tielu.core.track import Board
from tielu.core.trains import TrainType
from tielu.routing.best import TrainsToRun, best_by_calls, best_of
from tielu.routing.budget import Effort
from tielu.routing.check import RouteCheck
from tielu.routing.model import Earnings, RunPosition

COMPANIES = ("UP", "DN")
HOMES = ("A1", "A9")
TRAINS = (TrainType("2", 100, 2, "1", stops=2, cities=2),)
PHASE = Phase("1", YELLOW, train_limit=1, column=0)
CHART = Chart([[40, 50, 60, 70, 80]])
PAR, PAR_CELL, CASH, CYCLES, COST = 50, 1, 300, 2, 20
CITY_OF_30 = Stop(CITY, (30,), slots=1)
STRAIGHT = Tile("9", YELLOW, 3, (), ((1, 4),), "", ())
HEXES = (
    PrintedHex("A1", GREY, (CITY_OF_30,), ((FIRST_STOP, 4),), place="Upper End"),
    PrintedHex("A3", WHITE),
    PrintedHex("A5", WHITE, cost=COST, terrain=("mountain",)),
    PrintedHex("A7", WHITE),
    PrintedHex("A9", GREY, (CITY_OF_30,), ((FIRST_STOP, 1),), place="Lower End"),
)
BOARD = Board(HEXES, (STRAIGHT,), lambda _hex, tile: tile.colour == YELLOW, lambda _hex, _tile: False)


@dataclass(frozen=True)
class BlowWhistle(Action):
    """Only here: blow the whistle so many times before the train runs."""

    times: int


@dataclass
class WhistleBlown(Event):
    company: str
    times: int


register({"blow_whistle": BlowWhistle}, numbers=("times",))


class ValleyState(State):
    """Adds nothing to what all titles share but how many cycles are left, and who has whistled."""

    cycles: int
    whistles: list[int]

    def copy(self) -> ValleyState:
        twin = ValleyState(self.board, self.players)
        twin.copy_shared(self)
        twin.cycles, twin.whistles = self.cycles, self.whistles[:]
        return twin

    @property
    def current_phase(self) -> Phase:
        return PHASE

    @property
    def bank_holder(self) -> int:
        return len(self.players)


def start(players: tuple[str, ...], _edition: str, _revision: int) -> ValleyState:
    state = ValleyState(BOARD, players)
    state.prepare_shared(COMPANIES, TRAINS, railways=2, holders=len(players) + 1, privates=0)
    state.cycles, state.whistles = CYCLES, [0, 0]
    lay_out(state, 5000, CASH, state.bank_holder)
    state.push(ShareRound(0, 0))
    state.log(RoundBegan("share"))
    return state


def worth(state: ValleyState, player: int) -> int:
    return state.cash[player] + value_of_shares(state, CHART, player)


def certificates(state: ValleyState, player: int) -> int:
    return sum(held(state, company, player) for company in range(2)) // SHARE


def run_position(state: ValleyState, company: int) -> RunPosition:
    earnings = Earnings(value=lambda _place: 30, large=lambda _place: True)
    return RunPosition(state.board, state.faces, state.stations[company], frozenset(), earnings)


def trains_to_run(state: ValleyState, railway: object) -> TrainsToRun:
    if railway not in COMPANIES:
        raise InvalidAction("unknown_railway", railway=str(railway))
    company = COMPANIES.index(railway)
    return TrainsToRun(run_position(state, company), tuple(TRAINS[train] for train in state.trains[company]))


class ShareRound(Frame[ValleyState]):
    """In turn everybody buys a share or passes; when all have passed one after the other, the companies operate."""

    round_name = "Stock"

    def __init__(self, player: int, passed: int) -> None:
        self.player, self.passed = player, passed

    def settle(self, state: ValleyState) -> bool:
        if self.passed < len(state.players):
            return False
        state.replace(Operating(0))
        state.log(RoundBegan("operating"))
        return True

    def actor(self, _state: ValleyState) -> int:
        return self.player

    def offers(self, state: ValleyState) -> list[Action]:
        shares = [BuyShare(company, "bank") for company in COMPANIES]
        return [*[share for share in shares if self.why_not(state, share) is None], Pass()]

    def why_not(self, state: ValleyState, action: Action) -> IllegalAction | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, BuyShare) or action.company not in COMPANIES or action.source != "bank":
            return illegal("other_step", "18Valley.shares")
        company = COMPANIES.index(action.company)
        if not held(state, company, state.bank_holder):
            return illegal("no_share_left", "18Valley.shares", company=action.company, source="bank")
        if state.cash[self.player] < PAR:
            return illegal("not_enough_money", "18Valley.shares", cost=PAR, cash=state.cash[self.player])
        return None

    def apply(self, state: ValleyState, action: Action) -> None:
        passed = self.passed + 1 if isinstance(action, Pass) else 0
        name = state.players[self.player]
        if isinstance(action, BuyShare):
            company = COMPANIES.index(action.company)
            if not state.par[company]:
                found(state, company, self.player)
            player_pays_bank(state, self.player, PAR)
            move_shares(state, company, state.bank_holder, self.player, SHARE)
            state.log(ShareBought(name, action.company, PAR))
        else:
            state.log(PlayerPassed(name))
        state.replace(ShareRound(state.left_of(self.player), passed))


def found(state: ValleyState, company: int, player: int) -> None:
    """The first buyer directs the company, which gets its train, its home and some money."""
    state.par[company], state.director[company], state.floated[company] = PAR, player, True
    state.trains[company] = (0,)
    state.depot[0] -= 1
    state.stations = [
        (BOARD.place(HOMES[c], 0),) if c == company else places for c, places in enumerate(state.stations)
    ]
    put_marker(state, company, PAR_CELL)
    bank_pays_railway(state, company, 100)
    state.log(CompanyFounded(state.players[player], COMPANIES[company], PAR, SHARE))


class Operating(Frame[ValleyState]):
    """The companies in their order, then the next cycle or the end."""

    round_name = "Operating"

    def __init__(self, company: int) -> None:
        self.company = company

    def settle(self, state: ValleyState) -> bool:
        if self.company < len(COMPANIES):
            state.replace(Operating(self.company + 1))
            if state.director[self.company] != NOBODY:
                state.push(Turn(self.company, 0, 0))
        elif state.cycles > 1:
            state.cycles -= 1
            state.replace(ShareRound(state.priority, 0))
            state.log(RoundBegan("share"))
        else:
            state.finished = True
            state.log(GameEnded())
        return True


class Turn(RailwayDecision[ValleyState]):
    """A company's turn: lay a tile, blow the whistle, run the train, pay or withhold."""

    def __init__(self, company: int, step: int, income: int) -> None:
        super().__init__(company)
        self.step, self.income = step, income

    def settle(self, state: ValleyState) -> bool:
        if self.step in (0, 1) or len(self.offers(state)) > 1:
            return False
        if self.step == 2:
            self.apply(state, RunTrains(()))
        return self.step == 2

    def offers(self, state: ValleyState) -> list[Action]:
        if self.step == 0:
            lays = [LayTile(hex_.name, "9", turn) for hex_ in HEXES for turn in (0, 3)]
            return [*[lay for lay in lays if self.why_not(state, lay) is None], Pass()]
        if self.step == 1:
            return [BlowWhistle(times) for times in (1, 2, 3)] + [Pass()]
        if self.step == 2:
            trains = trains_to_run(state, COMPANIES[self.railway]).trains
            best = best_of(best_by_calls(run_position(state, self.railway), trains, Effort()))
            return [RunTrains(best.routes), RunTrains(())] if best.routes else [RunTrains(())]
        return [PayDividend(), Withhold()]

    def why_not(self, state: ValleyState, action: Action) -> IllegalAction | None:
        if self.step == 0 and isinstance(action, LayTile):
            return self._why_not_lay(state, action)
        if self.step == 1 and isinstance(action, BlowWhistle) and not 1 <= action.times <= 3:
            return illegal("too_loud", "18Valley.whistle", most=3)
        if self.step == 2 and isinstance(action, RunTrains):
            trains = trains_to_run(state, COMPANIES[self.railway]).trains
            return RouteCheck(run_position(state, self.railway), RUN_RULES).why_not(action.routes, list(trains))
        steps = ((LayTile, Pass), (BlowWhistle, Pass), (RunTrains,), (PayDividend, Withhold))
        return None if isinstance(action, steps[self.step]) else illegal("other_step", "18Valley.turn")

    def _why_not_lay(self, state: ValleyState, lay: LayTile) -> IllegalAction | None:
        index = BOARD.hex_index.get(lay.hex)
        face = lay.rotation if lay.tile == "9" and lay.rotation in range(6) else -1
        if index is None or face not in [each.face for each in BOARD.replacements(index, state.faces[index])]:
            return illegal("wrong_tile", "18Valley.track", hex=lay.hex, tile=lay.tile)
        if state.treasury[self.railway] < HEXES[index].cost:
            return illegal("not_enough_money", "18Valley.track", cost=COST, cash=state.treasury[self.railway])
        return None if state.supply[0] else illegal("wrong_tile", "18Valley.track", hex=lay.hex, tile=lay.tile)

    def apply(self, state: ValleyState, action: Action) -> None:
        name, income = COMPANIES[self.railway], self.income
        if isinstance(action, LayTile):
            index = BOARD.hex_index[action.hex]
            state.faces = [action.rotation if at == index else face for at, face in enumerate(state.faces)]
            state.supply = [state.supply[0] - 1]
            bank_pays_railway(state, self.railway, -HEXES[index].cost)
            state.map_changed(index)
            state.log(TileLaid(name, action.hex, "9", action.rotation, HEXES[index].cost))
        elif isinstance(action, BlowWhistle):
            state.whistles[self.railway] += action.times
            state.log(WhistleBlown(name, action.times))
        elif isinstance(action, RunTrains):
            income = RouteCheck(run_position(state, self.railway), RUN_RULES).income(action.routes)
            state.log(TrainsRun(name, income))
        elif isinstance(action, PayDividend):
            pay_players(state, self.railway, income)
            put_marker(state, self.railway, CHART.right(state.cell[self.railway]))
        elif isinstance(action, Withhold):
            withhold(state, self.railway, income)
        state.pop()
        if self.step < 3 and not (self.step == 2 and not income):
            state.push(Turn(self.railway, self.step + 1, income))


# One rule is behind all ways in which a run can fail to be legal.
RUN_RULES: defaultdict[str, str] = defaultdict(lambda: "18Valley.run")


def snapshot(state: ValleyState) -> dict[str, Any]:
    """The position in the spelling that all titles share."""
    return {
        "round.type": current_round(state),
        "bank": state.bank,
        **table_keys(state, COMPANIES, certificate_limit=10),
        **player_keys(state, certificates, worth),
        **company_keys(state, CHART),
        **map_keys(state),
        **share_keys(state, ["ipo"]),
        **depot_keys(state),
    }
