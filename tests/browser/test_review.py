"""The page of a review: read half-way and whole, it leads to boards, and axe-core finds nothing wrong with it."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser.test_axe import crosswise, judge, opened
from tests.web.test_review import as_judged, finished
from tielu.web.review.decisions import decisions_of


def keep(store, game_id, tasks, losses=()):
    judged = as_judged(decisions_of(store, game_id).game, tasks, set(losses))
    store.reviews.keep(game_id, {each.key: json.dumps(each.to_json()) for each in judged})


@crosswise
def test_the_review_of_a_game(readers, store, device, scheme):
    """What is judged is there before the rest is; from a turning point a board is opened on which one plays on."""
    game_id = finished(store, "1888", mode="hot_seat").id
    page = opened(readers, device, scheme)
    page.goto(f"/games/{game_id}/review")
    judge(page)
    tasks = decisions_of(store, game_id).tasks
    store.reviews.ask(game_id)
    keep(store, game_id, tasks[:60], [40])
    store.reviews.end(game_id, "stopped")
    page.reload()
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "60")
    judge(page)
    keep(store, game_id, tasks[60:], [90])
    page.reload()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.locator(".decision")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for fold in page.locator("main details > summary").all():
        fold.click()
    judge(page)
    page.locator(".decision").last.get_by_role("button", name="Play on from here").click()
    expect(page).not_to_have_url(f"/games/{game_id}/review")
    expect(page.locator("[data-game]")).to_have_count(1)
