"""The site that `make docs` builds: without a warning, without a dead link, and complete without a network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from filelock import FileLock

from tests.docs.pages import DOCS, ROOT

NOTEBOOK = DOCS / "notebooks" / "tour.ipynb"


class Page(HTMLParser):
    """What a page of the site can be reached by, where it leads, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value for name, value in attrs if value}
        self.ids |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a":
            self.links += filter(None, [found.get("href")])
        elif tag in {"img", "script", "link", "source", "iframe"}:
            self.loads += [found[name] for name in ("src", "href") if name in found]


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the site; test processes that run side by side build it once."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "site"
    with FileLock(shared / "site.lock"):
        if not (shared / "built").exists():
            build(folder, shared / "doctrees")
            (shared / "built").touch()
    return folder


def build(folder: Path, doctrees: Path) -> None:
    """Build the site as `make docs` does; a warning is an error."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(doctrees), "docs", str(folder)]
    built = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "TIELU_FORM": "plain"}, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr


@pytest.fixture(scope="session")
def pages(site):
    """Every page of the site by its path."""
    return {path.resolve(): Page(path.read_text("utf-8")) for path in site.rglob("*.html")}


def test_every_link_leads_somewhere(pages):
    """A link within the site names a file of it, and an anchor that is there."""
    dead = []
    for path, page in pages.items():
        for link in page.links + page.loads:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchors = pages[target].ids if target in pages else set()
            if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in anchors):
                dead.append(f"{path.name}: {link}")
    assert pages
    assert dead == []


def test_pages_load_nothing_from_elsewhere(pages, site):
    """Scripts, styles, fonts and pictures are files of the site, so that it can be read offline."""
    assert [load for page in pages.values() for load in page.loads if urlsplit(load).netloc] == []
    for style in site.rglob("*.css"):
        assert "url(http" not in style.read_text("utf-8").replace('"', "").replace("'", "")
        assert "@import" not in style.read_text("utf-8")


def test_the_public_modules_are_described(pages, site):
    """The reference has what `tielu` exports, and a page for each part that is meant for others."""
    described = pages[(site / "reference" / "tielu.html").resolve()].ids
    assert {"tielu.new_game", "tielu.Game", "tielu.Game.legal_actions"} <= described
    for part in ("errors", "routing", "bots", "arena", "env", "store", "interop"):
        assert (site / "reference" / f"tielu.{part}.html").exists()


def test_the_notebook_has_run(site):
    """The page of the tour shows what its cells answer: the board is drawn."""
    assert "<svg" in (site / "notebooks" / "tour.html").read_text("utf-8")


def test_the_notebook_is_stored_without_output():
    """What its cells answer is made when the site is built; in git it would only differ from time to time."""
    cells = [cell for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert cells
    assert [cell["source"] for cell in cells if cell["outputs"] or cell["execution_count"]] == []


def test_the_search_knows_the_pages(site):
    """The index of the search is a script of the site, so it also works from a file."""
    assert "legal_actions" in (site / "searchindex.js").read_text("utf-8")
