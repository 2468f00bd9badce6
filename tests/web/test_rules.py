"""The rules at hand: every id has its page in each language, every link leads somewhere, searches find."""

import html
import re
from dataclasses import replace
from unittest.mock import Mock

import pytest
from markupsafe import escape

from tests.browser.positions import at_one_screen
from tests.message_codes import PACKAGE
from tests.play import attributes
from tests.web.people import come as come
from tests.web.people import mailbox as mailbox
from tests.web.people import visit_as
from tielu import TITLES
from tielu.i18n import LANGUAGES, Rule, rule, rules
from tielu.i18n.glossary import glossary, words_in_other_languages
from tielu.titles.t1880.rules.editions import EDITIONS as EDITIONS_1880
from tielu.titles.t1888n.rules.editions import EDITIONS as EDITIONS_1888
from tielu.views.rulebook.book import book_of
from tielu.views.rulebook.matters import what_matters
from tielu.views.rulebook.search import LONGEST_QUERY, search
from tielu.views.rulebook.title import rulebook_of
from tielu.web.page_body import PageBody
from tielu.web.rendering import page_body
from tielu.web.rules import routes
from tielu.web.rules.addresses import aid_address, book_address, rule_address
from tielu.web.shared_pages import SharedPages
from tielu.web.table.sidebar import chronicle_of

each_language = pytest.mark.parametrize("lang", LANGUAGES)
each_title = pytest.mark.parametrize("title", ["1880", "1888"])
COUNTS = {"1880": 402, "1888": 250}
OURS = re.compile(r'href="(/[^"]*)"')


def links(page):
    """The addresses on this server that a page leads to."""
    return {html.unescape(found) for found in OURS.findall(page)}


def plain(page):
    """A page without the buttons around words of the game."""
    return html.unescape(re.sub(r'<button type="button" class="term"[^>]*>([^<]*)</button>', r"\1", page))


def anchors(page):
    return set(re.findall(r' id="([^"]+)"', page))


@each_title
@each_language
def test_the_book_has_every_rule_in_its_section(browser, title, lang):
    """All ids lead to their pages, stand under an anchor of their own or beside their other wording, and are read."""
    page = browser.get(f"{book_address(title)}?lang={lang}").text
    shown, read = links(page), plain(page)
    expected = [each for each in rules(lang) if each.id.startswith(f"{title}.")]
    assert len(expected) == COUNTS[title]
    assert [each.id for each in expected if rule_address(each.id) not in shown] == []
    assert [each.id for each in expected if each.text not in read] == []
    book = book_of(title, lang)
    firsts = {entry.rules[0].id.partition(".")[2] for section in book.sections for entry in section.entries}
    assert firsts <= anchors(page)
    assert {section.slug for section in book.sections} <= anchors(page)


@each_title
def test_sections_stand_in_the_order_of_the_book(title):
    """Chapters go up, parts of a chapter too, and what has no number comes last; alike in every language."""
    numbers = [section.number for section in book_of(title, "en").sections]
    assert numbers[:3] == (["II", "III", "IV"] if title == "1880" else ["I", "II.2", "II.3"])
    assert numbers.index("VIII.3.9" if title == "1888" else "IX") < numbers.index("IX.1" if title == "1888" else "X")
    for lang in LANGUAGES:
        sections = book_of(title, lang).sections
        assert [each.number for each in sections] == numbers
        assert [each.slug for each in sections] == [each.slug for each in book_of(title, "en").sections]


@each_language
def test_pages_of_rules_lead_on_to_every_other(browser, lang):
    """From any rule one gets to the one before and after, to the section and the book; those of a title in a chain."""
    for title in TITLES:
        for each in book_of(title, lang).rules[::45]:
            answer = browser.get(f"{rule_address(each.id)}?lang={lang}")
            assert answer.status_code == 200
            assert each.text in plain(answer.text)
            ids = [other.id for other in book_of(title, lang).rules]
            at = ids.index(each.id)
            assert {rule_address(other) for other in ids[max(0, at - 1) : at + 2]} <= links(answer.text)


def followed(browser, starts, within):
    """The pages to which links lead from these, and on from those whose path begins `within`, each asked for once.

    Every one of them must be there, and so must the anchors; links to another language are left out.
    """
    pages, asked, waiting, anchored = {}, set(starts), list(starts), set()
    while waiting:
        path = waiting.pop()
        answer = browser.get(path)
        assert answer.status_code == 200, path
        pages[path] = answer.text if answer.headers["content-type"].startswith("text/html") else ""
        if path not in starts and not path.startswith(within):
            continue
        for link in sorted(links(pages[path])):
            target, _, anchor = link.partition("#")
            anchored |= {(target or path, anchor)} if anchor else set()
            if target and target not in asked and not target.startswith("/static") and "lang=" not in target:
                asked.add(target)
                waiting.append(target)
    assert [each for each in sorted(anchored) if each[1] not in anchors(pages[each[0]])] == []
    return pages


