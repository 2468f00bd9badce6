"""The map of northern China: every hex as it is printed, row by row from the north."""

from typing import Final

from tielu.core.tiles import BLUE, FIRST_STOP, GREY, OFFBOARD, RED, WHITE, YELLOW, PrintedHex, Stop
from tielu.core.tiles import CITY as CITY_KIND
from tielu.core.tiles import TOWN as TOWN_KIND

S0, S1 = range(FIRST_STOP, FIRST_STOP + 2)

CITY: Final = Stop(CITY_KIND, (0,))
TOWN: Final = Stop(TOWN_KIND, (0,))


def city(value: int, slots: int = 1) -> Stop:
    return Stop(CITY_KIND, (value,), slots)


def town(value: int) -> Stop:
    return Stop(TOWN_KIND, (value,))


def rising_city(values: tuple[int, ...], slots: int) -> Stop:
    """A printed city that is worth more as the colours of the phases change."""
    return Stop(CITY_KIND, values, slots)


def red_city(*values: int) -> Stop:
    """An off-board city with a circle for a station: a route ends there."""
    return Stop(CITY_KIND, values, terminus=True)


def far(values: tuple[int, ...], group: str = "", visit_cost: int = 1) -> Stop:
    """An off-board location or the harbour: a route ends there."""
    return Stop(OFFBOARD, values, terminus=True, group=group, visit_cost=visit_cost)


BEIJING: Final = "C9"
HENG_SHAN: Final = "C5"
XIAN: Final = "H2"
DALIAN: Final = "E17"
YANTAI: Final = "F16"
GREAT_WALL: Final[tuple[str, ...]] = (
    "B4",
    "B6",
    "B8",
    "B10",
    "B16",
    "C3",
    "C7",
    "C9",
    "C11",
    "C13",
    "C15",
    "D2",
    "D4",
    "D6",
    "E3",
    "F4",
)

