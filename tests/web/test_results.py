"""The page of a finished game: results, the moments that lead to their positions, and the rematch."""

import html
import re

import pytest

from tests.test_forbidden import golden
from tests.web.test_seats import open_seat
from tielu.i18n import say
from tielu.store import Player

GAMES = {"1880": "1880-2022-3p-101.json.gz", "1888": "1888-2022-6p-808.json.gz"}
WINNERS = {"1880": ("Cy", 64), "1888": ("Cy", 500)}


def finished(store, title, bots=(), **options):
    """A recorded game up to its end; these players are bots."""
    saved = golden(GAMES[title])
    players = [Player(name, bot="clerk" if name in bots else None) for name in saved["players"]]
    return store.import_game(saved, players, **options)


@pytest.mark.parametrize("lang", ["en", "de", "ja"])
@pytest.mark.parametrize("title", GAMES)
def test_a_finished_game_shows_its_results(browser, store, title, lang):
    """Who has won, what everybody has, why the game is over; the table is one click away, and the other way round."""
    made = finished(store, title, mode="hot_seat")
    page = browser.get(f"/games/{made.id}?lang={lang}").text
    game = store.load(made.id).game
    assert game.standings()[0] == WINNERS[title]
    for name, worth in game.standings():
        assert re.search(rf"<h2>{name}.*?{abs(worth)}", page, re.DOTALL), name
    assert say("results_moments", lang) in page
    last = len(game.actions)
    table = browser.get(f"/games/{made.id}?at={last}").text
    assert 'id="map"' in table
    assert f'href="/games/{made.id}" data-main>{say("results", lang)}' in table
    assert f'href="/games/{made.id}?at={last}"' in page
    assert f'href="/games/{made.id}/saved.json"' in page


def test_the_figures_behind_the_charts_stand_on_the_page(browser, store):
    """The tab of the table stays on the page: a row for each round, with what everybody was worth."""
    made = finished(store, "1880", mode="hot_seat")
    page = browser.get(f"/games/{made.id}").text
    assert f'href="/games/{made.id}/charts"' not in page[page.index('class="segments"') :].split("</section>")[0]
    (tables,) = re.findall(r'data-graph="table".*?</section>', page, re.DOTALL)
    assert tables.count("<table>") == 3
    assert re.search(r'<th scope="row">OR 1</th>(<td class="number">-?¥\d+</td>){3}', tables)


@pytest.mark.parametrize("title", GAMES)
def test_moments_lead_to_their_positions(browser, store, title):
    """Also after something was taken back: the numbers of entries and of actions are not the same then."""
    made = finished(store, title, mode="hot_seat")
    log = store.export_game(made.id)["actions"]
    before = links_of(browser.get(f"/games/{made.id}").text)
    assert 3 <= len(before) <= 6
    kept = before[-1][0] - 1
    store.append(made.id, len(log), {"type": "undo", "to": kept}, 0)
    for number, action in enumerate(log[kept:], len(log) + 1):
        store.append(made.id, number, action, 0)
    after = links_of(browser.get(f"/games/{made.id}").text)
    assert after[:-1] == before[:-1]
    assert after[-1] == (len(log) + 2, before[-1][1])
    for at, heading in after:
        assert browser.get(f"/games/{made.id}?at={at}").status_code == 200, heading


def links_of(page):
    """The moments on the page: entry and headline."""
    found = re.findall(r'<a href="/games/\w+\?at=(\d+)"><span class="number">.*?<b>(.*?)</b>', page)
    return [(int(at), html.unescape(heading)) for at, heading in found]


def test_the_reader_is_told_their_place(browser, store):
    """The only person at a screen with bots is addressed; among several, nobody is."""
    alone = finished(store, "1880", bots=("Bo", "Cy"), mode="hot_seat")
    assert "You came 3rd, ¥2271 behind." in browser.get(f"/games/{alone.id}").text
    winner = finished(store, "1880", bots=("Ann", "Bo"), mode="hot_seat")
    assert "You win with ¥64" in browser.get(f"/games/{winner.id}").text
    several = finished(store, "1880", mode="hot_seat")
    page = browser.get(f"/games/{several.id}").text
    assert "Cy wins with ¥64" in page
    assert "¥987 ahead of Bo." in page


def test_a_rematch_at_one_screen(browser, store):
    """The same players, bots and rules from the beginning; asked for twice, it is the same game."""
    made = finished(store, "1880", bots=("Bo",), mode="hot_seat", name="Sunday", undo="none")
    browser.get(f"/games/{made.id}")
    answer = browser.send(f"/games/{made.id}/rematch", {}, follow_redirects=False)
    again = store.game(answer.headers["location"].removeprefix("/games/"))
    before = store.game(made.id)
    assert (again.players, [seat.bot for seat in again.seats]) == (before.players, [seat.bot for seat in before.seats])
    assert [again.title, again.edition, again.name, again.undo] == ["1880", "2022", "Sunday", "none"]
    assert (again.finished, store.progress(again.id).entries) == (False, 0)
    assert again.seats[1].seed not in (None, before.seats[1].seed)
    page = browser.get(f"/games/{made.id}").text
    assert "To the rematch" in page
    assert browser.send(f"/games/{made.id}/rematch", {}, follow_redirects=False).headers["location"].endswith(again.id)
    store.delete_game(again.id)
    browser.get(f"/games/{made.id}")
    assert "To the rematch" not in browser.page
    assert (
        not browser.send(f"/games/{made.id}/rematch", {}, follow_redirects=False).headers["location"].endswith(again.id)
    )


def test_a_rematch_with_links(browser, other, store):
    """Everybody keeps their seat, each in their own browser; who has none may only watch."""
    made = finished(store, "1880", mode="links")
    links = [f"/games/{made.id}/seat/{secret}" for secret in made.secrets]
    path = open_seat(browser, links[0])
    assert other.get(path).status_code == 200
    assert "/rematch" not in other.page
    refused = other.client.post(f"{path}/rematch", data={"token": browser.token})
    assert refused.status_code == 403
    following = browser.send(f"{path}/rematch", {}, follow_redirects=False).headers["location"]
    assert browser.get(following).status_code == 200
    assert browser.buttons, "Ann is the first to decide"
    assert f'href="{following}"' in other.get(path).text
    assert not (other.get(following) and other.buttons)
    open_seat(other, links[1])
    assert other.send(f"{path}/rematch", {}, follow_redirects=False).headers["location"] == following
    assert 'class="tag you"' in other.get(following).text
    assert len(store.talk.messages_since(made.id)) == 1


def test_no_rematch_of_a_game_under_way(browser, game):
    """It is refused, and nothing is made."""
    browser.get(f"/games/{game}")
    assert browser.send(f"/games/{game}/rematch", {}).status_code == 400