def test_every_rule_is_reached_and_every_link_leads_somewhere(browser):
    """Who follows all links from the list of books gets to each rule, and to no page or anchor that is not there."""
    pages = followed(browser, ["/rules"], "/rules")
    assert [each.id for each in rules("en") if rule_address(each.id) not in pages] == []
    assert [each.id for each in rules("en") if each.text not in plain(pages[rule_address(each.id)])] == []


def test_every_link_of_rules_in_a_game_leads_somewhere(browser, store):
    """From the rules of the moment, and from where a rule matters in a game."""
    game = at_one_screen(store, "1880", "lay")
    starts = [f"/games/{game}/rules", rule_address("1880.track.must-extend-own-network", game), "/rules?q=ferry"]
    assert len(followed(browser, starts, "nowhere else")) > 30


@pytest.mark.parametrize(
    ("title", "lang", "query", "expected"),
    [
        ("1880", "en", "trains.must-own", "1880.trains.must-own"),
        ("1880", "en", "1880.trains.must-own", "1880.trains.must-own"),
        ("1880", "en", "MUST-OWN", "1880.trains.must-own"),
        ("1880", "de", "Trans-Sib", None),
        ("1880", "de", "baurecht sonder", "1880.p5.extra-d-permit"),
        ("1880", "ja", "ＯＯ", "1880.track.oo-hex-oo-tile"),
        ("1888", "en", "harbour terminus", "1888.harbour.end-of-route"),
        ("1888", "de", "Fähre", "1888.yanda.ferry-tile"),
        ("1888", "de", "Fähren", "1888.yanda.usable-by-all"),
        ("1888", "de", "Kaninchen", None),
        ("1888", "ja", "破産", "1888.emergency.bankruptcy"),
        ("1888", "en", "zzzz", None),
        ("1880", "en", "   ", None),
    ],
)
def test_searches_find_words_and_ids(title, lang, query, expected):
    """Words in any case and width, all of them, or an id; nothing for words that no rule has."""
    found = [each.rule.id for each in search(book_of(title, lang), query)]
    assert (expected in found) if expected else found == []
    if query.endswith("must-own"):
        assert found[0] == expected


@pytest.mark.parametrize(
    ("query", "found", "unwanted"),
    [
        ("Bahnhöfe", {"bahnhof", "bahnhöfe"}, set()),
        ("Bahnhof", {"bahnhof", "bahnhöfe"}, set()),
        ("Züge", {"zug"}, {"zugang", "bezug"}),
        ("Zug", {"zug", "züge"}, set()),
        ("Städten", {"stadt", "städten"}, set()),
        ("Fähren", {"fähr"}, {"fahr", "fahren", "fahrt"}),
        ("Fähre", {"fähr"}, {"fahr", "fahren", "fahrt"}),
        ("Verkauf", {"verkauf", "verkäufe"}, set()),
    ],
)
def test_singulars_and_plurals_find_each_other(query, found, unwanted):
    """Also where German changes the vowel; but a ferry is no run."""
    words = {part.casefold() for each in search(book_of("1880", "de"), query) for part in each.parts[1::2]}
    assert found <= words
    assert not unwanted & words


def test_a_search_is_shown_and_bounded(browser):
    """What was found has its words marked; endless and hostile queries are cut and shown as text."""
    page = browser.get("/rules/1880", params={"q": "Takeover"}).text
    assert "<mark>takeover</mark>" in page.lower()
    assert rule_address("1880.privates.powers-until-end") in links(page)
    answer = browser.get("/rules/1880", params={"q": "<script>" + "x" * 5000})
    assert answer.status_code == 200
    assert "<script>x" not in answer.text
    assert f'value="&lt;script&gt;{"x" * (LONGEST_QUERY - 8)}"' in answer.text
    assert browser.get("/rules", params={"q": "ferry"}).text.count('class="results"') == len(TITLES)


def test_unknown_addresses(browser):
    """No such title, rule or game: not found, with its code; a rule of the other title is none of this game."""
    for path in ("/rules/1799", "/rules/1880/trains.none", "/games/nothere/rules", "/rules/x/y"):
        assert browser.get(path).status_code == 404, path


def test_a_title_has_its_other_names(browser):
    """In the addresses of its book, its aid and its rules."""
    for path in ("", "/aid", "/heng-shan.subsidy-40"):
        by_either = [browser.get(f"/rules/{title}{path}") for title in ("1888", "1888-N")]
        assert [answer.status_code for answer in by_either] == [200, 200], path


