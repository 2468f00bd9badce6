"""The table of the chairman's strength: `python -m bench.chairman --out games.jsonl --results bench/strength.jsonl`.

Plays what the files lack of the games that we want, a game of each line in turn, as `bench.strength` does with its own
places. docs/chairman.md tells what came of it.
"""

from __future__ import annotations

from typing import Final

from bench.strength import Cell, Files, common_arguments, play_all

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


def main() -> None:
    parser = common_arguments(__doc__)
    parser.add_argument("--line", type=int, action="append", help="only this one, counted from 1; may be said again")
    args = parser.parse_args()
    lines = [LINES[number - 1] for number in args.line or range(1, len(LINES) + 1)]
    play_all(lines, SEED, Files(args.out, args.results), args)


if __name__ == "__main__":
    main()
