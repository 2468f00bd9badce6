"""Drawings read back: the elements of an SVG by class and by what they say of themselves."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from tielu.views.svg import Picture

Element = ElementTree.Element


def parsed(picture: Picture) -> Element:
    """The tree of a drawing; fails if it is no XML. Names are without their namespace."""
    root = ElementTree.fromstring(picture.text)
    for each in root.iter():
        each.tag = each.tag.rpartition("}")[2]
    return root


def of_class(root: Element, *classes: str) -> Iterator[Element]:
    """Yield the elements that have all these classes."""
    return (each for each in root.iter() if set(classes) <= set(each.get("class", "").split()))


def with_data(root: Element, key: str) -> dict[str, Element]:
    """The elements that a page finds by a data attribute, by its value."""
    return {value: each for each in root.iter() if (value := each.get(f"data-{key}")) is not None}


def texts(root: Element, class_: str) -> list[str]:
    return [each.text or "" for each in of_class(root, class_)]


def pieces(root: Element) -> int:
    """How many pieces of track are drawn."""
    return sum(
        each.get("d", "").count("M")
        for name in ("tielu-rail", "tielu-ferry", "tielu-far")
        for each in of_class(root, name)
    )