@each_title
@each_language
def test_differences_of_editions_are_told(browser, title, lang):
    """Every switch in which editions differ has its words at its rules, with the editions that do otherwise."""
    editions: dict[str, object] = dict(EDITIONS_1880.items() if title == "1880" else EDITIONS_1888.items())
    usual, *others = editions.values()
    differing = {
        name
        for name in attributes(usual)
        if name != "edition" and any(getattr(other, name) != getattr(usual, name) for other in others)
    }
    known = rulebook_of(title).readings
    assert set(known) == differing
    entries = [entry for section in book_of(title, lang).sections for entry in section.entries]
    told = {reading.switch: reading for entry in entries for reading in entry.readings}
    assert set(told) == differing
    assert all(reading.editions for reading in told.values())
    assert all(rule(each) is not None for ids in known.values() for each in ids)
    page = html.unescape(browser.get(f"{book_address(title)}?lang={lang}").text)
    assert [reading.switch for reading in told.values() if reading.text not in page] == []


def test_wordings_of_two_editions_stand_side_by_side():
    """Both are one entry; a rule that only one edition prints says so."""
    _, entry = book_of("1880", "en").places["1880.float.slot.2010"]
    assert [each.id for each in entry.rules] == ["1880.float.slot.2010", "1880.float.slot.2022"]
    assert [reading.editions for reading in entry.readings] == [("2010", "18xx.games")]
    _, entry = book_of("1880", "en").places["1880.train.2r-count"]
    assert entry.printed == ("2022",)
    _, entry = book_of("1880", "en").places["1880.trains.must-own"]
    assert not entry.differs


def test_every_refusal_leads_to_its_rule():
    """The rule that any refusal in the source names has an address."""
    sources = [path.read_text("utf-8") for path in PACKAGE.glob("titles/*/rules/*.py")]
    cited = {each for source in sources for each in re.findall(r'"((?:1880|1888)\.[a-z0-9-]+\.[a-z0-9.-]+)"', source)}
    assert len(cited) > 200
    assert [each for each in sorted(cited) if not rule_address(each)] == []


def test_links_at_the_table(browser, store):
    """What is not possible, the log, the armed move and the menu lead to rules of this game."""
    game = at_one_screen(store, "1880", "lay")
    shown = links(browser.get(f"/games/{game}").text)
    assert f"/games/{game}/rules" in shown
    assert rule_address("1880.turn.sequence", game) in shown  # not possible now
    assert rule_address("1880.trains.intercompany-same-director", game) in shown  # in the log
    run = at_one_screen(store, "1880", "run")
    page = browser.get(f"/games/{run}").text
    assert 'class="rule" data-rule="1880.income.sum-plus-bonus"' in page
    assert rule_address("1880.income.sum-plus-bonus", run) in links(page)
    refused = browser.get(f"/games/{run}", params={"why": '{"type":"pass"}'}).text
    assert rule_address("1880.turn.compulsory-steps", run) in links(refused)


@each_title
def test_where_rules_matter_now(browser, store, title):
    """The page of a moment names what is possible, what is not, and what came last; that of a rule its own part."""
    game = at_one_screen(store, title, "run")
    chronicle = chronicle_of(game, store.load(game).game)
    matters = what_matters(chronicle, "en")
    assert matters.forbids
    assert matters.possible
    assert matters.happened
    page = browser.get(f"/games/{game}/rules").text
    assert all(rule_address(line.rule, game) in links(page) for line in matters.forbids)
    one = matters.forbids[0]
    page = html.unescape(browser.get(rule_address(one.rule, game)).text)
    assert one.reason in page
    last = matters.happened[0]
    of_last = what_matters(chronicle, "en", last.rules[:1])
    assert last in of_last.happened
    assert not [each for each in of_last.happened if last.rules[0] not in each.rules]
    unconcerned = what_matters(chronicle, "en", (f"{title}.score.winner",))
    assert not unconcerned.any
    text = browser.get(rule_address(f"{title}.score.winner", game)).text
    assert "Neither in what can be done now" in text


def test_rules_of_a_finished_game(browser, store):
    """Where a finished game has nothing to decide the page still tells what came last."""
    game = at_one_screen(store, "1888", "finished")
    page = browser.get(f"/games/{game}/rules").text
    assert "Possible now" not in page
    assert "The last moves" in page


def test_books_are_made_once(browser, monkeypatch):
    """A second reader gets the page that was made for the first, with a token of their own."""
    first = browser.get("/rules/1888?lang=de").text
    monkeypatch.setattr("tielu.web.rules.routes.page_body", None)
    assert browser.get("/rules/1888?lang=de").text == first


