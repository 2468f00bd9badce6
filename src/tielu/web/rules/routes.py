"""Pages of the rules: all books, the book of a title or what is looked for in it, a rule, and the rules of a moment."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from fastapi import APIRouter, Request, Response
from markupsafe import escape

from tielu import TITLES
from tielu.core.errors import RefusedAction
from tielu.core.title import plain_name
from tielu.errors import NotFound
from tielu.i18n import Rule
from tielu.i18n.glossary import glossary, words_in_other_languages
from tielu.store import GameInfo, Store, StoreError
from tielu.store.person import Person
from tielu.views.rulebook.aid import print_size
from tielu.views.rulebook.book import Book, Entry, Section, book_of
from tielu.views.rulebook.matters import Matters, what_matters
from tielu.views.rulebook.search import MOST_FOUND, query_of, search
from tielu.views.rulebook.title import rulebook_of
from tielu.web.csrf import form_token
from tielu.web.dependencies import StoreDep, request_language
from tielu.web.page_body import PageBody
from tielu.web.people.accounts import header_entry
from tielu.web.rendering import page_body, page_response, render, theme_of
from tielu.web.seats.access import current_seat
from tielu.web.shared_pages import SharedPages
from tielu.web.table.broken_game import broken_page
from tielu.web.table.sidebar import chronicle_of

# What is quoted of an address that leads nowhere.
_LONGEST = 80
# Books never change while the server runs, and are the same for everybody but for the header.
_PAGES: SharedPages[PageBody] = SharedPages(seconds=3600)
# Stands for the name of whoever is signed in until the page is sent; nobody can know it.
_ANY_NAME = secrets.token_urlsafe(32)

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class RulePage:
    """A rule where it stands: its entry, its section, the neighbours in the book."""

    book: Book
    section: Section
    entry: Entry
    rule: Rule
    before: Rule | None
    after: Rule | None


@dataclass(frozen=True)
class RulesInGame:
    """What rules have to do with a game; `entries` are the numbers of its log entries by action."""

    info: GameInfo
    matters: Matters
    entries: tuple[int, ...]


@router.get("/rules")
def all_books(request: Request, q: str = "") -> Response:
    """The books of all titles, or what is looked for in them."""
    lang, query = request_language(request), query_of(q)
    books = [book_of(title, lang) for title in TITLES]
    found = {book.title: search(book, query) for book in books}
    return render(request, "rules_all.html", lang, books=books, query=query, found=found, most=MOST_FOUND)


@router.get("/rules/glossary")
def words(request: Request) -> Response:
    """The words of the game in the reader's language, with those of the others."""
    lang = request_language(request)

    def values() -> dict[str, object]:
        groups = [
            (group, [(term, words_in_other_languages(term.key, lang)) for term in terms])
            for group, terms in groupby(glossary(lang), key=lambda term: term.group)
        ]
        return {"groups": groups}

    return _shared(request, "glossary.html", lang, values)


@router.get("/rules/{title}")
def book(request: Request, title: str, q: str = "") -> Response:
    """The book of a title, or what is looked for in it; raises NotFound for an unknown title."""
    lang, query = request_language(request), query_of(q)
    shown = _book(title, lang)
    if not query:
        values = {"book": shown, "query": "", "found": (), "most": MOST_FOUND}
        return _shared(request, "rule_book.html", lang, lambda: values)
    return render(request, "rule_book.html", lang, book=shown, query=query, found=search(shown, query), most=MOST_FOUND)


@router.get("/rules/{title}/aid")
def aid(request: Request, title: str, edition: str = "") -> Response:
    """The player aid of a title; an edition that it does not have counts as the usual one. Raises NotFound."""
    lang = request_language(request)
    shown = _book(title, lang)
    make = rulebook_of(shown.title).aid
    if make is None:
        raise NotFound("no_aid", title=shown.label)
    edition = edition if edition in shown.editions else shown.editions[0]

    def values() -> dict[str, object]:
        pages = make(edition, lang)
        return {"book": shown, "edition": edition, "pages": pages, "size": print_size(pages)}

    return _shared(request, "aid.html", lang, values)


