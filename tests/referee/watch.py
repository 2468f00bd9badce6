"""Games under the referee's eye: every action entered in the book, tracks and markers compared by brute force."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import tielu
from tielu.bots import make_bot
from tielu.core.actions import Action
from tielu.core.game import Game

from .book import Book, Complaint, Turn
from .book_1880 import Book1880
from .book_1888 import Book1888

BOOKS: dict[str, type[Book]] = {"1880": Book1880, "1888": Book1888}
EDITIONS = {"1880": ("2022", "2010"), "1888": ("2022",)}
PLAYERS = {"1880": (3, 4, 5, 6, 7), "1888": (2, 3, 4, 5, 6)}
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus")
MOST_ACTIONS = 6000
BROKE = "the engine broke:"

# How willingly a taste takes a kind of action, compared with 1 for any other.
TASTES: dict[str, dict[str, float]] = {
    "random": {},
    "builder": {
        "bid": 0.4,
        "pass": 0.05,
        "sell_shares": 0.05,
        "withhold": 0.3,
        "found_company": 2,
        "lay_tile": 4,
        "place_station": 3,
        "buy_private": 0.02,
        "accept": 0.2,
        "buy_train": 0.3,
        "lay_ferry": 2,
    },
    "trader": {"bid": 0.5, "pass": 0.2, "sell_shares": 2, "buy_share": 3, "found_company": 2, "pay_dividend": 3},
    "holder": {"bid": 0.4, "pass": 0.02, "sell_shares": 0.02, "buy_share": 4, "pay_dividend": 5, "lay_tile": 2},
}
WATCHED = (*TASTES, "clerk")


@dataclass
class Watched:
    """What the referee saw of one game."""

    name: str
    actions: int = 0
    lays: int = 0
    markers: int = 0
    shares: int = 0
    complaints: list[str] = field(default_factory=list)


def chooser(kind: str, seed: int, players: list[str]) -> Callable[[Game], Action]:
    """What decides for everybody: bots, or chance with a taste."""
    if kind == "clerk":
        clerks = {name: make_bot("clerk", seed=seed + number) for number, name in enumerate(players)}
        return lambda game: clerks[game.actor or ""].choose(game).action
    rng = random.Random(seed)
    return lambda game: _drawn(game, rng, TASTES[kind])


def _drawn(game: Game, rng: random.Random, tastes: dict[str, float]) -> Action:
    """Any kind of action, then any of that kind, with an amount mostly near its low end."""
    kinds: dict[str, list[Action]] = {}
    for offer in game.legal_actions():
        kinds.setdefault(offer.type, []).append(offer)
    kind = rng.choices(list(kinds), [tastes.get(each, 1.0) for each in kinds])[0]
    offer = rng.choice(kinds[kind])
    amounts = getattr(offer, "amounts", None)
    if amounts is None or len(amounts) < 2:
        return offer
    data = offer.to_json()
    steps = min(len(amounts) - 1, int(rng.expovariate(0.5)))
    data["price" if "price" in data else "amount"] = amounts.low + steps * amounts.step
    return Action.from_json(data)


def watch_game(title: str, edition: str, players: int, kind: str, seed: int, every: int = 1) -> Watched:
    """Play a game to its end under the referee; it stops at the first complaint, since the books differ from there.

    Track and markers are compared on every `every`-th position in which they can be.
    """
    names = list(NAMES[:players])
    game = tielu.new_game(title, names, edition=edition)
    choose = chooser(kind, seed, names)
    book = BOOKS[title](edition, names, getattr(game, "revision", 1))
    watched = Watched(f"{title} {edition}, {players} players, {kind}, seed {seed}")
    action: Action | None = None
    try:
        book.agree(game.snapshot(), game.deciding)
        while not game.finished and watched.actions < MOST_ACTIONS:
            action = None
            compare_offers(game, book, watched, every)
            action = choose(game)
            actor, deciding = game.actor or "", game.deciding or ""
            events = [event.to_json() for event in game.apply(action)]
            watched.actions += 1
            book.watch(actor, deciding, action.to_json(), events)
            book.agree(game.snapshot(), game.deciding)
    except Complaint as complaint:
        done = f"{action.to_json()}" if action else "the offers"
        watched.complaints.append(f"{watched.name}, action {watched.actions}, {done}: {complaint}")
    except Exception as error:
        # An engine that breaks is a complaint, too.
        told = f"{BROKE} {type(error).__name__}: {error}"
        watched.complaints.append(f"{watched.name}, action {watched.actions}, {told}")
    return watched


def compare_offers(game: Game, book: Book, watched: Watched, every: int) -> None:
    """The engine's offers and the book's own: shares always, track and markers now and then; raises Complaint."""
    offers = [offer.to_json() for offer in game.legal_actions()]
    deciding = game.deciding or ""
    if book.round == "share" and deciding == book.share_turns.player and not book.interrupted():
        watched.shares += 1
        _same("shares", _share_keys(offers), book.share_offers(deciding), book.share_offers(deciding))
    turn = book.turn
    if turn is not None and turn.railway == deciding and not book.interrupted():
        _compare_building(offers, book, turn, watched, compared=not random.Random(watched.actions).randrange(every))


def _compare_building(offers: list[dict[str, Any]], book: Book, turn: Turn, watched: Watched, compared: bool) -> None:
    """A step that offers nothing is passed over; the first decision after it must then find nothing either."""
    lays = [offer for offer in offers if offer["type"] == "lay_tile" and "power" not in offer]
    places = {(offer["hex"], offer["city"]) for offer in offers if offer["type"] == "place_station"}
    runs = any(offer["type"] == "run_trains" for offer in offers)
    # Trains removed in a turn without a decision may have begun a phase since its track step.
    fresh = not turn.bought and (not turn.actions or turn.actions[-1] == "lay_tile")
    if compared and (lays or fresh):
        watched.lays += 1
        seen = {(lay["hex"], lay["tile"], book.rails.tile_face(lay["tile"], lay["rotation"]).shape) for lay in lays}
        _same("track", seen, *book.lays_possible(turn.railway))
    skipped = runs and not turn.marker_asked and (not turn.actions or turn.actions[-1] in ("lay_tile", "pass"))
    if compared and turn.railway in book.companies and (places or skipped):
        watched.markers += 1
        _same("markers", places, *book.markers_possible(turn.railway))
    turn.marker_asked |= bool(places)


def _share_keys(offers: list[dict[str, Any]]) -> set[tuple[Any, ...]]:
    keys: set[tuple[Any, ...]] = set()
    for offer in offers:
        if offer["type"] == "found_company":
            keys.add(("found_company", offer["company"], offer["price"], offer["director_percent"]))
        elif offer["type"] in ("buy_share", "take_share"):
            source = () if offer["source"] == "bank" else (offer["source"],)
            keys.add((offer["type"], offer["company"], *source))
        elif offer["type"] == "sell_shares":
            keys.add(("sell_shares", offer["company"], offer["percent"]))
    return keys


def _same(what: str, seen: set[Any], certain: set[Any], possible: set[Any]) -> None:
    missing, excess = certain - seen, seen - possible
    if missing or excess:
        raise Complaint(f"{what}: not offered {sorted(missing, key=str)[:4]}, too much {sorted(excess, key=str)[:4]}")
