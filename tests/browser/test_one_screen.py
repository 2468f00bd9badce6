"""At a desk the table is one screen: nothing scrolls or is covered, and what is always there stays in its place."""

import random
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, expect

import tielu
from tests.browser.hand import Hand
from tests.browser.positions import TITLES, at_one_screen, cut, every_kind, recorded
from tests.browser.readers import PHONE, Readers
from tests.play import choose
from tielu import Action, Game
from tielu.i18n import say
from tielu.store import Store
from tielu.views.position.position import position_view

TABLET = {"width": 820, "height": 1180}
WINDOWS = [{"width": 1440, "height": 900}, {"width": 1280, "height": 720}]
# From three to seven players, in the languages of their readers: German words are the longest.
GAMES = {
    "1880-2022-3p-101": "de",
    "1880-18xx.games-4p-606": "ja",
    "1880-2022-5p-202": "de",
    "1880-2010-6p-505": "en",
    "1880-2022-7p-303": "de",
    "1888-18xx.games-3p-111": "en",
    "1888-18xx.games-4p-909": "ja",
    "1888-2022-6p-808": "de",
}
# What is seen at any time, whole and not covered: money and holdings of all players, what can be done.
ALWAYS_SEEN = (
    ".ribbon .queue > *, "
    ".player .name, .player .cash, .player .meta > *, .player .chips > *, section.market svg, #map, "
    ".bar .what, .bar button, .bar [data-main], .trades button, .company-card .price, .company-card .held > .in, "
    ".founding label, .private-card, .private-card .bids, "
    ".sheet button, .sheet summary, .sheet .run-route, .companies tbody tr, .foot > span"
)
UNSEEN = f"""() => {{
    const found = [];
    const page = document.documentElement;
    if (page.scrollHeight > innerHeight) found.push(`the page is ${{page.scrollHeight}} high`);
    if (page.scrollWidth > innerWidth) found.push(`the page is ${{page.scrollWidth}} wide`);
    for (const one of document.querySelectorAll({ALWAYS_SEEN!r})) {{
        if (!one.checkVisibility() && !one.matches('.player *, section.market *, #map, .bar *')) continue;
        const told = why => found.push(`${{why}}: ${{one.outerHTML.replace(/\\s+/g, ' ').slice(0, 110)}}`);
        const box = one.getBoundingClientRect();
        if (!box.width || !box.height) {{ told('empty'); continue; }}
        const seen = {{left: 0, top: 0, right: innerWidth, bottom: innerHeight}};
        for (let outer = one.parentElement; outer; outer = outer.parentElement) {{
            if (getComputedStyle(outer).overflow === 'visible') continue;
            const frame = outer.getBoundingClientRect();
            seen.left = Math.max(seen.left, frame.left), seen.top = Math.max(seen.top, frame.top);
            seen.right = Math.min(seen.right, frame.right), seen.bottom = Math.min(seen.bottom, frame.bottom);
        }}
        if (box.left < seen.left - 1 || box.right > seen.right + 1) {{ told('cut at the side'); continue; }}
        if (box.top < seen.top - 1 || box.bottom > seen.bottom + 1) {{ told('cut above or below'); continue; }}
        const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        if (!one.contains(top) && !top?.contains(one)) told(`covered by ${{top?.outerHTML.slice(0, 60)}}`);
    }}
    const told = document.querySelector('.effects > div');
    const room = told && told.parentElement.clientHeight - told.clientHeight;
    if (told?.checkVisibility() && told.scrollHeight > told.clientHeight + 1 && room >= 17)
        found.push('… although there is room');
    const words = document.createRange();
    words.selectNodeContents(document.querySelector('.bar [data-main]'));
    if (words.getBoundingClientRect().height > 30) found.push(`the main button has two lines: ${{words}}`);
    const sign = document.querySelector('.bar .what .rule');
    if (sign?.checkVisibility()) {{
        const texts = document.createTreeWalker(sign.parentElement, NodeFilter.SHOW_TEXT);
        for (let at = texts.nextNode(); at && !sign.contains(at); at = texts.nextNode()) {{
            const letters = at.data.search(/[\\s\u2060]*$/);
            if (letters < 1 || !at.parentElement.checkVisibility()) continue;
            words.setStart(at, letters - 1), words.setEnd(at, letters);
        }}
        if (sign.getBoundingClientRect().top >= words.getBoundingClientRect().bottom) found.push('§ stands alone');
    }}
    return found;
}}"""
CUT_BOX = """() => {
    const frame = document.getElementById('map').parentElement.getBoundingClientRect();
    const within = (inner, outer) => inner.left >= outer.left && inner.right <= outer.right
        && inner.top >= outer.top && inner.bottom <= outer.bottom;
    const box = document.querySelector('.picker'), [seen, tile] = [box, box.querySelector('.lay[aria-pressed=true]')]
        .map(one => one.getBoundingClientRect());
    const found = [];
    if (!within(seen, frame)) found.push('beyond the map');
    if (!within(tile, seen)) found.push('its tile is cut');
    const hex = document.querySelector('#map svg a[aria-expanded=true] .ground').getBoundingClientRect();
    const middle = document.elementFromPoint((hex.left + hex.right) / 2, (hex.top + hex.bottom) / 2);
    if (box.contains(middle)) found.push('it covers its hex');
    if (box.scrollHeight > box.clientHeight + 1 && seen.height < frame.height - 40) found.push('it scrolls');
    const covered = one => {
        const {left, top, right, bottom} = one.getBoundingClientRect();
        return box.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    };
    for (const tool of document.querySelectorAll('.map-tools button, .signs-list summary'))
        if (covered(tool)) found.push(`it covers ${tool.textContent}`);
    const lit = [...document.querySelectorAll("#map svg a[href*='/lays/'] .ground")].filter(covered).length;
    if (lit) found.push(`it covers ${lit} hexes that can be chosen`);
    return found;
}"""
CUT_PLAYERS = """() => [...document.querySelectorAll('.player, .companies tbody tr')].filter(one => {
    if (!one.checkVisibility()) return false;
    const [box, column] = [one, one.closest('.column')].map(each => each.getBoundingClientRect());
    return box.bottom > column.bottom + 1 || box.right > column.right + 1;
}).map(one => one.textContent.trim().slice(0, 40))"""
SCROLLED = "all => all.filter(one => one.scrollHeight > one.clientHeight + 1).map(one => one.textContent)"
# Whether the name of the player is cut, and by how much the words behind it hang out of what is seen of their field.
WHO_DECIDES = """() => {
    const [field, name, words] = ['.turn', '.turn .who', '.turn small'].map(each => document.querySelector(each));
    const letters = document.createRange();
    letters.selectNodeContents(words.lastChild);
    const slanted = getComputedStyle(field).clipPath === 'none' ? 0 : 12;
    const outside = letters.getBoundingClientRect().right - (field.getBoundingClientRect().right - slanted);
    return {cut: name.scrollWidth > name.clientWidth, outside: Math.max(0, Math.round(outside))};
}"""
LEAST = {"section.market": (200, 130), "#map": (200, 120)}
SIZES = f"""() => Object.fromEntries({list(LEAST)}.map(selector => {{
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return [selector, [box?.width ?? 0, box?.height ?? 0]];
}}))"""
# The edges of the bar's buttons; the main button may be of different length towards the left.
PLACES = """() => Object.fromEntries([['.undo button', 'left'], ['.suggest button', 'left'], ['.pass', 'left'],
    ['[data-main]', 'right']].map(([name, edge]) => {
    const box = document.querySelector('.bar ' + name).getBoundingClientRect();
    return [name, [Math.round(box[edge]), Math.round(box.top), Math.round(box.height)]];
}))"""
WATCH_SHIFTS = """new PerformanceObserver(list => {
    for (const shift of list.getEntries()) (window.shifts ??= []).push([
        shift.value, shift.sources.map(({node}) => node?.className ?? node?.parentElement?.className ?? '?')]);
}).observe({type: 'layout-shift', buffered: true})"""
SHIFTS = "new Promise(done => requestAnimationFrame(() => setTimeout(() => done(window.shifts))))"
MOST_SHIFT = 0.02
# On a phone: the place of the map, and how much of it is seen above what is asked.
MAP_IN_THE_HAND = """() => {
    const box = document.getElementById('map').getBoundingClientRect();
    const asked = [...document.querySelectorAll('.middle > .sheet > :not(.unseen)')];
    const tops = asked.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().top);
    return [box.top, box.bottom, Math.min(box.bottom, ...tops) - box.top];
}"""
LEAST_MAP = 320
# How far the sum of a run reaches below its sheet.
BELOW_THE_FOLD = """() => {
    const [sheet, ...sums] = ['.sheet', '.equation .sum', '.equation .sum:has(.receipt)'].map(
        one => document.querySelector(one)?.getBoundingClientRect().bottom ?? 0);
    return Math.round(Math.max(...sums) - sheet);
}"""
# A private is sold, and the last one; the first, the seventh, the ninth and the last company are founded; a train is
# bought on credit, from another company, and where one was a duty; one of two powers is used; the game ends.
CHANGES = [
    ("1880-2022-3p-101", 60),
    ("1880-2022-3p-101", 70),
    ("1888-18xx.games-4p-909", 49),
    ("1880-2022-5p-202", 251),
    ("1880-2022-5p-202", 476),
    ("1888-18xx.games-4p-909", 80),
    ("1880-2022-3p-101", 255),
    ("1888-18xx.games-4p-909", 308),
    ("0.2/1888-18xx.games-5p-whole", 268),
    ("1880-2022-3p-101", 89),
    ("1880-2022-3p-101", 382),
]
# On a phone a private is sold in either auction, a run comes, trains go where privates can be bought, one of them is
# bought instead of a dividend, a company is founded, the price of a share falls, the next company buys a train, a train
# is swapped, and a company with nothing but one to buy follows.
IN_THE_HAND = [
    ("1880-2022-3p-101", 56),
    ("1880-2022-3p-101", 66),
    ("1888-18xx.games-4p-909", 1),
    ("1888-18xx.games-4p-909", 7),
    ("0.2/1888-18xx.games-5p-whole", 83),
    ("0.2/1888-18xx.games-5p-whole", 85),
    ("0.2/1888-18xx.games-5p-whole", 87),
    ("0.2/1888-18xx.games-5p-whole", 91),
    ("1888-18xx.games-4p-909", 56),
    ("1888-18xx.games-4p-909", 76),
    ("1880-2022-3p-101", 74),
    ("1880-2022-3p-101", 87),
    ("1880-2022-3p-101", 90),
    ("1880-2022-3p-101", 92),
]
DECISIONS = 50


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_fits_into_the_window(readers, store, name):
    """No page scrolls, money, holdings, prices and map are seen, and the bar's buttons keep their places."""
    page, wrong = readers.at_desk(GAMES[name]), []
    places: dict[tuple[int, bool], dict[str, list[int]]] = {}
    windows = list(WINDOWS)
    page.set_viewport_size(windows[0])
    for kind, data in every_kind(name).items():
        page.goto(f"/games/{store.import_game(data, mode='hot_seat').id}")
        for window in windows:
            if page.viewport_size != window:
                page.set_viewport_size(window)
            where = f"{kind} {window['width']}"
            wrong += [f"{where}: {each}" for each in page.evaluate(UNSEEN)]
            seen = page.evaluate(PLACES)
            # An auction has no chart of prices beside it, so that its bar is longer.
            if places.setdefault((window["width"], kind == "bid"), seen) != seen:
                wrong.append(f"{where}: the bar's buttons are at {seen}")
            for selector, (width, height) in page.evaluate(SIZES).items():
                if width < LEAST[selector][0] or height < LEAST[selector][1]:
                    wrong.append(f"{where}: {selector} is {width:.0f} × {height:.0f}")
        windows.reverse()  # the next page begins in the window that is there
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("title", TITLES)
def test_the_tiles_of_every_hex_can_be_seen(readers, store, title):
    """Wherever the hex lies, also at the edge: the box stays on the map, beside its hex, and shows its tile."""
    page, wrong = readers.at_desk(), []
    page.set_viewport_size(WINDOWS[1])
    page.goto(f"/games/{at_one_screen(store, title, 'lay')}")
    for link in page.locator("#map svg a[href*='/lays/']").all():
        name = link.locator(".hex").get_attribute("data-hex")
        link.press("Enter")
        expect(page.locator(f".picker:has-text('{name}') .lay[aria-pressed=true]")).to_be_focused()
        wrong += [f"{name}: {each}" for each in page.evaluate(CUT_BOX)]
        page.keyboard.press("Escape")
    assert wrong == [], "\n".join(wrong)


