"""What axe-core finds wrong with the pages for people who do not see, hear or point well: nothing."""

from importlib.resources import files

import pytest

from tests.browser.positions import STATES, TITLES, at_one_screen

LOOKS = [(device, scheme) for device in ("desk", "phone") for scheme in ("light", "dark")]
looks = pytest.mark.parametrize(("device", "scheme"), LOOKS)


def opened(readers, device, scheme):
    make = readers.at_desk if device == "desk" else readers.with_phone
    return make(color_scheme=scheme)


AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def judge(page):
    """No violation, told with the elements that are at fault."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(found => found.violations)")
    told = [f"{each['id']}: {node['html'][:200]} {node['failureSummary']}" for each in found for node in each["nodes"]]
    assert told == [], "\n".join([page.url, *told])


@looks
def test_start_page(readers, store, device, scheme):
    """The start page with games on it, and after a refused form."""
    at_one_screen(store, "1880", "lay", "Sunday")
    page = opened(readers, device, scheme)
    page.goto("/")
    judge(page)


@looks
@pytest.mark.parametrize("title", TITLES)
def test_game_page(readers, store, title, device, scheme):
    """The table in all kinds of positions, with every list unfolded, and at an earlier position."""
    page = opened(readers, device, scheme)
    for state in STATES:
        game_id = at_one_screen(store, title, state)
        page.goto(f"/games/{game_id}")
        for closed in page.locator(".panel details:not([open]) > summary").all():
            if closed.is_visible():
                closed.click()
        judge(page)
    page.goto(f"/games/{at_one_screen(store, title, 'finished')}?at=20")
    judge(page)
