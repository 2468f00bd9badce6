"""The pictures of the documentation: pages in positions of our own recorded games. `make screenshots` takes them."""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser import chromium
from tests.browser.hand import Hand
from tests.browser.positions import at_one_screen
from tests.browser.readers import Readers
from tests.browser.serving import serving
from tielu.store import Store

FOLDER = Path(__file__).with_name("pictures")
LARGEST = 200_000
QUALITY = 80
DESK = {"width": 1440, "height": 900}


@dataclass(frozen=True)
class Shot:
    """A picture: a position, a language, colours, a screen, and what is done before it is taken."""

    name: str
    title: str = "1880"
    state: str = "lay"
    part: str = ""
    lang: str = "en"
    dark: bool = False
    phone: bool = False
    prepare: Callable[[Page], None] | None = None


def _choose_tile(page: Page) -> None:
    """Open the hex with most to choose, and choose its first tile."""
    hexes = page.locator("#map svg a[href*='/lays/'] .hex")
    box = Hand(page).open_hex(str(hexes.last.get_attribute("data-hex")))
    tile = box.locator(".lay:visible").first
    if tile.get_attribute("aria-pressed") != "true":
        tile.click()
    expect(page.locator("#map .preview")).to_be_visible()


SHOTS = (
    Shot("start", state=""),
    Shot("1880-auction", state="auction"),
    Shot("1880-shares", state="shares"),
    Shot("1880-lay", prepare=_choose_tile),
    Shot("1880-run", state="run"),
    Shot("1880-end", state="finished"),
    Shot("1888-auction", "1888", "auction"),
    Shot("1888-shares", "1888", "shares"),
    Shot("1888-lay", "1888", prepare=_choose_tile),
    Shot("1888-run", "1888", "run"),
    Shot("1888-end", "1888", "finished"),
    Shot("1888-charts", "1888", "finished", "/charts"),
    Shot("phone", phone=True, prepare=_choose_tile),
    Shot("phone-shares", "1888", "shares", phone=True),
    Shot("dark", state="run", dark=True),
    Shot("german", state="lay", lang="de", prepare=_choose_tile),
    Shot("japanese", "1888", "run", lang="ja"),
)


class _Clock:
    """A minute passes from look to look, always in the same hour."""

    def __init__(self) -> None:
        self._now = datetime(2026, 11, 15, 18, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._now += timedelta(minutes=1)
        return self._now


def _take(readers: Readers, store: Store, shot: Shot) -> Path:
    wishes: dict[str, Any] = {"color_scheme": "dark" if shot.dark else "light", "reduced_motion": "reduce"}
    page = (
        readers.with_phone(shot.lang, **wishes)
        if shot.phone
        else readers.reader(locale=shot.lang, viewport=DESK, **wishes)
    )
    page.goto(f"/games/{at_one_screen(store, shot.title, shot.state)}{shot.part}" if shot.state else "/")
    page.wait_for_load_state("load")
    if shot.prepare is not None:
        shot.prepare(page)
    path = FOLDER / f"{shot.name}.webp"
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    path.write_bytes(base64.b64decode(taken["data"]))
    page.context.close()
    return path


def main(names: list[str]) -> int:
    """Take the named pictures, or all; 1 if one of them has become too large."""
    FOLDER.mkdir(exist_ok=True)
    large = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "games.sqlite3", _Clock()) as store,
        serving(store) as served,
        sync_playwright() as playwright,
    ):
        path = chromium.find(playwright)
        if path is None:
            print(chromium.MISSING)
            return 1
        with chromium.started(playwright, path) as browser, Readers(browser, served.address) as readers:
            for shot in SHOTS:
                if not names or shot.name in names:
                    size = _take(readers, store, shot).stat().st_size
                    print(f"{shot.name:16} {size / 1000:6.0f} kB")
                    large += [shot.name] if size > LARGEST else []
            readers.look_for_complaints()
    if large:
        print("larger than", LARGEST, "bytes:", ", ".join(large))
    return 1 if large else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
