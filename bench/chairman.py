"""The table of the chairman's strength: `python -m bench.chairman --out games.jsonl --results bench/strength.jsonl`.

Plays what the files lack of the games that we want, a game of each line in turn, as `bench.strength` does with its own
places. Then it prints the table of docs/chairman.md. `--publish` writes it there, and into the cards of the networks; a
test compares both with the results that are kept.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import tielu
from bench.strength import Cell, Files, Score, common_arguments, play_all
from tielu.bots.title import bots_of
from training.command_line import input_errors

SEED: Final = 4
# Title, edition, players, the bot that sits alone, the others, and how many games.
LINES: Final = (
    (Cell("1880", "2022", 4, "chairman:0.5", "director:0.5"), 200),
    (Cell("1888", "2022", 4, "chairman:0.5", "director:0.5"), 200),
    (Cell("1880", "2022", 4, "chairman:0.5", "clerk"), 100),
    (Cell("1888", "2022", 4, "chairman:0.5", "clerk"), 100),
    (Cell("1880", "2022", 3, "chairman:0.5", "director:0.5"), 60),
    (Cell("1888", "2022", 3, "chairman:0.5", "director:0.5"), 60),
    (Cell("1880", "2022", 6, "chairman:0.5", "director:0.5"), 60),
    (Cell("1888", "2022", 6, "chairman:0.5", "director:0.5"), 60),
    (Cell("1880", "2010", 4, "chairman:0.5", "director:0.5"), 60),
    (Cell("1880", "2022", 4, "chairman:2", "chairman:0.2"), 100),
)

PAGE: Final = Path(__file__).parents[1] / "docs" / "chairman.md"
NUMBERS: Final = {2: "two", 3: "three", 5: "five"}
TABLE: Final = (
    "| title | one chairman against | time | games | wins | even share | lead in worth |",
    "| --- | --- | --- | --- | --- | --- | --- |",
)


def others_of(cell: Cell) -> str:
    """Those whom the chairman plays against."""
    other = cell.against.partition(":")[0]
    return f"{NUMBERS[cell.players - 1]} {'chairmen' if other == 'chairman' else other + 's'}"


def time_of(cell: Cell) -> str:
    own, given = (bot.partition(":")[2] for bot in (cell.bot, cell.against))
    return f"{own} s against {given} s" if given not in ("", own) else f"{own} s"


def label_of(cell: Cell) -> str:
    title = tielu.TITLES[cell.title]
    return title.label if cell.edition == title.editions[0] else f"{title.label}, {cell.edition}"


def score_of(cell: Cell, records: list[dict[str, Any]]) -> Score:
    return Score.of([record for record in records if cell.holds(record)])


def line_of(cell: Cell, games: int, records: list[dict[str, Any]]) -> str:
    """A line of the table in docs/chairman.md: as many of these games as have been played."""
    score = score_of(cell, records)
    return (
        f"| {label_of(cell)} | {others_of(cell)} | {time_of(cell)} | {score.games} of {games} "
        f"| **{score.share:.1%}** ({score.percent}) | {1 / cell.players:.0%} "
        f"| {score.lead:+,.0f} ± {score.doubt:,.0f} |"
    )


def table_of(records: list[dict[str, Any]]) -> str:
    return "\n".join([*TABLE, *[line_of(cell, games, records) for cell, games in LINES]])


def strength_of(title: str, records: list[dict[str, Any]]) -> dict[str, str]:
    """The lines of a title in words, for the card of its network."""
    found = {}
    for cell, _ in LINES:
        if cell.title == title:
            score = score_of(cell, records)
            words = f"won {score.share:.1%} of {score.games} games ({score.percent}), even share {1 / cell.players:.0%}"
            found[f"against {others_of(cell)}, {time_of(cell)}, edition of {cell.edition}"] = words
    return found


def with_table(page: str, records: list[dict[str, Any]]) -> str:
    """The page with its table replaced by that of these results."""
    before, _, rest = page.partition(TABLE[0])
    return before + table_of(records) + "\n\n" + rest.partition("\n\n")[2]


def publish(records: list[dict[str, Any]]) -> None:
    """Write what the results say into docs/chairman.md and the cards of the networks."""
    PAGE.write_text(with_table(PAGE.read_text("utf-8"), records), "utf-8")
    for title in sorted({cell.title for cell, _ in LINES}):
        network = bots_of(title).network
        assert network is not None
        file = json.loads(network.read_text("utf-8"))
        file["card"]["strength"] = strength_of(title, records)
        network.write_text(json.dumps(file) + "\n", "utf-8")


def main() -> int:
    parser = common_arguments(__doc__)
    numbers = range(1, len(LINES) + 1)
    parser.add_argument("--line", type=int, action="append", choices=numbers, help="only this one; may be said again")
    parser.add_argument("--publish", action="store_true", help="write the table and the cards of the networks")
    args = parser.parse_args()
    if args.publish and args.results is None:
        parser.error("--publish needs --results: it writes what all the games say")
    lines = [LINES[number - 1] for number in args.line or numbers]
    files = Files(args.out, args.results)
    with input_errors(parser):
        failed = play_all(lines, SEED, files, args)
        print(f"\n{table_of(files.records())}")
        if args.publish:
            publish(files.records())
        return failed


if __name__ == "__main__":
    sys.exit(main())
