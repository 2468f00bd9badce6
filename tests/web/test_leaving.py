"""Leaving a game for good, and taking a seat over, on the pages."""

import re

from tests.web.people import come as come
from tests.web.people import mailbox as mailbox
from tests.web.people import post, visit_as
from tests.web.test_who_sees_what import new_game
from tielu.i18n import say
from tielu.store import StoreError
from tielu.store.schema import GAMES


def test_somebody_leaves_and_another_takes_over(come, store):
    """The others find a link on the page of the seats, also of a private game; whoever opens it plays on."""
    ann, bo, di, eve = (come() for _ in range(4))
    for browser, name in zip((ann, bo, di), ("owner", "player", "Di"), strict=True):
        visit_as(browser, store, name)
    game = new_game(store, "private").id
    path = f"/games/{game}"
    post(ann, f"{path}/chat", text="a word of Ann's")
    assert "/leave" in ann.get(f"{path}/seats").text
    assert ann.send(f"{path}/seats/0/leave", {}).url.path == "/"
    assert ann.get(path).status_code == 404
    page = bo.get(f"{path}/seats").text
    assert f'action="{path}/seats/0/link"' in page
    assert f'action="{path}/seats/1/link"' not in page
    assert post(eve, f"{path}/seats/0/link").status_code == 404
    bo.get(f"{path}/seats")
    (secret,) = set(re.findall(r'/seat#(\w+)"', bo.send(f"{path}/seats/0/link", {}).text))
    assert "Ann, Bo" not in di.get(f"{path}/seat").text
    assert di.send(f"{path}/seat", {"link": "z" * 27}).status_code == 403
    assert di.get(path).status_code == 404
    di.get(f"{path}/seat")
    assert di.send(f"{path}/seat", {"link": secret}).status_code == 200
    assert di.buttons, "it is Di's turn now"
    assert eve.get(f"{path}/seat").status_code == 404, "all seats are somebody's again"
    told = [each.text for each in store.talk.messages_since(game)]
    assert len(told) == 4
    assert told[-1] == say("web_seat_named", "en", name="Di", player="owner")
    assert store.game(game).seats[0].name == "owner", "what was said there before is not Di's"


def test_who_deletes_an_account_keeps_nobody_waiting(come, store):
    """A bot plays on in all games that are not over, and the chat says so."""
    ann = come()
    person = visit_as(ann, store, "owner")
    visit_as(come(), store, "player")
    game = new_game(store, "link").id
    ann.get("/account/delete")
    ann.send("/account/delete", {"name": person.name})
    seat = store.game(game).seats[0]
    assert (seat.person, seat.bot is not None, seat.left) == (None, True, True)
    assert len(store.talk.messages_since(game)) == 1


def test_nobody_takes_a_seat_over_in_a_rated_game(come, store):
    """Neither with an account nor without one, however often they try: the bot plays on to the end."""
    ann, bo, di, eve = (come() for _ in range(4))
    owner = visit_as(ann, store, "owner")
    for browser, name in ((bo, "player"), (di, "Di")):
        visit_as(browser, store, name)
    game = new_game(store, "link").id
    with store._engine.begin() as connection:
        connection.execute(GAMES.update().where(GAMES.c.id == game).values(rated=True))
    ann.get("/account/delete")
    ann.send("/account/delete", {"name": owner.name})
    assert store.talk.messages_since(game)[-1].text.startswith("owner has left the game.")
    bo.get(f"/games/{game}/seats")
    assert bo.send(f"/games/{game}/seats/0/link", {}).status_code == 403
    secret = store.new_secret(game, 0)
    for browser in (di, di, eve, bo):
        browser.get(f"/games/{game}/seat")
        assert browser.send(f"/games/{game}/seat", {"link": secret}).status_code == 403
    seat = store.game(game).seats[0]
    assert (seat.person, seat.bot is not None, seat.left) == (None, True, True)


def test_an_account_is_not_deleted_while_its_seats_cannot_be_left(come, store, monkeypatch):
    """If the database fails the account stays, and with it the seats."""
    ann = come()
    person = visit_as(ann, store, "owner")
    visit_as(come(), store, "player")
    game = new_game(store, "link").id

    def fail(*_):
        raise StoreError("store_busy")

    monkeypatch.setattr(store.seats, "_vacate", fail)
    ann.get("/account/delete")
    assert ann.send("/account/delete", {"name": person.name}).status_code == 503
    assert store.people.person(person.id) == person
    assert store.game(game).seats[0].person == person.id
