"""What axe-core finds wrong with the pages for people who do not see, hear or point well: nothing."""

from importlib.resources import files

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.positions import STATES, TITLES, at_one_screen, position
from tielu.puzzles import game_of
from tielu.web.statistics.counter import count_games

# Between them the first two show both devices and both sets of colours; axe takes more than a second for each page.
crosswise = pytest.mark.parametrize(("device", "scheme"), [("desk", "light"), ("phone", "dark")])
the_other_way = pytest.mark.parametrize(("device", "scheme"), [("desk", "dark"), ("phone", "light")])
# One position for each kind of table: cards of privates, cards of companies, the map with hexes to choose, a run.
KINDS = ("auction", "shares", "lay", "run")


def opened(readers, device, scheme):
    make = readers.at_desk if device == "desk" else readers.with_phone
    return make(color_scheme=scheme)


AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def judge(page):
    """No violation, told with the elements that are at fault; without its styles a page is none."""
    page.wait_for_load_state()
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(found => found.violations)")
    told = [f"{each['id']}: {node['html'][:200]} {node['failureSummary']}" for each in found for node in each["nodes"]]
    assert told == [], "\n".join([page.url, *told])


@crosswise
def test_start_page(readers, store, device, scheme):
    """The start page with games on it, the form of a new game, a refusal, and the links of the seats."""
    at_one_screen(store, "1880", "lay", "Sunday")
    page = opened(readers, device, scheme)
    for path in ("/", "/games", "/deleted", "/games/nothere", "/revisions", "/new?title=1880", "/new?title=1888"):
        page.goto(path)
        judge(page)
    names = page.get_by_role("textbox", name="Player 1"), page.get_by_role("textbox", name="Player 2")
    for field in names:
        field.fill("Ann")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert")).to_be_visible()
    judge(page)
    names[1].fill("Bo")
    page.get_by_role("radio", name="Each at their own").check()
    page.get_by_role("button", name="Begin").click()
    link = page.locator("a[href*='/seat#']").first
    expect(link).to_be_visible()
    judge(page)
    page.goto((link.get_attribute("href") or "").partition("#")[0])
    judge(page)
    readers.pardon("400", "404")


@crosswise
@pytest.mark.parametrize("title", TITLES)
def test_game_page(readers, store, title, device, scheme):
    """The table in all kinds of positions, with every list unfolded, every tab, and the pages beside it."""
    page = opened(readers, device, scheme)
    for state in STATES:
        game_id = at_one_screen(store, title, state)
        page.goto(f"/games/{game_id}")
        for closed in page.locator(".sheet details:not([open]) > summary").all():
            if closed.is_visible():
                closed.click()
        judge(page)
    page.goto(f"/games/{at_one_screen(store, title, 'lay')}")
    for view in page.locator(".views label" if device == "phone" else ".tabs label").all():
        view.click()
        judge(page)
    finished = at_one_screen(store, title, "finished")
    for part in ("?at=20", "/log", "/charts", "/tiles", "/seats", "/delete"):
        page.goto(f"/games/{finished}{part}")
        judge(page)


@the_other_way
@pytest.mark.parametrize("title", TITLES)
def test_colours_of_the_table(readers, store, title, device, scheme):
    """Each kind of table in the colours that it has not been seen in."""
    page = opened(readers, device, scheme)
    for state in KINDS:
        page.goto(f"/games/{at_one_screen(store, title, state)}")
        judge(page)


@crosswise
def test_box_of_a_hex(readers, store, device, scheme):
    """The tiles that can be laid on a hex, one of them chosen."""
    page = opened(readers, device, scheme)
    page.goto(f"/games/{at_one_screen(store, '1880', 'lay')}")
    box = Hand(page).open_hex(page.locator("#map a[href*='/lays/'] .hex").first.get_attribute("data-hex"))
    box.locator(".lay:visible").last.click()
    judge(page)


@crosswise
def test_pages_about_bots(readers, device, scheme):
    """The form of a game against bots, a suggestion, a bot that thinks, what it did, and the seats."""
    page = opened(readers, device, scheme)
    page.goto("/new?title=1888&bots=clerk")
    judge(page)
    page.get_by_role("button", name="Begin").click()
    hand = Hand(page)
    page.get_by_role("button", name="Suggest").click()
    expect(page.locator(".advice")).to_be_visible()
    judge(page)
    hand.do()
    expect(page.locator(".log .why").first).to_be_attached()
    judge(page)
    hand.open_menu()
    judge(page)
    page.get_by_role("link", name="Seats").click()
    expect(page.get_by_role("button", name="Play here myself").first).to_be_visible()
    judge(page)


@crosswise
def test_pages_of_rules(readers, store, device, scheme):
    """The books, a search, a rule, and the rules of a moment; none is wider than the window."""
    page = opened(readers, device, scheme)
    game = at_one_screen(store, "1880", "lay")
    rule = "track.must-extend-own-network"
    for path in (
        "/rules",
        "/rules/1888",
        "/rules/1880?q=permit",
        "/rules/1880/float.slot.2010",
        "/rules/1880/aid",
        "/rules/glossary",
        f"/games/{game}/rules/{rule}",
    ):
        page.goto(path)
        judge(page)
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), path
    page.goto("/rules/1880?q=permit")
    frame, found = (page.locator(each).bounding_box() for each in ("#main", ".sheet-of-results"))
    assert found["width"] > 0.9 * frame["width"]


@crosswise
def test_pages_of_study(readers, store, device, scheme):
    """Puzzles and the table of one, statistics, and a position that is shared; none is wider than the window."""
    page = opened(readers, device, scheme)
    finished = store.import_game(game_of(0)).id
    count_games(store, 1)
    shared = store.shared.share(finished, 300, "What now?", "z" * 27)
    places = ("/puzzles", "/puzzles/12", "/statistics", f"/games/{finished}/share?at=300", f"/p/{shared}")
    for path in (*places, f"/games/{finished}/shared/{shared}"):
        page.goto(path)
        judge(page)
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), path
    page.goto("/puzzles/1")
    page.get_by_role("button", name="Solve it at the table").click()
    expect(page.get_by_text("Your first move is the answer.")).to_be_attached()
    judge(page)


@pytest.mark.parametrize("state", ["shares", "run"])
def test_who_only_watches_with_a_phone(readers, store, state):
    """What scrolls can be reached by keys, although there is nothing to press."""
    page = readers.with_phone()
    page.goto(f"/games/{store.import_game(position('1880', state).to_json(), mode='links').id}")
    judge(page)
