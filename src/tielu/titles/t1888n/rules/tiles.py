"""The tiles: number, colour, count, stops, track in rotation 0, letter and the upgrade chart."""

from typing import Final

from tielu.core.tiles import (
    BLUE,
    BROWN,
    CITY,
    FIRST_STOP,
    GREEN,
    GREY,
    OFFBOARD,
    RED,
    TOWN,
    YELLOW,
    PrintedHex,
    Stop,
    Tile,
)

S0, S1, S2, S3 = range(FIRST_STOP, FIRST_STOP + 4)

MOUNTAIN_TILE: Final = "L41"
XIAN_TILE: Final = "L39"
FERRY_TILES: Final = ("L40a", "L40b")


def city(value: int, slots: int = 1) -> Stop:
    return Stop(CITY, (value,), slots)


def town(value: int) -> Stop:
    return Stop(TOWN, (value,))


def rising_city(values: tuple[int, ...], slots: int) -> Stop:
    return Stop(CITY, values, slots)


def far(values: tuple[int, ...]) -> Stop:
    return Stop(OFFBOARD, values, terminus=True)


TILES: Final[tuple[Tile, ...]] = (
    Tile("1", YELLOW, 1, (town(10), town(10)), ((1, S0), (S0, 3), (0, S1), (S1, 4)), "", ()),
    Tile("2", YELLOW, 1, (town(10), town(10)), ((0, S0), (S0, 3), (1, S1), (S1, 2)), "", ()),
    Tile("3", YELLOW, 2, (town(10),), ((0, S0), (S0, 1)), "", ()),
    Tile("4", YELLOW, 4, (town(10),), ((0, S0), (S0, 3)), "", ()),
    Tile("5", YELLOW, 3, (city(20),), ((0, S0), (1, S0)), "", ("14", "15")),
    Tile("6", YELLOW, 3, (city(20),), ((0, S0), (2, S0)), "", ("14", "15")),
    Tile("7", YELLOW, 4, (), ((0, 1),), "", ("18", "26", "27", "28", "29")),
    Tile("8", YELLOW, 11, (), ((0, 2),), "", ("16", "19", "23", "24", "25", "28", "29")),
    Tile("9", YELLOW, 9, (), ((0, 3),), "", ("18", "19", "20", "23", "24", "26", "27")),
    Tile("55", YELLOW, 1, (town(10), town(10)), ((0, S0), (S0, 3), (1, S1), (S1, 4)), "", ()),
    Tile("56", YELLOW, 1, (town(10), town(10)), ((0, S0), (S0, 2), (1, S1), (S1, 3)), "", ()),
    Tile("57", YELLOW, 3, (city(20),), ((0, S0), (S0, 3)), "", ("14", "15")),
    Tile("58", YELLOW, 5, (town(10),), ((0, S0), (S0, 2)), "", ()),
    Tile("69", YELLOW, 1, (town(10), town(10)), ((0, S0), (S0, 3), (2, S1), (S1, 4)), "", ()),
    Tile("L41", YELLOW, 1, (town(0),), ((0, S0), (2, S0), (4, S0)), "", ()),
    Tile("14", GREEN, 3, (city(30, 2),), ((0, S0), (1, S0), (3, S0), (4, S0)), "", ("611",)),
    Tile("15", GREEN, 4, (city(30, 2),), ((0, S0), (1, S0), (2, S0), (3, S0)), "", ("611",)),
    Tile("16", GREEN, 1, (), ((0, 2), (1, 3)), "", ("43", "70")),
    Tile("18", GREEN, 1, (), ((0, 3), (1, 2)), "", ("43",)),
    Tile("19", GREEN, 1, (), ((0, 3), (2, 4)), "", ("45", "46")),
    Tile("20", GREEN, 1, (), ((0, 3), (1, 4)), "", ("44", "47")),
    Tile("23", GREEN, 3, (), ((0, 3), (0, 4)), "", ("41", "43", "45", "47")),
    Tile("24", GREEN, 3, (), ((0, 3), (0, 2)), "", ("42", "43", "46", "47")),
    Tile("25", GREEN, 2, (), ((0, 2), (0, 4)), "", ("40", "45", "46")),
    Tile("26", GREEN, 1, (), ((0, 3), (0, 5)), "", ("42", "44", "45")),
    Tile("27", GREEN, 1, (), ((0, 3), (0, 1)), "", ("41", "44", "46")),
    Tile("28", GREEN, 1, (), ((0, 4), (0, 5)), "", ("39", "43", "46", "70")),
    Tile("29", GREEN, 1, (), ((0, 2), (0, 1)), "", ("39", "43", "45", "70")),
    Tile("8858", GREEN, 1, (city(40), city(40)), ((0, S0), (S0, 2), (1, S1), (S1, 3)), "OO", ("X7",)),
    Tile("8859", GREEN, 1, (city(40), city(40)), ((0, S0), (S0, 3), (2, S1), (S1, 5)), "OO", ("X7",)),
    Tile("8860", GREEN, 1, (city(40), city(40)), ((1, S0), (S0, 5), (2, S1), (S1, 4)), "OO", ("X7",)),
    Tile("8863", GREEN, 1, (city(40), city(40)), ((0, S0), (S0, 1), (2, S1), (S1, 5)), "OO", ("X7",)),
    Tile("8864", GREEN, 1, (city(40), city(40)), ((1, S0), (S0, 5), (2, S1), (S1, 3)), "OO", ("X7",)),
    Tile("8865", GREEN, 1, (city(40), city(40)), ((1, S0), (S0, 5), (3, S1), (S1, 4)), "OO", ("X7",)),
    Tile(
        "L42", GREEN, 1, (city(40), city(40), city(40), city(40)), ((1, S0), (3, S1), (4, S2), (5, S3)), "B", ("8892",)
    ),
    Tile("39", BROWN, 1, (), ((0, 2), (0, 1), (1, 2)), "", ()),
    Tile("40", BROWN, 1, (), ((0, 2), (2, 4), (0, 4)), "", ()),
    Tile("41", BROWN, 2, (), ((0, 3), (0, 1), (1, 3)), "", ()),
    Tile("42", BROWN, 2, (), ((0, 3), (3, 5), (0, 5)), "", ()),
    Tile("43", BROWN, 1, (), ((0, 3), (0, 2), (1, 3), (1, 2)), "", ()),
    Tile("44", BROWN, 1, (), ((0, 3), (1, 4), (0, 1), (3, 4)), "", ()),
    Tile("45", BROWN, 2, (), ((0, 3), (2, 4), (0, 4), (2, 3)), "", ()),
    Tile("46", BROWN, 2, (), ((0, 3), (2, 4), (3, 4), (0, 2)), "", ()),
    Tile("47", BROWN, 2, (), ((0, 3), (1, 4), (1, 3), (0, 4)), "", ()),
    Tile("70", BROWN, 1, (), ((0, 1), (0, 2), (1, 3), (2, 3)), "", ()),
    Tile("611", BROWN, 6, (city(40, 2),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0)), "", ("51",)),
    Tile("8892", BROWN, 1, (city(60, 4),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0), (5, S0)), "B", ("8893",)),
    Tile("X7", BROWN, 2, (city(50, 2),), ((0, S0), (1, S0), (2, S0), (5, S0), (4, S0)), "OO", ("512",)),
    Tile("51", GREY, 2, (city(50, 2),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0)), "", ()),
    Tile("512", GREY, 1, (city(60, 3),), ((0, S0), (1, S0), (3, S0), (5, S0), (4, S0)), "OO", ()),
    Tile("8893", GREY, 1, (city(70, 4),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0), (5, S0)), "B", ()),
    Tile("L39", RED, 1, (far((40, 50, 60, 70)),), ((4, S0), (5, S0)), "", ()),
    Tile("L40a", BLUE, 1, (rising_city((20, 30, 40, 50), 2),), ((2, S0), (3, S0), (0, S0)), "", ()),
    Tile("L40b", BLUE, 1, (city(40, 2),), ((0, S0), (1, S0), (5, S0), (3, S0)), "", ()),
)


def first_tile_fits(printed: PrintedHex, tile: Tile) -> bool:
    """Whether `tile` may be the first on an empty hex (1888.track.town-tile and those after it)."""
    if tile.colour != YELLOW or tile.number == MOUNTAIN_TILE:
        return False
    kinds = sorted(stop.kind for stop in printed.stops)
    return kinds == sorted(stop.kind for stop in tile.stops) and printed.label == tile.label


def printed_upgrade_fits(printed: PrintedHex, tile: Tile) -> bool:
    """OO and B hexes start with a green tile of their mark (1888.upgrade.oo-b-first-green, 1888.upgrade.oo-b-marks)."""
    return printed.colour == YELLOW and tile.colour == GREEN and tile.label == printed.label
