"""A server, a browser, and readers whose pages must not complain."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser import chromium, fonts
from tests.browser.readers import Readers
from tests.browser.serving import serving
from tests.ci import must_be_there
from tielu.store import Store

# Two cores may be busy with other things.
expect.set_options(timeout=15_000)


# What takes longest begins first, so that no process of the tests is left alone with it in the end.
LONGEST = ("test_whole_games.py", "test_one_screen.py", "test_axe.py")


def pytest_collection_modifyitems(items):
    """Whatever stands in this folder runs in the browser's pass."""
    items.sort(key=lambda item: [*LONGEST, item.path.name].index(item.path.name))
    for item in items:
        if "/tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def playwright():
    """Playwright, until the last test of this folder."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def start_browser(playwright, tmp_path_factory):
    """Start a Chromium, with one family of fonts if it is named; the tests are skipped where something is missing."""

    def start(font=None, *, whole=False):
        path = chromium.find(playwright, whole=whole)
        if path is None:
            _not_here(chromium.MISSING)
        if font and not fonts.can_be_chosen():
            _not_here(fonts.MISSING)
        configuration = fonts.only(font, tmp_path_factory.mktemp("fonts")) if font else None
        return chromium.started(playwright, path, configuration)

    return start


def _not_here(missing: str) -> NoReturn:
    """Skip the test; in continuous integration, fail it."""
    (pytest.fail if must_be_there() else pytest.skip)(missing)


@pytest.fixture(scope="package")
def browser(start_browser):
    """Chromium with all fonts of the machine, or with the family named in the environment."""
    with start_browser(os.environ.get(fonts.VARIABLE)) as browser:
        yield browser


@pytest.fixture
def whole_browser(start_browser):
    """Chromium with all that a browser has, such as notifications."""
    with start_browser(whole=True) as browser:
        yield browser


@pytest.fixture(scope="package")
def served(tmp_path_factory):
    """The real server on an empty database."""
    with Store(tmp_path_factory.mktemp("served") / "games.sqlite3") as store, serving(store) as running:
        yield running


@pytest.fixture
def store(served):
    """The store behind the server."""
    return served.store


@pytest.fixture
def readers(browser, served):
    """People with browsers of their own; an error on any of their pages fails the test."""
    with Readers(browser, served.address) as made:
        yield made
        made.look_for_complaints()


@pytest.fixture
def page(readers):
    """The page of somebody at a desk, in English."""
    return readers.at_desk()