HEXES: Final[tuple[PrintedHex, ...]] = (
    PrintedHex("A1", RED, stops=(far((40,), group="Baotou"),), pieces=((5, S0),), place="Baotou"),
    PrintedHex("A3", RED, stops=(far((40,), group="Baotou"),), pieces=((5, S0),)),
    PrintedHex("A7", GREY, pieces=((0, 5),)),
    PrintedHex("A15", GREY, pieces=((0, 4),)),
    PrintedHex("A17", GREY, stops=(town(20),), pieces=((0, S0), (1, S0), (4, S0), (5, S0))),
    PrintedHex(
        "A19", RED, stops=(red_city(20, 30, 40, 50),), pieces=((0, S0), (1, S0), (5, S0), (4, S0)), place="Changchun"
    ),
    PrintedHex("A21", RED, pieces=((0, 1),)),
    PrintedHex("B2", WHITE, stops=(TOWN,), place="Hohhot", cost=40, terrain=("mountain",)),
    PrintedHex("B4", WHITE, cost=40, terrain=("wall", "mountain")),
    PrintedHex("B6", WHITE, stops=(TOWN, TOWN), place="Zhangjiakou & Xuanhua", cost=30, terrain=("wall", "mountain")),
    PrintedHex("B8", WHITE, cost=30, terrain=("wall", "mountain")),
    PrintedHex("B10", WHITE, cost=20, terrain=("wall", "mountain")),
    PrintedHex("B12", WHITE, stops=(TOWN,), place="Chengde", cost=20, terrain=("mountain",)),
    PrintedHex("B14", WHITE, cost=20, terrain=("mountain",)),
    PrintedHex("B16", WHITE, stops=(TOWN, TOWN), place="Chaoyang & Jinzhou", cost=10, terrain=("wall",)),
    PrintedHex("B18", YELLOW, stops=(city(30), CITY), pieces=((1, S0),), place="Shenyang & Anshan", label="OO"),
    PrintedHex("B20", YELLOW, stops=(CITY, city(30)), place="Fushun & Benxi", label="OO"),
    PrintedHex("C3", WHITE, stops=(CITY,), place="Datong", cost=40, terrain=("wall", "mountain")),
    PrintedHex("C5", WHITE, place="Heng Shan", cost=40, terrain=("mountain",)),
    PrintedHex("C7", WHITE, cost=10, terrain=("wall",)),
    PrintedHex(
        "C9",
        YELLOW,
        stops=(city(30), city(30)),
        pieces=((1, S0), (5, S1)),
        place="Beijing",
        cost=10,
        terrain=("wall",),
        label="B",
    ),
    PrintedHex("C11", WHITE, cost=20, terrain=("wall", "mountain")),
    PrintedHex("C13", WHITE, stops=(CITY,), place="Qinhuangdao", cost=20, terrain=("wall", "mountain")),
    PrintedHex("C15", WHITE, cost=10, terrain=("wall",), barriers=(4, 5)),
    PrintedHex("C17", WHITE, stops=(TOWN,), place="Yingkou", barriers=(1,)),
    PrintedHex("C19", WHITE, cost=30, terrain=("mountain",)),
    PrintedHex("C21", GREY, pieces=((0, 2),)),
    PrintedHex("D2", WHITE, cost=40, terrain=("wall", "mountain")),
    PrintedHex("D4", WHITE, cost=40, terrain=("wall", "mountain")),
    PrintedHex("D6", WHITE, cost=40, terrain=("wall", "mountain")),
    PrintedHex("D8", WHITE),
    PrintedHex("D10", WHITE, stops=(CITY,), place="Tianjin"),
    PrintedHex("D12", WHITE, stops=(TOWN,), place="Tangshan"),
    PrintedHex("D14", BLUE),
    PrintedHex("D16", WHITE, barriers=(2,)),
    PrintedHex("D18", WHITE),
    PrintedHex("D20", GREY, stops=(town(30),), pieces=((1, S0), (2, S0), (3, S0)), place="Dandong"),
    PrintedHex("E3", WHITE, stops=(CITY,), place="Taiyuan", cost=40, terrain=("wall", "mountain")),
    PrintedHex("E5", WHITE, stops=(CITY,), place="Shijiazhuang"),
    PrintedHex("E7", WHITE, stops=(TOWN,), place="Baoding"),
    PrintedHex("E9", WHITE),
    PrintedHex("E11", BLUE),
    PrintedHex("E13", BLUE),
    PrintedHex("E15", BLUE),
    PrintedHex("E17", BLUE, stops=(rising_city((20, 30, 40, 50), 2),), pieces=((2, S0), (3, S0)), place="Dalian"),
    PrintedHex("E19", BLUE),
    PrintedHex("F2", WHITE, stops=(TOWN,), place="Changzhi", cost=40, terrain=("mountain",)),
    PrintedHex("F4", WHITE, cost=40, terrain=("wall", "mountain")),
    PrintedHex("F6", WHITE, stops=(CITY,), place="Handan"),
    PrintedHex("F8", WHITE),
    PrintedHex("F10", WHITE, cost=20, terrain=("water",)),
    PrintedHex("F12", WHITE, stops=(TOWN,), place="Dongying", cost=20, terrain=("water",), barriers=(4,)),
    PrintedHex("F14", WHITE, barriers=(1,)),
    PrintedHex("F16", BLUE, stops=(city(40, 2),), pieces=((0, S0), (1, S0), (5, S0)), place="Yantai"),
    PrintedHex("F18", BLUE),
    PrintedHex("G3", WHITE, cost=40, terrain=("mountain",)),
    PrintedHex("G5", WHITE, stops=(TOWN, TOWN), place="Anyang & Hebi"),
    PrintedHex("G7", WHITE, cost=20, terrain=("water",)),
    PrintedHex("G9", WHITE, stops=(CITY,), place="Jinan", cost=20, terrain=("water",)),
    PrintedHex("G11", WHITE, stops=(CITY,), place="Zibo"),
    PrintedHex("G13", WHITE, stops=(TOWN,), place="Weifang"),
    PrintedHex("G15", WHITE, cost=30, terrain=("mountain",)),
    PrintedHex("G17", WHITE),
    PrintedHex("H2", RED, stops=(far((20, 30, 40, 50)),), pieces=((3, S0), (4, S0)), place="Xi'an"),
    PrintedHex(
        "H4", YELLOW, stops=(CITY, CITY), place="Xinxiang & Jiaozuo", cost=20, terrain=("mountain",), label="OO"
    ),
    PrintedHex("H6", WHITE, cost=20, terrain=("water",)),
    PrintedHex("H8", WHITE, stops=(TOWN,), place="Jining"),
    PrintedHex("H10", WHITE, cost=20, terrain=("mountain",)),
    PrintedHex("H12", WHITE, cost=20, terrain=("mountain",)),
    PrintedHex("H14", WHITE, stops=(CITY,), place="Qingdao"),
    PrintedHex("H16", BLUE, stops=(far((10,), visit_cost=0),), pieces=((1, S0),), place="harbour"),
    PrintedHex("I5", GREY, stops=(rising_city((30, 40, 50, 60), 2),), pieces=((2, S0), (3, S0)), place="Zhengzhou"),
    PrintedHex("I11", RED, stops=(far((30, 40, 50, 60)),), pieces=((2, S0), (3, S0)), place="Xuzhou"),
)
