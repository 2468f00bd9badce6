"""1888-N: drawings that explain rules."""

from __future__ import annotations

from collections.abc import Mapping

from tielu.views.rulebook.examples import ChartExample, Example, MapExample, TilesExample

EXAMPLES: Mapping[str, Example] = {
    # -- the map --
    "1888.map.red-no-tiles": MapExample("H2", lit="H2"),
    "1888.map.grey-no-tiles": MapExample("A17", lit="A17"),
    "1888.setup.barriers": MapExample("C15 C17"),
    # -- privates --
    "1888.terracotta.tile": MapExample("H2", tiles={"H2": ("L39", 5)}, lit="H2"),
    "1888.heng-shan.mountain-tile": MapExample("C5", tiles={"C5": ("L41", 0)}, lit="C5"),
    "1888.great-wall.free-yellow": MapExample("B6 B8 B10", lit="B4 B6 B8 B10 C7 C11"),
    "1888.great-wall.two-same-turn-connected": MapExample("B8 B10", paths=("B6-B8-B10-B12",), lit="B8 B10"),
    "1888.yanda.ferry-tile": MapExample("E17 F16", lit="E17 F16"),
    # -- laying track --
    "1888.track.reachable": MapExample(
        "G11 G13", tiles={"G11": ("57", 1), "G13": ("4", 1)}, stations={"G11": "ZDR"}, lit="G9 G15"
    ),
    "1888.track.town-tile": TilesExample((("3", "4", "58"),), choice=True),
    "1888.track.double-town-tile": TilesExample((("1", "2", "55", "56", "69"),), choice=True),
    "1888.track.city-tile": TilesExample((("5", "6", "57"),), choice=True),
    "1888.track.plain-tile": TilesExample((("7", "8", "9"),), choice=True),
    "1888.track.terrain-cost": MapExample("B4 C5", lit="B2 B4 B6 C3 C5 C7 D4 D6"),
    "1888.track.no-barrier": MapExample("F12"),
    "1888.track.first-turn-home-tile": MapExample("G11", tiles={"G11": ("57", 1)}, stations={"G11": "ZDR"}, lit="G11"),
    # -- upgrades --
    "1888.upgrade.colours": TilesExample((("57", "15", "611", "51"),)),
    "1888.upgrade.keep-track": TilesExample((("9", "23"), ("8", "25"))),
    "1888.upgrade.same-locations": TilesExample((("8", "15"),), crossed=True),
    "1888.upgrade.more-slots-possible": TilesExample((("57", "14"),)),
    "1888.upgrade.oo-b-first-green": MapExample("B18 B20", lit="B18 B20"),
    "1888.upgrade.oo-b-marks": TilesExample((("8858", "X7", "512"), ("L42", "8892", "8893"))),
    # -- stations --
    "1888.station.reserve-home": MapExample("C9", stations={"C9.1": "JHR"}),
    # -- routes --
    "1888.route.two-locations": MapExample(
        "G11 G13", paths=("G11-G13",), stations={"G11": "ZDR"}, routes=(("2", "G11-G13"),)
    ),
    "1888.route.red-terminal": MapExample(
        "I11 H10", paths=("G11-H10-I11",), stations={"G11": "ZDR"}, routes=(("2", "G11-H10-I11"),), lit="I11"
    ),
    "1888.route.may-end-at-blocked": MapExample(
        "D10 C9",
        paths=("C9-D10-D12",),
        stations={"C9.1": "JHR", "D10": "SSL"},
        routes=(("3", "C9-D10", "C9.1 D10"),),
    ),
    "1888.run.range": MapExample(
        "G11 G13 H14", paths=("G11-G13-H14",), stations={"G11": "ZDR"}, routes=(("3", "G11-G13 G13-H14"),)
    ),
    "1888.run.trains-disjoint": MapExample(
        "G13 H14",
        paths=("G11-G13-H14-H16",),
        stations={"H14": "LYR"},
        routes=(("2", "H14-G13"), ("2", "H14-H16")),
    ),
    "1888.run.destination-bonus": MapExample(
        "C9 D10 D12",
        paths=("C9-D10-D12",),
        stations={"C9.1": "JHR"},
        routes=(("3", "C9-D10 D10-D12", "C9.1 D10 D12"),),
        lit="C9 D12",
    ),
    "1888.harbour.not-in-range": MapExample(
        "H14",
        paths=("G13-H14-H16",),
        stations={"H14": "LYR"},
        routes=(("2", "G13-H14 H14-H16"),),
        lit="H16",
    ),
    "1888.heng-shan.counts-range": MapExample("C5", tiles={"C5": ("L41", 0)}),
    # -- share prices --
    "1888.float.par-values": ChartExample({}, region=(0, 0, 8, 9)),
    "1888.cert.red-zone-exempt": ChartExample({"TJL": (7, 1)}, region=(0, 4, 7, 5)),
    "1888.or.price-order": ChartExample({"LYR": (0, 6), "SSL": (2, 7), "TJL": (4, 3)}, region=(2, 0, 7, 6)),
    "1888.or.same-space-top-first": ChartExample({"LYR": (1, 4), "SSL": (1, 4)}),
    "1888.or.same-price-right-first": ChartExample({"LYR": (1, 4), "SSL": (2, 5)}, region=(3, 0, 5, 4)),
    "1888.sell.price-drop-each": ChartExample({"CDL": (1, 5)}, {"CDL": ("down", "down")}),
    "1888.price.dividend-right": ChartExample({"LYR": (2, 4)}, {"LYR": ("right",)}),
    "1888.price.no-dividend-left": ChartExample({"TJL": (3, 4)}, {"TJL": ("left",)}),
    "1888.price.right-edge-up": ChartExample({"LYR": (3, 11)}, {"LYR": ("right",)}),
    "1888.price.left-edge-down": ChartExample({"TJL": (4, 0)}, {"TJL": ("left",)}),
    "1888.price.bottom-stays": ChartExample({"TJL": (8, 3)}),
    "1888.price.sold-out-up": ChartExample({"CDL": (2, 6)}, {"CDL": ("up",)}),
}
