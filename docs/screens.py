"""The screens of the table: positions of recorded games, and what is pressed before each picture."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from typing import Any

from playwright.sync_api import Page, expect

import tielu
from tests.browser.hand import Hand
from tests.browser.positions import cut, recorded
from tielu import Game
from tielu.clocks import TimeControl
from tielu.core.actions import Bid, FoundCompany
from tielu.store import Player, Store
from tielu.store.open_game import OpenGameChoices
from tielu.web.review.reviewer import review_game
from tielu.web.statistics.counter import count_games

# Four clerks in the one, five in the other; the drafts of the table show the first of them.
CHINA = "0.2/1880-2022-4p-whole"
NORTH = "0.2/1888-18xx.games-5p-whole"
NAMES = ("Ann", "Bo", "Cy", "Dee")
BIDS = 22


@dataclass(frozen=True)
class Screen:
    """A page in a position: of which recorded game, after how many actions, which part, what is pressed there."""

    name: str
    game: str = CHINA
    actions: int | None = None
    part: str = ""
    prepare: Callable[[Page], None] | None = None
    # Some are only there on a phone.
    phone_only: bool = False


@cache
def address_of(screen: Screen, store: Store) -> str:
    """Where the page of a screen is; its game is its own, since a suggestion stays with the game."""
    return f"/games/{put(store, screen.game, screen.actions)}{screen.part}" if screen.game else screen.part


@cache
def my_games(store: Store) -> tuple[str, ...]:
    """The games that the start page lists, the latest first."""
    return tuple(put(store, *each) for each in ((CHINA, 356), (NORTH, 282), (CHINA, 372), (NORTH, None)))


def put(store: Store, name: str, actions: int | None) -> str:
    """Put a recorded game into the store, after so many actions, with clerks beside the player; returns its id."""
    game = auction() if name == "auction" else cut(name, len(recorded(name)["actions"]) if actions is None else actions)
    person = game.position.actor or game.players[-1]
    seats = [Player(each, "en", None if each == person else "clerk", skips_empty_steps=True) for each in game.players]
    return store.import_game(game, seats, mode="hot_seat", hints=True).id


def auction() -> Game:
    """An auction of 1888-N in full course: everyone bids the least for one of the dearer privates."""
    game, rng = tielu.new_game("1888", list(NAMES)), random.Random(8)
    while len(game.actions) < BIDS:
        bids = [each for each in game.legal_actions() if isinstance(each, Bid)]
        game.apply(rng.choice(bids[1:] or bids))
    return game


def session_of(store: Store) -> str:
    """The secret of a new session of Ann, for the page of her account."""
    link = store.people.ask_link("ann@mail.example")
    assert link is not None
    signed_in = store.people.sign_in_by_link(link, "Firefox, Linux", name="Ann", time_zone="Europe/Vienna")
    if not store.people.passkeys.of(signed_in.person.id):
        store.people.passkeys.add(signed_in.person.id, "passkey", "public key", 0, "Safari, iPhone")
    return signed_in.secret


@cache
def people(store: Store) -> dict[str, str]:
    """The ids of people with accounts by their names, Ann among them."""
    session_of(store)
    ids = {"Ann": store.people.named("Ann").id}
    for name in ("Bo", "Cy", "Dee", "Yuki"):
        link = store.people.ask_link(f"{name.lower()}@mail.example")
        assert link is not None
        ids[name] = store.people.sign_in_by_link(link, "Firefox, Linux", name=name).person.id
    return ids


@cache
def play_rated(store: Store) -> None:
    """Rated games of four out of five people, who sit by lot and play as recorded; all let others see how they did."""
    ids, choices = people(store), OpenGameChoices("1880", "2022", 4, 4, pace="days", rated=True)
    for person in ids.values():
        store.standing.show(person, shown=True)
    actions = recorded(CHINA)["actions"]
    for away in ("Bo", "Cy", "Dee", "Yuki"):
        open_id = store.open_games.make(ids["Ann"], choices)
        for name in ids:
            if name not in ("Ann", away):
                store.open_games.join(open_id, ids[name])
        game = store.open_games.start(open_id, ids["Ann"], ())
        for seq, action in enumerate(actions):
            actor = store.game(game).actor
            assert actor is not None
            store.append(game, seq, action, actor)


@cache
def gather(store: Store) -> None:
    """Open games of Ann and others, for the lobby."""
    ids = people(store)
    day, three_days = timedelta(hours=24), timedelta(hours=72)
    slow = TimeControl(three_days, day, three_days, "bot", "clerk")
    usual = OpenGameChoices("1880", "2022", 3, 5)
    for host, choices, joined, invited in (
        ("Dee", replace(usual, title="1888", fewest=3, most=4, pace="days", time_control=slow), ("Cy",), ""),
        ("Yuki", replace(usual, title="1888", fewest=4, most=4, bot="clerk", language="ja"), (), ""),
        ("Cy", replace(usual, rated=True, pace="days", time_control=slow), ("Dee", "Yuki"), ""),
        ("Bo", usual, ("Yuki",), "Ann"),
        ("Ann", replace(usual, name="Friday evening", visibility="private"), ("Bo", "Cy"), "Dee"),
    ):
        open_id = store.open_games.make(ids[host], choices)
        for each in joined:
            store.open_games.join(open_id, ids[each])
        if invited:
            store.open_games.invite(open_id, ids[host], invited)


@cache
def count_all(store: Store) -> None:
    """Count finished games, for the page with statistics."""
    for name in (CHINA, "1880-2022-3p-101", "1880-18xx.games-3p-707", "1880-18xx.games-4p-606", "1880-2010-4p-404"):
        put(store, name, None)
    while count_games(store, 10):
        pass


@cache
def review(store: Store, game_id: str) -> None:
    """Review a finished game, in about a minute."""
    store.reviews.ask(game_id)
    review_game(store, game_id, threading.Event())


# ---- what is pressed ----


def choose_tile(hex_name: str, tile: str) -> Callable[[Page], None]:
    """Open a hex and choose a tile for it."""

    def choose(page: Page) -> None:
        box = Hand(page).open_hex(hex_name)
        lay = box.locator(".lay:visible").filter(has=page.locator("strong", has_text=tile)).first
        if lay.get_attribute("aria-pressed") != "true":
            lay.click()
        expect(page.locator("#map .preview").first).to_be_visible()

    return choose


def press(selector: str, then: str) -> Callable[[Page], None]:
    """Press the first that matches, and wait for what it shows."""

    def do(page: Page) -> None:
        page.locator(selector).first.click()
        expect(page.locator(then).first).to_be_visible(timeout=30_000)  # a bot may think about it

    return do


def found(company: str, **answers: Any) -> Callable[[Page], None]:
    """Answer the questions of a founding."""
    return lambda page: Hand(page).choose_founding(FoundCompany(company=company, **answers))


def try_out(page: Page) -> None:
    """Open a what-if board from the menu."""
    Hand(page).open_menu()
    page.locator(".try-out button").click()
    expect(page.locator(".band")).to_be_visible()


def open_log(page: Page) -> None:
    """Open the whole log over the table; on a phone and a tablet its tab comes first."""
    tab = page.locator(".views label:has(#view-log)")
    if tab.is_visible():
        tab.click()
    press(".open-log", "#over")(page)


def begin_lesson(title: str, name: str) -> Callable[[Page], None]:
    """Begin a lesson from the list of them."""
    return press(f"[id='{title}-{name}'] button", ".lesson")


def begin_guided(page: Page) -> None:
    """Begin a guided game from the list of lessons."""
    page.locator("form:has([name=guided]) button").first.click()
    expect(page.locator(".guide")).to_be_visible(timeout=30_000)


def _tab(name: str) -> Callable[[Page], None]:
    return press(f".views label:has(#view-{name})", f".views label:has(#view-{name}:checked)")


SUGGEST = press(".bar .suggest button", ".bar .advice")
WHOLE = press("[data-zoom=whole]", "#map svg")

SCREENS = (
    Screen("start", "", part="/"),
    Screen("new", "", part="/new?title=1888&bots=clerk"),
    Screen("sign-in", "", part="/sign-in"),
    Screen("account", "", part="/account"),
    Screen("calls", "", part="/account/calls"),
    Screen("lobby", "", part="/lobby"),
    Screen("open-game", "", part="/lobby", prepare=press(".open h3 a", "main[data-gathering]")),
    Screen("new-open-game", "", part="/lobby/new"),
    Screen("profile", "", part="/people?name=Ann"),
    Screen("best", "", part="/best"),
    Screen("rules", "", part="/rules/1880#track.terrain-cost"),
    Screen("rules-1888", "", part="/rules/1888#run.destination-bonus"),
    Screen("aid", "", part="/rules/1880/aid"),
    Screen("rule-now", CHINA, 358, "/rules/income.sum-plus-bonus"),
    Screen("glossary", "", part="/rules/glossary"),
    Screen("learn", "", part="/learn"),
    Screen("lesson", "", part="/learn", prepare=begin_lesson("1880", "track")),
    Screen("1888-lesson", "", part="/learn", prepare=begin_lesson("1888", "auction")),
    Screen("guided", "", part="/learn", prepare=begin_guided),
    Screen("puzzles", "", part="/puzzles"),
    Screen("puzzle", "", part="/puzzles/1", prepare=press("main form[action^='/games/puzzles'] button", ".lesson")),
    Screen("review", CHINA, part="/review"),
    Screen("statistics", "", part="/statistics"),
    Screen("share", CHINA, 356, "/share"),
    Screen("track", CHINA, 356, prepare=choose_tile("L8", "8")),
    Screen("suggest", CHINA, 356, prepare=SUGGEST),
    Screen("whole", CHINA, 356, prepare=WHOLE),
    Screen("past", CHINA, 356, "?at=330"),
    Screen("station", CHINA, 364),
    Screen("run", CHINA, 358),
    Screen("draw", CHINA, 358, "?seq=358&run=0:P14.0_P12.0_-Q13.0~~"),
    Screen("dividend", CHINA, 359),
    Screen("trains", CHINA, 336),
    Screen("merger", CHINA, 351),
    Screen("shares", CHINA, 372, prepare=press(".trades .buy", ".trades [aria-pressed=true]")),
    Screen("found", CHINA, 372, prepare=found("HKR", price=80, director_percent=30, permits="BC")),
    Screen("auction", CHINA, 58),
    Screen("forced", "0.2/1880-2010-3p-forced-train"),
    Screen("end", CHINA),
    Screen("charts", CHINA, part="/charts"),
    Screen("what-if", CHINA, 356, prepare=try_out),
    Screen("spreadsheet", CHINA, 372, prepare=press(".open-spreadsheet", "#spreadsheet")),
    Screen("log", CHINA, 372, prepare=open_log),
    Screen("menu", CHINA, 356, prepare=press("#menu > summary", ".menu-sheet")),
    Screen("tiles", CHINA, 356, "/tiles"),
    Screen("1888-auction", "auction"),
    Screen("1888-track", NORTH, 281, prepare=choose_tile("F8", "23")),
    Screen("1888-station", NORTH, 229),
    Screen("1888-run", NORTH, 282),
    Screen("1888-trains", NORTH, 264),
    Screen("1888-shares", NORTH, 298),
    Screen("1888-found", NORTH, 295, prepare=found("TJL", price=95, director_percent=20)),
    Screen("1888-forced", "0.2/1888-2022-3p-forced-train"),
    Screen("1888-offer", "0.2/1888-2022-4p-negotiation"),
    Screen("1888-end", NORTH),
    Screen("1888-tiles", NORTH, 281, "/tiles"),
    Screen("tab-companies", CHINA, 356, prepare=_tab("companies"), phone_only=True),
    Screen("tab-players", CHINA, 356, prepare=_tab("players"), phone_only=True),
    Screen("tab-market", CHINA, 356, prepare=_tab("market"), phone_only=True),
    Screen("tab-log", CHINA, 356, prepare=_tab("log"), phone_only=True),
)
