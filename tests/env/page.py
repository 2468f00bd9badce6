"""The tables of docs/environment.md, made from the code: `python -m tests.env.page` writes them anew."""

from __future__ import annotations

import re
from pathlib import Path

from tielu import TITLES
from tielu.env import Setup, Table, action_space, environment_ids
from tielu.env.amounts import Steps
from tielu.env.layout import Axis, Field

PAGE = Path(__file__).parents[2] / "docs" / "environment.md"
PLAYERS = 4
# Axes that are not spelled out: they are as long as the map, the supply or the number of players.
_LONG = {"hexes", "tiles", "edge pairs", "players", "holders"}


def actions_table(title: str) -> str:
    """The groups of the action space, with the first number of each in every edition."""
    spaces = {edition: action_space(title, edition) for edition in TITLES[title].editions}
    first = next(iter(spaces.values()))
    editions = " | ".join(f"first in {edition}" for edition in spaces)
    lines = [
        f"| kind | {editions} | what is numbered, the last one fastest |",
        "| --- | " + "---: | " * len(spaces) + "--- |",
    ]
    for group in first.groups:
        starts = " | ".join(str(space.starts[group.kind]) for space in spaces.values())
        lines.append(f"| `{group.kind}` | {starts} | {group.meaning} |")
    sizes = " | ".join(f"**{space.size}**" for space in spaces.values())
    return "\n".join([*lines, f"| size | {sizes} | |"])


def steps_table(title: str) -> str:
    """The steps of every range of amounts."""
    space = action_space(title, TITLES[title].editions[0])
    found: dict[tuple[str, Steps], list[str]] = {}
    for group in space.groups:
        for item, steps in group.items:
            found.setdefault((group.kind, steps), []).append(item[1] if len(item) > 1 else "")
    lines = ["| kind | amounts in order |", "| --- | --- |"]
    for (kind, steps), items in found.items():
        each = ", ".join(dict.fromkeys(items)) if kind == "buy_private" else ""
        amounts = ", ".join(steps.meaning(number) for number in range(len(steps)))
        lines.append(f"| `{kind}`{f' {each}' if each else ''} | {amounts} |")
    return "\n".join(lines)


def _axes(field: Field) -> str:
    return " × ".join(axis.name for axis in field.axes) or "–"


def _number(value: float) -> str:
    return f"{value:g}"


def fields_table(title: str) -> str:
    """Every field with its place in the array of a game with four players."""
    layout = Table(Setup(title, PLAYERS)).layout
    lines = [
        "| field | first | count | runs over | unit | range | meaning |",
        "| --- | ---: | ---: | --- | ---: | --- | --- |",
    ]
    for name, field in layout.fields.items():
        span = f"{_number(field.low)} to {_number(field.high)}"
        place = f"{layout.starts[name]} | {field.size} | {_axes(field)} | {_number(field.unit)} | {span}"
        lines.append(f"| `{name}` | {place} | {field.meaning} |")
    return "\n".join([*lines, f"| size | | **{layout.size}** | | | | |"])


def axes_table(title: str) -> str:
    """What is counted along each axis."""
    layout = Table(Setup(title, PLAYERS)).layout
    axes: dict[str, Axis] = {axis.name: axis for field in layout.fields.values() for axis in field.axes}
    lines = ["| axis | count | places |", "| --- | ---: | --- |"]
    for name, axis in axes.items():
        labels = axis.labels
        shown = (
            ", ".join(labels) if name not in _LONG or name == "holders" else f"{labels[0]}, {labels[1]} … {labels[-1]}"
        )
        lines.append(f"| {name} | {len(axis)} | {shown} |")
    return "\n".join(lines)


TABLES = {"actions": actions_table, "steps": steps_table, "fields": fields_table, "axes": axes_table}


def described() -> dict[str, str]:
    """The ids that the page describes, each with its title: those of this package."""
    return {name: title for name, title in environment_ids().items() if TITLES[title].package.startswith("tielu.")}


def filled(page: str) -> str:
    """The page with every table between its marks made anew."""
    for title in described().values():
        for kind, table in TABLES.items():
            marks = re.compile(rf"(<!-- {kind} {title} -->\n).*?(\n<!-- end -->)", re.DOTALL)
            page, count = marks.subn(rf"\g<1>{table(title)}\g<2>", page)
            assert count == 1, f"the page has {count} places for the {kind} of {title}"
    return page


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
