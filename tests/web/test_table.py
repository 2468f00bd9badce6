"""The page of a game: what its script goes by, its history, its colours, and forms that are refused."""

import html
import json
import re

import pytest

PASS = '{"type":"pass"}'
BID = '{"type":"bid","private":"P0","amount":5}'


def attributes(page):
    """The attributes of the main part, by which the script knows what is shown."""
    tag = re.search(r"<main id=\"main\"([^>]*)>", page)
    assert tag
    return dict(re.findall(r'(data-[\w-]+)(?:="([^"]*)")?', tag[1]))


def act(browser, game, action=BID, **more):
    return browser.send(f"/games/{game}/act", {"seq": browser.seq, "action": action, **more})


# ---- what the script goes by ----


def test_page_says_how_far_it_knows_the_game(browser, game):
    """The numbers are those that the stream of news tells."""
    browser.get(f"/games/{game}")
    assert attributes(browser.page) == {"data-game": game, "data-entries": "0", "data-messages": "0"}
    act(browser, game)
    browser.send(f"/games/{game}/chat", {"text": "Hello"})
    assert attributes(browser.page) == {"data-game": game, "data-entries": "1", "data-messages": "1"}


def test_earlier_position_says_so_and_how_far_the_game_is(browser, game):
    """The script then leaves the position alone and only tells that the game has moved on."""
    act(browser, game)
    found = attributes(browser.get(f"/games/{game}?at=0").text)
    assert "data-past" in found
    assert found["data-entries"] == "1"
    assert "data-past" not in attributes(browser.get(f"/games/{game}?at=1").text)


def test_page_calls_whoever_is_awaited(browser, other, store):
    """With links the one who decides is called by name, and nobody else."""
    made = store.create_game("1880", ["Ann", "Bo", "Cy"])
    for reader, secret in ((browser, made.secrets[0]), (other, made.secrets[1])):
        reader.get(f"/games/{made.id}/seat/{secret}")
        reader.get(f"/games/{made.id}")
    assert "Ann" in attributes(browser.page)["data-awaited"]
    assert "data-awaited" not in attributes(other.page)


def test_page_calls_whose_consent_is_missing(browser, other, store):
    """An undo that is asked for waits for the others."""
    made = store.create_game("1880", ["Ann", "Bo", "Cy"], undo="consent")
    store.append(made.id, 0, json.loads(BID), 0)
    store.append(made.id, 1, {"type": "ask_undo", "to": 0}, 0)
    for reader, secret in ((browser, made.secrets[0]), (other, made.secrets[2])):
        reader.get(f"/games/{made.id}/seat/{secret}")
        reader.get(f"/games/{made.id}")
    assert "data-awaited" not in attributes(browser.page)
    assert "Cy" in attributes(other.page)["data-awaited"]


def test_who_plays_alone_against_bots_is_called(browser):
    """Bots may think for a while; the tab then says that it is the reader's turn."""
    browser.get("/")
    page = browser.send("/play", {"title": "1880"}).text
    assert "data-awaited" in attributes(page)
    assert "<title>● Your turn" in page


def test_nobody_is_called_at_one_screen(browser, game):
    """Whoever sits there sees it."""
    assert "data-awaited" not in attributes(browser.get(f"/games/{game}").text)


# ---- history ----


def steps(page):
    """The links of the history by their names."""
    nav = page[page.index('id="history"') : page.index("</nav>", page.index('id="history"'))]
    return {name: html.unescape(link) for name, link in re.findall(r'data-step="(\w+)" href="([^"]+)"', nav)}


def test_history_leads_through_every_entry(browser, game):
    """First, earlier, later and now, from the present too, and each only where it leads somewhere."""
    here = f"/games/{game}"
    assert steps(browser.get(here).text) == {}
    for amount in (5, 10, 15):
        act(browser, game, BID.replace("5", str(amount)))
    assert steps(browser.get(here).text) == {"first": f"{here}?at=0", "earlier": f"{here}?at=2"}
    assert steps(browser.get(f"{here}?at=1").text) == {
        "first": f"{here}?at=0",
        "earlier": f"{here}?at=0",
        "later": f"{here}?at=2",
        "now": here,
    }
    assert steps(browser.get(f"{here}?at=0").text) == {"later": f"{here}?at=1", "now": here}
    assert steps(browser.get(f"{here}?at=2").text)["later"] == here


