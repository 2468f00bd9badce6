"""The rules of 18Valley: players buy shares until all pass, then companies build, whistle, run and pay; twice."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from tielu.core.actions import Action, BuyShare, LayTile, Pass, PayDividend, RunTrains, Withhold, register
from tielu.core.bank import bank_pays_player, bank_pays_railway, player_pays_bank
from tielu.core.errors import IllegalAction, InvalidAction, illegal
from tielu.core.events import (
    CompanyFounded,
    DividendPaid,
    DividendReceived,
    Event,
    GameEnded,
    IncomeWithheld,
    PlayerPassed,
    RoundBegan,
    ShareBought,
    TileLaid,
    TrainsRun,
)
from tielu.core.flow import Frame, current_round
from tielu.core.market import Chart
from tielu.core.shares import SHARE, held, move_shares, put_marker
from tielu.core.snapshots import company_values, depot_keys, map_keys, share_keys
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

    def company_id(self, company: int) -> str:
        return COMPANIES[company]

    @property
    def bank_holder(self) -> int:
        return len(self.players)


def start(players: tuple[str, ...], _edition: str) -> ValleyState:
    state = ValleyState(BOARD, players)
    state.prepare_shared(companies=2, railways=2, holders=len(players) + 1, privates=0)
    state.bank, state.cycles, state.whistles = 5000, CYCLES, [0, 0]
    for player in range(len(players)):
        bank_pays_player(state, player, CASH)
    for company in range(2):
        state.shares[company * state.holders + state.bank_holder] = 100
    state.depot = [2]
    state.faces = [BOARD.printed_face(index) for index in range(len(HEXES))]
    state.supply = [STRAIGHT.count]
    state.push(ShareRound(0, 0))
    state.log(RoundBegan("stock"))
    return state


def worth(state: ValleyState, player: int) -> int:
    shares = sum(CHART.price(state.cell[c]) * held(state, c, player) // SHARE for c in range(2) if state.par[c])
    return state.cash[player] + shares


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

    def deciding(self, state: ValleyState) -> str:
        return state.players[self.player]

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
    state.par[company], state.director[company] = PAR, player
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
            state.log(RoundBegan("stock"))
        else:
            state.finished = True
            state.log(GameEnded())
        return True


class Turn(Frame[ValleyState]):
    """A company's turn: lay a tile, blow the whistle, run the train, pay or withhold."""

    def __init__(self, company: int, step: int, income: int) -> None:
        self.company, self.step, self.income = company, step, income

    def settle(self, state: ValleyState) -> bool:
        if self.step in (0, 1) or len(self.offers(state)) > 1:
            return False
        if self.step == 2:
            self.apply(state, RunTrains(()))
        return self.step == 2

    def actor(self, state: ValleyState) -> int:
        return state.director[self.company]

    def deciding(self, _state: ValleyState) -> str:
        return COMPANIES[self.company]

    def offers(self, state: ValleyState) -> list[Action]:
        if self.step == 0:
            lays = [LayTile(hex_.name, "9", turn) for hex_ in HEXES for turn in (0, 3)]
            return [*[lay for lay in lays if self.why_not(state, lay) is None], Pass()]
        if self.step == 1:
            return [BlowWhistle(times) for times in (1, 2, 3)] + [Pass()]
        if self.step == 2:
            trains = trains_to_run(state, COMPANIES[self.company]).trains
            best = best_of(best_by_calls(run_position(state, self.company), trains, Effort()))
            return [RunTrains(best.routes), RunTrains(())] if best.routes else [RunTrains(())]
        return [PayDividend(), Withhold()]

    def why_not(self, state: ValleyState, action: Action) -> IllegalAction | None:
        if self.step == 0 and isinstance(action, LayTile):
            return self._why_not_lay(state, action)
        if self.step == 1 and isinstance(action, BlowWhistle) and not 1 <= action.times <= 3:
            return illegal("too_loud", "18Valley.whistle", most=3)
        if self.step == 2 and isinstance(action, RunTrains):
            trains = trains_to_run(state, COMPANIES[self.company]).trains
            return RouteCheck(run_position(state, self.company), RUN_RULES).why_not(action.routes, list(trains))
        steps = ((LayTile, Pass), (BlowWhistle, Pass), (RunTrains,), (PayDividend, Withhold))
        return None if isinstance(action, steps[self.step]) else illegal("other_step", "18Valley.turn")

    def _why_not_lay(self, state: ValleyState, lay: LayTile) -> IllegalAction | None:
        index = BOARD.hex_index.get(lay.hex)
        face = lay.rotation if lay.tile == "9" and lay.rotation in range(6) else -1
        if index is None or face not in [each.face for each in BOARD.replacements(index, state.faces[index])]:
            return illegal("wrong_tile", "18Valley.track", hex=lay.hex, tile=lay.tile)
        if state.treasury[self.company] < HEXES[index].cost:
            return illegal("not_enough_money", "18Valley.track", cost=COST, cash=state.treasury[self.company])
        return None if state.supply[0] else illegal("wrong_tile", "18Valley.track", hex=lay.hex, tile=lay.tile)

    def apply(self, state: ValleyState, action: Action) -> None:
        name, income = COMPANIES[self.company], self.income
        if isinstance(action, LayTile):
            index = BOARD.hex_index[action.hex]
            state.faces = [action.rotation if at == index else face for at, face in enumerate(state.faces)]
            state.supply = [state.supply[0] - 1]
            bank_pays_railway(state, self.company, -HEXES[index].cost)
            state.map_changed(index)
            state.log(TileLaid(name, action.hex, "9", action.rotation, HEXES[index].cost))
        elif isinstance(action, BlowWhistle):
            state.whistles[self.company] += action.times
            state.log(WhistleBlown(name, action.times))
        elif isinstance(action, RunTrains):
            income = RouteCheck(run_position(state, self.company), RUN_RULES).income(action.routes)
            state.log(TrainsRun(name, income))
        elif isinstance(action, PayDividend):
            self._pay(state)
        elif isinstance(action, Withhold):
            bank_pays_railway(state, self.company, income)
            state.log(IncomeWithheld(name, income))
        state.pop()
        if self.step < 3 and not (self.step == 2 and not income):
            state.push(Turn(self.company, self.step + 1, income))

    def _pay(self, state: ValleyState) -> None:
        state.log(DividendPaid(COMPANIES[self.company], self.income))
        for player, name in enumerate(state.players):
            amount = self.income * held(state, self.company, player) // 100
            bank_pays_player(state, player, amount)
            if amount:
                state.log(DividendReceived(COMPANIES[self.company], name, amount))
        put_marker(state, self.company, CHART.right(state.cell[self.company]))


# One rule is behind all ways in which a run can fail to be legal.
RUN_RULES: defaultdict[str, str] = defaultdict(lambda: "18Valley.run")


def snapshot(state: ValleyState) -> dict[str, Any]:
    """The position in the spelling that all titles share."""
    keys: dict[str, Any] = {"round.type": current_round(state), "phase": "1", "bank": state.bank, "certlimit": 10}
    for player in range(len(state.players)):
        keys[f"p.{player}.cash"], keys[f"p.{player}.value"] = state.cash[player], worth(state, player)
        keys[f"p.{player}.certs"] = sum(held(state, company, player) for company in range(2)) // SHARE
    for company, name in enumerate(COMPANIES):
        if state.par[company]:
            values = {**company_values(state, company, CHART, TRAINS), "floated": True}
            keys.update({f"c.{name}.{key}": value for key, value in values.items()})
    return {**keys, **map_keys(state), **share_keys(state, ["ipo"]), **depot_keys(state, TRAINS)}
