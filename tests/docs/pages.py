"""The pages of the documentation as they lie in the repository, and what is on them."""

from __future__ import annotations

import re
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
# Not the pages of the reference, which the build of the site writes.
PAGES = (
    README,
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted(path for path in DOCS.rglob("*.md") if path.parent.name != "reference"),
)
BY_NAME = {path.relative_to(ROOT).as_posix(): path for path in PAGES}


def text_of(page: Path) -> str:
    """The page as it is written."""
    return page.read_text("utf-8")


def tokens(page: Path) -> list[Token]:
    """What the page consists of, block by block."""
    return MarkdownIt("commonmark").enable("table").parse(text_of(page))


def fenced(page: Path, language: str) -> list[tuple[int, str]]:
    """The blocks of code in a language, each with the line it starts on."""
    return [
        (token.map[0] + 1, token.content)
        for token in tokens(page)
        if token.type == "fence" and token.info.strip() == language and token.map
    ]


def links(page: Path) -> list[str]:
    """Where links and pictures of the page lead."""
    children = [child for token in tokens(page) for child in token.children or ()]
    return [str(each.attrs[name]) for each in children for name in ("href", "src") if name in each.attrs]


def anchors(page: Path) -> set[str]:
    """The names under which GitHub makes the headings of a page reachable."""
    found = tokens(page)
    headings = [found[index + 1].content for index, token in enumerate(found) if token.type == "heading_open"]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
