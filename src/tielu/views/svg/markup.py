"""SVG as text: elements, numbers as short as they can be, and what a picture is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]

# Whatever `quoteattr` would change; nearly no value has any of it.
_TO_QUOTE = re.compile(r"""[&<>"\n\r\t]""")


@dataclass(frozen=True)
class Picture:
    """A finished drawing; a notebook shows it, `str` gives its text."""

    text: str
    width: float
    height: float

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.text


def number(value: float) -> str:
    """A number with at most one digit after the point."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def point(at: Point) -> str:
    return f"{number(at[0])},{number(at[1])}"


def points(places: Iterable[Point]) -> str:
    return " ".join(point(each) for each in places)


def element(name: str, content: str = "", **attributes: object) -> str:
    """An element; `class_` stands for class, `data_hex` for data-hex, and None leaves an attribute out."""
    given = "".join([f" {_attribute(key)}={_value(value)}" for key, value in attributes.items() if value is not None])
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


@cache
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: object) -> str:
    if isinstance(value, float):
        return f'"{number(value)}"'
    if isinstance(value, int):
        return f'"{value}"'
    written = str(value)
    return quoteattr(written) if _TO_QUOTE.search(written) else f'"{written}"'


def group(content: str, **attributes: object) -> str:
    """A group; nothing at all if there is nothing in it."""
    return element("g", content, **attributes) if content else ""


def text(content: str, at: Point, class_: str, **attributes: object) -> str:
    """A text around a place; few programs know how to centre one vertically, so it is moved down by a third."""
    place = {"x": float(at[0]), "y": float(at[1]), "dy": ".35em"}
    return element("text", escape(printable(content)), class_=class_, **place, **attributes)


def title(content: str) -> str:
    """The accessible name of the group it stands in; browsers show it as a hint."""
    return element("title", escape(printable(content)))


def use(target: str, at: Point = (0.0, 0.0), class_: str | None = None) -> str:
    """A copy of what is defined once."""
    x, y = (None if not value else float(value) for value in at)
    return element("use", href=f"#{target}", x=x, y=y, class_=class_)


def moved(at: Point) -> str:
    return f"translate({point(at)})"


def printable(content: str) -> str:
    """The text without the control characters that XML forbids."""
    return "".join("\ufffd" if _forbidden(ord(each)) else each for each in content)


def _forbidden(code: int) -> bool:
    return (code < 0x20 and code not in {0x9, 0xA, 0xD}) or 0xD800 <= code <= 0xDFFF or code in {0xFFFE, 0xFFFF}


@dataclass(frozen=True)
class _Widths:
    """How wide letters of a typeface are, in parts of their size."""

    narrow: float
    wide: float
    capital: float
    small: float


# Rather too wide than too narrow, since nobody knows the typeface of a file that stands alone.
_ANY = _Widths(narrow=0.38, wide=0.9, capital=0.68, small=0.68)
_CONDENSED = _Widths(narrow=0.24, wide=0.66, capital=0.48, small=0.44)


def text_width(content: str, size: float) -> float:
    """About how wide a text is."""
    return size * sum(_width(each, _ANY) for each in content)


def condensed_width(content: str, size: float) -> float:
    """About how wide a text is in the condensed letters of the pages."""
    return size * sum(_width(each, _CONDENSED) for each in content)


def _width(character: str, widths: _Widths) -> float:
    if ord(character) > 0x2E80:
        return 1.0
    if character in " .,:;'!|ijl()[]":
        return widths.narrow
    if character in "MWmw&%@":
        return widths.wide
    return widths.capital if character.isupper() or character.isdigit() else widths.small


_NAMED = re.compile(r'(<[^<>]*? (?:id="|href="#))')


def with_prefix(content: str, prefix: str) -> str:
    """The drawing with another name for all that it names, so that two can stand on one page."""
    return _NAMED.sub(lambda found: found[1] + prefix, content) if prefix else content


def document(
    content: str,
    *,
    box: tuple[float, float, float, float],
    class_: str,
    label: str,
    style: str,
    role: str = "img",
    fit: str | None = None,
) -> Picture:
    """A whole SVG file that looks right by itself; with links in it, it is no image but a group of them.

    `fit` says where the drawing lies in a frame of another shape, if not in the middle.
    """
    body = title(label) + (element("style", style) if style else "") + content
    text_ = element(
        "svg",
        body,
        xmlns="http://www.w3.org/2000/svg",
        class_=class_,
        viewBox=" ".join(number(each) for each in box),
        width=float(box[2]),
        height=float(box[3]),
        preserveAspectRatio=fit,
        role=role,
    )
    return Picture(text_, box[2], box[3])
