"""Find puzzles in games: `python -m tielu.puzzles.find FOLDER`; each is proven before it is told."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tielu import Game
from tielu.core.actions import BuyTrain, LayTile, PlaceStation, SellShares
from tielu.errors import TieluError
from tielu.files import load_file
from tielu.puzzles.kinds import KINDS
from tielu.puzzles.proof import Proof

# A difference of less than this is not worth a question, in yuan.
_CLEAR: Final = 20


@dataclass(frozen=True)
class Candidate:
    """A question with a clear answer: the number of actions before it, its kind, whom it is about, and the proof."""

    at: int
    kind: str
    subject: str
    proof: Proof

    def to_json(self) -> dict[str, Any]:
        proof = self.proof
        numbers = {"best": proof.best, "second": proof.second, "before": proof.before, "options": proof.options}
        found = {"at": self.at, "kind": self.kind, "subject": self.subject, **numbers}
        found["solution"] = proof.solutions[0].to_json()
        return {**found, "played": [each.to_json() for each in proof.played]} if proof.played else found


def _one_place(proof: Proof, place: Callable[[Any], object]) -> bool:
    return len({place(action) for action in proof.solutions}) == 1


def _clear_run(_game: Game, proof: Proof) -> bool:
    return proof.gap >= _CLEAR


def _clear_lay(_game: Game, proof: Proof) -> bool:
    def place(action: LayTile) -> object:
        return action.hex, action.tile

    return proof.gap >= _CLEAR and proof.before > 0 and proof.options >= 8 and _one_place(proof, place)


def _clear_station(_game: Game, proof: Proof) -> bool:
    def place(action: PlaceStation) -> object:
        return action.hex, action.city

    return proof.gap >= _CLEAR and proof.options >= 3 and _one_place(proof, place)


def _clear_train(game: Game, proof: Proof) -> bool:
    """The train that costs most is not the one that helps most."""

    def bought(action: BuyTrain) -> object:
        return action.train, action.seller, action.trade_in

    offers = [each for each in game.legal_actions() if isinstance(each, BuyTrain)]
    dearest = max(offers, key=lambda each: _list_price(game, each.train))
    best = proof.solutions[0]
    assert isinstance(best, BuyTrain)
    return proof.gap >= _CLEAR and _one_place(proof, bought) and best.train != dearest.train


def _list_price(game: Game, train: str) -> int:
    """What a train costs in the bank; those that have gone were cheaper."""
    return next((each.price for each in game.position.depot if each.train == train), 0)


def _clear_takeover(_game: Game, proof: Proof) -> bool:
    return proof.options >= 6 and len(proof.solutions) == 1


def _clear_sale(game: Game, proof: Proof) -> bool:
    """There is something to find: neither the smallest sale nor the largest."""
    best = proof.solutions[0]
    assert isinstance(best, SellShares)
    sales = [e.percent for e in game.legal_actions() if isinstance(e, SellShares) and e.company == best.company]
    return len(proof.solutions) == 1 and proof.best > 0 and len(sales) >= 3 and min(sales) < best.percent < max(sales)


def _clear_when_played_on(_game: Game, proof: Proof) -> bool:
    """Its proof is one only if it is clear."""
    return bool(proof.played)


def _clear_rescue(_game: Game, proof: Proof) -> bool:
    """One way out, or one kind of it: whichever train of a sister."""
    purchases = all(isinstance(each, BuyTrain) for each in proof.solutions)
    return proof.gap >= _CLEAR and proof.options >= 3 and (purchases or len(proof.solutions) == 1)


_CLEAR_ENOUGH: Final[dict[str, Callable[[Game, Proof], bool]]] = {
    "run": _clear_run,
    "lay": _clear_lay,
    "station": _clear_station,
    "block": _clear_station,
    "train": _clear_train,
    "takeover": _clear_takeover,
    "keep": _clear_sale,
    "hand_over": _clear_sale,
    "rescue": _clear_rescue,
    "timing": _clear_when_played_on,
    "endgame": _clear_when_played_on,
}
# Where in a game a kind is looked for, as parts of it: the beginning is too far from the end to be played on.
_TIMING_FROM: Final = 0.35


def _last_share_round(game: Game) -> int:
    """After how many actions the last share round begins."""
    again, began, before = game.at_start(), 0, ""
    for at, action in enumerate(game.actions):
        present = again.position.round
        began = at if present == "share" != before else began
        before = present
        again.apply_trusted(action)
    return began


def candidates(game: Game, kinds: Collection[str] = tuple(KINDS)) -> Iterator[Candidate]:
    """The questions with a clear answer in the positions of a game, in their order."""
    again = game.at_start()
    earliest = {"timing": round(len(game.actions) * _TIMING_FROM), "endgame": _last_share_round(game)}
    for at, action in enumerate(game.actions):
        for name in (each for each in kinds if at >= earliest.get(each, 0)):
            kind = KINDS[name]
            for subject in kind.subjects(again):
                proof = kind.proof(again, subject)
                if proof is not None and _CLEAR_ENOUGH[name](again, proof):
                    yield Candidate(at, name, subject, proof)
        again.apply_trusted(action)


def main(arguments: list[str] | None = None) -> int:
    """Print a line of JSON for each candidate in the games of a folder."""
    parser = argparse.ArgumentParser(prog="python -m tielu.puzzles.find", description=(__doc__ or "").split(":")[0])
    parser.add_argument("folder", metavar="FOLDER", help="games saved by tielu or files of 18xx.games")
    parser.add_argument("--kind", action="append", choices=tuple(KINDS), help="look for this kind only, or these")
    options = parser.parse_args(arguments)
    for path in sorted(Path(options.folder).rglob("*.json*")):
        try:
            game = load_file(path).game()
        except TieluError:
            continue  # whatever else lies there
        for found in candidates(game, options.kind or tuple(KINDS)):
            print(json.dumps({"file": str(path), **found.to_json()}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
