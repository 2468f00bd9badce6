"""Reviews measured: what one costs, and whether mistakes that were planted are found.

`python -m bench.review` lets a strong bot play a game of each title against clerks, plants mistakes among its moves,
reviews the game and says which place each mistake has among the worst decisions of that player. `--games` reviews
files.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import tielu
from tielu import Action, Game
from tielu.bots import Bot, Clerk
from tielu.core.actions import BuyTrain, RunTrains, SellShares
from tielu.core.shares import held
from tielu.files import load_file, save_file
from tielu.review import JudgedDecision, Review, judge_all, plan, review_pool, settings_for
from tielu.review.decision_judge import searching_bot
from tielu.routing.best import asked_trains
from tielu.routing.check import routes_income
from tielu.views.actions.amounts import with_amount
from tielu.views.title import view_of

PLAYERS: Final = ("Ann", "Bo", "Cy", "Dee")
# A mistake is planted after this many actions: early enough for the game to go on, late enough for bots to see it.
EARLIEST: Final = 200
# The least that a run or a train must throw away to be called a mistake, in yuan.
WASTE: Final = 60


@dataclass(frozen=True)
class Planted:
    """A mistake that was planted: its kind, and after how many actions."""

    kind: str
    index: int


def bad_run(game: Game, _clerk: Clerk) -> Action | None:
    """Leave trains in the shed, as far as the rules allow that."""
    best = next((each for each in game.legal_actions() if isinstance(each, RunTrains)), None)
    if best is None or len(best.routes) < 2:
        return None
    earnings = asked_trains(game, game.deciding).position.earnings
    runs = [RunTrains(tuple(route for route in best.routes if route is kept)) for kept in best.routes]
    incomes = {routes_income(game.state.board, earnings, run.routes): run for run in runs if game.why_not(run) is None}
    if incomes and routes_income(game.state.board, earnings, best.routes) - min(incomes) >= WASTE:
        return incomes[min(incomes)]
    return None


def bad_sale(game: Game, clerk: Clerk) -> Action | None:
    """Sell the shares that will bring most, without need."""
    if game.deciding not in game.players:
        return None
    options = clerk.options(game)
    sales = [each for each in options if isinstance(each.action, SellShares)]
    worst = min(sales, key=lambda each: each.worth, default=None)
    return worst.action if worst is not None and worst.worth < options[0].worth - 5 * WASTE else None


def dear_train(game: Game, _clerk: Clerk) -> Action | None:
    """Pay all there is for a train of a company of others, or of one in which the player has a far smaller part."""
    offers = [each for each in game.legal_actions() if isinstance(each, BuyTrain)]
    bank = {each.train: each.price for each in offers if each.amounts is None}
    state, names = game.state, [each.id for each in view_of(game.title).companies]
    player = game.players.index(game.actor or "")
    for each in offers:
        asked = bank.get(each.train, 0)
        if each.amounts is not None and each.amounts.high - asked >= 5 * WASTE:
            buyer, seller = names.index(game.deciding or ""), names.index(each.seller)
            parts = [held(state, company, player) for company in (buyer, seller)]
            if state.director[seller] != player or parts[0] >= parts[1] + 20:
                return with_amount(each, each.amounts.high)
    return None


MISTAKES: Final[dict[str, Callable[[Game, Clerk], Action | None]]] = {
    "run": bad_run,
    "sale": bad_sale,
    "train": dear_train,
}


def planted_game(title: str, seed: int, player: Bot, seat: int = 0) -> tuple[Game, list[Planted]]:
    """A game against clerks in which the player makes each mistake once, as soon as the rules allow it."""
    game, planted = tielu.new_game(title, list(PLAYERS)), list[Planted]()
    bots: list[Bot] = [Clerk(seed + number) for number in range(len(PLAYERS))]
    bots[seat] = player
    clerk, waiting = Clerk(seed), dict(MISTAKES)
    while not game.finished:
        bot = bots[game.players.index(game.actor or "")]
        action, index = None, len(game.actions)
        if index >= EARLIEST + 40 * len(planted) and game.actor == PLAYERS[seat]:
            for kind, mistake in waiting.items():
                action = mistake(game, clerk)
                if action is not None:
                    planted.append(Planted(kind, index))
                    break
        if action is not None:
            del waiting[planted[-1].kind]
        game.apply(action or bot.choose(game).action)
    return game, planted


def reviewed(game: Game, seconds: float, workers: int, seats: Sequence[int] | None = None) -> Review:
    """A review of the game in this many processes."""
    settings, pool = settings_for(game.title, seconds), review_pool(workers)
    try:
        judged = list(judge_all(game, plan(game, settings, seats), settings, pool))
    finally:
        pool.close()
    return Review(game, settings, judged)


def places(review: Review, planted: Sequence[Planted], seat: int = 0) -> Iterator[tuple[Planted, int, JudgedDecision]]:
    """The place of each mistake among the worst of the player, from 1."""
    worst = review.worst(seat, most=10_000)
    for each in planted:
        decision = next(one for one in review.judged if one.index == each.index)
        yield each, worst.index(decision) + 1 if decision in worst else 0, decision


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seeds", type=int, nargs="*", default=[5])
    parser.add_argument("--titles", nargs="*", default=list(tielu.TITLES))
    parser.add_argument("--games", type=Path, nargs="*", default=[], help="files to review instead")
    parser.add_argument("--out", type=Path, help="a folder for what was judged")
    options = parser.parse_args()
    for path in options.games:
        _measured(path.stem, load_file(path).game(), options, [])
    if not options.games:
        for title in options.titles:
            for seed in options.seeds:
                game, planted = planted_game(title, seed, searching_bot(settings_for(title, options.seconds)))
                _measured(f"{title}-planted-{seed}", game, options, planted)


def _measured(name: str, game: Game, options: argparse.Namespace, planted: Sequence[Planted]) -> None:
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    review = reviewed(game, options.seconds, options.workers, [0] if planted else None)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    wall, judged = time.monotonic() - began, len(review.judged)
    print(f"{name}: {review.actions} actions, {judged} judged, {wall:.0f} s, {cpu:.0f} processor seconds", flush=True)
    for seat, player in enumerate(game.players):
        total = review.total(seat)
        if total.decisions:
            print(f"  {player}: {total.loss:.0f} ± {total.error:.0f}, {total.agreed} of {total.decisions} as the bot")
    for each, place, decision in places(review, planted):
        loss = f"{decision.loss:.0f} ± {decision.uncertainty:.0f}"
        print(f"  {each.kind} at {each.index}: place {place or '-'}, loss {loss}, {decision.played}", flush=True)
    if options.out is not None:
        options.out.mkdir(exist_ok=True)
        save_file(options.out / f"{name}.json", game)
        text = "\n".join(json.dumps(each.to_json()) for each in review.judged)
        (options.out / f"{name}.review.jsonl").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
