"""From the start page to a game."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.positions import at_one_screen, position
from tests.browser.serving import serving
from tielu.store import Player, Store

WIDTHS = (820, 1280, 1440, 1920)
MOST_SCREENS = 3
MARKUP = ["<script>alert(1)</script>", '"><img src=x onerror=alert(2)>', "{{ 7*7 }}' onfocus='alert(3)"]


@pytest.mark.parametrize(
    "button", ["Play now 1880: China", "Play 1888-N", "Play now : 1880: China", "Play now : 1888-N"]
)
def test_a_game_against_bots_begins_with_one_click(page, store, button):
    """Nothing need be typed: a button of the hero, or one on the card of the title."""
    page.goto("/")
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**/games/*")
    expect(passing(page)).to_be_enabled()
    game = store.list_games().games[0]
    assert game.title == ("1880" if "1880" in button else "1888")
    assert [seat.bot for seat in game.seats] == [None, "clerk", "clerk", "clerk"]


@pytest.mark.parametrize("title", ["1880: China", "1888-N"])
def test_a_game_of_people_begins_with_two_clicks(page, title):
    """The form has all that is needed."""
    page.goto("/")
    page.get_by_role("link", name=f"Set up a game : {title}").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/games/*")
    expect(passing(page)).to_be_enabled()


def test_both_titles_are_seen_at_once(readers):
    """At a desk and on a phone, before anything is scrolled."""
    for page in (readers.at_desk(), readers.with_phone()):
        page.goto("/")
        for button in ("Play now 1880: China", "Play 1888-N"):
            expect(page.get_by_role("button", name=button)).to_be_in_viewport(ratio=1)


def passing(page):
    """The button by which the reader passes; it is off while somebody else decides."""
    return page.get_by_role("button", name="Pass", exact=True)


def begin(page, names, mode="All at this screen"):
    """A new game of 1880 with these players."""
    page.goto("/new?title=1880")
    page.get_by_role("button", name=str(len(names)), exact=True).click()
    expect(page.locator("input[name=players]")).to_have_count(len(names))
    for field, name in zip(page.locator("input[name=players]").all(), names, strict=True):
        field.fill(name)
    page.get_by_role("radio", name=mode).check()
    page.get_by_role("button", name="Begin").click()


def test_names_with_markup_are_text(page):
    """Whatever players and games are called is shown letter by letter, on every page, and runs nowhere."""
    begin(page, MARKUP)
    expect(page.get_by_role("heading", level=1)).to_have_text(", ".join(MARKUP))
    passing(page).click()
    Hand(page).arrived(1)
    for name in MARKUP:
        expect(page.get_by_text(name).first).to_be_visible()
    page.goto("/")
    expect(page.get_by_text(f"{MARKUP[1]} decides").first).to_be_visible()
    page.goto("/games")
    expect(page.get_by_text(", ".join(MARKUP)).first).to_be_visible()
    assert page.locator("img[src=x], main script").count() == 0


def test_each_seat_has_a_link(page, readers):
    """A game with links shows one for each player; it opens that player's seat and no other."""
    begin(page, ["Ann", "Bo", "Cy"], mode="Each at their own")
    links = page.locator("a[href*='/seat#']")
    expect(links).to_have_count(3)
    for number, name in enumerate(["Ann", "Bo", "Cy"]):
        seat = readers.at_desk()
        link = links.nth(number).get_attribute("href")
        seat.goto(link)
        expect(passing(seat)).to_be_enabled(enabled=name == "Ann")
        assert seat.url == link.partition("/seat#")[0]
        seat.goto(link.partition("#")[0])
        expect(seat.get_by_role("heading", level=1)).to_contain_text(name)


def test_pressing_twice_makes_one_game(page, store, monkeypatch):
    """Where the server takes its time an impatient reader has one game, and can make another one after coming back."""
    create, begun = store.create_game, []

    def slowly(*given, **more):
        begun.append(create(*given, **more))
        time.sleep(1)
        return begun[-1]

    monkeypatch.setattr(store, "create_game", slowly)
    page.goto("/new?title=1888")
    page.get_by_role("button", name="Begin").evaluate("it => { it.click(); setTimeout(() => it.click(), 300); }")
    expect(Hand(page).turn).to_contain_text("your decision")
    assert len(begun) == 1
    page.go_back()
    page.get_by_role("button", name="Begin").click()
    expect(Hand(page).turn).to_contain_text("your decision")
    assert len(begun) == 2


