"""The action panel and what stands around the board, as a browser without scripts sees it."""

import gzip
import html
import json
import re
from datetime import UTC, datetime, timedelta

import pytest

import tielu
from tests.browser.positions import position
from tests.test_forbidden import golden
from tests.web.conftest import PLAYERS, Browser
from tielu.core.actions import Bid, FoundCompany, Pass
from tielu.i18n import (
    LANGUAGES,
    rule_text,
    rule_title,
    say,
    say_action,
    say_action_briefly,
    say_error,
    say_error_briefly,
)
from tielu.i18n.values import say_money
from tielu.store import Store
from tielu.views.actions.details import say_rounds
from tielu.views.actions.forbidden import forbidden, refused_trades
from tielu.views.actions.founding import founded_by
from tielu.views.actions.pass_labels import say_passing
from tielu.views.actions.runs import runs_to_show
from tielu.views.position.depot import depot_view
from tielu.views.position.position import position_view
from tielu.views.position.private_powers import private_powers
from tielu.views.title import view_of
from tielu.web.table.armed import Chosen, armed_move
from tielu.web.table.cards import founding_card
from tielu.web.table.time_used import clock_texts, time_used

LARGEST_PAGE = 60_000


def opened(browser: Browser, store: Store, name: str, count: int | None = None, **options):
    """A recorded game after so many actions, its page open in the browser; its id and the game."""
    saved = golden(name)
    game = tielu.Game.from_json({**saved, "actions": saved["actions"][:count]})
    game_id = store.import_game(game.to_json(), mode="hot_seat", **options).id
    browser.get(f"/games/{game_id}")
    return game_id, game


# ---- what is not possible ----


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_panel_says_what_is_not_possible(browser, store, lang):
    """Every line stands there with its reason, its rule and the rule's words."""
    game_id, game = opened(browser, store, "1880-18xx.games-3p-707.json.gz", 420)
    page = html.unescape(browser.get(f"/games/{game_id}?lang={lang}").text)
    lines = forbidden(game, position_view(game), game.legal_actions(), lang)
    assert len(lines) > 3
    assert page.count('class="not-possible" role="button" aria-disabled="true"') == len(lines)
    for line in lines:
        assert line.reason in page
        link = f'title="{line.rule}">{rule_title(line.rule, lang)}</a> {rule_text(line.rule, lang)}'
        assert link in page


def test_who_does_not_decide_sees_no_list(browser, other, store):
    """Somebody who watches is not told what others cannot do."""
    made = store.create_game("1880", PLAYERS)
    assert "not-possible" not in browser.get(f"/games/{made.id}").text
    browser.get(f"/games/{made.id}/seat/{made.secrets[0]}")
    assert "not-possible" in browser.get(f"/games/{made.id}").text


# ---- choose, read, do ----


def armed(browser):
    """What the bar says, and the action that its main button sends; None if it sends none."""
    said = re.search(r'<h2 id="decide"[^>]*>([^<]*)</h2><p[^>]*>(.*?)</p>', browser.page, re.DOTALL)
    button = re.search(r'<button class="main" data-main form="act" name="action" value="([^"]+)"', browser.page)
    words = html.unescape(f"{said[1]} {said[2]}") if said else ""
    return words, None if button is None else json.loads(html.unescape(button[1]))


def arm(browser, game_id, action, **more):
    """Choose an action, as its button does."""
    browser.get(f"/games/{game_id}", params={"seq": browser.seq, "arm": json.dumps(action.to_json()), **more})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_choice_is_read_before_it_is_done(browser, store, lang):
    """Its button only arms it: the bar tells what will happen, and the main button does it."""
    game_id, game = opened(browser, store, "1880-2010-4p-404.json.gz", 210)
    sale = next(action for action in game.legal_actions() if action.type == "sell_shares")
    assert json.dumps(sale.to_json(), separators=(",", ":")) in browser.buttons
    assert armed(browser)[1] is None
    arm(browser, game_id, sale, lang=lang)
    words, action = armed(browser)
    assert action == sale.to_json()
    assert words.startswith(say_action(sale, lang))
    assert str(game.clone().apply(sale)[0].params()["proceeds"]) in words
    assert store.load(game_id).game.actions == game.actions
    assert browser.send(f"/games/{game_id}/act", {"seq": browser.seq, "action": json.dumps(action)}).is_success
    assert len(store.load(game_id).game.actions) == len(game.actions) + 1


