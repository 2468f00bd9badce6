"""Chances missed: what a move has left lying on the table, as a kind and exact numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tielu import Action, Game
from tielu.bots import Clerk
from tielu.core.actions import BuyTrain, LayTile, PlaceStation, RunTrains, SellShares
from tielu.routing.best import asked_trains, best_income, best_run
from tielu.routing.budget import Effort
from tielu.routing.check import routes_calls, routes_income
from tielu.routing.network import Network

# A run that is not proven the best within this time is compared with the best that was found.
_RUN_SECONDS: Final = 2.0
# Incomes of a moment ahead are searched for this long.
_STEPS: Final = 2_000
# Kinds that need no judgement.
EXACT: Final = frozenset({"run", "cheaper_train"})


@dataclass(frozen=True)
class Chance:
    """A chance missed; `amount` is what it was about, in yuan, the other `values` tell of what and whom."""

    kind: str
    amount: int
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def is_exact(self) -> bool:
        """Whether it was missed for certain, whatever the bots think."""
        return self.kind in EXACT

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "amount": self.amount, "values": dict(self.values)}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Chance:
        return Chance(data["kind"], data["amount"], data["values"])


class ChanceFinder:
    """Finds what the move that was played has missed, beside the one that seems best."""

    def __init__(self) -> None:
        self._clerk = Clerk()

    def find(self, game: Game, played: Action, best: Action) -> tuple[Chance, ...]:
        found = [*better_run(game, played), *cheaper_train(game, played)]
        for kind, chances in self._kinds.items():
            if isinstance(best, kind) and best != played:
                found += chances(self, game, played, best)
        if isinstance(played, SellShares) and not isinstance(best, SellShares):
            found += self._sale(game, "sold_early", played)
        return tuple(found)

    def _sale_missed(self, game: Game, played: Action, best: Any) -> Iterator[Chance]:
        """The bot sells, the player does not, or sells something else."""
        if not (isinstance(played, SellShares) and played.company == best.company):
            yield from self._sale(game, "sale", best)

    def _sale(self, game: Game, kind: str, sale: SellShares) -> Iterator[Chance]:
        desk = self._clerk.desk(game)
        company = desk.book.railway(sale.company)
        paid = desk.book.proceeds(game.state, company, sale.percent)
        price = desk.book.price(game.state, company)
        yield Chance(kind, paid, {"company": sale.company, "percent": sale.percent, "price": price})

    def _train_missed(self, game: Game, played: Action, best: Any) -> Iterator[Chance]:
        """The bot buys a train, the player none."""
        if not isinstance(played, BuyTrain):
            values = {"company": game.deciding, "train": best.train, "seller": best.seller}
            yield Chance("train", best.price, values)

    def _track_missed(self, game: Game, played: Action, best: Any) -> Iterator[Chance]:
        """What the trains of the railway in turn would earn more at once with the bot's tile."""
        railway = game.deciding or ""
        more = income_of(_after(game, best), railway) - income_of(_after(game, played), railway)
        if more > 0:
            yield Chance("track", more, {"company": railway, "hex": best.hex, "tile": best.tile})

    def _marker_missed(self, game: Game, played: Action, best: Any) -> Iterator[Chance]:
        """What the marker would have cost others in a run, and brought the railway in turn."""
        before, after, railway = _after(game, played), _after(game, best), game.deciding or ""
        values = {"company": railway, "hex": best.hex}
        lost = {name: income_of(before, name) - income_of(after, name) for name in self._companies_of_others(game)}
        victim = max(lost, key=lambda name: lost[name], default="")
        if victim and lost[victim] > 0:
            yield Chance("block", lost[victim], {**values, "other": victim})
        gained = income_of(after, railway) - income_of(before, railway)
        if gained > 0:
            yield Chance("marker", gained, values)

    def _companies_of_others(self, game: Game) -> list[str]:
        """The companies with trains that somebody else directs."""
        desk, state = self._clerk.desk(game), game.state
        return [
            name
            for number, name in enumerate(desk.book.companies)
            if state.trains[number] and state.director[number] != desk.player
        ]

    _kinds: Final[Mapping[type[Action], Callable[[ChanceFinder, Game, Action, Any], Iterator[Chance]]]] = {
        SellShares: _sale_missed,
        BuyTrain: _train_missed,
        LayTile: _track_missed,
        PlaceStation: _marker_missed,
    }


def run_income(game: Game, run: RunTrains) -> tuple[int, int, int]:
    """What a run of the railway in turn earns, at how many paid places it calls, and what those bring the treasury."""
    earnings, board = asked_trains(game, game.deciding).position.earnings, game.state.board
    calls = routes_calls(board, earnings, run.routes)
    return max(0, routes_income(board, earnings, run.routes)), calls, calls * earnings.call_money


def better_run(game: Game, played: Action) -> Iterator[Chance]:
    """What a run has left on the track: the best one with as many paid calls or more brings more to both purses."""
    if not isinstance(played, RunTrains):
        return
    income, calls, treasury = run_income(game, played)
    runs = best_run(game, game.deciding, _RUN_SECONDS).alternatives.items()
    better = [run for number, run in runs if number >= calls]
    best = max(better, key=lambda run: run.revenue + run.treasury, default=None)
    if best is not None and best.revenue + best.treasury > income + treasury:
        values = {"company": game.deciding, "income": income + treasury, "best": best.revenue + best.treasury}
        missed = best.revenue + best.treasury - income - treasury
        yield Chance("run", missed, {**values, "proven": best.proven})


def cheaper_train(game: Game, played: Action) -> Iterator[Chance]:
    """The bank or the pool had the same train for less."""
    if not isinstance(played, BuyTrain):
        return
    offers = [
        (offer.price, offer.seller)
        for offer in game.legal_actions()
        if isinstance(offer, BuyTrain) and (offer.train, offer.trade_in) == (played.train, played.trade_in)
        if offer.amounts is None
    ]
    price, seller = min(offers, default=(played.price, played.seller))
    if price < played.price:
        values = {"company": game.deciding, "train": played.train, "price": played.price, "lowest": price}
        yield Chance("cheaper_train", played.price - price, {**values, "seller": seller})


def income_of(game: Game, railway: str) -> int:
    """What the trains of a railway can earn in a position, as far as a short search finds it."""
    asked = asked_trains(game, railway)
    return best_income(Network(asked.position), asked.trains, Effort(steps=_STEPS))


def _after(game: Game, action: Action) -> Game:
    trial = game.clone()
    trial.apply_trusted(action)
    return trial