class Watchers:
    """Hands at pages of one game, one in each window or one with a phone, that watch for jumps."""

    def __init__(self, readers: Readers, store: Store, *, phone: bool = False) -> None:
        self._store = store
        if phone:
            self.hands = [Hand(readers.with_phone(reduced_motion="no-preference"), Locator.tap)]
        else:
            self.hands = [Hand(readers.reader(viewport=each, reduced_motion="no-preference")) for each in WINDOWS]
        self.jumps: list[str] = []

    def open(self, game: Game) -> None:
        self._game_id = self._store.import_game(game.to_json(), mode="hot_seat").id
        for each in self.hands:
            each.page.goto(f"/games/{self._game_id}")
            each.page.evaluate(WATCH_SHIFTS)

    def play(self, hand: Hand, game: Game, wanted: Action) -> Game:
        """Let one of them do something; returns the game after it."""
        offered = Action.from_json(hand.armed()) if wanted.type == "run_trains" else wanted
        before = self.places()
        sent = hand.choose(game, offered)
        assert self.places() == before, sent
        for each in self.hands:
            each.page.evaluate(SHIFTS)  # those of the choice are over
            each.page.evaluate("window.shifts = []")
        hand.confirm(sent)
        stored = self._store.load(self._game_id)
        for each in self.hands:
            each.arrived(stored.seq)
            shifts = each.page.evaluate(SHIFTS)
            if sum(value for value, _ in shifts) > MOST_SHIFT:
                self.jumps.append(f"{sent} {each.page.viewport_size}: {shifts}")
        return stored.game

    def places(self) -> list[dict[str, list[int]]]:
        """Where the bar's buttons are in each window."""
        return [each.page.evaluate(PLACES) for each in self.hands]


