"""Spectators in the chat: only where the game allows it, under a name that no player has."""

import pytest


def new_table(store, **more):
    return store.create_game("1880", ["Ann", "Bo", "Cy"], **more)


def talk(reader, game_id, **fields):
    reader.get(f"/games/{game_id}")
    return reader.send(f"/games/{game_id}/chat", fields)


def test_spectators_are_silent_unless_the_game_says_otherwise(browser, store):
    """Without the wish of whoever made the game there is no field, and a forged form is refused."""
    made = new_table(store)
    browser.get(f"/games/{made.id}")
    assert 'id="chat-text"' not in browser.page
    assert talk(browser, made.id, name="Dee", text="Hello").status_code == 403
    assert store.talk.messages_since(made.id) == []


def test_spectators_talk_under_a_name(browser, other, store):
    """Players see who it was, and that they watch; the browser remembers the name."""
    made = new_table(store, spectators_talk=True)
    browser.get(f"/games/{made.id}")
    assert 'id="chat-name"' in browser.page
    assert talk(browser, made.id, name="Zoë 京", text="Well played").status_code == 200
    (message,) = store.talk.messages_since(made.id)
    assert (message.seat, message.spectator, message.text) == (None, "Zoë 京", "Well played")
    assert 'value="Zoë 京"' in browser.page
    other.get(f"/games/{made.id}/seat/{made.secrets[0]}")
    other.get(f"/games/{made.id}")
    assert 'class="watching" title="watches">Zoë 京:</strong>' in other.page
    assert 'id="chat-name"' not in other.page


def test_players_talk_as_themselves(browser, store):
    """Whoever has a seat needs no name, even if one is sent."""
    made = new_table(store, spectators_talk=True)
    browser.get(f"/games/{made.id}/seat/{made.secrets[1]}")
    talk(browser, made.id, name="Dee", text="Hello")
    (message,) = store.talk.messages_since(made.id)
    assert (message.seat, message.spectator) == (1, None)


@pytest.mark.parametrize("name", ["Ann", " ann ", "BO", "", "   ", "x" * 41, "a\nb"])
def test_bad_names_are_refused(browser, store, name):
    """Nobody talks as a player, nameless, or under a name that cannot be shown."""
    made = new_table(store, spectators_talk=True)
    assert talk(browser, made.id, name=name, text="Hello").status_code == 400
    assert store.talk.messages_since(made.id) == []


def test_messages_of_spectators_have_the_length_of_others(browser, store):
    """What is too long for a player is too long for them."""
    made = new_table(store, spectators_talk=True)
    assert talk(browser, made.id, name="Dee", text="x" * 2001).status_code == 400
    assert talk(browser, made.id, name="Dee", text="x" * 2000).status_code == 200


def test_form_of_a_new_game_asks(browser, store):
    """Off unless it is ticked."""
    browser.new_game(mode="links")
    browser.new_game(mode="links", spectators="talk")
    assert sorted(info.spectators_talk for info in store.list_games().games) == [False, True]


def test_programs_watch_and_talk_too(browser, store):
    """The API takes the name beside the text, and tells who it was."""
    body = {"title": "1880", "players": ["Ann", "Bo", "Cy"], "spectators_talk": True}
    game_id = browser.client.post("/api/games", json=body).json()["id"]
    said = browser.client.post(f"/api/games/{game_id}/chat", json={"text": "Hello", "name": "Dee"})
    assert said.status_code == 201
    assert said.json()["spectator"] == "Dee"
    assert browser.client.post(f"/api/games/{game_id}/chat", json={"text": "Hello"}).status_code == 403
    silent = new_table(store)
    refused = browser.client.post(f"/api/games/{silent.id}/chat", json={"text": "Hello", "name": "Dee"})
    assert refused.json()["code"] == "spectators_are_silent"
