"""The pictures of the documentation: screens of the table, as the browser shows them.

`make screenshots` takes those of the documentation, beside the drafts of the table. `make screenshots ALL=1` takes
every screen in every window, by day and by night, in every language, into build/pictures, for someone to look through.
"""

from __future__ import annotations

import argparse
import base64
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from playwright.sync_api import Page, sync_playwright

from docs.screens import SCREENS, Screen, address_of, count_all, gather, my_games, play_rated, review, session_of
from tests.browser import chromium
from tests.browser.readers import Readers
from tests.browser.serving import serving
from tielu.i18n import LANGUAGES
from tielu.store import Store
from tielu.web import create_app
from tielu.web.calls.push import PushKey, new_key
from tielu.web.people.accounts import Accounts
from tielu.web.people.mail import Mailer, MailServer

FOLDER = Path(__file__).with_name("pictures")
WIDE_FOLDER = Path(__file__).parents[1] / "build" / "pictures"
LARGEST = 200_000
QUALITY = 74
PHONE = 390
HEIGHTS = {1920: 1080, 1440: 900, 1280: 720, 820: 1180, PHONE: 844}
SCHEMES = ("light", "dark")
# Those below the window are loaded when somebody scrolls there, and hidden ones never.
_IMAGES_ARE_THERE = """[...document.images].every(img => {
  const { top, height } = img.getBoundingClientRect();
  return img.complete || top > innerHeight || !height;
})"""
# The screens of a server with accounts; its mails are never sent.
_OF_LOBBY = ("lobby", "open-game", "new-open-game")
_OF_STANDING = ("profile", "best")
_OF_ANN = ("account", "calls", *_OF_LOBBY, *_OF_STANDING)
_OF_ACCOUNTS = ("sign-in", *_OF_ANN)
_ACCOUNTS = Accounts(
    "http://games.example",
    Mailer(MailServer("localhost", 25, "none", "games@games.example")),
    PushKey(new_key(), "games@games.example"),
)


@dataclass(frozen=True)
class Shot:
    """A picture of a screen: the width of the window, the colours, the language."""

    name: str
    screen: str
    width: int = 1440
    lang: str = "en"
    dark: bool = False


# Those with a letter are named like the drafts in pictures/drafts.
SHOTS = (
    Shot("f-start", "start"),  # first: later the games of other screens would be mine as well
    Shot("a-track", "track"),
    Shot("a-track-1920", "track", 1920),
    Shot("a-track-1280", "track", 1280),
    Shot("a-track-820", "track", 820),
    Shot("a-track-dark", "track", dark=True),
    Shot("a-track-ja", "track", lang="ja"),
    Shot("a-track-suggest", "suggest"),
    Shot("a-track-whole", "whole"),
    Shot("b-shares", "found"),
    Shot("b-shares-de", "found", lang="de"),
    Shot("c-auction", "1888-auction", 1280),
    Shot("d-run", "run"),
    Shot("d-run-draw", "draw"),
    Shot("e-phone-track", "track", PHONE),
    Shot("e-phone-shares", "shares", PHONE),
    Shot("e-phone-found", "found", PHONE),
    Shot("g-end", "end"),
    Shot("1880-auction", "auction"),
    Shot("1880-trains", "trains"),
    Shot("1888-track", "1888-track"),
    Shot("1888-run", "1888-run"),
    Shot("1888-shares", "1888-shares"),
    Shot("1888-end", "1888-end"),
    Shot("what-if", "what-if"),
    Shot("spreadsheet", "spreadsheet"),
    Shot("log", "log"),
    Shot("tiles", "tiles"),
    Shot("sign-in", "sign-in", PHONE),
    Shot("account", "account", 1280),
    Shot("calls", "calls", 1280),
    Shot("lobby", "lobby"),
    Shot("open-game", "open-game", PHONE),
    Shot("profile", "profile", 1280),
    Shot("best", "best", 1280),
    Shot("rules", "rules"),
    Shot("rules-phone", "rules-1888", PHONE, dark=True),
    Shot("rule-now", "rule-now", 1280),
    Shot("aid", "aid", 1280, lang="de"),
    Shot("learn", "learn"),
    Shot("lesson", "lesson"),
    Shot("lesson-phone", "1888-lesson", PHONE, lang="ja"),
    Shot("guided", "guided"),
    Shot("review", "review"),
    Shot("puzzles", "puzzles"),
    Shot("puzzle", "puzzle", 1280),
    Shot("statistics", "statistics", 1280, dark=True),
)


