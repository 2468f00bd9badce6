"""The map of China: every hex as it is printed, row by row from the north."""

from typing import Final

from tielu.core.tiles import BLUE, FIRST_STOP, OFFBOARD, RED, WHITE, YELLOW, PrintedHex, Stop
from tielu.core.tiles import CITY as CITY_KIND
from tielu.core.tiles import TOWN as TOWN_KIND

S0, S1, S2, S3 = range(FIRST_STOP, FIRST_STOP + 4)
MOUNTAIN: Final[tuple[str, ...]] = ("mountain",)
RIVER: Final[tuple[str, ...]] = ("river",)
MOUNTAIN_RIVER: Final[tuple[str, ...]] = ("mountain", "river")

CITY: Final = Stop(CITY_KIND, (0,))
TOWN: Final = Stop(TOWN_KIND, (0,))


def city(value: int) -> Stop:
    return Stop(CITY_KIND, (value,))


def red_city(*values: int) -> Stop:
    """An off-board place with a circle for a station marker: a route ends there."""
    return Stop(CITY_KIND, values, terminus=True)


def far(*values: int) -> Stop:
    """An off-board place or harbour, with its values in Phases A to D: a route ends there."""
    return Stop(OFFBOARD, values, terminus=True)


BEIJING: Final = "F8"
TAIWAN: Final = "N16"
TRANS_SIBERIAN: Final = ("A3", "A15")

