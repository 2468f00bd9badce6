"""Golden games: games that were once played and saved, kept with a hash of every position. They replay for ever.

To add some, add plans and run `python -m tests.golden_games`. It plays and saves what is planned and not there yet,
and never writes a file a second time: a game that no longer replays needs a revision of the rules, not a new file.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tielu
from bench.games import NAMES
from tests.play import choose
from tielu.bots import make_bot
from tielu.core.actions import Action, BuyTrain, LayTile
from tielu.core.game import Game

FOLDER = Path(__file__).parent / "golden"
# So many games, all whole and directly in the folder, were saved by version 0.1, before there were revisions.
OF_VERSION_0_1 = 10
EVERY = 25


def waits_in(frame: str, **fields: Any) -> Callable[[Game], bool]:
    """Whether a game waits for a decision in a frame of this name, with these values in its fields."""

    def waits(game: Game) -> bool:
        top = game.state.stack[-1]
        return type(top).__name__ == frame and all(getattr(top, name) == value for name, value in fields.items())

    return waits


def in_takeover(game: Game) -> bool:
    """Whether somebody has sold during the takeover and may go on."""
    return game.state.current_phase.name in ("B3", "C1") and waits_in("ShareRound", acted=True)(game)


def after_track(game: Game) -> bool:
    """Whether a company has just built and now may place a marker."""
    return waits_in("StationStep")(game) and isinstance(game.actions[-1], LayTile)


def after_refusal(game: Game) -> bool:
    """Whether an offer for a train was declined, so that only more than that may be offered."""
    trains = [offer for offer in game.legal_actions() if isinstance(offer, BuyTrain)]
    return any(train.amounts is not None and train.amounts.low > 1 for train in trains)


@dataclass(frozen=True)
class Plan:
    """A game to keep: who plays it, and where it stops, if that is not its end."""

    name: str
    title: str
    edition: str
    players: int
    # "clerk", or one of the styles of bench/games.py.
    kind: str
    seed: int
    until: Callable[[Game], bool] | None = None
    revision: int | None = None

    @property
    def path(self) -> Path:
        return FOLDER / "0.2" / f"{self.title}-{self.edition}-{self.players}p-{self.name}.json.gz"


PLANS = (
    Plan("whole", "1880", "2022", 4, "clerk", 1),
    Plan("founding", "1880", "2022", 3, "clerk", 2, waits_in("ImperialCharter")),
    Plan("takeover", "1880", "2022", 6, "clerk", 2, in_takeover),
    Plan("auction", "1880", "2022", 7, "any", 4, waits_in("Auction", private=5, leader=2)),
    Plan("forced-train", "1880", "2010", 3, "any", 1, waits_in("TrainStep", raised=True)),
    Plan("share-round", "1880", "2010", 4, "clerk", 5, waits_in("ShareRound", acted=True)),
    Plan("sold-in-takeover", "1880", "2010", 5, "trader", 2, revision=1),
    Plan("after-track", "1880", "18xx.games", 5, "builder", 6, after_track),
    Plan("whole", "1880", "18xx.games", 6, "clerk", 7),
    Plan("whole", "1888", "2022", 2, "clerk", 8),
    Plan("forced-train", "1888", "2022", 3, "builder", 1, waits_in("TrainStep", raised=True)),
    Plan("shares-after-last-buyer", "1888", "2022", 3, "hoarder", 2, revision=1),
    Plan("negotiation", "1888", "2022", 4, "hoarder", 1, waits_in("TrainOffer")),
    Plan("offer-declined", "1888", "2022", 6, "any", 12, after_refusal),
    Plan("share-round", "1888", "2022", 5, "trader", 9, waits_in("ShareRound", acted=True)),
    Plan("forbidden-city", "1888", "18xx.games", 3, "trader", 26, revision=1),
    Plan("whole", "1888", "18xx.games", 5, "clerk", 10),
    Plan("auction", "1888", "18xx.games", 6, "any", 11, waits_in("BidderAuction")),
)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def digest_of_position(game: Game, before: str) -> str:
    """A hash of the position and, through `before`, of all positions that led to it."""
    return digest(before + json.dumps(game.snapshot(), sort_keys=True, ensure_ascii=False))


def digest_of_offers(game: Game) -> str:
    """A hash of the legal actions with their ranges, in whatever order they are offered."""
    offers = [(offer.to_json(), str(getattr(offer, "amounts", None))) for offer in game.legal_actions()]
    return digest(json.dumps(sorted(json.dumps(offer, sort_keys=True) for offer in offers)))


# What a finished game offers; the games of version 0.1 were kept without it.
NO_OFFERS = digest("[]")


def digests(game_data: dict[str, Any]) -> tuple[Game, list[str]]:
    """The game replayed from its actions, with the running hash after every 25th and the last action."""
    game = tielu.Game.from_json({**game_data, "actions": []})
    running, found = digest_of_position(game, ""), []
    for number, action in enumerate(game_data["actions"], start=1):
        game.apply(tielu.Action.from_json(action))
        running = digest_of_position(game, running)
        if number % EVERY == 0 or number == len(game_data["actions"]):
            found.append(running)
    return game, found


def chooser(plan: Plan) -> Callable[[Game], Action]:
    """How the players of a plan choose."""
    if plan.kind == "clerk":
        clerk = make_bot(plan.kind, plan.seed)
        return lambda game: clerk.choose(game).action
    rng = random.Random(plan.seed)
    return lambda game: choose(game, rng, plan.kind)


def play(plan: Plan) -> Game:
    """The game of a plan, up to where it stops."""
    game = tielu.new_game(plan.title, list(NAMES[: plan.players]), edition=plan.edition, revision=plan.revision)
    choose_action = chooser(plan)
    while not game.finished:
        if plan.until is not None and plan.until(game):
            return game
        game.apply(choose_action(game))
    assert plan.until is None, f"{plan.path.name} ended before it came to where it should stop"
    return game


def save(plan: Plan) -> None:
    """Play a plan and keep it."""
    data = play(plan).to_json()
    game, hashes = digests(data)
    kept = {"game": data, "hashes": hashes, "standings": game.standings(), "offers": digest_of_offers(game)}
    text = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
    plan.path.parent.mkdir(parents=True, exist_ok=True)
    plan.path.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    for each in PLANS:
        if not each.path.exists():
            save(each)