class _Clock:
    """A minute passes from look to look, always in the same hour."""

    def __init__(self) -> None:
        self._now = datetime(2026, 11, 15, 18, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._now += timedelta(minutes=1)
        return self._now


class Camera:
    """Opens screens in a browser and takes pictures of them."""

    def __init__(self, readers: Readers, store: Store, app: FastAPI) -> None:
        self._readers = readers
        self._store = store
        self._app = app
        self._screens = {screen.name: screen for screen in SCREENS}

    @contextmanager
    def opened(self, screen: Screen, width: int, lang: str, scheme: str = "light") -> Iterator[Page]:
        """A page with the screen, everything pressed that it wants."""
        finger: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
        page = self._readers.reader(
            locale=lang,
            viewport={"width": width, "height": HEIGHTS[width]},
            color_scheme=scheme,
            **(finger if width == PHONE else {}),
        )
        mine = "_".join(f"{each}." for each in my_games(self._store))
        page.context.add_cookies([{"name": "tielu_games", "value": mine, "url": self._readers.address}])
        self._app.state.accounts = _ACCOUNTS if screen.name in _OF_ACCOUNTS else None
        if screen.name in _OF_LOBBY:
            gather(self._store)
        if screen.name in _OF_STANDING:
            play_rated(self._store)
        if screen.name in _OF_ANN:
            secret = session_of(self._store)
            page.context.add_cookies([{"name": "tielu_session", "value": secret, "url": self._readers.address}])
        address = address_of(screen, self._store)
        if screen.name == "statistics":
            count_all(self._store)
        if screen.name == "review":
            review(self._store, address.split("/")[2])
        page.goto(address)
        page.wait_for_load_state("load")
        page.evaluate("document.fonts.ready")
        if screen.prepare is not None:
            screen.prepare(page)
        yield page
        page.context.close()

    def take(self, shot: Shot) -> Path:
        """Take a picture of the documentation."""
        screen = self._screens[shot.screen]
        with self.opened(screen, shot.width, shot.lang, "dark" if shot.dark else "light") as page:
            return _photograph(page, FOLDER / f"{shot.name}.webp")

    def take_everywhere(self, screen: Screen) -> Iterator[Path]:
        """Take a screen in every window and language, by day and by night."""
        for width in [PHONE] if screen.phone_only else HEIGHTS:
            for lang in LANGUAGES:
                with self.opened(screen, width, lang) as page:
                    for scheme in SCHEMES:
                        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                        yield _photograph(page, WIDE_FOLDER / screen.name / f"{width}-{lang}-{scheme}.webp")


def _photograph(page: Page, path: Path) -> Path:
    while not page.evaluate(_IMAGES_ARE_THERE):  # the pages allow no `wait_for_function`
        page.wait_for_timeout(50)
    path.parent.mkdir(parents=True, exist_ok=True)
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    path.write_bytes(base64.b64decode(taken["data"]))
    return path


@contextmanager
def _camera(path: Path, playwright: Any) -> Iterator[Camera]:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        store = stack.enter_context(Store(Path(folder) / "games.sqlite3", _Clock()))
        app = create_app(store)
        served = stack.enter_context(serving(store, app=app))
        browser = stack.enter_context(chromium.started(playwright, path))
        readers = stack.enter_context(Readers(browser, served.address))
        yield Camera(readers, store, app)
        readers.look_for_complaints()


def _take_shots(camera: Camera, names: list[str]) -> int:
    """Take the pictures of the documentation; 1 if one of them has become too large."""
    large = []
    for shot in SHOTS:
        if not names or shot.name in names:
            size = camera.take(shot).stat().st_size
            print(f"{shot.name:16} {size / 1000:6.0f} kB", flush=True)
            large += [shot.name] if size > LARGEST else []
    if large:
        print("larger than", LARGEST, "bytes:", ", ".join(large))
    return 1 if large else 0


def _take_everything(camera: Camera, names: list[str]) -> int:
    for screen in SCREENS:
        if not names or screen.name in names:
            count = sum(1 for _ in camera.take_everywhere(screen))
            print(f"{screen.name:16} {count} pictures in {WIDE_FOLDER.name}/{screen.name}", flush=True)
    return 0


def main(words: list[str]) -> int:
    """Take the named pictures, or all; 1 if one is too large or there is no browser."""
    parser = argparse.ArgumentParser(prog="python -m docs.screenshots", description=__doc__)
    parser.add_argument("names", nargs="*", help="pictures, or with --all screens; by default all of them")
    parser.add_argument("--all", action="store_true", help="every screen in every window, colour and language")
    wanted = parser.parse_args(words)
    with sync_playwright() as playwright:
        path = chromium.find(playwright)
        if path is None:
            print(chromium.MISSING)
            return 1
        with _camera(path, playwright) as camera:
            return (_take_everything if wanted.all else _take_shots)(camera, wanted.names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