@pytest.mark.parametrize(
    "wrong",
    ["{", "[]", '"pass"', '{"type":"sell_shares"}', '{"type":"withhold"}', '{"type":"fly"}', "[" * 3000, "x" * 9000],
)
def test_what_cannot_be_chosen_arms_nothing(browser, store, wrong):
    """Nor does a choice of another position."""
    game_id, game = opened(browser, store, "1880-2010-4p-404.json.gz", 210)
    assert browser.get(f"/games/{game_id}", params={"seq": browser.seq, "arm": wrong}).status_code == 200
    assert armed(browser)[1] is None
    sale = next(action for action in game.legal_actions() if action.type == "sell_shares")
    browser.get(f"/games/{game_id}", params={"seq": browser.seq - 1, "arm": json.dumps(sale.to_json())})
    assert armed(browser)[1] is None


@pytest.mark.parametrize(("step", "kind"), [("run", "run_trains"), ("dividend", "pay_dividend")])
def test_what_is_usually_meant_is_armed_at_once(browser, store, step, kind):
    """The best run and the dividend need one press."""
    saved = golden("1880-2022-5p-202.json.gz")
    game = tielu.Game.from_json({**saved, "actions": []})
    for action in saved["actions"]:
        if game.position.step == step:
            break
        game.apply_trusted(tielu.Action.from_json(action))
    game_id = store.import_game(game.to_json(), mode="hot_seat").id
    browser.get(f"/games/{game_id}")
    action = armed(browser)[1]
    assert action["type"] == kind
    if kind == "run_trains":
        (best,) = [run.action for run in runs_to_show(game, game.legal_actions(), "en")][:1]
        assert action == best.to_json()


# ---- founding ----


def before_founding(browser, store, name="1880-2022-3p-101.json.gz", **options):
    """A recorded game where companies can be founded in many ways; its id and the game."""
    saved = golden(name)
    game = tielu.Game.from_json({**saved, "actions": []})
    for action in saved["actions"]:
        if sum(each.type == "found_company" for each in game.legal_actions()) > 20:
            break
        game.apply_trusted(tielu.Action.from_json(action))
    game_id = store.import_game(game.to_json(), mode="hot_seat", **options).id
    browser.get(f"/games/{game_id}")
    return game_id, game


def answers(browser, name):
    """What a question of the founding offers."""
    return [
        html.unescape(each) for each in re.findall(rf'<input type="radio" name="{name}" value="([^"]*)"', browser.page)
    ]


