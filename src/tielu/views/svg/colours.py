"""Colours: of tiles and paper by day and by night, of companies, and of routes for every kind of sight."""

from __future__ import annotations

from collections.abc import Mapping

from tielu.core.tiles import BLUE, BROWN, COLOURS, GREEN, GREY, RED, WHITE, YELLOW

# A page sets these as custom properties (`--tielu-yellow`, …); a file that stands alone uses the first table.
LIGHT: Mapping[str, str] = {
    "paper": "#fbfaf6",
    "paper-ink": "#25272c",
    "quiet-ink": "#5b5e66",
    "ink": "#1d1f24",
    "faint-ink": "#3d3e45",
    "white": "#f4efdf",
    "mountain": "#e9ddc1",
    "yellow": "#f8e28a",
    "green": "#a9d3a1",
    "brown": "#d6ab80",
    "grey": "#c6c8cc",
    "red": "#f0b3a4",
    "blue": "#b5d8ec",
    "line": "#a79f8a",
    "border": "#6d675a",
    "coast": "#4f8fb5",
    "river": "#8fbfde",
    "rock": "#b49a6a",
    "wall": "#8d5a4a",
    "rail": "#26272b",
    "casing": "#ffffff",
    "city": "#ffffff",
    "barrier": "#b3261e",
    "highlight": "#0b6bcb",
    "cell": "#f4efdf",
    "cell-par": "#f8e28a",
    "cell-bonus": "#d9ead4",
    "cell-red": "#f0b3a4",
}
DARK: Mapping[str, str] = {
    **LIGHT,
    "paper": "#14161a",
    "paper-ink": "#e9e7e0",
    "quiet-ink": "#a9abb2",
    "ink": "#101114",
    "faint-ink": "#292a2f",
    "white": "#b8b3a3",
    "mountain": "#aea085",
    "yellow": "#d3bb5c",
    "green": "#7fb27a",
    "brown": "#b98d62",
    "grey": "#9b9ea4",
    "red": "#cc8b7c",
    "blue": "#7fa9c2",
    "line": "#7d7767",
    "border": "#4a463d",
    "coast": "#2f6585",
    "river": "#6d9dbd",
    "rock": "#7d6a45",
    "wall": "#6d3f31",
    "casing": "#dedbd0",
    "city": "#e4e2da",
    "barrier": "#8f130d",
    "highlight": "#7cc0ff",
    "cell": "#b8b3a3",
    "cell-par": "#d3bb5c",
    "cell-bonus": "#9dbb97",
    "cell-red": "#cc8b7c",
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
