"""What pages bring along: how it is named, kept and packed."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tielu.web import assets

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Files of ours that a test may change."""
    monkeypatch.setattr(assets, "STATIC", tmp_path)
    (tmp_path / "tielu.css").write_text("p{}")
    (tmp_path / "icon.svg").write_text("<svg/>")
    return tmp_path


def test_address_changes_with_the_contents(folder):
    """A browser that kept the old style sheet for good asks for the new one."""
    before = assets.asset_url("tielu.css")
    assert assets.asset_url("tielu.css") == before
    (folder / "tielu.css").write_text("p{margin:0}")
    assert assets.asset_url("tielu.css") != before


def test_pages_leave_out_a_script_that_has_not_been_built(folder, browser):
    """Without Node there is no script, and no error either."""
    assert "<script" not in browser.get("/").text
    (folder / "tielu.js").write_text("1")
    assert re.search(r'<script src="/static/tielu\.js\?v=[0-9a-f]{16}" defer></script>', browser.get("/").text)


@pytest.mark.parametrize("page", ["/", "/games/{game}"])
def test_everything_a_page_names_is_kept_for_good(browser, game, page):
    """Each style sheet, script and icon has a versioned address."""
    text = browser.get(page.format(game=game)).text
    named = re.findall(r'<(?:link|script)[^>]* (?:href|src)="([^"]+)"', text)
    assert len(named) >= 2
    for address in named:
        answer = browser.client.get(address)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == assets.CACHE_FOREVER, address


@pytest.mark.parametrize("address", ["/static/tielu.css", "/drawings.css"])
@pytest.mark.parametrize("version", ["", "?v=", "?v=old"])
def test_any_other_version_is_asked_for_again(browser, address, version):
    """What is served under an old address is the new file, so it must not be kept under it."""
    answer = browser.client.get(address + version)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == assets.REVALIDATE


def test_unchanged_file_is_not_sent_again(browser):
    """Without a version the browser asks, and hears that nothing has changed."""
    answer = browser.client.get("/static/tielu.css")
    again = browser.client.get("/static/tielu.css", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


@pytest.mark.parametrize("path", ["/games/{game}", "/static/tielu.css", "/drawings.css", "/api/openapi.json"])
def test_answers_are_compressed(browser, game, path):
    """Pages, style sheets and JSON travel packed."""
    with browser.client.stream("GET", path.format(game=game), headers={"Accept-Encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert len(packed) < len(gzip.decompress(packed)) / 2


def test_lock_file_names_exact_versions_and_no_registry():
    """Whoever builds the script gets the same packages from whatever registry they use."""
    package = json.loads((ROOT / "frontend" / "package.json").read_text())
    lock = json.loads((ROOT / "frontend" / "package-lock.json").read_text())
    wanted = package["dependencies"] | package["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", each) for each in wanted.values())
    packages = {name: each for name, each in lock["packages"].items() if name}
    assert packages
    for each in packages.values():
        assert "integrity" in each
        assert "resolved" not in each


def _split(selectors: str) -> Iterator[str]:
    """The selectors of a list, each without what stands in brackets."""
    while selectors != (shorter := re.sub(r"\([^()]+\)", "()", selectors)):
        selectors = shorter
    yield from (each.strip() for each in selectors.split(","))


@pytest.mark.parametrize("path", sorted(assets.STATIC.glob("*.css")), ids=lambda path: path.name)
def test_what_a_has_selects_is_named(path):
    """`:has(…) > *` has browsers style the whole page again whenever anything comes or goes anywhere."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    rules = (each.strip() for each in re.findall(r"([^{};]+)\{", text))
    found = [each for rule in rules if ":has(" in rule for each in _split(rule) if ":has(" in each]
    assert [each for each in found if re.search(r"[\s>+~](\*|:not\(\)|:(first|last)-child)+$", each)] == []
