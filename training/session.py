"""A whole session in one command: games, training, and what came of it: `python -m training.session --out FOLDER`.

Bots play until the time for learning begins; then a network for each title goes on from the one that came with it, on
these games and on those of earlier sessions (`--games`), and both networks are compared on games held out. The folder
holds at most eight files: the new games as shards packed into files of at most 15 MiB, which the next session takes
along, `1880.json` and `1888.json`, and `report.txt`. Whatever is done when the time is up is there.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tielu.bots.title import bots_of
from tielu.cli.options import positive_number

from .command_line import minutes

TITLES: Final = ("1880", "1888")
MOST_BYTES: Final = 15 * 2**20
MOST_FILES: Final = 5
# Of the time for learning, what remains after training for the comparison of both networks.
COMPARING: Final = 0.25
# Of the time for training, what reading the games may take; the newest are read first.
READING: Final = 0.6
# A session has fewer games than the first training, so weights are averaged over fewer steps.
BATCH: Final = 1024
AVERAGE: Final = 0.99


@dataclass(frozen=True)
class Plan:
    """What a session does, and when it must be over."""

    out: Path
    games: Path
    work: Path
    begin: Path | None
    seed: int
    tables: str
    seconds: str
    every: int
    epochs: int
    rate: float
    workers: int
    learns_at: float
    until: float


def play(plan: Plan) -> None:
    """Play until it is time to learn, and pack what was played."""
    minutes = (plan.learns_at - time.time()) / 60
    if minutes > 0:
        options = ["--out", str(plan.work), "--minutes", f"{minutes:.2f}", "--workers", str(plan.workers)]
        options += ["--seed", str(plan.seed), "--tables", plan.tables, "--seconds", plan.seconds]
        finish([start("training.play", options, plan.out / "report.txt")], plan.learns_at + 30)
    pack(sorted(plan.work.glob("*.xz")), plan.out, plan.seed)


def pack(shards: list[Path], folder: Path, seed: int) -> list[Path]:
    """Join shards to a few files, each of which is a shard itself; what does not fit into them is left out."""
    packed: list[Path] = []
    size = MOST_BYTES
    for shard in shards:
        data = shard.read_bytes()
        if size + len(data) > MOST_BYTES:
            if len(packed) == MOST_FILES:
                break
            packed.append(folder / f"games-{seed:08d}-{len(packed)}.jsonl.xz")
            packed[-1].write_bytes(b"")
            size = 0
        with packed[-1].open("ab") as file:
            file.write(data)
        size += len(data)
    return packed


def learn(plan: Plan) -> None:
    """Train both networks side by side, then compare each with the one it began with."""
    shards = [str(path) for folder in (plan.work, plan.games) for path in sorted(folder.glob("*.xz"), reverse=True)]
    trained_at = plan.until - COMPARING * (plan.until - plan.learns_at)
    workers = max(1, plan.workers // len(TITLES))
    running = []
    for title in TITLES:
        options = [title, "--shards", *shards, "--out", str(plan.work / f"{title}.json"), "--begin", begin(plan, title)]
        options += ["--every", str(plan.every), "--epochs", str(plan.epochs), "--rate", str(plan.rate)]
        options += [
            "--batch",
            str(BATCH),
            "--average",
            str(AVERAGE),
            "--workers",
            str(workers),
            "--seed",
            str(plan.seed),
        ]
        options += ["--reading", f"{READING * (trained_at - time.time()) / 60:.2f}"]
        running.append(start("training", options, plan.work / f"{title}.log"))
    finish(running, trained_at)
    running = []
    for title in TITLES:
        log, weights = plan.work / f"{title}.log", plan.work / f"{title}.json"
        if weights.exists():
            (plan.out / weights.name).write_bytes(weights.read_bytes())
            minutes = max(0.1, (plan.until - time.time()) / 60 - 0.5)
            options = [title, "--games", *shards, "--held-out", "--minutes", f"{minutes:.2f}"]
            options += ["--network", begin(plan, title), "--network", str(weights)]
            running.append(start("training.jumps", options, plan.work / f"{title}.jumps.log"))
    finish(running, plan.until)
    with (plan.out / "report.txt").open("a", encoding="utf-8") as report:
        for title in TITLES:
            for log in (plan.work / f"{title}.log", plan.work / f"{title}.jumps.log"):
                if log.exists():
                    report.write(f"\n== {log.name}\n\n{log.read_text('utf-8')}")


def begin(plan: Plan, title: str) -> str:
    """The weights that training goes on from: those in a folder, or those of the title."""
    own = plan.begin / f"{title}.json" if plan.begin else None
    path = own if own and own.exists() else bots_of(title).network
    assert path is not None
    return str(path)


def start(module: str, options: list[str], log: Path) -> subprocess.Popen[bytes]:
    """Start a module in a group of its own, with its workers."""
    command = [sys.executable, "-m", module, *options]
    with log.open("ab") as file:
        return subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)


def finish(running: list[subprocess.Popen[bytes]], until: float) -> None:
    """Wait for processes; those that have not ended in time are stopped with their workers, also if this one is."""
    try:
        for each in running:
            with suppress(subprocess.TimeoutExpired):
                each.wait(max(0.1, until - time.time()))
    finally:
        for each in running:
            if each.poll() is None:
                os.killpg(each.pid, signal.SIGKILL)
                each.wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="training.session", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder for what is kept")
    parser.add_argument("--minutes", type=minutes, default=9.3, help="the whole session")
    parser.add_argument("--learning", type=minutes, default=4.0, help="how many minutes at the end are for learning")
    parser.add_argument("--games", type=Path, default=Path("games"), help="a folder with shards of earlier sessions")
    parser.add_argument("--work", type=Path, default=Path("build/session"), help="a folder for what is not kept")
    parser.add_argument("--begin", type=Path, help="a folder with weights to go on from; those of the titles if none")
    parser.add_argument("--seed", type=int, required=True, help="the first seed of new games, another for each session")
    parser.add_argument("--tables", default="clerks=2,mixed=2,searching=3", help="as training.play has it")
    parser.add_argument("--seconds", default="0.05,0.1", help="as training.play has it")
    parser.add_argument("--every", type=int, default=20, help="as training has it")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--workers", type=positive_number, default=os.cpu_count() or 1)
    args = parser.parse_args()
    until = time.time() + 60 * args.minutes
    for folder in (args.out, args.work):
        folder.mkdir(parents=True, exist_ok=True)
    plan = Plan(
        args.out,
        args.games,
        args.work,
        args.begin,
        args.seed,
        args.tables,
        args.seconds,
        args.every,
        args.epochs,
        args.rate,
        args.workers,
        until - 60 * args.learning,
        until,
    )
    play(plan)
    learn(plan)
    print((args.out / "report.txt").read_text("utf-8"))


if __name__ == "__main__":
    main()
