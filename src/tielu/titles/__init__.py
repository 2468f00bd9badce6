"""The titles: one folder each, found through entry points, and asked for a facet when a part needs one.

A title is registered by one line in the `pyproject.toml` of the package that brings it, this one or another:

    [project.entry-points."tielu.titles"]
    1880 = "tielu.titles.t1880:TITLE"
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, Final

from tielu.core.title import TITLES, Title, find_title

GROUP: Final = "tielu.titles"


def discover() -> None:
    """Register every installed title, in the order of their names."""
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        title = entry.load()
        assert isinstance(title, Title), f"{entry.value} is not a Title"
        TITLES[title.name] = title


@cache
def facet(title: str, part: str) -> Any:
    """What a title provides for a part of the package, or None if it provides nothing.

    The facet `view` of a title is the constant `VIEW` of the module `view` in the title's package; it is imported when
    it is first asked for.
    """
    module = f"{find_title(title).package}.{part}"
    return None if find_spec(module) is None else getattr(import_module(module), part.upper())
