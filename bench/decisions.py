"""Measures what a decision costs the browser: `python -m bench.decisions`; it prints JSON as bench.measure does.

Decisions of operating and share rounds are taken on the page, in the Chromium of the tests, in a window of 1440 × 900.
The figures are Chromium's own: time of the page's main thread for each decision, the choice and the page that follows.
They say more than waiting times on a machine with other work to do.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.browser.hand import Hand
from tests.browser.positions import cut
from tests.browser.readers import Readers
from tests.browser.serving import serving
from tests.play import choose
from tielu import Action
from tielu.store import Store

Line = tuple[str, float, str]

WINDOW = {"width": 1440, "height": 900}
STARTS = {"1880": 95, "1888": 130}
DECISIONS = 30
PARTS = {"TaskDuration": "all", "RecalcStyleDuration": "styles", "LayoutDuration": "layout", "ScriptDuration": "script"}


def measured(readers: Readers, store: Store, title: str) -> Iterator[Line]:
    """Seconds of the main thread for a decision, by what it does."""
    page, rng, game = readers.reader(viewport=WINDOW), random.Random(3), cut(title, STARTS[title])
    game_id = store.import_game(game.to_json(), mode="hot_seat").id
    page.goto(f"/games/{game_id}")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def spent() -> dict[str, float]:
        return {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}

    hand, before = Hand(page), spent()
    for _ in range(DECISIONS):
        wanted = choose(game, rng, "builder")
        hand.take(game, Action.from_json(hand.armed()) if wanted.type == "run_trains" else wanted)
        game = store.load(game_id).game
    after = spent()
    for name, part in PARTS.items():
        yield f"{title}, a decision: {part}", (after[name] - before[name]) / DECISIONS * 1000, "ms"


def lines() -> Iterator[Line]:
    with sync_playwright() as tools, tempfile.TemporaryDirectory() as folder:
        path = chromium.find(tools)
        if path is None:
            raise SystemExit(chromium.MISSING)
        with (
            chromium.started(tools, path) as browser,
            Store(Path(folder, "games.sqlite3")) as store,
            serving(store) as served,
            Readers(browser, served.address) as readers,
        ):
            for title in STARTS:
                yield from measured(readers, store, title)


if __name__ == "__main__":
    print(json.dumps(list(lines())))