@pytest.mark.parametrize(
    "name", ["1880-2022-3p-101.json.gz", "1880-2010-4p-404.json.gz", "1888-18xx.games-4p-909.json.gz"]
)
def test_every_way_to_found_a_company_can_be_chosen_and_no_other(browser, store, name):
    """Three questions; each offers what goes with the answers before it. Seen for the first company and the last."""
    game_id, game = before_founding(browser, store, name)
    companies = answers(browser, "company")
    ways = {action for action in game.legal_actions() if action.type == "found_company"}
    assert {action.company for action in ways} == set(companies)
    legal = {action for action in ways if action.company in (companies[0], companies[-1])}
    made = set()
    for company in (companies[0], companies[-1]):
        browser.get(f"/games/{game_id}", params={"seq": browser.seq, "company": company})
        for price in answers(browser, "price"):
            browser.get(f"/games/{game_id}", params={"seq": browser.seq, "company": company, "price": price})
            made |= {founded_by(company, price, certificate) for certificate in answers(browser, "certificate")}
    assert made == legal
    # Two answers are enough only where there is one certificate.
    assert any("found_company" in each for each in browser.buttons) == (len(answers(browser, "certificate")) == 1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_company_is_founded_on_its_card(browser, store, lang):
    """With three answers the bar tells what will happen, and its button founds."""
    game_id, game = before_founding(browser, store)
    action = next(each for each in game.legal_actions() if each.type == "found_company")
    chosen = {
        "company": action.company,
        "price": action.price,
        "certificate": f"{action.director_percent}/{action.permits}",
    }
    browser.get(f"/games/{game_id}", params={"seq": browser.seq, "lang": lang, **chosen})
    words, sent = armed(browser)
    assert sent == action.to_json()
    cost = action.price * action.director_percent // 10
    left = next(each.cash for each in position_view(game).players if each.name == game.actor) - cost
    assert say_action_briefly(action, lang) in words
    assert f"{cost}" in words
    assert say("keeps", lang, name=game.actor, amount=left) in words
    assert f'value="{action.company}" checked' in browser.page
    assert browser.send(f"/games/{game_id}/act", {"seq": browser.seq, "action": json.dumps(sent)}).status_code == 200
    assert store.load(game_id).game.actions[-1] == action


def test_the_card_of_a_founding_tells_what_it_costs_and_leaves(browser, store):
    """The account appears with the third answer; every price has its places in the order of play."""
    game_id, game = before_founding(browser, store)
    action = next(each for each in game.legal_actions() if each.type == "found_company")
    cash = game.state.cash[game.players.index(game.actor)]
    cost = action.price * action.director_percent // 10
    sentence = f"{action.director_percent}% at ¥{action.price} = ¥{cost}"
    chosen = {"seq": browser.seq, "company": action.company, "price": action.price}
    browser.get(f"/games/{game_id}", params=chosen)
    assert sentence not in browser.page
    browser.get(f"/games/{game_id}", params={**chosen, "certificate": f"{action.director_percent}/{action.permits}"})
    assert sentence in browser.page
    assert f" keeps ¥{cash - cost}." in browser.page
    assert len(re.findall(r'class="par[ "]', browser.page)) == 4


@pytest.mark.parametrize(
    ("company", "price", "certificate"),
    [
        ("JHA", "100", "40/A"),
        ("JHA", "101", "20/ABC"),
        ("XXX", "100", "20/ABC"),
        ("JHA", "much", "20/ABC"),
        ("JHA", "100", "20/" + "A" * 99),
        ("JHA", "100/x", "20/ABC"),
        ("JHA", "100", ""),
    ],
)
def test_what_cannot_be_founded_is_not_armed(browser, store, company, price, certificate):
    """The page stays as it is and keeps the answers that are possible."""
    game_id, game = before_founding(browser, store)
    assert game.state.cash[game.players.index(game.actor)] < 400
    values = {"seq": browser.seq, "company": company, "price": price, "certificate": certificate}
    assert browser.get(f"/games/{game_id}", params=values).status_code == 200
    assert armed(browser)[1] is None
    assert ('value="JHA" checked' in browser.page) == (company == "JHA")


# ---- amounts ----


def bid_form(browser):
    """The form with an amount in the bar: the action it sends, and its field."""
    return re.search(
        r'name="action" value="([^"]+)">\s*<span class="stepper">.*?<input type="number" name="amount"([^>]*)>',
        browser.page,
        re.DOTALL,
    )


@pytest.mark.parametrize("typed", ["3", "12", "999999999", "-5", "lots", "1e3", "²"])
def test_a_refused_amount_is_kept(browser, game, store, typed):
    """The page comes back with the engine's own words, the number as it was typed, and nothing done."""
    form = bid_form(browser)
    assert 'value="5"' in form[2]
    answer = browser.send(f"/games/{game}/act", {"seq": 0, "action": html.unescape(form[1]), "amount": typed})
    assert answer.status_code == (422 if typed.lstrip("-").isascii() and typed.lstrip("-").isdigit() else 400)
    assert 'role="alert"' in answer.text
    assert f'value="{typed}"' in bid_form(browser)[2]
    assert 'aria-invalid="true"' in bid_form(browser)[2]
    assert store.load(game).seq == 0


def test_a_quick_amount_is_taken_at_once(browser, game, store):
    """It counts, and not what stands in the field."""
    assert re.findall(r'name="quick" value="(\d+)"', browser.page) == ["10", "15", "25"]
    action = html.unescape(bid_form(browser)[1])
    browser.send(f"/games/{game}/act", {"seq": 0, "action": action, "amount": "5", "quick": "15"})
    assert store.load(game).game.actions[0].to_json()["amount"] == 15


def test_enter_sends_the_amount_that_is_typed(browser, game):
    """Browsers press the first button of a form for Enter: none of a quick amount stands in the form of the field."""
    owners = re.findall(r'<button form="(\w+)" name="quick"', browser.page)
    field = re.search(r'<form [^>]*id="(\w+)"[^>]*>(?:(?!</form>).)*name="amount"', browser.page, re.DOTALL)
    assert owners
    assert field
    assert field[1] not in owners


def test_an_amount_left_empty_is_the_usual_one(browser, game, store):
    """The action of the form already has one."""
    browser.send(f"/games/{game}/act", {"seq": 0, "action": html.unescape(bid_form(browser)[1]), "amount": ""})
    assert store.load(game).game.actions[0].to_json()["amount"] == 5


# ---- log, chat, notes, clocks ----


def test_the_log_cites_rules(browser, store):
    """What happened opens to the rules behind it, in the reader's language; each heading stands there once."""
    game_id, _ = opened(browser, store, "1880-2022-3p-101.json.gz", 60)
    page = html.unescape(browser.get(f"/games/{game_id}?lang=ja").text)
    cited = re.findall(r'<dt><a [^>]*title="(1880\.[\w.-]+)">([^<]*)</a></dt><dd>([^<]*)</dd>', page)
    assert len(cited) > 10
    assert all((head, text) == (rule_title(rule, "ja"), rule_text(rule, "ja")) for rule, head, text in cited)
    for entry in re.findall(r'<details class="rules">.*?</details>', page, re.DOTALL):
        heads = re.findall(r"<dt><a [^>]*>([^<]*)</a></dt>", entry)
        assert len(set(heads)) == len(heads) <= entry.count("<dd>")


@pytest.mark.parametrize("path", ["", "/rules", "/rules/trains.must-own"])
def test_rules_are_cited_by_their_headings(browser, store, path):
    """Nobody has to read an id: at the table, after a refusal, and where the rules of the moment are listed."""
    game_id, _ = opened(browser, store, "1880-18xx.games-3p-707.json.gz", 420)
    browser.get(f"/games/{game_id}")
    refused = browser.send(f"/games/{game_id}/act", {"seq": str(browser.seq), "action": '{"type": "withhold"}'}).text
    assert 'role="alert"' in refused
    page = browser.get(f"/games/{game_id}{path}").text
    for text in (page, refused):
        assert 'class="rule-id"' in text
        read = re.sub(r"<(script|style|title)\b.*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL)
        assert re.findall(r"\b1880\.[a-z][\w.-]+", read) == []


def test_more_than_fifty_messages(browser, game, store):
    """The latest fifty stand on the page, the others behind a link."""
    for number in range(53):
        store.talk.add_message(game, None, f"message {number}.")
    page = browser.get(f"/games/{game}").text
    assert "message 2." not in page
    assert "message 3." in page
    assert "Earlier messages (3)" in page
    assert "message 0." in browser.get(f"/games/{game}?chat=all").text
    assert "Earlier messages" not in browser.page


def test_notes_belong_to_their_seat(browser, other, store):
    """What Ann notes Bo never sees, nor somebody who watches; markup in it is text."""
    made = store.create_game("1880", PLAYERS)
    address = f"/games/{made.id}"
    assert 'action="' + address + '/note"' not in browser.get(address).text
    for reader, seat in ((browser, 0), (other, 1)):
        reader.get(f"{address}/seat/{made.secrets[seat]}")
        reader.get(address)
    answer = browser.send(f"{address}/note", {"text": "sell <b>CKR</b>\r\nsoon"})
    assert answer.status_code == 200
    assert "sell &lt;b&gt;CKR&lt;/b&gt;\nsoon</textarea>" in answer.text
    assert "CKR&lt;" not in other.get(address).text
    other.send(f"{address}/note", {"text": "mine"})
    assert store.talk.note(made.id, 0) == "sell <b>CKR</b>\nsoon"
    assert browser.send(f"{address}/note", {"text": "x" * 20_001}).status_code == 400
    assert browser.client.post(f"{address}/note", data={"text": "x"}).status_code == 403


def test_at_one_screen_there_are_no_notes(browser, game, store):
    """The next player would read them."""
    assert "<textarea" not in browser.page
    answer = browser.send(f"/games/{game}/note", {"text": "secret"})
    assert (answer.status_code, store.talk.note(game, 0)) == (400, "")
    assert 'data-code="notes_need_links"' in answer.text


def test_somebody_who_watches_notes_nothing(browser, store):
    """A seat is needed."""
    made = store.create_game("1880", PLAYERS)
    browser.get("/")
    assert browser.send(f"/games/{made.id}/note", {"text": "x"}).status_code == 403


def test_time_is_counted_for_whoever_acts():
    """From entry to entry; a clock that goes back takes nothing away."""
    began = datetime(2030, 1, 1, tzinfo=UTC)
    minutes = [(0, 10), (1, 75), (1, 70), (0, 80)]
    used = time_used(began, [(seat, began + timedelta(minutes=at)) for seat, at in minutes], 3)
    assert used == [timedelta(minutes=20), timedelta(minutes=65), timedelta()]
    assert clock_texts(used) == ("0:20", "1:05", "")
    assert clock_texts([timedelta(seconds=59)] * 2) == ("", "")


def test_the_spreadsheet_tells_the_time_used(browser, tmp_path):
    """Only with links, where people wait for each other, and only of those who have used a minute."""
    now = [datetime(2030, 1, 1, tzinfo=UTC)]
    with Store(tmp_path / "timed.sqlite3", clock=lambda: now[0]) as store:
        browser.client.app.state.store = store
        told = {}
        for mode in ("links", "hot_seat"):
            game = store.create_game("1880", PLAYERS, mode=mode).id
            assert "Time used" not in browser.get(f"/games/{game}").text
            now[0] += timedelta(minutes=90)
            store.append(game, 0, {"type": "bid", "private": "P0", "amount": 5}, 0)
            told[mode] = re.findall(r"Time used: ([^<]*)<", browser.get(f"/games/{game}").text)
    assert told == {"links": [f"{PLAYERS[0]} 1:30"], "hot_seat": []}


def test_spreadsheet_has_the_order_of_play(browser, store):
    """Players from whoever has priority, companies as they operate, the one in turn marked."""
    game_id, game = opened(browser, store, "1880-2022-5p-202.json.gz", 265)
    page = browser.get(f"/games/{game_id}").text
    players, companies = re.findall(r"<ol aria-label.*?</ol>", page[page.index('<div class="order">') :], re.DOTALL)[:2]
    position = position_view(game)
    assert re.findall(r"</span> (\w+)</li>", players) == list(position.order)
    assert re.findall(r"c-(\w+)", companies) == [each.id for each in position.companies if each.floated]
    assert f'aria-current="step"><span class="roundel c-{game.deciding}">' in companies


def test_spreadsheet_can_be_closed_where_it_covers_the_screen(browser, store):
    game_id, _ = opened(browser, store, "1880-2022-5p-202.json.gz", 265)
    page = browser.get(f"/games/{game_id}").text
    assert re.search(r'<button[^>]*popovertarget="spreadsheet" popovertargetaction="hide" aria-label="Close"', page)


# ---- pages beside the table ----


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["1880-2022-3p-101.json.gz", "1888-2022-6p-808.json.gz"])
def test_tiles_that_are_left(browser, store, name, lang):
    """Every tile with its number and picture; the numbers are those of the supply."""
    game_id, game = opened(browser, store, name, 250)
    page = browser.get(f"/games/{game_id}/tiles?lang={lang}").text
    board = game.state.board
    for index, tile in enumerate(board.tiles):
        left = say("web_tile_left", lang, count=game.state.supply[index])
        assert f"<strong>{tile.number}</strong> {left}" in page
    assert page.count("<svg id=") + page.count("<svg xmlns") == len(board.tiles) + 1  # and what they share
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_tiles_show_what_they_can_become(browser, store):
    """Each tile with pictures of its upgrades, drawn once: every picture that is shown again is on the page."""
    game_id, game = opened(browser, store, "1880-2022-3p-101.json.gz", 250)
    page = browser.get(f"/games/{game_id}/tiles").text
    for tile in game.state.board.tiles:
        item = page[page.index(f'<li id="tile-{tile.number}"') :].partition("</li>")[0]
        assert re.findall(r'<use href="#face-(\w+)"', item) == list(tile.upgrades_to)
        assert f'<svg id="face-{tile.number}"' in item


@pytest.mark.parametrize("lang", LANGUAGES)
def test_charts_have_tables(browser, store, lang):
    """Three charts, each drawn for a desk and for a phone, and as a table with a row for each place."""
    game_id, game = opened(browser, store, "1880-2022-3p-101.json.gz")
    page = browser.get(f"/games/{game_id}/charts?lang={lang}").text
    assert page.count("<svg xmlns") == 2 * page.count("<table>") == 6
    assert all(f">{worth}<" in page for worth in (say_money(worth, lang) for _, worth in game.standings()))


def test_a_new_game_has_all_its_pages(browser, game):
    """Nothing to draw is said so."""
    assert "There is nothing to draw yet." in browser.get(f"/games/{game}/charts").text
    assert browser.get(f"/games/{game}/tiles").status_code == 200
    assert browser.get("/games/nothere/tiles").status_code == 404
    assert browser.get("/games/nothere/charts").status_code == 404


@pytest.mark.parametrize("name", ["1880-18xx.games-4p-606.json.gz", "1888-2022-6p-808.json.gz"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_stays_small(browser, store, name, lang):
    """Also late in a long game."""
    saved = golden(name)
    game_id, _ = opened(browser, store, name, len(saved["actions"]) - 20)
    page = browser.get(f"/games/{game_id}?lang={lang}").text
    assert len(gzip.compress(page.encode(), 5)) < LARGEST_PAGE


def test_holdings_and_last_runs(browser, store):
    """Who holds what stands with the players, price, move and last run of each company in its line or on its card."""
    _, game = opened(browser, store, "1880-2022-3p-101.json.gz", 330)
    page = html.unescape(browser.page)
    position = position_view(game)
    for player in position.players:
        for holding in player.holdings:
            assert re.search(rf'class="share c-{holding.company}">.*?{holding.company} <i>{holding.percent}</i>', page)
    for company in position.companies:
        assert f'class="roundel c-{company.id}"' in page
    assert say("web_last_run", "en") in page
    assert re.search(r'title="\d+ → \d+">[▲▼]', page)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_tells_what_the_round_and_the_trains_will_bring(browser, store, lang):
    """The rounds to come, what passing means, what every train to come does, and what each private is good for."""
    game_id, game = opened(browser, store, "1888-2022-6p-808.json.gz", 408)
    page = html.unescape(browser.get(f"/games/{game_id}?lang={lang}").text)
    position = position_view(game)
    assert position.step == "station"
    assert say_rounds(position, lang) in page
    assert say("web_pass_means", lang, means=say_passing(game, lang)) in page
    for stack in depot_view(game, position, lang):
        assert all(effect in page for effect in (*stack.first, *stack.last))
    for powers in private_powers(game.title, game.edition, lang).values():
        assert all(power in page for power in powers)


# ---- what is armed, and what is said before ----


def test_who_begins_a_founding_no_longer_follows_a_suggestion():
    """The suggested founding is armed and shown on its card until the reader names a company; then nothing is armed."""
    game = position("1880", "found")
    actions = list(game.legal_actions())
    suggested, *_, other = [each for each in actions if isinstance(each, FoundCompany)]
    before = armed_move(game, actions, Chosen(), 0, suggested, "en")
    assert before is not None
    assert before.action == suggested
    card = founding_card(game, position_view(game), actions, Chosen(), before, "en")
    assert card is not None
    assert founded_by(card.company, card.price, card.certificate) == suggested
    assert armed_move(game, actions, Chosen(seq=0, company=other.company), 0, suggested, "en") is None


def test_before_anything_is_chosen_the_bar_says_whose_step_it_is(browser, store):
    """A company with its step and treasury, a player at one screen by name, and the reader as such."""
    game = position("1888", "lay")
    browser.get(f"/games/{store.import_game(game.to_json(), mode='hot_seat').id}")
    (company,) = [each for each in position_view(game).companies if each.id == game.deciding]
    assert f">{company.id} · Track · ¥{company.treasury} in treasury</h2>" in browser.page
    shared = store.create_game("1888", PLAYERS, mode="hot_seat")
    browser.get(f"/games/{shared.id}")
    assert f">{PLAYERS[0]} decides</h2>" in browser.page
    made = store.create_game("1888", PLAYERS)
    browser.get(f"/games/{made.id}/seat/{made.secrets[0]}")
    browser.get(f"/games/{made.id}")
    assert ">Your turn</h2>" in browser.page


# ---- a train that must be bought ----


def test_a_company_that_must_buy_a_train_says_what_is_missing(browser, store):
    """The last position before a bankruptcy: the duty, the train beyond all means, and bankruptcy apart from sales."""
    saved = golden("1888-18xx.games-4p-909.json.gz")
    game_id = store.import_game({**saved, "actions": saved["actions"][:-1]}, mode="hot_seat").id
    browser.get(f"/games/{game_id}")
    assert "LYR must own a train." in browser.page
    assert "The cheapest, a 4-train, costs ¥300: LYR has ¥148, Bo ¥58." in browser.page
    assert re.search(r'<button class="refused beyond".*¥94 short', browser.page)
    assert re.search(r'<li class="apart">\s*<button[^>]*go_bankrupt', browser.page)
    for lang, words in (("de", "Die billigste, eine 4er-Lok, kostet ¥300"), ("ja", "最も安い列車は4列車（300元）")):
        browser.get(f"/games/{game_id}?lang={lang}")
        assert words in browser.page


# ---- cards ----


def test_what_cannot_be_bought_or_sold_stands_grey_on_its_card(browser, store):
    """Each company keeps its buttons; the reason is whole for those who point at it or listen."""
    _, game = opened(browser, store, "1880-2022-7p-303.json.gz", 400)
    refused = refused_trades(game, position_view(game), list(game.legal_actions()))
    cards = html.unescape(browser.page).split('<article class="company-card')[1:]
    assert len(cards) == len(position_view(game).companies)
    assert sum(card.count('name="why"') for card in cards) == len(refused)
    for each in refused:
        company = each.action.to_json()["company"]
        card = next(card for card in cards if f'id="card-{company}"' in card)
        assert f'title="{say_error(each.refusal, "en")}"' in card
        plain = each.refusal.code == "not_held"
        assert plain or f">{say_error_briefly(each.refusal, 'en')}</small>" in card


@pytest.mark.parametrize(
    ("title", "bids", "money", "told"),
    [
        ("1880", [], (0, 600), "If everybody passes, Ann gets P0 for nothing."),
        ("1880", [Bid("P0", 5), Bid("P0", 10), Pass()], (0, 600), "If nobody bids more, Bo gets P0 for ¥10."),
        ("1888", [Bid("HS", 80), Bid("HS", 85), Pass()], (80, 720), "If everybody passes, KT falls to ¥20."),
    ],
)
def test_an_auction_tells_what_money_is_free_and_where_passing_leads(browser, store, title, bids, money, told):
    """The player who bids sees what is set aside, and what happens if nobody goes on."""
    game = tielu.new_game(title, PLAYERS)
    for bid in bids:
        game.apply(bid)
    page = html.unescape(browser.get(f"/games/{store.import_game(game.to_json(), mode='hot_seat').id}").text)
    for amount in money:
        assert f"<dd>¥{amount}</dd>" in page
    assert told in page
    assert say(view_of(title).auction, "en") in page


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "out of the bidding"), ("de", "bietet nicht mehr"), ("ja", "降りた")]
)
def test_an_auction_tells_who_bids_no_more(browser, store, lang, told):
    """On the line of the ribbon and on the private, until the next one is auctioned."""
    game = tielu.new_game("1880", PLAYERS)
    for bid in (Bid("P0", 5), Pass()):
        game.apply(bid)
    page = browser.get(f"/games/{store.import_game(game.to_json(), mode='hot_seat').id}?lang={lang}").text
    assert re.findall(r'<li class="(\w+|to-come)"[^>]*><span>(\w+)</span>', page) == [
        ("to-come", "Ann"),
        ("skipped", "Bo"),
        ("now", "Cy"),
    ]
    assert f'<span class="unseen"> ({told})</span>' in page
    (lot,) = re.findall(r'<section class="lot".*?</section>', page, re.DOTALL)
    assert f'<span class="unseen">Bo </span><span>{told}</span>' in lot
    assert len(re.findall('class="dropped-out"', page)) == 2  # once more on its card
    game.apply(Pass())
    after = browser.get(f"/games/{store.import_game(game.to_json(), mode='hot_seat').id}?lang={lang}").text
    assert 'class="dropped-out"' not in after


