"""Simple random players, for benchmarks and tests: legal, seeded, and of several tastes."""

from __future__ import annotations

import random
from pathlib import Path

import tielu
from tielu.core.actions import (
    Action,
    Bid,
    BuyTrain,
    FoundCompany,
    LayTile,
    Pass,
    PayDividend,
    PlaceStation,
    SellShares,
    Withhold,
)
from tielu.core.game import Game
from tielu.files import load_file
from tielu.titles.t1880.rules.actions import RepayDebt

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus")

# How willingly a style takes a kind of action, compared with 1 for any other.
STYLES: dict[str, dict[type[Action], float]] = {
    "any": {},
    "builder": {
        Bid: 0.4,
        Pass: 0.05,
        SellShares: 0.05,
        Withhold: 0.3,
        FoundCompany: 2,
        LayTile: 4,
        PlaceStation: 3,
    },
    "trader": {Bid: 0.5, Pass: 0.3, SellShares: 3, PayDividend: 2},
    "hoarder": {Bid: 0.7, Pass: 0.4, BuyTrain: 3, Withhold: 3, RepayDebt: 2},
}


def new_game(players: int, edition: str, title: str = "1880") -> Game:
    return tielu.new_game(title, list(NAMES[:players]), edition=edition)


def choose(game: Game, rng: random.Random, style: str = "any") -> Action:
    """A legal action: first a kind, by the style's taste, then one of that kind, with an amount in its range."""
    kinds: dict[type[Action], list[Action]] = {}
    for offer in game.legal_actions():
        kinds.setdefault(type(offer), []).append(offer)
    tastes = [STYLES[style].get(kind, 1.0) for kind in kinds]
    offer = rng.choice(kinds[rng.choices(list(kinds), tastes)[0]])
    return with_amount(offer, rng)


def with_amount(offer: Action, rng: random.Random) -> Action:
    """The offer with an amount drawn from its range, mostly near the low end; debts are repaid as far as possible."""
    amounts = getattr(offer, "amounts", None)
    if amounts is None or (isinstance(offer, RepayDebt) and rng.random() < 0.8):
        return offer
    steps = min(len(amounts) - 1, int(rng.expovariate(0.5)))
    data = offer.to_json()
    data["price" if "price" in data else "amount"] = amounts.low + steps * amounts.step
    return Action.from_json(data)


def play(seed: int, players: int, edition: str, title: str = "1880", style: str = "builder") -> Game:
    """A whole game."""
    game, rng = new_game(players, edition, title), random.Random(seed)
    while not game.finished:
        game.apply_trusted(choose(game, rng, style))
    return game


def played_games(title: str, count: int) -> list[Game]:
    """Whole games with three to six players, in the editions of the title in turn."""
    editions = tielu.TITLES[title].editions
    return [play(seed, 3 + seed % 4, editions[seed % len(editions)], title) for seed in range(count)]


def random_game(title: str, seed: int) -> int:
    """Play one whole game; returns 1."""
    play(seed, 4, "2022", title)
    return 1


def recorded_games(title: str, count: int) -> list[Game]:
    """Games recorded on 18xx.games, read from beside the project; none where they are not there."""
    paths = sorted(CORPUS.joinpath(title).glob("*.json.gz"))
    return [load_file(path).game() for path in paths[:: max(1, len(paths) // count)][:count]]
