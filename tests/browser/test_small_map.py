"""The small map beside the cards of a share round, and hexes that choose a card."""

from playwright.sync_api import expect

from tests.browser.positions import at_one_screen, cut

# Pairs of names on the map that lie on each other.
OVERLAPS = """() => {
    const rects = [...document.querySelectorAll('#map .overview .name')].filter(one => one.checkVisibility())
        .map(one => one.getBoundingClientRect());
    const meets = (one, other) => one.left < other.right && other.left < one.right
        && one.top < other.bottom && other.top < one.bottom;
    return [rects.length, rects.filter((one, at) => rects.slice(at + 1).some(other => meets(one, other))).length];
}"""


def test_the_small_map_has_names_and_opens(page, store):
    """As many names as fit without touching; a press opens the map over the cards, Escape closes it."""
    page.goto(f"/games/{at_one_screen(store, '1880', 'shares')}")
    expect(page.locator("#map.named")).to_be_visible()
    names, overlaps = page.evaluate(OVERLAPS)
    assert names >= 10
    assert overlaps == 0
    small = page.locator("#map").bounding_box()
    page.locator("#map").click()
    expect(page.get_by_role("button", name="Whole map")).to_be_visible()
    assert page.locator("#map").bounding_box()["width"] > 2 * small["width"]
    expect(page.locator(".bar .pass")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Whole map")).to_be_hidden()
    assert page.locator("#map").bounding_box() == small


def test_a_hex_chooses_its_investor(page, store):
    """The same as its card, without another page."""
    page.goto(f"/games/{store.import_game(cut('1880-2022-5p-202', 76).to_json(), mode='hot_seat').id}")
    page.locator("#map a[href*='%22A5%22']").click()
    expect(page.locator(".option[aria-pressed=true]")).to_contain_text("Britain")
    expect(page.locator(".bar [data-main]")).to_have_text("Take A5")
