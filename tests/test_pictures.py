"""The pictures of the documentation."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
LARGEST = 200_000
LARGEST_IN_ALL = 5_000_000


def test_every_picture_is_shown_and_small():
    """Each picture stands on a page of the documentation, each that is shown is there, and none takes long to load."""
    shown = set()
    for page in [ROOT / "README.md", *ROOT.joinpath("docs").rglob("*.md")]:
        for address in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text("utf-8")):
            shown.add((page.parent / address).resolve())
    pictures = [path for path in PICTURES.rglob("*") if path.is_file()]
    assert shown == {path.resolve() for path in pictures}
    assert {path.name for path in pictures if path.stat().st_size > LARGEST} == set()
    assert sum(path.stat().st_size for path in pictures) < LARGEST_IN_ALL
