"""How strong bots are: one of each against a table of clerks, at tables of every size.

`python -m bench.strength --out strength.jsonl --games 24` plays what the file lacks and prints the table; a run that
was stopped goes on with the same command. Bots are named as in the arena (`chairman:0.1`). `--module` imports a
module first, which may put a bot of its own into `tielu.bots.BOTS`; `--against` names another opponent than the clerk.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

import tielu
from tielu.arena.plan import ArenaPlan
from tielu.arena.playing import play_match
from tielu.arena.statistics import wilson, wins

BOTS: Final = "random,clerk,director:0.1,chairman:0.1"
PLAYERS: Final = (3, 4, 6)


@dataclass(frozen=True)
class Cell:
    """One place of the table: a bot alone against so many of another."""

    title: str
    players: int
    bot: str
    against: str

    def plan(self, games: int, seed: int) -> ArenaPlan:
        seats = ",".join([self.bot, *[self.against] * (self.players - 1)])
        return ArenaPlan.make(self.title, seats, games, seed)


def played(path: Path) -> list[dict[str, Any]]:
    """The games that a file holds."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def of_cell(games: list[dict[str, Any]], cell: Cell) -> list[dict[str, Any]]:
    return [game for game in games if all(game[name] == value for name, value in vars(cell).items())]


def play_cell(cell: Cell, games: int, seed: int, known: set[int]) -> Iterator[dict[str, Any]]:
    """Play the games of a cell that are not known yet; one that fails is recorded with its failure."""
    for match in cell.plan(games, seed).matches():
        if match.number not in known:
            record = play_match(match).record
            seat = match.seating.index(0)
            failure = None if record.failure is None else record.failure.text or record.failure.kind
            late = record.times[seat].late
            yield {
                **vars(cell),
                "seed": seed,
                "number": match.number,
                "seat": seat,
                "worth": list(record.worth),
                "late": late,
                "failure": failure,
            }


def row(cell: Cell, games: list[dict[str, Any]]) -> str:
    """A line of the table."""
    fine = [game for game in games if game["failure"] is None]
    won = sum(wins(game["worth"])[game["seat"]] for game in fine)
    low, high = wilson(won, len(fine))
    others = [(sum(game["worth"]) - game["worth"][game["seat"]]) / (cell.players - 1) for game in fine]
    leads = [game["worth"][game["seat"]] - other for game, other in zip(fine, others, strict=True)]
    doubt = f" ± {1.96 * stdev(leads) / len(leads) ** 0.5:,.0f}" if len(leads) > 1 else ""
    failed, late = len(games) - len(fine), sum(game["late"] for game in fine)
    return (
        f"| {tielu.TITLES[cell.title].label} | {cell.players} | {cell.bot} | {cell.against} | {len(fine)} "
        f"| {won / len(fine):.1%} ({low:.0%}–{high:.0%}) | {1 / cell.players:.0%} | {fmean(leads):+,.0f}{doubt} "
        f"| {failed} | {late} |"
    )


def table(games: list[dict[str, Any]]) -> list[str]:
    """All that a file holds, as a table of Markdown."""
    cells = sorted({tuple(game[name] for name in Cell.__dataclass_fields__) for game in games})
    lines = [
        "| title | players | bot | against | games | wins, 95% | even share | lead in worth | failed | late |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    return [*lines, *[row(cell, of_cell(games, cell)) for cell in (Cell(*each) for each in cells)]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.strength", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the file of games, which is continued")
    parser.add_argument("--bots", default=BOTS)
    parser.add_argument("--against", default="clerk")
    parser.add_argument("--title", action="append", choices=list(tielu.TITLES))
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--games", type=int, default=12, help="for each place of the table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no game after so many")
    parser.add_argument("--module", action="append", default=[], help="a module to import first")
    args = parser.parse_args()
    for module in args.module:
        importlib.import_module(module)
    until = time.time() + 60 * args.minutes
    for title in args.title or tielu.TITLES:
        for players in args.players or PLAYERS:
            for bot in args.bots.split(","):
                cell = Cell(title, players, bot, args.against)
                known = {game["number"] for game in of_cell(played(args.out), cell)}
                for game in play_cell(cell, args.games, args.seed, known) if time.time() < until else ():
                    with args.out.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(game) + "\n")
                    if time.time() > until:
                        break
    print("\n".join(table(played(args.out))))


if __name__ == "__main__":
    main()
