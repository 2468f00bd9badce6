"""From recorded games to the weights of a network: `python -m training TITLE --shards FILE... --out FILE`.

Games whose seed is a multiple of eight are held out. Beside the weights stand the curves, as numbers and drawn, and a
table that compares the network with the linear valuation on the games held out.

At first two networks are trained, each on half of the games, so that each can say what it expects in the other half;
the one that is kept learns positions as their returns (`returns.py`). With `--returns 1` it learns how games ended.

With `--begin`, training goes on from a file of weights; features that it does not know begin without weight. With
`--features-of`, only the features that a file names are used.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Any

import numpy as np

from .command_line import input_errors, minutes, output_file, part, weight, without_torch

try:
    import torch
except ModuleNotFoundError:
    without_torch()

import tielu
from tielu.bots.chairman.network import read_network
from tielu.cli.options import positive_number, seed_number

from .check import check_file
from .compare import comparison, table_lines
from .curves import drawn
from .fit import Data, Settings, held_out_loss, judged, on_device, train, with_returns
from .network import Sizes, ValueNetwork, take_weights, written
from .positions import SAMPLINGS, names_of, read_positions


def judged_by_halves(data: Data, number: Any, trained: Callable[[Data], tuple[ValueNetwork, Any]]) -> tuple[Any, Any]:
    """What networks expect that were not trained on the games: each is trained on the half that the other one judges.

    Weights to begin with (`--begin`) may have seen all of them.
    """
    worths, chances = np.zeros(data["final"].shape), np.zeros(data["final"].shape)
    for half in (0, 1):
        rows = torch.from_numpy(np.flatnonzero(number % 2 == half)).to(data["final"].device)
        others = torch.from_numpy(np.flatnonzero(number % 2 != half)).to(data["final"].device)
        network, _ = trained({name: each[others] for name, each in data.items()})
        seen = judged(network, {name: each[rows] for name, each in data.items()})
        worths[rows.cpu().numpy()], chances[rows.cpu().numpy()] = seen
    return worths, chances


def main() -> None:
    parser = argparse.ArgumentParser(prog="training", description=__doc__)
    parser.add_argument("title", choices=list(tielu.TITLES))
    parser.add_argument("--shards", type=Path, nargs="+", required=True, help="files of recorded games")
    parser.add_argument("--out", type=output_file, required=True, help="the file of weights to write")
    parser.add_argument(
        "--every", type=positive_number, default=30, help="one position in this many is used, on average"
    )
    parser.add_argument("--sampling", choices=list(SAMPLINGS), default="ends", help="which positions")
    parser.add_argument("--games", type=positive_number, help="at most this many games")
    parser.add_argument("--reading", type=minutes, help="go on with what has been read after this many minutes")
    parser.add_argument("--workers", type=positive_number, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=seed_number, default=Settings.seed)
    parser.add_argument("--epochs", type=positive_number, default=Settings.epochs)
    parser.add_argument("--dropout", type=part, default=Settings.dropout)
    parser.add_argument("--rate", type=weight, default=Settings.rate)
    parser.add_argument("--batch", type=positive_number, default=Settings.batch, help="smaller for few games")
    parser.add_argument("--average", type=part, default=Settings.average, help="smaller for few games")
    parser.add_argument("--returns", type=part, default=Settings.returns, help="1: learn how games ended")
    parser.add_argument(
        "--sizes", type=positive_number, nargs=3, default=astuple(Sizes()), help="of the layers, without --begin"
    )
    parser.add_argument("--steady", type=weight, default=Settings.steady, help="what a jump at a dividend counts")
    parser.add_argument("--begin", type=Path, help="a file of weights to go on from")
    parser.add_argument("--features-of", type=Path, help="use only the features of this file of weights")
    args = parser.parse_args()

    began = time.perf_counter()
    until = None if args.reading is None else time.time() + 60 * args.reading
    with input_errors(parser):
        begun = read_network(args.begin) if args.begin else None
        wanted = read_network(args.features_of).names if args.features_of else None
        names = names_of(args.title)
        positions = read_positions(args.shards, args.title, args.every, args.workers, args.games, args.sampling, until)
        if wanted is not None:
            positions, names = positions.reading(wanted, names), wanted
        if positions.held_out.all() or not positions.held_out.any():
            raise ValueError("there must be games to learn and games held out, whose seed is a multiple of eight")
        if args.returns < 1 and len(set((positions.number[~positions.held_out] % 2).tolist())) < 2:
            raise ValueError("these are too few games for two halves; --returns 1 needs none")
    print(f"{len(positions)} positions in {time.perf_counter() - began:.0f} s", flush=True)
    settings = Settings(
        seed=args.seed,
        epochs=args.epochs,
        batch=args.batch,
        rate=args.rate,
        dropout=args.dropout,
        steady=args.steady,
        average=args.average,
        returns=args.returns,
    )
    torch.manual_seed(settings.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = on_device(positions, ~positions.held_out, device)
    held_out = on_device(positions, positions.held_out, device)
    number = positions.number[~positions.held_out]
    sizes = Sizes(*args.sizes) if begun is None else Sizes.of(begun)

    def trained(on: Data) -> tuple[ValueNetwork, list[dict[str, float]]]:
        network = ValueNetwork(names, sizes, settings.dropout).to(device)
        if begun is not None:
            take_weights(network, begun, names)
            print("before:", held_out_loss(network, held_out, settings))
        return train(on, network, settings, lambda each: held_out_loss(each, held_out, settings))

    if settings.returns < 1:
        data = with_returns(data, number, *judged_by_halves(data, number, trained), settings.returns)
    network, curves = trained(data)

    table = comparison(positions.only(positions.held_out), *judged(network, held_out))
    card = {
        "title": args.title,
        "begun_with": None if begun is None else begun.card,
        "shards": [shard.name for shard in args.shards],
        "games": len(set(positions.number.tolist())),
        "positions": len(positions),
        "every": args.every,
        "sampling": args.sampling,
        "settings": asdict(settings),
        "sizes": asdict(sizes),
        "held_out": table,
    }
    with input_errors(parser):
        # What was there before stays if the new network is none.
        new = args.out.with_name(args.out.name + ".part")
        try:
            new.write_text(json.dumps(written(network, names, card)) + "\n", "utf-8")
            print(f"the file judges alike, within ¥{check_file(new, network, positions, names):.2f}")
            new.replace(args.out)
        finally:
            new.unlink(missing_ok=True)
    args.out.with_suffix(".curves.json").write_text(json.dumps(curves, indent=1) + "\n", "utf-8")
    args.out.with_suffix(".curves.svg").write_text(drawn(curves, ("worth", "surprise")), "utf-8")
    print("\n".join(table_lines(table)))


if __name__ == "__main__":
    main()
