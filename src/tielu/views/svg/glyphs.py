"""Small signs: mountains, rivers, the Great Wall, harbours."""

from __future__ import annotations

from tielu.core.tiles import BLUE
from tielu.views.svg.markup import Point, element, moved, use

SEA = BLUE


_SIGNS = {"mountain": "mountain", "river": "wave", "water": "wave", "wall": "wall"}
TERRAIN = frozenset(_SIGNS)


def terrain(kind: str, at: Point, *, large: bool) -> str:
    """The sign of a kind of terrain."""
    if not large:
        return use(f"tielu-{_SIGNS[kind]}", at)
    return element("use", href=f"#tielu-{_SIGNS[kind]}", transform=f"{moved(at)}scale(1.5)")


def anchor(at: Point) -> str:
    return use("tielu-anchor", at)


_WAVE = "M-4.5,-1.6q2.2,-2.4 4.5,0t4.5,0M-4.5,2q2.2,-2.4 4.5,0t4.5,0"
_WALL = "M-5,4V-3.5H-3V-1.5H-1V-3.5H1V-1.5H3V-3.5H5V4H1.4V2A1.4,1.4 0 0 0 -1.4,2V4Z"

# Defined once in each picture; the ids are the same everywhere, and so is what they stand for.
DEFINITIONS = "".join(
    (
        element(
            "g",
            element("path", class_="tielu-rock", d="M-5.2,4L-.8,-4.2L3.6,4ZM1.4,4L3.3,.2L5.4,4Z")
            + element("path", class_="tielu-snow", d="M-2.3,-1.4L-.8,-4.2L.7,-1.4L-.3,-2.2L-1,-1.2Z"),
            id="tielu-mountain",
        ),
        element("path", id="tielu-wave", class_="tielu-wave", d=_WAVE),
        element("path", id="tielu-wall", class_="tielu-wall", d=_WALL),
        element(
            "path",
            id="tielu-anchor",
            class_="tielu-anchor",
            d="M0,-3.5V6M-3.5,-1H3.5M-5.5,2A5.6,5.6 0 0 0 5.5,2M-1.8,-5.3a1.8,1.8 0 1 0 3.6,0a1.8,1.8 0 1 0 -3.6,0",
        ),
    )
)
