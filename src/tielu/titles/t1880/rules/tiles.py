"""The tiles: number, colour, count, stops, track in rotation 0, letter and the upgrade chart."""

from typing import Final

from tielu.core.tiles import BROWN, CITY, FIRST_STOP, GREEN, GREY, TOWN, YELLOW, PrintedHex, Stop, Tile

S0, S1, S2, S3, S4, S5 = range(FIRST_STOP, FIRST_STOP + 6)


def city(value: int, slots: int = 1) -> Stop:
    return Stop(CITY, (value,), slots)


def town(value: int) -> Stop:
    return Stop(TOWN, (value,))


TILES: Final[tuple[Tile, ...]] = (
    Tile("5", YELLOW, 6, (city(20),), ((0, S0), (1, S0)), "", ("14", "15", "619")),
    Tile("6", YELLOW, 6, (city(20),), ((0, S0), (2, S0)), "", ("14", "15", "619")),
    Tile("7", YELLOW, 5, (), ((0, 1),), "", ("18", "26", "27", "28", "29", "30", "31")),
    Tile("8", YELLOW, 15, (), ((0, 2),), "", ("16", "17", "19", "23", "24", "25", "28", "29", "30", "31")),
    Tile("9", YELLOW, 15, (), ((0, 3),), "", ("18", "19", "20", "23", "24", "26", "27")),
    Tile("57", YELLOW, 6, (city(20),), ((0, S0), (S0, 3)), "", ("14", "15", "619")),
    Tile("235", YELLOW, 5, (city(30), city(30)), ((0, S0),), "OO", ("8860", "8861", "8862", "8863", "8864", "8865")),
    Tile("8850", YELLOW, 5, (town(20),), ((0, S0), (5, S0)), "", ("887", "888", "8866")),
    Tile("8851", YELLOW, 6, (town(20),), ((0, S0), (4, S0)), "", ("887", "888", "8866")),
    Tile("8852", YELLOW, 6, (town(20),), ((0, S0), (3, S0)), "", ("887", "888", "8866")),
    Tile("8854", YELLOW, 2, (town(20), town(20)), ((0, S0), (3, S0), (4, S1), (5, S1)), "", ()),
    Tile("8855", YELLOW, 2, (town(20), town(20)), ((0, S0), (3, S0), (2, S1), (5, S1)), "", ()),
    Tile("8856", YELLOW, 2, (town(20), town(20)), ((0, S0), (4, S0), (3, S1), (5, S1)), "", ()),
    Tile("8857", YELLOW, 2, (town(20), town(20)), ((1, S0), (4, S0), (3, S1), (5, S1)), "", ()),
    Tile("8858", YELLOW, 2, (town(20), town(20)), ((0, S0), (2, S0), (3, S1), (5, S1)), "", ()),
    Tile("8877", YELLOW, 1, (city(30),), ((0, S0), (S0, 3)), "S", ("8878",)),
    Tile("14", GREEN, 4, (city(30, 2),), ((0, S0), (1, S0), (3, S0), (4, S0)), "", ("63", "611")),
    Tile("15", GREEN, 8, (city(30, 2),), ((0, S0), (1, S0), (2, S0), (3, S0)), "", ("63", "611")),
    Tile("16", GREEN, 2, (), ((0, 2), (1, 3)), "", ()),
    Tile("17", GREEN, 1, (), ((1, 3), (0, 4)), "", ()),
    Tile("18", GREEN, 1, (), ((0, 3), (1, 2)), "", ()),
    Tile("19", GREEN, 2, (), ((0, 3), (2, 4)), "", ()),
    Tile("20", GREEN, 2, (), ((0, 3), (1, 4)), "", ()),
    Tile("23", GREEN, 4, (), ((0, 3), (0, 4)), "", ()),
    Tile("24", GREEN, 4, (), ((0, 3), (0, 2)), "", ()),
    Tile("25", GREEN, 3, (), ((0, 2), (0, 4)), "", ()),
    Tile("26", GREEN, 2, (), ((0, 3), (0, 5)), "", ()),
    Tile("27", GREEN, 2, (), ((0, 3), (0, 1)), "", ()),
    Tile("28", GREEN, 2, (), ((0, 4), (0, 5)), "", ()),
    Tile("29", GREEN, 2, (), ((0, 2), (0, 1)), "", ()),
    Tile("30", GREEN, 1, (), ((0, 4), (0, 1)), "", ()),
    Tile("31", GREEN, 1, (), ((0, 2), (0, 5)), "", ()),
    Tile("619", GREEN, 4, (city(30, 2),), ((0, S0), (2, S0), (3, S0), (4, S0)), "", ("63", "611")),
    Tile("887", GREEN, 5, (town(20),), ((1, S0), (3, S0), (0, S0), (2, S0)), "", ("8871",)),
    Tile("888", GREEN, 3, (town(20),), ((0, S0), (1, S0), (3, S0), (4, S0)), "", ("8871",)),
    Tile("8860", GREEN, 1, (city(40), city(40)), ((1, S0), (S0, 5), (2, S1), (S1, 4)), "OO", ("8874",)),
    Tile("8861", GREEN, 1, (city(40), city(40)), ((0, S0), (1, S0), (3, S1), (4, S1)), "OO", ("8874",)),
    Tile("8862", GREEN, 1, (city(40), city(40)), ((0, S0), (5, S0), (3, S1), (4, S1)), "OO", ("8872",)),
    Tile("8863", GREEN, 1, (city(40), city(40)), ((0, S0), (S0, 1), (2, S1), (S1, 5)), "OO", ("8872",)),
    Tile("8864", GREEN, 1, (city(40), city(40)), ((1, S0), (S0, 5), (2, S1), (S1, 3)), "OO", ("8873",)),
    Tile("8865", GREEN, 1, (city(40), city(40)), ((1, S0), (S0, 5), (3, S1), (S1, 4)), "OO", ("8873",)),
    Tile("8866", GREEN, 3, (town(20),), ((1, S0), (2, S0), (3, S0), (5, S0)), "", ("8871",)),
    Tile("8878", GREEN, 1, (city(40, 2),), ((0, S0), (1, S0), (3, S0), (4, S0)), "S", ("8879",)),
    Tile(
        "8886",
        GREEN,
        1,
        (city(40), city(40), city(40), city(40), city(40), city(40)),
        ((0, S0), (1, S1), (2, S2), (3, S3), (4, S4), (5, S5)),
        "B",
        ("8887",),
    ),
    Tile("63", BROWN, 6, (city(40, 2),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0), (5, S0)), "", ("455", "895")),
    Tile("611", BROWN, 3, (city(40, 2),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0)), "", ("455", "895")),
    Tile("8871", BROWN, 3, (town(20),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0), (5, S0)), "", ()),
    Tile("8872", BROWN, 2, (city(50, 2),), ((0, S0), (1, S0), (2, S0), (3, S0)), "OO", ("8875",)),
    Tile("8873", BROWN, 2, (city(50, 2),), ((0, S0), (2, S0), (3, S0), (4, S0)), "OO", ("8875",)),
    Tile("8874", BROWN, 2, (city(50, 2),), ((0, S0), (2, S0), (3, S0), (5, S0)), "OO", ("8875",)),
    Tile("8879", BROWN, 1, (city(60, 2),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0)), "S", ("8880",)),
    Tile("8887", BROWN, 1, (city(60, 6),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0), (5, S0)), "B", ("8888",)),
    Tile("455", GREY, 3, (city(50, 3),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0), (5, S0)), "", ()),
    Tile("895", GREY, 3, (city(50, 2),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0), (5, S0)), "", ()),
    Tile("8875", GREY, 1, (city(60, 2),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0), (5, S0)), "OO", ()),
    Tile("8880", GREY, 1, (city(70, 2),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0)), "S", ()),
    Tile("8888", GREY, 1, (city(80, 6),), ((0, S0), (1, S0), (2, S0), (3, S0), (4, S0), (5, S0)), "B", ()),
)


def first_tile_fits(printed: PrintedHex, tile: Tile) -> bool:
    """Whether `tile` may be the first on a white hex (1880.track.plain-hex-plain-tile and those after it).

    On a medium city, which is printed with both, the builder chooses between its cities and its towns.
    """
    if tile.colour != YELLOW or printed.label != (tile.label if tile.label != "OO" else ""):
        return False
    printed_cities = sum(stop.kind == CITY for stop in printed.stops)
    printed_towns = sum(stop.kind == TOWN for stop in printed.stops)
    cities = sum(stop.kind == CITY for stop in tile.stops)
    towns = sum(stop.kind == TOWN for stop in tile.stops)
    return (cities, towns) in {
        (printed_cities, 0 if printed_cities else printed_towns),
        (0 if printed_towns else printed_cities, printed_towns),
    }


def printed_upgrade_fits(printed: PrintedHex, tile: Tile) -> bool:
    """Printed Beijing is a yellow tile: the green tile with its letter follows (1880.upgrade.beijing-counts)."""
    return printed.colour == YELLOW and tile.colour == GREEN and tile.label == printed.label
