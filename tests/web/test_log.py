"""The log: what happened by rounds and turns, what was taken back, and the search in it."""

import gzip
import html
import json
import re
from pathlib import Path

import pytest

from tielu.bots import Clerk
from tielu.core.actions import Bid, Pass
from tielu.core.events import TrainScrapped
from tielu.i18n import say_reason
from tielu.store import BotReason, Player
from tielu.views.history.chronicle import chronicle
from tielu.views.history.sentences import news

GOLDEN = Path(__file__).parents[1] / "golden"


def recorded(store, name, count, **options):
    """A recorded game after so many actions, at one screen."""
    with gzip.open(GOLDEN / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        saved = json.load(file)["game"]
    return store.import_game({**saved, "actions": saved["actions"][:count]}, mode="hot_seat", **options).id


def texts(page, selector):
    """What stands in the elements with this class."""
    found = re.findall(rf'class="[^"]*\b{selector}\b[^"]*"[^>]*>(.*?)</(?:span|p|h3|summary)>', page, re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]+>", "", each)).strip() for each in found]


@pytest.fixture
def track(store):
    """A game of 1880 whose sixth operating round goes on after a share round."""
    return recorded(store, "1880-2022-5p-202", 268)


def test_the_whole_log_stands_at_its_own_address(browser, track):
    """The last rounds are there at once, each earlier one by a link, and every action leads to its position."""
    browser.get(f"/games/{track}/log")
    assert 'hreflang="de"' not in browser.page  # its × leads to the table, which has a menu
    rounds = texts(browser.page, "round-begins")
    assert rounds[:3] == ["OR 6", "SR 4", "OR 6"]
    assert rounds[-1] == "Auction"
    assert f'href="/games/{track}?at=268"' in browser.page
    assert f'href="/games/{track}?at=1"' not in browser.page
    first = browser.page.split('class="log-round waiting"')[-1]
    browser.get(html.unescape(re.findall(r'href="([^"]+round=0)"', first)[0]))
    assert texts(browser.page, "round-begins") == ["Auction"]
    assert f'href="/games/{track}?at=1"' in browser.page


@pytest.mark.parametrize(
    ("query", "found"),
    [("text=LAYS+tile+5+in", "lays tile 5 in"), ("company=A6&round=", "A6"), ("player=Eli&text=nothing", "Eli")],
)
def test_the_log_is_searched(browser, track, query, found):
    """By words whatever their case, by company and by player; every turn found is about it, and the count is told."""
    browser.get(f"/games/{track}/log?{query}")
    turns = browser.page.split('class="log-turn"')[1:]
    assert turns
    assert all(found in each for each in turns)
    count = browser.page.count('<li value="')
    assert texts(browser.page, "found") == [f"{count} actions found"]


def test_a_search_finds_every_action(browser, store, track):
    """Those of all rounds, as many as the game itself has."""
    laid = [each for each in store.load(track).game.actions if each.type == "lay_tile" and each.tile == "5"]
    browser.get(f"/games/{track}/log?text=lays+tile+5+in")
    assert browser.page.count('<li value="') == len(laid) > 1


def test_a_search_finds_nothing(browser, track):
    """Which is said, and is no error."""
    assert browser.get(f"/games/{track}/log?text=nobody+does+that&round=no").status_code == 200
    assert texts(browser.page, "found") == ["0 actions found"]
    assert "<li value" not in browser.page


def test_every_pass_says_of_whom_and_of_what(browser, store):
    """In share rounds, auctions and each step of a company; nobody who had no choice gets a line."""
    game = recorded(store, "1880-2022-5p-202", 700)
    browser.get(f"/games/{game}/log?text=pass")
    passes = [each for each in texts(browser.page, "event") if "pass" in each]
    assert passes
    assert not [each for each in passes if re.fullmatch(r"Pass|\w+ passes\.", each)]
    browser.get(f"/games/{game}/log?text=no+station+marker&company=JLR")
    assert set(texts(browser.page, "event")) == {"JLR passes: no station marker."}
    browser.get(f"/games/{game}/log?round=0&text=passes+on+P1")
    assert texts(browser.page, "event")


def test_an_undo_leaves_a_line_and_can_be_redone(browser, game, store):
    """Struck, with who took what back; Redo brings it back while nobody has acted since."""
    browser.get(f"/games/{game}")
    for entry in (Bid("P0", 5).to_json(), {"type": "undo", "to": 0}):
        browser.send(f"/games/{game}/act", {"seq": browser.seq, "action": json.dumps(entry)})
    line = re.findall(r'class="log-undo".*?</div>', browser.page, re.DOTALL)[0]
    assert "Taken back: <s>Ann: Bid ¥5 for P0</s>" in re.sub(r"\s+", " ", line)
    redo = html.unescape(re.findall(r'name="action" value="([^"]+)">Redo', line)[0])
    browser.send(f"/games/{game}/act", {"seq": browser.seq, "action": redo})
    assert [each.amount for each in store.load(game).game.actions] == [5]
    assert "Brought back: Ann: Bid" in browser.page
    assert ">Redo<" not in browser.page


def test_with_links_an_undo_says_who_took_back(browser, store):
    """And only who may take back may bring back."""
    made = store.create_game("1880", ["Ann", "Bo", "Cy"], undo="own")
    store.append(made.id, 0, Bid("P0", 5), 0)
    store.append(made.id, 1, {"type": "undo", "to": 0}, 0)
    browser.get(f"/games/{made.id}")
    assert "Ann takes back: <s>Bid ¥5 for P0</s>" in browser.page
    assert ">Redo<" not in browser.page
    browser.client.cookies.set("tielu_seat", made.secrets[0], path=f"/games/{made.id}")
    browser.get(f"/games/{made.id}")
    assert ">Redo<" in browser.page


def test_no_redo_once_somebody_has_acted(browser, game):
    """What was taken back stays struck, and cannot come back over the new action."""
    browser.get(f"/games/{game}")
    for entry in (Bid("P0", 5).to_json(), {"type": "undo", "to": 0}, Bid("P0", 10).to_json()):
        browser.send(f"/games/{game}/act", {"seq": browser.seq, "action": json.dumps(entry)})
    assert "<s>Ann: Bid" in browser.page
    assert ">Redo<" not in browser.page


def test_a_turn_of_a_bot_is_one_line(browser, store):
    """What it did and why; the actions stand in it, and those of people stay open."""
    players = [Player("Ann"), Player("Bo", bot="clerk"), Player("Cy", bot="clerk")]
    game = store.create_game("1880", players, mode="hot_seat").id
    store.append(game, 0, Bid("P0", 5), 0)
    store.append_for_bot(game, 1, Bid("P0", 10), 1, BotReason("clerk", "bid", {"price": 10, "private": "P0"}))
    browser.get(f"/games/{game}")
    assert len(re.findall(r'<details class="fold"', browser.page)) == 1
    assert re.search(r"<summary><b>Bo</b> bids ¥10 on P0</summary>", browser.page)
    assert texts(browser.page, "main-reason") == ["Bids ¥10 for P0 and expects it to bring more."]


def test_a_folded_turn_gives_the_reason_that_matters_most(browser, store):
    """Of a turn with a tile and a train it is told why the train was bought, although the tile came first."""
    made = store.create_game("1888", [Player(name, bot="clerk") for name in ("Ann", "Bo", "Cy")], mode="hot_seat")
    game, clerk, laid, said = store.load(made.id).game, Clerk(1), "", ""
    while not said:
        decision, railway = clerk.choose(game), game.deciding
        laid = railway if decision.action.type == "lay_tile" else laid
        if decision.action.type == "buy_train" and laid == railway:
            said = say_reason(decision.reason, "en")
        reason = BotReason("clerk", decision.reason.key, decision.reason.values)
        store.append_for_bot(made.id, len(game.actions), decision.action, game.players.index(game.actor), reason)
        game.apply(decision.action)
    browser.get(f"/games/{made.id}")
    assert texts(browser.page, "main-reason")[0] == said


def test_times_tell_their_zone(browser, game):
    """The script puts them into the reader's; entries of a file have none."""
    browser.get(f"/games/{game}")
    browser.send(f"/games/{game}/act", {"seq": 0, "action": json.dumps(Bid("P0", 5).to_json())})
    browser.send(f"/games/{game}/chat", {"text": "Well?"})
    stamp = r'<time datetime="[\dT:-]+\+00:00" data-local>[\d-]+ [\d:]+ UTC</time>'
    assert re.search(rf"Well\?</span> {stamp}", browser.page)
    browser.get(f"/games/{game}/log")
    assert re.search(stamp, browser.page)


def test_a_folded_turn_tells_what_concerns_everybody(store):
    """Trains that were scrapped, and the private that a pass leaves to another, are told without opening the turn."""
    told = chronicle(store.load(recorded(store, "1880-2022-5p-202", 500)).game)
    scrapping = next(entry for entry in told.entries if any(isinstance(each, TrainScrapped) for each in entry.events))
    assert any("scrapped" in sentence for sentence in news([scrapping], "1880", "en"))
    sold = [each for each in told.entries if isinstance(each.action, Pass) and each.round == "auction"]
    assert any("P0" in sentence for sentence in news(sold, "1880", "en"))


def test_a_search_knows_the_names_of_places(browser, store, track):
    """Whoever looks for a city finds the track in its hex, which the log calls by its coordinates."""
    game = store.load(track).game
    board, laid = game.state.board, [each.hex for each in game.actions if each.type == "lay_tile"]
    named = next(each for each in laid if board.hexes[board.hex_index[each]].place)
    browser.get(f"/games/{track}/log?text={board.hexes[board.hex_index[named]].place}")
    assert any(named in sentence for sentence in texts(browser.page, "event"))