def test_a_rule_without_texts_has_no_address():
    """A title without a catalogue cites ids that lead nowhere."""
    assert rule_address("18Valley.some.rule") == "" == rule_address("1880.none") == rule_address("")
    assert isinstance(rule("1880.trains.must-own"), Rule)


@each_title
@each_language
def test_the_aid_is_a_page(browser, title, lang):
    """Two sheets, for each edition; an edition that is not there counts as the usual one."""
    page = browser.get(f"{aid_address(title)}?lang={lang}").text
    assert page.count('<section class="sheet-of-aid ') == 2
    for edition in TITLES[title].editions:
        assert aid_address(title, edition) in links(page)
        assert browser.get(aid_address(title, edition)).status_code == 200
    assert browser.get(aid_address(title, "1799")).status_code == 200


def test_the_aid_is_found(browser, store):
    """From the shelf, the book, the menu of the table and the rules of the moment."""
    game = at_one_screen(store, "1880", "lay")
    edition = store.game(game).edition
    for path in ("/rules", "/rules/1880"):
        assert aid_address("1880") in links(browser.get(path).text)
    for path in (f"/games/{game}", f"/games/{game}/rules"):
        assert aid_address("1880", edition) in links(browser.get(path).text)
    assert browser.get("/rules/1799/aid").status_code == 404


@each_language
def test_the_glossary_is_a_page(browser, lang):
    """Every word has its anchor, its meaning, and its words in the other languages."""
    page = browser.get(f"/rules/glossary?lang={lang}").text
    read = html.unescape(page)
    assert {term.key for term in glossary(lang)} <= anchors(page)
    for term in glossary(lang):
        assert term.means in read
        assert all(word in read for _, word in words_in_other_languages(term.key, lang))


@each_language
def test_words_in_rules_tell_what_they_mean(browser, lang):
    """Each word that can be pressed opens its meaning, which stands on the page and leads to the glossary."""
    page = browser.get(f"/rules/1888?lang={lang}").text
    pressed = set(re.findall(r'popovertarget="([^"]+)"', page))
    assert len(pressed) > 15
    assert pressed <= anchors(page)
    assert {f"/rules/glossary#{each.removeprefix('term-')}" for each in pressed} <= links(page)


def test_labels_at_the_table_are_words_of_the_game(browser, store):
    """They tell what they mean without a script."""
    game = at_one_screen(store, "1880", "lay")
    page = html.unescape(browser.get(f"/games/{game}?lang=de").text)
    means = next(term.means for term in glossary("de") if term.key == "train-limit")
    assert f'<a class="term" href="/rules/glossary#train-limit" title="{means}"' in page


@pytest.mark.parametrize("path", ["/rules/glossary", "/rules/1888", "/rules/1888/aid"])
def test_pages_of_rules_are_made_once_for_all_who_are_signed_in(come, store, monkeypatch, path):
    """Each reads their own name in the header; neither the page nor what stands in it is made again."""
    pages: SharedPages[PageBody] = SharedPages(seconds=60)
    monkeypatch.setattr(routes, "_PAGES", pages)
    rulebook = rulebook_of("1888")
    makers = {"page_body": Mock(wraps=page_body), "glossary": Mock(wraps=glossary)}
    aid = Mock(wraps=rulebook.aid)
    monkeypatch.setattr(routes, "rulebook_of", lambda title: replace(rulebook, aid=aid))
    for name, maker in makers.items():
        monkeypatch.setattr(routes, name, maker)
    stranger, readers = come(), {name: come() for name in ("Ann", "O'Bo")}
    for name, browser in readers.items():
        visit_as(browser, store, name)
    read = {name: browser.get(f"{path}?lang=en").text for name, browser in readers.items()}
    assert [name for name, page in read.items() if f"<span>{escape(name)}</span>" not in page] == []
    assert read["Ann"].replace("<span>Ann<", "<span>O&#39;Bo<") == read["O'Bo"]
    assert len(pages._pages) == 1
    assert readers["Ann"].get(f"{path}?lang=en").text == read["Ann"]
    assert makers["page_body"].call_count == 1
    assert makers["glossary"].call_count + aid.call_count == (0 if path == "/rules/1888" else 1)
    assert "<span>Sign in</span>" in stranger.get(f"{path}?lang=en").text
    assert len(pages._pages) == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_rule_speaks_of_a_platform_without_a_name(lang):
    """Readers know 18xx.games by its name."""
    nameless = re.compile("platform|plattform|プラットフォーム", re.IGNORECASE)
    assert [each.id for each in rules(lang) if nameless.search(f"{each.text} {each.note}")] == []
