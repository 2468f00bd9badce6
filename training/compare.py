"""What a network sees beside the linear valuation: `python -m training.compare FILE --shards FILE...`.

The games should be others than those of training. For each quarter of the game and its first half: the part of the
differences in final worth, compared with the mean of the table, that is explained, and the log-loss of the winner. The
linear valuation names no chances; it is given the softmax of its worths at the temperature that suits these very games
best.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from tielu.bots.chairman.network import NumpyNetwork, read_network
from tielu.bots.features import FeatureNames, Features
from tielu.cli.options import positive_number

from .command_line import input_errors
from .positions import SAMPLINGS, Positions, names_of, read_positions

# Parts of a game, from one stage to another; a quarter has its number.
PARTS: dict[int | str, tuple[float, float]] = {
    **{number + 1: (number / 4, (number + 1) / 4) for number in range(4)},
    "1 and 2": (0.0, 0.5),
}
TEMPERATURES = np.geomspace(100, 20000, 40)
EMPTY_SEAT = -1e9


def relative(worths: Any, seated: Any) -> Any:
    """What everybody is worth compared with the mean of the table."""
    mean = (worths * seated).sum(1, keepdims=True) / seated.sum(1, keepdims=True)
    return (worths - mean) * seated


def winners(final: Any, seated: Any) -> Any:
    """1 for the winner; who ties shares it."""
    best = np.where(seated > 0, final, EMPTY_SEAT)
    won = (best == best.max(1, keepdims=True)).astype(float)
    return won / won.sum(1, keepdims=True)


def softmax(logits: Any, seated: Any) -> Any:
    """Chances that add up to one, none for empty seats."""
    odds = np.exp(logits - np.where(seated > 0, logits, EMPTY_SEAT).max(1, keepdims=True)) * (seated > 0)
    return odds / odds.sum(1, keepdims=True)


def explained(predicted: Any, final: Any, seated: Any) -> float:
    """The part of the differences in final worth that is explained."""
    true = relative(final, seated)
    return float(1 - ((true - relative(predicted, seated)) ** 2).sum() / (true**2).sum())


def log_loss(chances: Any, won: Any) -> float:
    """The log-loss of the winner."""
    return float(-(won * np.log(np.maximum(chances, 1e-9))).sum(1).mean())


def comparison(positions: Positions, worths: Any, chances: Any) -> list[dict[str, Any]]:
    """A row for each part of the game, for all games and for those among equals."""
    rows = []
    for kind, games in (("all", np.ones_like(positions.equals)), ("equals", positions.equals)):
        for part, (begin, end) in PARTS.items():
            these = games & (positions.stage >= begin) & (positions.stage < end)
            if not these.any():
                continue
            seated, final = positions.seated[these].astype(float), positions.final[these].astype(float)
            linear, won = positions.linear[these].astype(float), winners(final, seated)
            rows.append(
                {
                    "kind": kind,
                    "quarter": part,
                    "games": len(np.unique(positions.number[these])),
                    "positions": int(these.sum()),
                    "linear_explained": explained(linear, final, seated),
                    "network_explained": explained(worths[these], final, seated),
                    "linear_log_loss": min(log_loss(softmax(linear / each, seated), won) for each in TEMPERATURES),
                    "network_log_loss": log_loss(chances[these], won),
                }
            )
    return rows


def features_at(positions: Positions, row: int, names: FeatureNames) -> Features:
    """The features of a position, as the bot would find them; `names` are those of the columns."""
    players = int(positions.seated[row].sum())
    founded = np.flatnonzero(positions.company[row].any(axis=1))

    def numbers(table: Any) -> Any:
        return table.astype(float).tolist()

    return Features(
        numbers(positions.game[row]),
        numbers(positions.company[row][founded]),
        numbers(positions.player[row][:players]),
        numbers(positions.held[row][:players][:, founded]),
        numbers(positions.directs[row][:players][:, founded]),
        numbers(positions.now[row][:players]),
        names,
    )


def judged(network: NumpyNetwork, positions: Positions, names: FeatureNames) -> tuple[Any, Any]:
    """The worths and chances that a network expects, a row for each position; `names` are those of the columns."""
    worths, chances = np.zeros(positions.final.shape), np.zeros(positions.final.shape)
    for row in range(len(positions)):
        found = network.judge(features_at(positions, row, names))
        worths[row, : len(found.worths)], chances[row, : len(found.worths)] = found.worths, found.chances
    return worths, chances


def table_lines(rows: list[dict[str, Any]]) -> list[str]:
    """The rows as a table in Markdown."""
    lines = [
        "| games | quarter | number | positions | explained, linear | network | log-loss, linear | network |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        kind, quarter, games, count, *figures = row.values()
        lines.append(f"| {kind} | {quarter} | {games} | {count} | " + " | ".join(f"{x:.3f}" for x in figures) + " |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="training.compare", description=__doc__)
    parser.add_argument("network", type=Path)
    parser.add_argument("--shards", type=Path, nargs="+", required=True, help="files of recorded games")
    parser.add_argument("--every", type=int, default=30, help="one position in this many is used, on average")
    parser.add_argument("--sampling", choices=list(SAMPLINGS), default="even", help="which positions")
    parser.add_argument("--held-out", action="store_true", help="only games that training holds out")
    parser.add_argument("--workers", type=positive_number, default=1)
    args = parser.parse_args()
    with input_errors(parser):
        file = read_network(args.network)
        title = file.card["title"]
        positions = read_positions(args.shards, title, args.every, args.workers, sampling=args.sampling)
    if args.held_out:
        positions = positions.only(positions.held_out)
    print("\n".join(table_lines(comparison(positions, *judged(NumpyNetwork(file), positions, names_of(title))))))


if __name__ == "__main__":
    main()
