"""The table of the chairman's strength: `python -m bench.chairman --out games.jsonl --results bench/strength.jsonl`.

Plays what the files lack of the games that we want, a game of each line in turn, as `bench.strength` does with its own
places. Then it prints the table of docs/chairman.md; a test compares that with the results that are kept.
"""

from __future__ import annotations

import sys
from typing import Any, Final

import tielu
from bench.strength import Cell, Files, Score, common_arguments, play_all
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

NUMBERS: Final = {2: "two", 3: "three", 5: "five"}
TABLE: Final = (
    "| title | one chairman against | time | games | wins | even share | lead in worth |",
    "| --- | --- | --- | --- | --- | --- | --- |",
)


def line_of(cell: Cell, games: int, records: list[dict[str, Any]]) -> str:
    """A line of the table in docs/chairman.md: as many of these games as have been played."""
    score = Score.of([record for record in records if cell.holds(record)])
    title = tielu.TITLES[cell.title]
    edition = "" if cell.edition == title.editions[0] else f", {cell.edition}"
    (_, own), (other, given) = (bot.split(":") if ":" in bot else (bot, "") for bot in (cell.bot, cell.against))
    others = "chairmen" if other == "chairman" else f"{other}s"
    time = f"{own} s against {given} s" if given not in ("", own) else f"{own} s"
    low, high = score.interval
    return (
        f"| {title.label}{edition} | {NUMBERS[cell.players - 1]} {others} | {time} | {score.games} of {games} "
        f"| **{score.share:.1%}** ({low:.0%}–{high:.0%}) | {1 / cell.players:.0%} "
        f"| {score.lead:+,.0f} ± {score.doubt:,.0f} |"
    ).replace("%–", "–")


def main() -> int:
    parser = common_arguments(__doc__)
    numbers = range(1, len(LINES) + 1)
    parser.add_argument("--line", type=int, action="append", choices=numbers, help="only this one; may be said again")
    args = parser.parse_args()
    lines = [LINES[number - 1] for number in args.line or numbers]
    files = Files(args.out, args.results)
    with input_errors(parser):
        failed = play_all(lines, SEED, files, args)
        print("\n".join(["", *TABLE, *[line_of(cell, games, files.records()) for cell, games in lines]]))
        return failed


if __name__ == "__main__":
    sys.exit(main())
