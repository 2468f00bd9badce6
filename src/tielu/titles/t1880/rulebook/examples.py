"""1880: drawings that explain rules."""

from __future__ import annotations

from collections.abc import Mapping

from tielu.views.rulebook.examples import ChartExample, Example, MapExample, OrderExample, TilesExample

EXAMPLES: Mapping[str, Example] = {
    # -- privates and investors --
    "1880.p3.taiwan-bonus": MapExample("N16", phase="B1", lit="N16"),
    "1880.p4.river-discount": MapExample("L10 L8", lit="L10 L8"),
    "1880.merger.connection.2022": MapExample(
        "H14 I13 J14 K15", paths=("H14-I13-J14-K15",), stations={"H14": "A4", "K15": "HKR"}, lit="H14 K15"
    ),
    # -- the order of turns --
    "1880.or.majors-by-par": OrderExample({100: ("BCR",), 90: ("HKR", "JHU"), 70: ("WNR",)}),
    "1880.or.same-par-upper-row-first": OrderExample({90: ("HKR", "JHU", "NJR")}),
    "1880.buy.par-four-each": OrderExample({80: ("JHA", "QSR", "NJR", "LHR")}),
    # -- laying track --
    "1880.track.must-extend-own-network": MapExample(
        "K13 K11 L10", tiles={"K13": ("5", 0), "K11": ("8", 4)}, stations={"K13": "NJR"}, lit="L10"
    ),
    "1880.track.no-build-on-blue-red": MapExample("I1"),
    "1880.track.town-hex-town-tile": TilesExample((("8850", "8851", "8852"),), choice=True),
    "1880.track.double-town-tile": TilesExample((("8854", "8855", "8856", "8857", "8858"),), choice=True),
    "1880.track.city-hex-city-tile": TilesExample((("5", "6", "57"),), choice=True),
    "1880.track.plain-hex-plain-tile": TilesExample((("7", "8", "9"),), choice=True),
    "1880.track.special-letter-tiles": TilesExample((("8877", "8878", "8879", "8880"),)),
    "1880.track.oo-hex-oo-tile": TilesExample((("235", "8860", "8874", "8875"),)),
    "1880.track.boomtown-choice": TilesExample((("8851", "57"),), choice=True),
    "1880.track.no-run-into-barrier": MapExample("E11 E13"),
    "1880.track.offboard-only-at-arrow": MapExample("Q7", lit="Q7"),
    "1880.track.beijing-stubs-kept": MapExample("F8", lit="E9 F6 F10 G7"),
    "1880.track.terrain-cost": MapExample("G5 H4", lit="G3 G5 H2"),
    "1880.track.ferry-is-track": MapExample("F12 F14", lit="F12 F14"),
    # -- upgrades --
    "1880.upgrade.colour-sequence": TilesExample((("57", "15", "63", "895"),)),
    "1880.upgrade.keep-existing-track": TilesExample((("9", "23"), ("9", "20"))),
    "1880.upgrade.types-not-exchanged": TilesExample((("8851", "15"),), crossed=True),
    "1880.upgrade.plain-stays-plain": TilesExample((("8", "25"),)),
    "1880.upgrade.more-slots-possible": TilesExample((("57", "14"),)),
    "1880.upgrade.beijing-counts": TilesExample((("8886", "8887", "8888"),)),
    "1880.upgrade.brown-city-six-exits": TilesExample((("14", "63"), ("15", "63"))),
    "1880.upgrade.tile-611.2022": TilesExample((("15", "611"),)),
    # -- stations --
    "1880.station.reserve-unfloated-home": MapExample("F8", stations={"F8.2": "JHA"}),
    "1880.station.oo-home-choice-green": MapExample("D12", tiles={"D12": ("8860", 0)}, lit="D12"),
    # -- trains and routes --
    "1880.train.normal": MapExample(
        "L10 K13", paths=("L10-K11-K13-J14",), stations={"K13": "NJR"}, routes=(("3", "L10-K11-K13 K13-J14"),)
    ),
    "1880.train.plus": MapExample(
        "J14 K15", paths=("K13-J14-K15-L16",), stations={"K15": "HKR"}, routes=(("2+2", "K13-J14 J14-K15 K15-L16"),)
    ),
    "1880.train.e-skip": MapExample(
        "L10 K13",
        paths=("L10-K11-K13-J14",),
        stations={"L10": "WNR"},
        routes=(("6E", "L10-K11-K13 K13-J14", "L10 J14"),),
        phase="C3",
    ),
    "1880.route.trains-disjoint": MapExample(
        "L10 K13",
        paths=("L10-K11-K13-J14",),
        stations={"K13": "NJR"},
        routes=(("2", "K13-K11-L10"), ("2", "K13-J14")),
    ),
    "1880.route.may-end-at-blocked": MapExample(
        "L10 K13",
        paths=("L10-K11-K13-J14",),
        stations={"K13": "NJR", "L10": "WNR"},
        routes=(("3", "L10-K11-K13"),),
    ),
    "1880.route.offboard-harbour-terminal": MapExample(
        "Q13 P14", paths=("P14-Q13",), stations={"P14": "SCR"}, routes=(("2", "P14-Q13"),), lit="Q13"
    ),
    "1880.route.beijing-to-beijing": MapExample("F8", lit="F8"),
    "1880.income.ferry-charge": MapExample(
        "F10 F12 E13",
        paths=("F12-F10-F8", "E13-F12"),
        stations={"F8.3": "JHU"},
        routes=(("3", "F8-F10 F10-F12-E13", "F8.3 F10 E13"),),
    ),
    "1880.income.offboard-by-phase": MapExample("A15", phase="C1", lit="A15"),
    "1880.transsib.bonus-50": MapExample(
        "A3 A5 A7 A9 A11 A13 A15",
        paths=("A3-A5-A7-A9-A11-A13-A15",),
        stations={"A5": "BZU"},
        routes=(("4", "A3-A5 A5-A7 A7-A9-A11-A13-A15"),),
        phase="B3",
    ),
    # -- share prices --
    "1880.bonus.chart-times-ten": ChartExample({"BCR": (0, 11)}, region=(8, 0, 6, 3)),
    "1880.buy.par-values": ChartExample({}, region=(0, 0, 7, 9)),
    "1880.price.dividend-right": ChartExample({"HKR": (3, 4)}, {"HKR": ("right",)}),
    "1880.price.right-edge-up": ChartExample({"HKR": (4, 9)}, {"HKR": ("right",)}),
    "1880.price.top-right-stays": ChartExample({"BCR": (0, 13)}),
    "1880.price.no-dividend-left": ChartExample({"WNR": (4, 5)}, {"WNR": ("left",)}),
    "1880.price.left-edge-down": ChartExample({"WNR": (5, 0)}, {"WNR": ("left",)}),
    "1880.price.sale-down": ChartExample({"JHU": (2, 5)}, {"JHU": ("down", "down", "down")}),
    "1880.price.bottom-of-column-stays": ChartExample({"JHU": (8, 2)}),
    "1880.price.sold-out-up": ChartExample({"QSR": (3, 6)}, {"QSR": ("up",)}),
}