@router.get("/rules/{title}/{name}")
def one_rule(request: Request, title: str, name: str) -> Response:
    """A rule; raises NotFound if there is none of this name."""
    lang = request_language(request)
    return render(request, "rule.html", lang, page=rule_page(_known(title), name, lang), game=None)


@router.get("/games/{game_id}/rules")
def rules_now(request: Request, store: StoreDep, game_id: str) -> Response:
    """The rules that matter in the present position of a game."""
    return _in_game(request, store, game_id, "")


@router.get("/games/{game_id}/rules/{name}")
def rule_now(request: Request, store: StoreDep, game_id: str, name: str) -> Response:
    """A rule, and where it matters in a game; raises NotFound if the game's title has none of this name."""
    return _in_game(request, store, game_id, name)


def _shared(request: Request, template: str, lang: str, values: Callable[[], dict[str, object]]) -> Response:
    """A page that is made, with its values, once for all who ask for it in the same way.

    People who are signed in share one, too: it differs in nothing but the name in its header.
    """
    header = header_entry(request)
    visitor = header["visitor"]
    header["visitor"] = visitor and {"name": _ANY_NAME}
    asked = (request.url.path, str(request.query_params), lang, theme_of(request), repr(header))
    body = _PAGES.get(asked, lambda: page_body(request, template, lang, **values(), **header))
    if isinstance(visitor, Person):
        text = body.plain(form_token(request)).decode().replace(_ANY_NAME, escape(visitor.name))
        body = PageBody(text, _ANY_NAME)
    return page_response(request, body, lang)


def rule_page(title: str, name: str, lang: str) -> RulePage:
    """The page of a rule; raises NotFound if the title has none of this name."""
    book = _book(title, lang)
    place = book.places.get(f"{title}.{name}")
    if place is None:
        raise NotFound("unknown_rule", rule=f"{title}.{name}"[:_LONGEST])
    section, entry = place
    ids = [rule.id for rule in book.rules]
    first, last = ids.index(entry.rules[0].id), ids.index(entry.rules[-1].id)
    return RulePage(
        book,
        section,
        entry,
        book.rules[ids.index(f"{title}.{name}")],
        book.rules[first - 1] if first else None,
        book.rules[last + 1] if last + 1 < len(ids) else None,
    )


def _known(title: str) -> str:
    """The title that an address names, by any of its names; raises NotFound for an unknown one."""
    name = plain_name(title)
    if name not in TITLES:
        raise NotFound("unknown_title", title=title[:_LONGEST], known=tuple(TITLES))
    return name


def _book(title: str, lang: str) -> Book:
    return book_of(_known(title), lang)


def _in_game(request: Request, store: Store, game_id: str, name: str) -> Response:
    info = store.game(game_id)
    seat = current_seat(request, store, info)
    lang = request_language(request)
    page = rule_page(info.title, name, lang) if name else None
    try:
        game = _rules_in_game(store, info, page, lang)
    except (RefusedAction, StoreError) as failure:
        return broken_page(request, store, info, seat, lang, failure)
    if page is None:
        book = book_of(info.title, lang)
        texts = {rule.id: rule.text for rule in book.rules}
        return render(request, "rules_now.html", lang, game=game, book=book, texts=texts)
    return render(request, "rule.html", lang, page=page, game=game)


def _rules_in_game(store: Store, info: GameInfo, page: RulePage | None, lang: str) -> RulesInGame:
    """What a rule, or all, have to do with a game; raises RefusedAction if the rules now forbid one of its actions."""
    stored = store.read(info.id)
    chronicle = chronicle_of(info.id, stored.load().game)
    wanted = () if page is None else tuple(rule.id for rule in page.entry.rules)
    return RulesInGame(info, what_matters(chronicle, lang, wanted), tuple(stored.effective_entries()))
