"""Colours: of tiles and paper by day and by night, of companies, and of routes for every kind of sight."""

from __future__ import annotations

from collections.abc import Mapping

from tielu.core.tiles import BLUE, BROWN, COLOURS, GREEN, GREY, RED, WHITE, YELLOW

# Seats of players, as the pages have them; the tokens of the pages are the same.
_SEATS_BY_DAY = ("#1d63a8", "#a8500b", "#7b3a96", "#0b7360", "#a81e62", "#566000", "#4b5563")
_SEATS_BY_NIGHT = ("#7db8f2", "#f0a261", "#d39bea", "#5fcfb5", "#ff92bd", "#cdd66a", "#b9c2d0")
SEATS = len(_SEATS_BY_DAY)


def _seats(colours: tuple[str, ...]) -> dict[str, str]:
    return {f"seat-{number}": colour for number, colour in enumerate(colours)}


# A page sets these as custom properties (`--tielu-yellow`, …); a file that stands alone uses the first table.
LIGHT: Mapping[str, str] = {
    "paper": "#f4eddd",
    "paper-ink": "#221f1a",
    "quiet-ink": "#5d5548",
    "ink": "#1d1f24",
    "faint-ink": "#453f31",
    "white": "#f8f3e4",
    "mountain": "#e9dcbd",
    "yellow": "#f7de7c",
    "green": "#a5d09a",
    "brown": "#d5a877",
    "grey": "#c6c8cc",
    "red": "#efb09f",
    "blue": "#b9dbec",
    "line": "#c3b89e",
    "border": "#7d7462",
    "coast": "#4f8fb5",
    "river": "#8fbfde",
    "rock": "#ab9263",
    "wall": "#8d5a4a",
    "rail": "#26272b",
    "casing": "#ffffff",
    "city": "#ffffff",
    "barrier": "#7a1d13",
    # Cinnabar is what may be done; the line under it parts it from every ground and from red markers.
    "highlight": "#b02e17",
    "highlight-under": "#fffdf6",
    "picked": "#b02e17",
    "changed": "#221f1a",
    "changed-under": "#fffdf6",
    "cell": "#fbf7ec",
    "cell-par": "#f7de7c",
    "cell-bonus": "#dcebd3",
    "cell-red": "#efb09f",
    "cell-ink": "#1d1f24",
    "cell-quiet": "#57503f",
    "cell-up": "#1c6a41",
    "cell-line": "#b8aa90",
    "cell-rim": "#26272b",
    **_seats(_SEATS_BY_DAY),
}
DARK: Mapping[str, str] = {
    **LIGHT,
    "paper": "#191714",
    "paper-ink": "#f3ecde",
    "quiet-ink": "#bcb19d",
    "ink": "#14130f",
    "faint-ink": "#2c2820",
    "white": "#aca283",
    "mountain": "#a8936a",
    "yellow": "#e0bb3c",
    "green": "#6fb566",
    "brown": "#c0874c",
    "grey": "#9b9ea4",
    "red": "#d48670",
    "blue": "#6da3c4",
    "line": "#857b67",
    "border": "#4e4738",
    "coast": "#2f6585",
    "river": "#6d9dbd",
    "rock": "#74643f",
    "wall": "#6d3f31",
    "casing": "#e2dccd",
    "city": "#ece7da",
    "barrier": "#7e120b",
    "highlight": "#ff8f6b",
    "highlight-under": "#14120f",
    "picked": "#fff3ec",
    "cell": "#2a2620",
    "cell-par": "#6a5618",
    "cell-bonus": "#2d4432",
    "cell-red": "#5a2a22",
    "cell-ink": "#f3ecde",
    "cell-quiet": "#bcb19d",
    "cell-up": "#7fd0a0",
    "cell-line": "#5c5446",
    "cell-rim": "#cfc7b4",
    **_seats(_SEATS_BY_NIGHT),
}

# The ground of a face, by the colour of its tile.
GROUND = {each: COLOURS[each] for each in (WHITE, YELLOW, GREEN, BROWN, GREY, RED, BLUE)}
# The columns of values that rise with the phases.
PHASE_GROUNDS = tuple(COLOURS[each] for each in (YELLOW, GREEN, BROWN, GREY))

# The colours that the charters name.
COMPANY: Mapping[str, str] = {
    "beige": "#dcc79b",
    "black": "#1b1b1f",
    "brown": "#7b4a2b",
    "dark blue": "#173f8a",
    "dark brown": "#55321f",
    "dark green": "#1f5a36",
    "dark yellow": "#e3ae08",
    "green": "#237d3d",
    "grey": "#8d9095",
    "light blue": "#6fb4e6",
    "light brown": "#bd7a45",
    "light green": "#8fc254",
    "orange": "#ee8122",
    "pink": "#eb93b6",
    "purple": "#6d419e",
    "red": "#c4212f",
    "red-brown": "#a23c28",
    "tan": "#cda678",
    "turquoise": "#1fa3a3",
    "yellow": "#f3cb2a",
}
INVESTOR = "#f7f5ee"

# The colours of Okabe and Ito that stand out from the tiles; past the last one they begin again, with other dashes.
ROUTES = ("#d55e00", "#0072b2", "#cc79a7", "#009e73", "#56b4e9", "#e69f00")
DASHES = ("", "9 4", "2 4", "12 4 2 4", "5 3", "9 3 2 3 2 3")

DARK_INK, LIGHT_INK = "#16171a", "#ffffff"


def brightness(colour: str) -> float:
    """How bright a colour looks, from 0 to 1, as WCAG reckons it."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, from 1 to 21; text needs 4.5."""
    dark, light = sorted((brightness(first), brightness(second)))
    return (light + 0.05) / (dark + 0.05)


def ink_on(colour: str) -> str:
    """The colour of letters that reads best on a marker."""
    return max((DARK_INK, LIGHT_INK), key=lambda ink: contrast(ink, colour))


def properties(palette: Mapping[str, str]) -> str:
    """The palette as custom properties, for a page that sets its own colours."""
    return "".join(f"--tielu-{name}:{value};" for name, value in palette.items())