@pytest.mark.parametrize(("title", "start"), [("1880", 95), ("1888", 130)])
def test_nothing_moves_from_decision_to_decision(readers, store, title, start):
    """In both windows, for who decides and who watches: the bar's buttons stay, and nothing jumps."""
    game, rng, watchers = cut(title, start), random.Random(3), Watchers(readers, store)
    watchers.open(game)
    places = watchers.places()
    for number in range(DECISIONS):
        hand = watchers.hands[number % len(WINDOWS)]
        game = watchers.play(hand, game, choose(game, rng, "builder"))
        assert watchers.places() == places, number
    assert watchers.jumps == [], "\n".join(watchers.jumps)


def test_nothing_moves_when_much_changes(readers, store):
    """Cards come and go, a director gets a debt, another page begins: what was there before stays where it is."""
    watchers = Watchers(readers, store)
    for name, number in CHANGES:
        watchers.open(cut(name, number))
        watchers.play(watchers.hands[1], cut(name, number), Action.from_json(recorded(name)["actions"][number]))
    assert watchers.jumps == [], "\n".join(watchers.jumps)


def test_on_a_phone_nothing_moves_when_much_changes(readers, store):
    """What is asked comes and goes in a place of its own: map, bar, cards and rows stay where they are."""
    watchers = Watchers(readers, store, phone=True)
    [hand] = watchers.hands
    for name, number in IN_THE_HAND + CHANGES[:-1]:  # the end of a game is another screen
        game = cut(name, number)
        watchers.open(game)
        bar = watchers.places()
        watchers.play(hand, game, Action.from_json(recorded(name)["actions"][number]))
        assert watchers.places() == bar, (name, number)
    assert watchers.jumps == [], "\n".join(watchers.jumps)