@pytest.mark.parametrize(("at", "status"), [("1", 200), ("2", 404), ("-1", 404), ("x", 400), ("", 400)])
def test_any_entry_can_be_asked_for(browser, game, at, status):
    """The number is typed by hand, so any can come."""
    act(browser, game)
    assert browser.get(f"/games/{game}?at={at}").status_code == status


# ---- refusals ----


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        ({"action": '{"type":"bid","private":"P0","amount":7}'}, 422, "bid_step"),
        ({"action": "{"}, 400, "action_not_json"),
        ({"seq": "7"}, 409, "somebody_was_quicker"),
        ({"seq": "many"}, 400, "not_possible"),
        ({"token": "x" * 40}, 403, "form_not_ours"),
    ],
)
def test_form_is_refused_at_the_table(browser, game, data, status, code):
    """The reader sees why, in their language, above the position as it is, whose forms work."""
    browser.get(f"/games/{game}?lang=de")
    answer = browser.send(f"/games/{game}/act", {"seq": 0, "action": BID, **data})
    assert answer.status_code == status
    alert = re.search(
        r'<div id="alerts"><div class="notice" role="alert" data-code="(\w+)">\s*<p>(.+)</p>', answer.text
    )
    assert alert
    assert alert[1] == code
    assert '<html lang="de"' in answer.text
    assert attributes(answer.text)["data-game"] == game
    assert act(browser, game).status_code == 200


def test_message_is_refused_at_the_table(browser, game):
    """Nothing said is nothing to send."""
    answer = browser.send(f"/games/{game}/chat", {"text": ""})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert 'id="table"' in answer.text


def test_form_of_a_game_that_is_gone_is_refused_on_a_page_of_its_own(browser, game, store):
    """There is no table to refuse it at."""
    browser.get(f"/games/{game}")
    store.delete_game(game)
    answer = browser.send(f"/games/{game}/act", {"seq": 0, "action": BID})
    assert answer.status_code == 404
    assert 'id="table"' not in answer.text


# ---- settings, keys ----


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_colours_are_chosen_and_remembered(browser, game, theme):
    """They stand in the page itself, so nothing flashes; the system's are one of them."""
    browser.get(f"/games/{game}?theme={theme}")
    for path in ("/", f"/games/{game}"):
        page = browser.get(path).text
        assert f'data-theme="{theme}"' in page
        assert f'?theme={theme}" aria-current="true"' in page


def test_colours_nobody_offers_are_passed_over(browser):
    """An address can say anything."""
    answer = browser.get('/?theme="><i>')
    assert 'data-theme="auto"' in answer.text
    assert "tielu_theme" not in answer.headers.get("set-cookie", "")


def test_drawings_follow_the_colours(browser):
    """By choice or by the system, and by day where the day was chosen."""
    text = browser.client.get("/drawings.css").text
    assert ":root[data-theme=dark]{" in text
    assert "@media (prefers-color-scheme:dark){:root:not([data-theme=light]){" in text


@pytest.mark.parametrize("lang", ["en", "de", "ja"])
def test_every_key_is_explained_and_leads_somewhere(browser, game, lang):
    """No key twice, none without words, and those of the page's parts name a heading that is there."""
    for _ in range(2):
        act(browser, game)
    page = browser.get(f"/games/{game}?lang={lang}").text
    keys = re.findall(r'<dd data-key="(.)" data-target="([^"]+)">([^<]+)</dd>', page)
    assert len({key for key, _, _ in keys}) == len(keys) >= 10
    for _, target, words in keys:
        assert words.strip()
        if target.startswith("#") and " " not in target:
            assert f'id="{target[1:]}"' in page, target
