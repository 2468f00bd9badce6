"""Games that cannot go on: the rules refuse them by now or lead elsewhere, or their log is damaged."""

import html
import json
from datetime import UTC, datetime

import pytest

from tests.web.conftest import PLAYERS
from tielu.core.errors import RefusedAction
from tielu.i18n import LANGUAGES, rule_text, say, say_error
from tielu.store import ChangedPosition, StoreError
from tielu.store.positions import PositionCache
from tielu.store.schema import LOG

BROKEN = '{"type":"bid","private":"P0","amount":12}'


def spoilt(store, data=BROKEN, **options):
    """A game whose second entry the rules refuse, as a later version of them might."""
    made = store.create_game("1880", PLAYERS, **options)
    store.append(made.id, 0, {"type": "bid", "private": "P0", "amount": 5}, 0)
    row = {"game": made.id, "seq": 2, "kind": "action", "data": data, "seat": 1, "at": datetime(2030, 1, 1, tzinfo=UTC)}
    with store._engine.begin() as connection:
        connection.execute(LOG.insert().values(**row))
    return made


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refused_game_shows_the_way_on(browser, store, lang):
    """The rule, an undo to the last good entry that then works, and the file."""
    game = spoilt(store, mode="hot_seat").id
    with pytest.raises(RefusedAction):
        store.load(game)
    answer = browser.get(f"/games/{game}?lang={lang}")
    assert answer.status_code == 422
    assert say("web_broken", lang) in answer.text
    assert html.escape(rule_text("1880.auction.bid-multiple-of-five", lang)) in answer.text
    assert browser.client.get(f"/games/{game}/saved.json").json()["actions"][1] == json.loads(BROKEN)
    (undo,) = browser.buttons
    assert json.loads(undo) == {"type": "undo", "to": 1}
    assert browser.send(f"/games/{game}/act", {"seq": browser.seq, "action": undo}).status_code == 200
    assert len(store.load(game).game.actions) == 1


@pytest.mark.parametrize("undo", ["own", "none"])
def test_a_refused_game_goes_on_whatever_the_rule_of_undo(browser, store, undo):
    """Somebody who did not take the refused action may take it back; the game can be saved and deleted as well."""
    made = spoilt(store, undo=undo)
    address = f"/games/{made.id}"
    browser.get(f"{address}/seat/{made.secrets[2]}")
    page = browser.get(address).text
    assert f"{address}/saved.json" in page
    assert f"{address}/delete" in page
    (button,) = browser.buttons
    assert browser.send(f"{address}/act", {"seq": browser.seq, "action": button}).status_code == 200
    assert len(store.load(made.id).game.actions) == 1


def changed(store, **options):
    """A game that replays to another position than the one that was played, after its second entry."""
    made = store.create_game("1880", PLAYERS, **options)
    for seat, amount in enumerate((5, 10, 15)):
        store.append(made.id, seat, {"type": "bid", "private": "P0", "amount": amount}, seat)
    store._positions = PositionCache()
    with store._engine.begin() as connection:
        connection.execute(LOG.update().where(LOG.c.seq == 2).values(position_hash="1" + "0" * 15))
        connection.execute(LOG.update().where(LOG.c.seq == 3).values(position_hash="1" + "0" * 15))
    return made


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("chosen", "actions_left"), [("undo", 1), ("accept_position", 3)])
def test_a_changed_game_says_from_which_entry_on(browser, store, lang, chosen, actions_left):
    """Nobody goes on with other money unawares: there is a choice between the position before and the present one."""
    game = changed(store, mode="hot_seat").id
    answer = browser.get(f"/games/{game}?lang={lang}")
    assert answer.status_code == 503
    assert html.escape(say("web_broken_changed", lang)) in answer.text
    assert html.escape(say_error(ChangedPosition(1, 2), lang)) in answer.text
    choices = {json.loads(button)["type"]: button for button in browser.buttons}
    assert set(choices) == {"undo", "accept_position"}
    assert browser.send(f"/games/{game}/act", {"seq": browser.seq, "action": choices[chosen]}).status_code == 200
    assert len(store.load(game).game.actions) == actions_left


def test_a_refused_game_is_taken_back_with_consent(browser, other, store):
    """One asks, the others agree on the same page, and the game goes on."""
    made = spoilt(store, undo="consent")
    address = f"/games/{made.id}"
    readers = [browser, other]
    for seat, reader in enumerate(readers):
        reader.get(f"{address}/seat/{made.secrets[seat]}")
        reader.get(address)
    browser.send(f"{address}/act", {"seq": browser.seq, "action": browser.buttons[0]})
    assert "Ann asks to take something back." in browser.get(address).text
    assert browser.buttons == []
    other.get(address)
    assert [json.loads(each)["type"] for each in other.buttons] == ["agree_undo", "decline_undo"]
    other.send(f"{address}/act", {"seq": other.seq, "action": other.buttons[0]})
    browser.client.cookies.clear()
    browser.get(f"{address}/seat/{made.secrets[2]}")
    browser.get(address)
    answer = browser.send(f"{address}/act", {"seq": browser.seq, "action": browser.buttons[0]})
    assert answer.status_code == 200
    assert len(store.load(made.id).game.actions) == 1


def test_a_damaged_log_says_so(browser, store):
    """What cannot be read can be deleted."""
    game = spoilt(store, data="{", mode="hot_seat").id
    with pytest.raises(StoreError):
        store.load(game)
    answer = browser.get(f"/games/{game}")
    assert answer.status_code == 503
    assert say("web_broken_damaged", "en") in answer.text
    assert "saved.json" not in answer.text
    assert f"/games/{game}/delete" in answer.text
    assert "Traceback" not in answer.text


def test_other_troubles_of_the_store_stay_what_they_are(browser, store):
    """A game of a newer version is no broken game."""
    made = store.create_game("1880", PLAYERS, mode="hot_seat")
    with store._engine.begin() as connection:
        connection.exec_driver_sql("update games set format = 99")
    answer = browser.get(f"/games/{made.id}")
    assert answer.status_code == 503
    assert say("web_broken", "en") not in answer.text
