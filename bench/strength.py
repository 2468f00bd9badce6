"""How strong bots are: one of each against a table of others, at tables of every size.

`python -m bench.strength --out strength.jsonl --games 24` plays what the file lacks and prints the table; a run that
was stopped goes on with the same command, in the middle of a game if need be. Bots are named as in the arena
(`chairman:0.1`). `--module` imports a module first, which may put a bot of its own into `tielu.bots.BOTS`; `--against`
names another opponent than the clerk. A game in which a bot failed is listed below the table, with exit code 1, and is
played again the next time. Games are kept with their actions, so the file is also a shard for `training.compare`, once
it is packed with xz. `--results` names a second file, which gets how games ended and nothing else, and is small enough
to be kept: games that it holds are counted and not played again. `bench/strength.jsonl` has those of the table
in docs/chairman.md.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

import tielu
from tielu.arena.plan import ArenaPlan, Match
from tielu.arena.playing import play_match
from tielu.arena.statistics import wilson, wins
from tielu.bots import BOTS as MAKERS
from tielu.bots import Chairman, Director, can_play
from tielu.bots.chairman import STYLES
from tielu.cli.options import positive_number
from training.command_line import input_errors, minutes, output_file

BOTS: Final = "random,clerk,director:0.1,chairman:0.1"
PLAYERS: Final = (3, 4, 6)
# Bots that look at a clock, also those that a module has made of them.
SEARCHING: Final = (Chairman, Director)
# Processor time is fair where processes share a core; a process that waits for its turn does not think.
CLOCKS: Final[dict[str, Callable[[], float]]] = {"wall": time.perf_counter, "processor": time.process_time}


@dataclass(frozen=True)
class Cell:
    """One place of the table: a bot alone against this many of another."""

    title: str
    edition: str
    players: int
    bot: str
    against: str

    def plan(self, games: int, seed: int) -> ArenaPlan:
        seats = ",".join([self.bot, *[self.against] * (self.players - 1)])
        return ArenaPlan.make(self.title, seats, games, seed, self.edition)

    def holds(self, record: dict[str, Any]) -> bool:
        return all(record[name] == value for name, value in vars(self).items())


def cells(args: argparse.Namespace) -> Iterator[Cell]:
    """The places that the command line asks for; without --title, of all titles that these bots can play."""
    bots = args.bots.split(",")
    names = [bot.strip().partition(":")[0] for bot in (*bots, args.against)]
    for title in args.title or [each for each in tielu.TITLES if all(can_play(name, each) for name in names)]:
        edition = tielu.new_game(title, ["a", "b", "c"], args.edition).edition
        for players in args.players or [count for count in PLAYERS if count in tielu.TITLES[title].players]:
            for bot in bots:
                yield Cell(title, edition, players, bot, args.against)


# Without these a line is no game.
KEPT: Final = {*Cell.__dataclass_fields__, "plan", "number", "failure", "worth"}


def played(*paths: Path) -> list[dict[str, Any]]:
    """The games that files hold, each as far as it got; a line replaces an earlier one of the same game.

    A line that was cut off when a run was killed is passed over. Raises ValueError if another one is no game.
    """
    lines = [
        (path, line) for path in paths if path.exists() for line in path.read_text("utf-8", "replace").splitlines()
    ]
    records = [each for path, line in lines if (each := record_of(path, line)) is not None]
    return list({(cell_of(each), each["plan"], each["number"]): each for each in records}.values())


def record_of(path: Path, line: str) -> dict[str, Any] | None:
    """The game of a line, None if it was cut off; raises ValueError if it is no game."""
    try:
        record = json.loads(line)
        if isinstance(record, dict) and set(record) >= KEPT:
            return record
    except json.JSONDecodeError as error:
        if not line.endswith("}") or error.pos == len(line):
            return None
    raise ValueError(f"{path} has a line that is no game: {line[:60]}")


def append(path: Path, record: dict[str, Any]) -> None:
    """Add a line to a file, in place of one that was cut off when a run was killed."""
    kept = path.read_bytes() if path.exists() else b""
    begins = kept.rfind(b"\n") + 1
    with path.open("ab") as file:
        if record_of(path, kept[begins:].decode("utf-8", "replace")) is None:
            file.truncate(begins)
        else:
            file.write(b"\n")
        file.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")


def cell_of(record: dict[str, Any]) -> Cell:
    return Cell(*[record[name] for name in Cell.__dataclass_fields__])


@dataclass(frozen=True)
class Task:
    """A game to be played on: where it belongs, and its record so far, if it was begun."""

    cell: Cell
    plan: int
    match: Match
    begun: dict[str, Any] | None


def lacking(cell: Cell, games: int, seed: int, records: list[dict[str, Any]]) -> list[Task]:
    """The games of a cell that are not over yet; those that failed are played again from the beginning."""
    fine = [each for each in records if cell.holds(each) and each["plan"] == seed and each["failure"] is None]
    known = {each["number"]: each for each in fine}
    tasks = [Task(cell, seed, match, known.get(match.number)) for match in cell.plan(games, seed).matches()]
    return [task for task in tasks if task.begun is None or task.begun["worth"] is None]


def import_modules(modules: list[str]) -> None:
    """Let modules put bots of their own beside ours."""
    for module in modules:
        importlib.import_module(module)


def prepare(modules: list[str], clock: Callable[[], float]) -> None:
    """Make a process ready: with the bots of the modules, and with the clock for those that look at one."""
    import_modules(modules)
    MAKERS["director"] = partial(Director, clock=clock)
    MAKERS.update({style.name: partial(Chairman, clock=clock, style=style) for style in STYLES})
    others = {name: maker for name, maker in MAKERS.items() if isinstance(maker, partial)}
    MAKERS.update({name: partial(each, clock=clock) for name, each in others.items() if each.func in SEARCHING})


def play_on(task: Task, clock_name: str, until: float) -> dict[str, Any] | None:
    """Play a game on until it or the time is over. `late` and `longest` are those of the bot that sits alone."""
    if time.time() > until:
        return None
    cell, match, begun = task.cell, task.match, task.begun or {"actions": [], "longest": 0.0, "late": 0}
    new = tielu.new_game(cell.title, [f"p{seat}" for seat in range(cell.players)], cell.edition)
    revision = begun.get("revision", new.revision)
    game = tielu.Game.from_json({**new.to_json(), "revision": revision, "actions": begun["actions"]})
    record = play_match(match, game, CLOCKS[clock_name], until).record
    alone = match.seating.index(0)
    times = record.times[alone]
    return {
        **vars(cell),
        "revision": game.revision,
        "bots": [match.bots[competitor].name for competitor in match.seating],
        "plan": task.plan,
        "number": match.number,
        "seed": match.seed,
        "seat": alone,
        "clock": clock_name,
        "late": begun["late"] + times.late,
        "longest": round(max(begun["longest"], times.longest), 3),
        "failure": None if record.failure is None else record.failure.text or record.failure.kind,
        "worth": list(record.worth) if game.finished else None,
        "actions": game.to_json()["actions"],
    }


@dataclass(frozen=True)
class Score:
    """How the bot that sits alone did in the games that are over; intervals are those of 95%."""

    games: int
    share: float
    interval: tuple[float, float]
    lead: float
    doubt: float

    @property
    def percent(self) -> str:
        """The interval, as 54–70%."""
        low, high = self.interval
        return f"{low:.0%}–{high:.0%}".replace("%–", "–")

    @classmethod
    def of(cls, records: list[dict[str, Any]]) -> Score:
        fine = [(each["worth"], each["seat"]) for each in records if each["worth"] is not None]
        won = sum(wins(worth)[seat] for worth, seat in fine)
        leads = [worth[seat] - (sum(worth) - worth[seat]) / (len(worth) - 1) for worth, seat in fine]
        return cls(
            games=len(fine),
            share=won / max(len(fine), 1),
            interval=wilson(won, len(fine)) if fine else (0.0, 1.0),
            lead=fmean(leads or [0]),
            doubt=1.96 * stdev(leads) / len(leads) ** 0.5 if len(leads) > 1 else 0.0,
        )


def row(cell: Cell, records: list[dict[str, Any]]) -> str:
    """A line of the table."""
    score = Score.of(records)
    doubt = f" ± {score.doubt:,.0f}" if score.games > 1 else ""
    failed, late = sum(each["failure"] is not None for each in records), sum(each["late"] for each in records)
    longest = max((each["longest"] for each in records), default=0.0)
    return (
        f"| {tielu.TITLES[cell.title].label}, {cell.edition} | {cell.players} | {cell.bot} | {cell.against} "
        f"| {score.games} | {score.share:.1%} ({score.percent}) | {1 / cell.players:.0%} "
        f"| {score.lead:+,.0f}{doubt} | {failed} | {late} | {longest:.2f} s |"
    )


def table(records: list[dict[str, Any]]) -> list[str]:
    """All that a file holds, as a table of Markdown."""
    lines = [
        "| title | players | bot | against | games | wins, 95% | even | lead in worth | failed | late | longest |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    places = sorted({cell_of(each) for each in records}, key=lambda cell: tuple(vars(cell).values()))
    return [*lines, *[row(cell, [each for each in records if cell.holds(each)]) for cell in places]]


@dataclass(frozen=True)
class Files:
    """Where games are kept: with their actions, and how they ended."""

    out: Path
    results: Path | None

    def records(self) -> list[dict[str, Any]]:
        return played(self.out, *([self.results] if self.results else []))

    def add(self, record: dict[str, Any]) -> None:
        append(self.out, record)
        if self.results and record["worth"] is not None:
            append(self.results, {name: value for name, value in record.items() if name != "actions"})


def play_all(places: Iterable[tuple[Cell, int]], seed: int, files: Files, args: argparse.Namespace) -> int:
    """Play what the files lack of this many games at each place, and print the table of all that they hold.

    Returns 1 if a game of them failed, otherwise 0.
    """
    # One thread for each process, or they would be in each other's way; numpy looks at this when it is imported.
    os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    if importlib.util.find_spec("numpy") is None:
        raise SystemExit("numpy is missing, and without it a chairman is far weaker: pip install 'tielu[bots]'")
    prepare(args.module, CLOCKS[args.clock])
    records = files.records()
    # One game of each place in turn, so that a run that is cut short has some of all; but first what was begun.
    turns = zip_longest(*[lacking(cell, games, seed, records) for cell, games in places])
    tasks = sorted((task for turn in turns for task in turn if task is not None), key=lambda task: task.begun is None)
    play = partial(play_on, clock_name=args.clock, until=time.time() + 60 * args.minutes)
    try:
        with ProcessPoolExecutor(args.processes, None, prepare, (args.module, CLOCKS[args.clock])) as pool:
            for done in as_completed([pool.submit(play, task) for task in tasks]):
                if (record := done.result()) is not None:
                    files.add(record)
    except BrokenProcessPool:
        raise SystemExit("a process was killed, perhaps for want of memory; the same command goes on") from None
    records = files.records()
    failed = [each for each in records if each["failure"] is not None]
    print("\n".join([*table(records), *map(failure_line, failed)]))
    return 1 if failed else 0


def failure_line(record: dict[str, Any]) -> str:
    """Which game failed, and the last line of what its bot raised."""
    cell = cell_of(record)
    where = f"{cell.title}, {cell.edition}, {cell.players} players, {cell.bot} against {cell.against}"
    return f"failed: {where}, game {record['number']}: {record['failure'].strip().splitlines()[-1]}"


def common_arguments(description: str | None) -> argparse.ArgumentParser:
    """What every table can be told: where its games are, how long and on how many cores it plays."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--out", type=output_file, required=True, help="the file of games, which is continued")
    parser.add_argument("--results", type=output_file, help="a file of games without their actions, continued, too")
    parser.add_argument("--minutes", type=minutes, default=float("inf"), help="stop after this many, even in a game")
    parser.add_argument("--clock", choices=list(CLOCKS), default="wall")
    parser.add_argument("--processes", type=positive_number, default=1)
    parser.add_argument("--module", action="append", default=[], help="a module to import first")
    return parser


def main() -> int:
    parser = common_arguments(__doc__)
    parser.add_argument("--bots", default=BOTS)
    parser.add_argument("--against", default="clerk")
    parser.add_argument("--title", action="append", choices=list(tielu.TITLES))
    parser.add_argument("--edition", help="instead of the title's usual one")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--games", type=int, default=12, help="for each place of the table")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with input_errors(parser):
        import_modules(args.module)
        return play_all([(cell, args.games) for cell in cells(args)], args.seed, Files(args.out, args.results), args)


if __name__ == "__main__":
    sys.exit(main())
