"""The components: players' money, privates, investors, companies, trains, phases and the share price chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tielu.core.components import Company as CoreCompany
from tielu.core.components import Phase as CorePhase
from tielu.core.components import Private
from tielu.core.market import Chart
from tielu.core.tiles import BROWN, GREEN, GREY, YELLOW
from tielu.core.trains import UNLIMITED, TrainType

STARTING_CASH: Final = {3: 600, 4: 480, 5: 400, 6: 340, 7: 300}
CERTIFICATE_LIMIT: Final = {3: 20, 4: 16, 5: 14, 6: 12, 7: 11}
PRINTED_MONEY: Final = 37860


PRIVATES: Final[tuple[Private, ...]] = (
    Private("P0", "Woosong Railway", 5, 0),
    Private("P1", "Kaiping Railway", 10, 5),
    Private("P2", "Yanda Ferry Company", 25, 10),
    Private("P3", "Taiwan Western Line", 45, 15),
    Private("P4", "River Ferry", 70, 20),
    Private("P5", "Jeme Tien Yow Engineer Office", 100, 25),
    Private("P6", "Imperial Qing Government", 160, 0),
    Private("P7", "Rocket of China", 50, 0),
)
P0: Final = 0
P1: Final = 1
P2: Final = 2
P3: Final = 3
P4: Final = 4
P5: Final = 5
P6: Final = 6
P7: Final = 7


@dataclass(frozen=True)
class Investor:
    id: str
    name: str
    railway: str
    home: str


INVESTORS: Final[tuple[Investor, ...]] = (
    Investor("A1", "Russian Investor", "Chinese Eastern Railway", "A3"),
    Investor("A2", "Japanese Investor", "South Manchuria Railway", "E13"),
    Investor("A3", "Belgian Investor", "Zheng Tai Railway", "H6"),
    Investor("A4", "German Investor", "Schantung-Eisenbahngesellschaft", "H14"),
    Investor("A5", "British Investor", "Kowloon-Canton Railway", "Q15"),
    Investor("A6", "Portuguese Investor", "Macau Hafen", "P12"),
    Investor("A7", "French Investor", "Kunming-Hekou Railway", "Q7"),
)


@dataclass(frozen=True)
class Company(CoreCompany):
    """A share company; `home_edge` is the track of its own city in Beijing, which four companies share."""

    colour_2010: str
    colour_2022: str


COMPANIES: Final[tuple[Company, ...]] = (
    Company("JHA", "Jingha Railway", "F8", "orange", "orange", home_edge=3),
    Company("JHU", "Jinghu Railway", "F8", "black", "black", home_edge=4),
    Company("JGG", "Jingguang Railway", "F8", "purple", "purple", home_edge=0),
    Company("JLR", "Jinglan Railway", "F8", "turquoise", "turquoise", home_edge=1),
    Company("BZU", "Binzhou Railway", "B8", "beige", "beige"),
    Company("LHR", "Longhai Railway", "J2", "grey", "dark blue"),
    Company("SCR", "Schichang Railway", "N12", "dark green", "dark green"),
    Company("CKR", "Chengkun Railway", "O5", "red", "light blue"),
    Company("BCR", "Baocheng Railway", "M3", "dark blue", "red"),
    Company("NXR", "Ningxi Railway", "J6", "pink", "pink"),
    Company("HKR", "Hukun Railway", "K15", "light green", "light green"),
    Company("NJR", "Nanjiang Railway", "K13", "brown", "dark brown"),
    Company("QSR", "Qinshen Railway", "D12", "light blue", "yellow"),
    Company("WNR", "Wunan Railway", "L10", "yellow", "light brown"),
)
COMPANY_INDEX: Final = {company.id: index for index, company in enumerate(COMPANIES)}
BCR: Final = COMPANY_INDEX["BCR"]
OO_HOMES: Final = frozenset({COMPANY_INDEX["QSR"], COMPANY_INDEX["SCR"]})

# Railways are numbered: the share companies, then the foreign investors.
FIRST_INVESTOR: Final = len(COMPANIES)
RAILWAYS: Final[tuple[str, ...]] = tuple(company.id for company in COMPANIES) + tuple(
    investor.id for investor in INVESTORS
)
STATION_COSTS: Final[tuple[int, ...]] = (0, 40, 100)

PAR_PRICES: Final[tuple[int, ...]] = (100, 90, 80, 70)
SLOTS_PER_PRICE: Final = 4
DIRECTOR_SIZES: Final[tuple[int, ...]] = (20, 30, 40)
PERMIT_LETTERS: Final = "ABCD"
# By size of the director's certificate: the runs of consecutive phases (1880.permit.consecutive).
PERMIT_CHOICES: Final = {20: ("ABC", "BCD"), 30: ("AB", "BC", "CD"), 40: ("A", "B", "C", "D")}

TRAINS: Final[tuple[TrainType, ...]] = (
    TrainType("2", 100, 10, "A1", 2, 2),
    TrainType("2+2", 180, 5, "A2", 4, 2),
    TrainType("3", 180, 5, "B1", 3, 3),
    TrainType("3+3", 300, 5, "B2", 6, 3),
    TrainType("4", 300, 5, "B3", 4, 4, scraps="2"),
    TrainType("4+4", 450, 5, "C1", 8, 4, scraps="2+2"),
    TrainType("6", 600, 5, "C2", 6, 6, scraps="3"),
    TrainType("6E", 700, 5, "C3", 6, 6, skips=True, scraps="3+3"),
    TrainType("8", 800, 2, "D1", 8, 8, scraps="4"),
    TrainType("8E", 900, 2, "D2", 8, 8, skips=True, scraps="4+4"),
    TrainType("10", 1000, UNLIMITED, "D3", 10, 10),
    TrainType("2R", 250, 10, "", 2, 2),
)
TRAIN_INDEX: Final = {train.name: index for index, train in enumerate(TRAINS)}
T2: Final = 0
T2_2: Final = 1
T3: Final = 2
T3_3: Final = 3
T4: Final = 4
T4_4: Final = 5
T6: Final = 6
T6E: Final = 7
T8: Final = 8
T8E: Final = 9
T10: Final = 10
T2R: Final = 11


@dataclass(frozen=True)
class Phase(CorePhase):
    float_percent: int
    takeover: bool = False
    station_factor: int = 1

    @property
    def permit(self) -> str:
        return self.name[0]


# Phase i begins with the first train of type i.
PHASES: Final[tuple[Phase, ...]] = (
    Phase("A1", YELLOW, 4, 0, 20),
    Phase("A2", YELLOW, 4, 0, 20),
    Phase("B1", GREEN, 4, 1, 30),
    Phase("B2", GREEN, 3, 1, 30),
    Phase("B3", GREEN, 3, 1, 40, takeover=True),
    Phase("C1", BROWN, 3, 2, 40, takeover=True),
    Phase("C2", BROWN, 3, 2, 60),
    Phase("C3", BROWN, 2, 2, 60),
    Phase("D1", GREY, 2, 3, 60, station_factor=2),
    Phase("D2", GREY, 2, 3, 60, station_factor=2),
    Phase("D3", GREY, 2, 3, 60, station_factor=2),
)
A1: Final = 0
A2: Final = 1
B1: Final = 2
B2: Final = 3
B3: Final = 4
C1: Final = 5
C2: Final = 6
C3: Final = 7
D1: Final = 8
D2: Final = 9
D3: Final = 10

_PRICES: Final[tuple[tuple[int, ...], ...]] = (
    (0, 0, 100, 105, 110, 115, 120, 125, 130, 140, 150, 160, 180, 200),
    (0, 85, 95, 100, 105, 110, 115, 120, 125, 135, 145, 155, 170, 190),
    (70, 80, 90, 95, 100, 105, 110, 115, 120, 130, 140, 150, 165, 180),
    (65, 75, 85, 90, 95, 100, 105, 110, 115, 125, 135, 145),
    (60, 70, 80, 85, 90, 95, 100, 105, 110, 120),
    (55, 65, 75, 80, 85, 90, 95, 100),
    (50, 60, 70, 75, 80, 85, 90),
    (45, 55, 65, 70, 75, 80),
    (40, 50, 60, 65, 70),
)
CHART: Final = Chart(_PRICES)
_PAR_ROW: Final = {100: 1, 90: 3, 80: 5, 70: 7}
_PAR_COLUMN: Final = 3
PAR_CELL: Final = {price: row * CHART.width + _PAR_COLUMN for price, row in _PAR_ROW.items()}

# The bonus per share stands in the chart's columns; the top right corner has one of its own.
_BONUS_BY_COLUMN: Final[tuple[int, ...]] = (0, 0, 0, 0, 0, 5, 5, 5, 10, 10, 15, 15, 20, 20)
_CORNER_BONUS: Final = 40


def chart_bonus(cell: int) -> int:
    """The bonus figure printed on a space of the chart."""
    row, column = CHART.position(cell)
    if row == 0 and column == CHART.width - 1:
        return _CORNER_BONUS
    return _BONUS_BY_COLUMN[column]