@pytest.mark.parametrize(("name", "start"), [("1880", 95), ("0.2/1888-18xx.games-5p-whole", 82)])
def test_on_a_phone_the_map_keeps_its_size(readers, store, name, start):
    """From decision to decision nothing jumps; above a run, all of its sum as well, 320 pixels of the map are seen."""
    game, rng, watchers = cut(name, start), random.Random(3), Watchers(readers, store, phone=True)
    [hand] = watchers.hands
    watchers.open(game)
    places, sizes, runs = watchers.places(), set(), 0
    for number in range(DECISIONS // 2):
        if hand.page.locator(".stage-map").count():
            top, bottom, seen = hand.page.evaluate(MAP_IN_THE_HAND)
            sizes.add((top, bottom))
            assert round(seen) >= LEAST_MAP - 1, number
            if hand.page.locator(".sheet > .run .equation").count():
                runs += 1
                assert hand.page.evaluate(BELOW_THE_FOLD) <= 0, number
        game = watchers.play(hand, game, choose(game, rng, "builder"))
        assert watchers.places() == places, number
    assert watchers.jumps == [], "\n".join(watchers.jumps)
    assert (len(sizes), runs > 0) == (1, True)


@pytest.mark.parametrize("window", [PHONE, TABLET], ids=["phone", "tablet"])
def test_in_the_hand_the_bar_stays_and_keeps_its_height(readers, store, window):
    """Under every tab, with and without an amount to name; the tabs keep their order, the selected is decided on."""
    page, heights = readers.with_phone(viewport=window), set()
    for title, state, selected, cards in (
        ("1880", "auction", "Privates", "Privates"),
        ("1880", "shares", "Companies", "Companies"),
        ("1880", "lay", "Map", "Companies"),
    ):
        page.goto(f"/games/{at_one_screen(store, title, state)}")
        assert page.locator(".views label").all_inner_texts() == ["Map", cards, "Players", "Share prices", "Log"]
        assert page.locator(".views label:has(:checked)").inner_text() == selected
        for view in page.locator(".views label").all():
            view.tap()
            bar = page.locator("section.bar").bounding_box()
            assert bar is not None
            middle = [bar["x"] + bar["width"] / 2, bar["y"] + 4]
            assert page.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('section.bar')", middle), view
            heights.add((bar["y"], bar["height"]))
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    assert len(heights) == 1


def test_on_a_tablet_no_player_is_cut(readers, store):
    """From four to seven players, below the map, a run or the cards of a share round: each is seen whole, or lower.

    A company can be founded without scrolling, beside a decision as well, and what privates do is told in full.
    """
    page = readers.reader(locale="en", viewport=TABLET)
    for name, number in (
        ("0.2/1880-2022-4p-whole", 358),
        ("0.2/1880-2022-4p-whole", 372),
        ("1880-2022-7p-303", 353),
        ("1888-2022-6p-808", 300),
    ):
        page.goto(f"/games/{store.import_game(cut(name, number).to_json(), mode='hot_seat').id}")
        assert page.locator(".player").count() >= 4
        assert page.evaluate(CUT_PLAYERS) == [], (name, number)
        if page.locator(".founding").count():
            assert page.locator(".cards, .founding").evaluate_all(SCROLLED) == [], (name, number)
    for title in TITLES:
        page.goto(f"/games/{at_one_screen(store, title, 'auction')}")
        assert page.locator(".power > span").evaluate_all(SCROLLED) == [], "what a private does ends in …"


def test_on_a_phone_cards_of_companies_have_one_height(readers, store):
    """Sold out or not, with and without something to trade: nothing moves from turn to turn."""
    page = readers.with_phone()
    page.goto(f"/games/{store.import_game(cut('0.2/1880-2022-4p-whole', 310).to_json(), mode='hot_seat').id}")
    heights = page.locator(".company-card").evaluate_all("cards => cards.map(card => card.offsetHeight)")
    assert len(heights) == 7
    assert len(set(heights)) == 1, heights


@pytest.mark.parametrize("title", TITLES)
def test_on_a_phone_no_private_lies_on_another(readers, store, title):
    """Sold or not, also when only three, two or one are left to be had."""
    page = readers.with_phone()
    game, data, seen = cut(title, 0), recorded(title), set()
    for number, action in enumerate(data["actions"]):
        left = sum(each.owner is None and not each.closed for each in position_view(game).privates)
        if left == 0:
            break
        if left <= 3 and left not in seen:
            seen.add(left)
            page.goto(f"/games/{store.import_game({**data, 'actions': data['actions'][:number]}, mode='hot_seat').id}")
            boxes = page.locator(".private-card").evaluate_all(
                "cards => cards.map(card => card.getBoundingClientRect()).map(box => [box.top, box.bottom])"
            )
            boxes.sort()  # those that are sold come last
            assert page.locator(".private-card:not(.sold)").count() == left
            assert all(above[1] <= below[0] for above, below in pairwise(boxes)), boxes
        game.apply_trusted(Action.from_json(action))
    assert seen
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/games/{at_one_screen(store, title, 'auction')}?lang=ja")
    lines = page.locator(".views label span").evaluate_all("all => all.map(one => one.getClientRects().length)")
    assert lines == [1] * 5, "a tab has two lines"


@pytest.mark.parametrize("window", [*WINDOWS, TABLET, {"width": 390, "height": 844}], ids=lambda each: each["width"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_ribbon_says_in_full_whose_decision_it_is(readers, store, window, lang):
    """The usual name of a player has room; of a longer one the end is cut, and never who decides."""
    page = readers.reader(locale=lang, viewport=window)
    for first, is_cut in ((say("web_player_number", lang, number=1), False), ("W" * 40, True)):
        game = tielu.new_game("1880", [first, "Bo", "Cy"])
        page.goto(f"/games/{store.import_game(game.to_json(), mode='hot_seat').id}")
        assert page.evaluate(WHO_DECIDES) == {"cut": is_cut, "outside": 0}, (first, lang)