# ---- my games ----

# Pictures that have not been loaded.
MISSING = "[...document.images].filter(one => !one.complete || !one.naturalWidth).map(one => one.src)"
LOW = """least => [...document.querySelectorAll('button, .button, summary, input:not([type=hidden]), select')]
    .filter(one => one.checkVisibility() && !one.matches('.unseen, [type=radio], [type=checkbox]'))
    .map(one => [one.outerHTML.slice(0, 90), one.getBoundingClientRect().height])
    .filter(([, height]) => height < least)"""


@pytest.fixture
def alone(tmp_path):
    """A server with one person's games: one that waits for her, one that does not, one that is over."""
    with Store(tmp_path / "games.sqlite3") as store:
        for state in ("lay", "run", "finished"):
            game = position("1880", state)
            person = game.actor if state == "lay" else next(name for name in game.players if name != game.actor)
            players = [Player(name, bot=None if name == person else "gone") for name in game.players]
            store.import_game(game.to_json(), players, mode="hot_seat")
        with serving(store) as running:
            yield running


def test_the_game_that_waits_comes_first(readers, alone):
    """It is marked, counted in the title of the page, and opened with one click; every map is drawn."""
    page = readers.at_desk()
    page.goto(alone.address)
    assert page.title().startswith("(1) Tielu")
    card = page.get_by_role("article").first
    expect(card).to_contain_text("Your turn · OR ")
    expect(page.get_by_text("1 waits for you")).to_be_visible()
    expect(page.get_by_role("article").last).to_contain_text("You ")
    page.keyboard.press("End")
    page.wait_for_function(f"() => {MISSING}.length === 0")
    card.get_by_role("link", name="Continue").click()
    expect(page.locator("#decide")).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "de", "ja"])
def test_pages_fit_every_screen(readers, store, lang):
    """Nothing is wider than the screen or too low to press; on a phone no page is longer than three screens."""
    game = at_one_screen(store, "1880", "finished")
    around = [f"/games/{game}/{part}" for part in ("charts", "tiles", "seats", "delete")]
    desk, phone = readers.at_desk(lang), readers.with_phone(lang)
    for path in ("/", "/new?title=1880&players=7&mode=links", "/games", "/revisions", *around):
        desk.goto(path)
        for width in WIDTHS:
            desk.set_viewport_size({"width": width, "height": 900})
            assert desk.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            assert desk.evaluate(LOW, 44) == [], (path, width)
        phone.goto(path)
        assert phone.evaluate("document.documentElement.scrollWidth") <= phone.viewport_size["width"], path
        assert phone.evaluate(LOW, 48) == [], path
        screens = phone.evaluate("document.documentElement.scrollHeight / innerHeight")
        assert screens <= MOST_SCREENS, (path, screens)


def chosen(page, name):
    """What stands in the fields of this name, seat by seat."""
    return page.locator(f"[name={name}]").evaluate_all("fields => fields.map(each => each.value)")


def test_another_language_changes_no_other_seat(page):
    """The fields of the seats have the same names; what was typed and chosen stays in its own seat."""
    page.goto("/new?title=1880&bots=clerk")
    page.locator("[name=players]").nth(0).fill("Zoe")
    page.locator("[name=players]").nth(2).fill("Max")
    page.locator("[name=bots]").nth(1).select_option("chairman-raider")
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert chosen(page, "players") == ["Zoe", "Li", "Max", "Zhang"]
    assert chosen(page, "bots") == ["", "chairman-raider", "clerk", "clerk"]
    assert chosen(page, "languages") == ["de"] * 4


def test_seats_title_and_language_are_changed_in_any_order(page, store):
    """Whatever is changed last, what was typed is still there; Enter begins the game."""
    page.goto("/new?title=1880")
    page.locator("[name=players]").nth(1).fill("Max")
    page.get_by_role("button", name="6", exact=True).click()
    expect(page.locator("[name=players]")).to_have_count(6)
    page.locator("[name=players]").nth(5).fill("Zoe")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_role("button", name="1888-N").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("1888-N")
    names = ["Spieler 1", "Max", "Spieler 3", "Spieler 4", "Spieler 5", "Zoe"]
    assert chosen(page, "players") == names
    page.locator("[name=players]").nth(5).press("Enter")
    page.wait_for_url("**/games/*")
    assert list(store.list_games().games[0].players) == names
