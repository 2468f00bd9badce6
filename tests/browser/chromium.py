"""The Chromium that tests and pictures use: the system's, or else the one Playwright brings.

Debian's `chromium-headless-shell` comes first: it draws the same pages without the rest of a browser around them, and
takes about an eighth less processor time. It shows no notifications; for these there is the whole browser.

`python -m tests.browser.chromium` says which one that is, and fetches one where there is none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser import fonts
from tests.ci import must_be_there

SHELL = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
VARIABLE = "TIELU_CHROMIUM"
MISSING = f"no Chromium: install one, name one in {VARIABLE}, or run `make browser`"
# Fit for a container without a graphics card, and silent: the browser asks for nothing but our pages. Letters are as
# wide in the shell as in the browser.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--font-render-hinting=none",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Whoever gives fonts wants no others, not even those that the pages bring along.
GIVEN_FONTS_ONLY = "--disable-remote-fonts"
_FETCHING_SECONDS = 600


def find(playwright: Playwright, *, whole: bool = False) -> Path | None:
    """The browser named in the environment, the system's, or Playwright's own; None if there is none.

    The shell of a browser will do, unless a `whole` one is wanted.
    """
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    for name in NAMES if whole else (SHELL, *NAMES):
        path = shutil.which(name)
        if path is not None:
            return Path(path)
    own = Path(playwright.chromium.executable_path)
    return own if own.is_file() else None


@contextmanager
def started(playwright: Playwright, path: Path, configuration: Path | None = None) -> Iterator[Browser]:
    """The browser, without a window and with a profile of its own; its fonts may be configured."""
    flags = [*FLAGS, GIVEN_FONTS_ONLY] if configuration else [*FLAGS]
    browser = playwright.chromium.launch(executable_path=path, args=flags, env=fonts.environment(configuration))
    try:
        yield browser
    finally:
        browser.close()


def _found() -> Path | None:
    """The browser of most tests, if there is a whole one as well."""
    with sync_playwright() as playwright:
        return find(playwright) if find(playwright, whole=True) else None


def _fetch() -> None:
    """Install the system's packages as root on Debian, else Playwright's own browser; failing is no error here."""
    ways = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
        ways = [[*install, NAMES[0], SHELL], [*install, NAMES[0]], *ways]
    for way in ways:
        print("== fetching Chromium:", " ".join(Path(way[0]).name if word is way[0] else word for word in way))
        try:
            done = subprocess.run(way, timeout=_FETCHING_SECONDS, check=False, stdin=subprocess.DEVNULL)
        except (OSError, subprocess.TimeoutExpired) as error:
            print(error)
            continue
        if done.returncode == 0 and _found() is not None:
            return


def main() -> int:
    """Say which browser there is; 1 if there is none and there must be one."""
    if _found() is None:
        _fetch()
    path = _found()
    if path is None:
        print(f"== {MISSING.upper()}: the tests in the browser are skipped")
        return 1 if must_be_there() else 0
    print(f"== Chromium: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
