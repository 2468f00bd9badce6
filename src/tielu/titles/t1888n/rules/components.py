"""The components: players' money, privates, companies, trains, phases and the price board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tielu.core.components import Company as CoreCompany
from tielu.core.components import Phase as CorePhase
from tielu.core.components import Private as CorePrivate
from tielu.core.market import Chart
from tielu.core.tiles import BROWN, GREEN, GREY, YELLOW
from tielu.core.trains import UNLIMITED, TrainType

STARTING_CASH: Final = {2: 1200, 3: 800, 4: 600, 5: 480, 6: 400}
BANK_MONEY: Final = 9000


@dataclass(frozen=True)
class Private(CorePrivate):
    """A private company; companies may buy it for `lowest` to `highest`."""

    lowest: int
    highest: int


PRIVATES: Final[tuple[Private, ...]] = (
    Private("KT", "Kaiping Tramway", 25, 5, 13, 37),
    Private("TA", "Terracotta Army", 50, 10, 25, 75),
    Private("HS", "Heng Shan", 75, 15, 38, 112),
    Private("GW", "Great Wall", 100, 20, 50, 150),
    Private("YRF", "Yanda Railway Ferry", 125, 25, 63, 187),
    Private("FC", "Forbidden City", 150, 30, 75, 225),
)
PRIVATE_INDEX: Final = {private.id: index for index, private in enumerate(PRIVATES)}
KT: Final = 0
TA: Final = 1
HS: Final = 2
GW: Final = 3
YRF: Final = 4
FC: Final = 5


@dataclass(frozen=True)
class Company(CoreCompany):
    """A share company; `home_tile` is its duty to build on its home."""

    destination: str
    bonus: int
    markers: int
    colour: str
    home_tile: bool = False


COMPANIES: Final[tuple[Company, ...]] = (
    Company("JHR", "Jingha Railway", "C9", "D12", 30, 3, "red-brown", home_edge=5),
    Company("SSL", "Shenshan Line", "B18", "C13", 20, 3, "grey", home_edge=1),
    Company("CDL", "Changda Line", "A19", "E17", 20, 4, "green"),
    Company("HJR", "Hanji Railway", "F6", "G9", 20, 4, "tan", home_tile=True),
    Company("TJL", "Taijiao Line", "E3", "H4", 20, 4, "black", home_tile=True),
    Company("LYR", "Lanyan Railway", "F16", "H14", 20, 3, "dark yellow"),
    Company("JZR", "Jingzhan Railway", "C9", "B6", 40, 3, "purple", home_edge=1),
    Company("ZDR", "Zidong Railway", "G11", "F12", 40, 3, "light blue", home_tile=True),
)
COMPANY_INDEX: Final = {company.id: index for index, company in enumerate(COMPANIES)}

DIRECTOR_PERCENT: Final = 20
FLOAT_PERCENT: Final = 60
HOLDING_LIMIT: Final = 60
POOL_LIMIT: Final = 50
CAPITAL_SHARES: Final = 10

# A train counts its number of locations of any kind (1888.run.range).
TRAINS: Final[tuple[TrainType, ...]] = (
    TrainType("2", 80, 7, "2", 2, UNLIMITED),
    TrainType("3", 180, 6, "3", 3, UNLIMITED),
    TrainType("4", 300, 5, "4", 4, UNLIMITED, scraps="2"),
    TrainType("5", 500, 3, "5", 5, UNLIMITED),
    TrainType("6", 630, 2, "6", 6, UNLIMITED, scraps="3"),
    TrainType("D", 900, UNLIMITED, "7", UNLIMITED, UNLIMITED, scraps="4"),
)
TRAIN_INDEX: Final = {train.name: index for index, train in enumerate(TRAINS)}
T2: Final = 0
T3: Final = 1
T4: Final = 2
T5: Final = 3
T6: Final = 4
TD: Final = 5
TRADE_IN_PRICE: Final = 700
TRADED_IN: Final[tuple[int, ...]] = (T4, T5, T6)
EXPORTED: Final[tuple[int, ...]] = (T2, T3, T4)


@dataclass(frozen=True)
class Phase(CorePhase):
    operating_rounds: int


# Phase i + 1 begins with the first train of type i; the game starts in the first.
PHASES: Final[tuple[Phase, ...]] = (
    Phase("1", YELLOW, 4, 0, 1),
    Phase("2", YELLOW, 4, 0, 1),
    Phase("3", GREEN, 4, 1, 2),
    Phase("4", GREEN, 3, 1, 2),
    Phase("5", BROWN, 2, 2, 3),
    Phase("6", BROWN, 2, 2, 3),
    Phase("7", GREY, 2, 3, 3),
)
PHASE_3: Final = 2
PHASE_5: Final = 4

_PRICES: Final[tuple[tuple[int, ...], ...]] = (
    (0, 0, 95, 100, 110, 120, 130, 145, 160, 180, 200, 225, 250, 275, 300, 330, 360, 400),
    (0, 85, 90, 95, 100, 110, 120, 130, 145, 160, 180, 200, 225, 250, 275, 300, 330, 360),
    (75, 80, 85, 90, 95, 100, 110, 120, 130, 145, 160, 180, 200, 225, 250),
    (70, 75, 80, 85, 90, 95, 100, 110, 120, 130, 145, 160),
    (65, 70, 75, 80, 85, 90, 95, 100, 110, 120),
    (60, 65, 70, 75, 80, 85, 90, 95),
    (55, 60, 65, 70, 75, 80, 85),
    (50, 55, 60, 65, 70, 75),
    (40, 50, 55, 60, 65),
)
CHART: Final = Chart(_PRICES)
_PAR_COLUMN: Final = 3
PAR_CELL: Final = {
    price: row * CHART.width + _PAR_COLUMN for row, price in enumerate((95, 90, 85, 80, 75, 70), start=1)
}
PAR_PRICES: Final[tuple[int, ...]] = tuple(PAR_CELL)

# The red area in the lower left: shares of a company there do not count toward the certificate limit.
RED_AREA: Final = frozenset(
    row * CHART.width + column for row, columns in ((5, 1), (6, 2), (7, 3), (8, 4)) for column in range(columns)
)
