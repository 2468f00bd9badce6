"""What a change of the page leaves alone, so that the browser need not style it again."""

import random

import pytest

from tests.browser.hand import HEXES, Hand
from tests.browser.positions import TITLES, at_one_screen, cut
from tests.play import choose
from tielu import Action

# How often language and colours of the whole page are set, even to what they are.
COUNT = """() => {
    window.timesSet = 0;
    new MutationObserver(all => window.timesSet += all.length).observe(
        document.documentElement, {attributeFilter: ['lang', 'data-theme']});
}"""


@pytest.mark.parametrize("title", TITLES)
def test_an_action_does_not_set_the_language_again(page, store, title):
    """That alone would have every element styled again."""
    page.goto(f"/games/{at_one_screen(store, title, 'lay')}")
    hand = Hand(page)
    page.evaluate(COUNT)
    hand.open_hex(page.locator(f"{HEXES} .hex").first.get_attribute("data-hex") or "")
    before = hand.seq
    hand.do()
    hand.arrived(before + 1)
    assert page.evaluate("window.timesSet") == 0


# Whether the map that was changed in place is the one that the server draws; what scripts add to it does not count.
SAME = """async () => {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
    const [shown, drawn] = [document, page].map(each => each.querySelector('#map svg').cloneNode(true));
    for (const svg of [shown, drawn]) {
        svg.removeAttribute('viewBox');
        for (const link of svg.querySelectorAll('a'))
            for (const name of ['role', 'aria-expanded', 'data-htmx-powered']) link.removeAttribute(name);
        for (const name of svg.querySelectorAll('.name')) name.classList.remove('hidden');
    }
    return shown.outerHTML === drawn.outerHTML;
}"""


@pytest.mark.parametrize(("title", "actions"), [("1880", 95), ("1880", 330), ("1888", 150), ("1888", 260)])
def test_the_map_changes_in_place(page, store, title, actions):
    """Its layers come and go with decisions of operating rounds, its hexes stay, and it is drawn as by the server."""
    rng, game = random.Random(3), cut(title, actions)
    game_id = store.import_game(game.to_json(), mode="hot_seat").id
    page.goto(f"/games/{game_id}")
    page.evaluate("window.hexes = document.querySelector('#map svg > .hexes')")
    hand = Hand(page)
    for _ in range(12):
        wanted = choose(game, rng, "builder")
        hand.take(game, Action.from_json(hand.armed()) if wanted.type == "run_trains" else wanted)
        game = store.load(game_id).game
        assert page.evaluate(SAME), game.actions[-1]
    assert page.evaluate("window.hexes.isConnected")
