"""Pages of standing: profiles that their owners show, the best, games to learn from, and what a game did to ratings."""

from dataclasses import replace

import pytest

from tests.store.test_standing import almost_over, change, end
from tests.web.people import come as come
from tests.web.people import mailbox as mailbox
from tests.web.people import post, visit_as
from tielu import TITLES
from tielu.store.standing import Result
from tielu.web.standing.view import Met, _met

__all__ = ["change"]


@pytest.fixture
def address(tmp_path):
    """Where the store of these tests is."""
    return f"sqlite:///{tmp_path}/games.sqlite3"


@pytest.fixture
def met(come, store):
    """Browsers of three people with accounts, by their names."""
    browsers = {name: come() for name in ("Ann", "Bo", "Cy")}
    return {name: (browser, visit_as(browser, store, name).id) for name, browser in browsers.items()}


def ids(met):
    return [person for _, person in met.values()]


def test_a_profile_is_its_owners_until_they_show_it(met, store, change, come):
    """Nobody can tell a hidden one from a person who is not there; others tell ratings, results and who was met."""
    ann, bo = met["Ann"][0], met["Bo"][0]
    info = end(store, almost_over(store, change, ids(met)))
    private = end(store, almost_over(store, change, ids(met), visibility="private"))
    own = ann.get("/people?name=Ann")
    assert own.status_code == 200
    assert f"/games/{info.id}" in own.text
    assert f"/games/{private.id}" in own.text
    assert (bo.get("/people?name=Ann").status_code, bo.get("/people?name=Nobody").status_code) == (404, 404)
    assert "Ann" not in bo.get("/people?name=ann").text
    assert post(ann, "/account/shown", shown="yes").status_code == 303
    seen = come().get("/people?name=Ann").text
    assert f"/games/{info.id}" in seen
    assert f"/games/{private.id}" not in seen
    assert "2 rated games" in seen
    assert "/people?name=Bo" not in seen, "Bo does not let others see his profile"
    assert "/people?name=Bo" in bo.get("/people?name=Ann").text, "but sees how he did"
    assert post(ann, "/account/shown", shown="").status_code == 303
    assert bo.get("/people?name=Ann").status_code == 404


def test_the_best(met, store, change, come):
    """With their doubt, people who want it and bots alike."""
    for _ in range(3):
        end(store, almost_over(store, change, [*ids(met)[:2], None], bots=(2,)))
    store.standing.show(met["Bo"][1], shown=True)
    page = come().get("/best?title=1880&pace=days").text
    assert "/people?name=Bo" in page
    assert "/people?name=Ann" not in page
    assert "Clerk" in page
    assert page.count("±") == 2
    assert "Nobody yet." in come().get("/best?title=1888&pace=live").text
    assert come().get("/best?title=x&pace=y").status_code == 200


def test_games_to_learn_from(met, store, change, come):
    """By what somebody looks for; what is not offered counts as nothing."""
    info = end(store, almost_over(store, change, ids(met)))
    private = end(store, almost_over(store, change, ids(met), visibility="private"))
    browser = come()
    for query in ("", "?title=1880&players=3&points=1000", "?players=x&length=5&points=%C2%B2"):
        page = browser.get(f"/played{query}").text
        assert f"/games/{info.id}" in page
        assert private.id not in page
    for query in ("?title=1888", "?players=4", "?length=400&players=5", "?points=1200"):
        assert info.id not in browser.get(f"/played{query}").text


def test_the_end_of_a_rated_game_tells_what_it_did(met, store, change, come):
    """To each player their own rating, and those of others who show theirs."""
    info = end(store, almost_over(store, change, ids(met)))
    changes = store.standing.changes(info.id)
    words = [f"Rating 1000 → {round(each.points)}" for each in changes]
    page = met["Ann"][0].get(f"/games/{info.id}").text
    assert [each in page for each in words] == [True, False, False]
    store.standing.show(met["Cy"][1], shown=True)
    assert [each in met["Ann"][0].get(f"/games/{info.id}").text for each in words] == [True, False, True]
    assert [each in come().get(f"/games/{info.id}").text for each in words] == [False, False, True]


def test_standing_needs_accounts(browser):
    """At home there are none of these pages."""
    for path in ("/people?name=Ann", "/best", "/played"):
        assert browser.get(path).status_code == 404


def test_a_title_for_more_players_can_be_looked_for(come, monkeypatch):
    """The numbers to choose from are those of the titles, in the search for games and in the lobby."""
    title = TITLES["1888"]
    monkeypatch.setitem(TITLES, "1888", replace(title, players=(*title.players, 8)))
    for path in ("/played", "/lobby"):
        page = come().get(f"{path}?lang=en").text
        assert '<option value="8"' in page
        assert '<option value="9"' not in page
    assert '<option value="8" selected' in come().get("/played?players=8").text


def test_others_are_met_in_one_pass(met, store, change):
    """How often, and how often ahead; those who keep to themselves are left out."""
    info = end(store, almost_over(store, change, ids(met)))
    shown = {person: store.people.named(name) for name, (_, person) in met.items() if name != "Cy"}
    results = [Result(info, 0)] * 3
    (found,) = _met(results, {person: each for person, each in shown.items() if each.name == "Bo"})
    assert found == Met("Bo", 3, 3 * (info.places[0] < info.places[1]))
    assert _met(results, {}) == ()