HEXES: Final[tuple[PrintedHex, ...]] = (
    PrintedHex("A3", RED, stops=(red_city(20, 30, 40, 50),), pieces=((4, S0), (5, S0)), place="Russia"),
    PrintedHex("A5", WHITE, stops=(CITY,), place="Qiqihar"),
    PrintedHex("A7", WHITE, stops=(TOWN,)),
    PrintedHex("A9", WHITE),
    PrintedHex("A11", WHITE),
    PrintedHex("A13", WHITE),
    PrintedHex("A15", RED, stops=(far(10, 20, 30, 40),), pieces=((0, S0), (1, S0)), place="Vladivostok"),
    PrintedHex("B4", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("B6", WHITE),
    PrintedHex("B8", WHITE, stops=(CITY,), place="Harbin"),
    PrintedHex("B10", WHITE),
    PrintedHex("B12", WHITE, stops=(TOWN, TOWN)),
    PrintedHex("B14", WHITE, stops=(CITY, TOWN)),
    PrintedHex("C3", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("C5", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("C7", WHITE, stops=(TOWN,)),
    PrintedHex("C9", WHITE, stops=(CITY,), place="Changchun"),
    PrintedHex("C11", WHITE, stops=(CITY,), place="Jilin City"),
    PrintedHex("C13", WHITE),
    PrintedHex("C15", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("D4", WHITE, stops=(TOWN,), cost=30, terrain=MOUNTAIN),
    PrintedHex("D6", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("D8", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("D10", WHITE),
    PrintedHex("D12", WHITE, stops=(CITY, CITY), place="Shenyang & Fushun"),
    PrintedHex("D14", WHITE, stops=(TOWN,)),
    PrintedHex("E3", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("E5", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("E7", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("E9", WHITE, stops=(CITY, TOWN), stub=(0,)),
    PrintedHex("E11", WHITE, barriers=(4,)),
    PrintedHex("E13", WHITE, stops=(CITY,), place="Dalian", barriers=(1,)),
    PrintedHex("E15", WHITE),
    PrintedHex("F2", WHITE),
    PrintedHex("F4", WHITE, stops=(CITY, CITY), place="Hohhot & Datong"),
    PrintedHex("F6", WHITE, stops=(CITY, TOWN), cost=30, terrain=MOUNTAIN, stub=(4,)),
    PrintedHex(
        "F8",
        YELLOW,
        stops=(city(20), city(20), city(20), city(20)),
        pieces=((0, S0), (1, S1), (3, S2), (4, S3)),
        place="Beijing",
        label="B",
    ),
    PrintedHex("F10", WHITE, stops=(CITY,), place="Tianjin", stub=(1,)),
    PrintedHex("F12", BLUE, pieces=((3, 1),), ferry=True),
    PrintedHex("F14", BLUE, pieces=((2, 0),), ferry=True),
    PrintedHex("G1", WHITE, cost=20, terrain=RIVER),
    PrintedHex("G3", WHITE, stops=(CITY,), place="Baotou", cost=20, terrain=RIVER),
    PrintedHex("G5", WHITE, cost=50, terrain=MOUNTAIN_RIVER),
    PrintedHex("G7", WHITE, stub=(3,)),
    PrintedHex("G9", WHITE, stops=(TOWN,)),
    PrintedHex("G11", WHITE, stops=(TOWN,), cost=20, terrain=RIVER),
    PrintedHex("G13", WHITE),
    PrintedHex("G15", WHITE, stops=(TOWN,)),
    PrintedHex("H2", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("H4", WHITE, cost=20, terrain=RIVER),
    PrintedHex("H6", WHITE, stops=(CITY,), place="Taiyuan"),
    PrintedHex("H8", WHITE, stops=(CITY, CITY, TOWN, TOWN)),
    PrintedHex("H10", WHITE, stops=(CITY,), place="Jinan", cost=20, terrain=RIVER),
    PrintedHex("H12", WHITE, stops=(TOWN, TOWN)),
    PrintedHex("H14", WHITE, stops=(CITY,), place="Qingdao"),
    PrintedHex("I1", RED, stops=(far(10, 20, 30, 40),), pieces=((3, S0), (4, S0), (5, S0)), place="Ürümqi"),
    PrintedHex("I3", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("I5", WHITE, cost=20, terrain=RIVER),
    PrintedHex("I7", WHITE, cost=50, terrain=MOUNTAIN_RIVER),
    PrintedHex("I9", WHITE, stops=(CITY, CITY), place="Kaifeng & Zhengzhou", cost=20, terrain=RIVER),
    PrintedHex("I11", WHITE),
    PrintedHex("I13", WHITE),
    PrintedHex("I15", BLUE, pieces=((2, 5),)),
    PrintedHex("J2", WHITE, stops=(CITY,), place="Lanzhou", cost=50, terrain=MOUNTAIN_RIVER),
    PrintedHex("J4", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("J6", WHITE, stops=(CITY,), place="Xi'an", cost=30, terrain=MOUNTAIN),
    PrintedHex("J8", WHITE, stops=(TOWN, TOWN), cost=30, terrain=MOUNTAIN),
    PrintedHex("J10", WHITE),
    PrintedHex("J12", WHITE, stops=(CITY,), place="Hefei"),
    PrintedHex("J14", WHITE, stops=(TOWN,), cost=20, terrain=RIVER),
    PrintedHex("J16", BLUE, pieces=((2, 0),), ferry=True),
    PrintedHex("K1", RED, stops=(far(0, 0, 0, 80),), pieces=((3, S0), (4, S0), (5, S0)), place="Lhasa"),
    PrintedHex("K3", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("K5", WHITE, stops=(TOWN,), cost=30, terrain=MOUNTAIN),
    PrintedHex("K7", WHITE, stops=(TOWN,), cost=30, terrain=MOUNTAIN),
    PrintedHex("K9", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("K11", WHITE),
    PrintedHex("K13", WHITE, stops=(CITY,), place="Nanjing", cost=20, terrain=RIVER),
    PrintedHex("K15", WHITE, stops=(CITY,), place="Shanghai", label="S"),
    PrintedHex("L2", WHITE, cost=40, terrain=MOUNTAIN),
    PrintedHex("L4", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("L6", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("L8", WHITE, cost=50, terrain=MOUNTAIN_RIVER),
    PrintedHex("L10", WHITE, stops=(CITY,), place="Wuhan", cost=20, terrain=RIVER),
    PrintedHex("L12", WHITE, stops=(TOWN, TOWN), cost=20, terrain=RIVER),
    PrintedHex("L14", WHITE, stops=(CITY, TOWN)),
    PrintedHex("L16", WHITE, stops=(TOWN,)),
    PrintedHex("M1", WHITE, cost=40, terrain=MOUNTAIN),
    PrintedHex("M3", WHITE, stops=(CITY,), place="Chengdu"),
    PrintedHex("M5", WHITE, stops=(TOWN,), cost=30, terrain=MOUNTAIN),
    PrintedHex("M7", WHITE, stops=(CITY,), place="Chongqing", cost=20, terrain=RIVER),
    PrintedHex("M9", WHITE),
    PrintedHex("M11", WHITE),
    PrintedHex("M13", WHITE),
    PrintedHex("M15", WHITE, stops=(TOWN,)),
    PrintedHex("N2", WHITE, cost=40, terrain=MOUNTAIN),
    PrintedHex("N4", WHITE, stops=(CITY, CITY, TOWN, TOWN), cost=20, terrain=RIVER),
    PrintedHex("N6", WHITE, cost=20, terrain=RIVER),
    PrintedHex("N8", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("N10", WHITE, stops=(CITY, TOWN)),
    PrintedHex("N12", WHITE, stops=(CITY, CITY), place="Changsha & Nanchang"),
    PrintedHex("N14", WHITE),
    PrintedHex("N16", BLUE, stops=(far(30, 30, 0, 0),), pieces=((0, S0), (1, S0), (2, S0)), place="Taiwan"),
    PrintedHex("O1", WHITE, cost=60, terrain=MOUNTAIN_RIVER),
    PrintedHex("O3", WHITE, stops=(TOWN, TOWN), cost=20, terrain=RIVER),
    PrintedHex("O5", WHITE, stops=(CITY,), place="Kunming"),
    PrintedHex("O7", WHITE, stops=(CITY, TOWN), cost=30, terrain=MOUNTAIN),
    PrintedHex("O9", WHITE, cost=30, terrain=MOUNTAIN),
    PrintedHex("O11", WHITE, stops=(TOWN, TOWN)),
    PrintedHex("O13", WHITE),
    PrintedHex("O15", WHITE, stops=(TOWN,), cost=30, terrain=MOUNTAIN),
    PrintedHex("P2", WHITE, cost=40, terrain=MOUNTAIN),
    PrintedHex("P4", WHITE, stops=(TOWN,), cost=40, terrain=MOUNTAIN),
    PrintedHex("P6", WHITE, stops=(TOWN,)),
    PrintedHex("P8", WHITE, stops=(CITY,), place="Nanning"),
    PrintedHex("P10", WHITE, stops=(TOWN,), cost=30, terrain=MOUNTAIN),
    PrintedHex("P12", WHITE, stops=(CITY,), place="Macau"),
    PrintedHex("P14", WHITE, stops=(CITY,), place="Guangzhou"),
    PrintedHex("Q7", RED, stops=(red_city(30, 40, 50, 60),), pieces=((2, S0), (3, S0)), place="French Indochina"),
    PrintedHex("Q13", BLUE, stops=(far(20, 30, 40, 50),), pieces=((2, S0), (3, S0)), place="Haikou"),
    PrintedHex("Q15", RED, stops=(red_city(20, 30, 10, 70),), pieces=((2, S0),), place="Hong Kong"),
)