def test_a_private_lists_the_best_bid_of_each_player(browser, store):
    """The leader first; whoever decides sees where others have bid more."""
    game = tielu.new_game("1888", PLAYERS)
    for bid in (Bid("HS", 80), Bid("HS", 85), Bid("HS", 90), Bid("HS", 95), Bid("HS", 100), Pass()):
        game.apply(bid)
    page = browser.get(f"/games/{store.import_game(game.to_json(), mode='hot_seat').id}").text
    bids = re.findall(r'<span class="bid.*?</b></span>', page)
    told = [re.sub(r"<[^>]+>", " ", bid.split("</span>", 1)[1]).split() for bid in bids]
    assert told == [["Bo", "leads", "¥100"], ["Ann", "outbid", "¥95"], ["Cy", "¥90"]]


def test_a_private_that_is_sold_keeps_its_place(browser, store):
    """In the order of the privates, with the buyer and what was paid."""
    opened(browser, store, "1880-2022-3p-101.json.gz", 30)
    found = re.findall(r'class="private-card([^"]*)".*?<span class="ticket">(\w+)<', browser.page, re.DOTALL)
    assert [private for _, private in found] == [f"P{number}" for number in range(8)]
    sold = [private for classes, private in found if "sold" in classes]
    assert sold == [f"P{number}" for number in range(len(sold))]
    assert 0 < len(sold) < 8


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "highest bid: Ann ¥25"), ("de", "Höchstgebot: Ann ¥25"), ("ja", "最高入札額：Ann 25元")]
)
def test_beside_an_amount_the_highest_bid_is_told_without_the_private(lang, told):
    """The card has its name already; no comma is left of it in any language."""
    game = tielu.new_game("1880", ["Ann", "Bo", "Cy"])
    game.apply(Bid("P0", 25))
    actions = game.legal_actions()
    bid = next(each for each in actions if isinstance(each, Bid))
    armed = armed_move(game, actions, Chosen(), 0, bid, lang)
    assert armed is not None
    assert armed.details == told
