"""From recorded games to the weights of a network: `python -m training TITLE --shards FILE... --out FILE`.

Games whose seed is a multiple of eight are held out. Beside the weights stand the curves, as numbers and drawn, and a
table that compares the network with the linear valuation on the games held out.

With `--begin`, training goes on from a file of weights; features that it does not know begin without weight. With
`--features-of`, only the features that a file names are used.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from dataclasses import asdict
from pathlib import Path

import torch

import tielu
from tielu.bots.chairman.network import read_network

from .check import check_file
from .compare import comparison, table_lines
from .curves import drawn
from .fit import Settings, held_out_loss, judged, on_device, train
from .network import ValueNetwork, take_weights, written
from .positions import SAMPLINGS, names_of, read_positions


def main() -> None:
    parser = argparse.ArgumentParser(prog="training", description=__doc__)
    parser.add_argument("title", choices=list(tielu.TITLES))
    parser.add_argument("--shards", type=Path, nargs="+", required=True, help="files of recorded games")
    parser.add_argument("--out", type=Path, required=True, help="the file of weights to write")
    parser.add_argument("--every", type=int, default=30, help="one position of so many is used, on average")
    parser.add_argument("--sampling", choices=list(SAMPLINGS), default="ends", help="which positions")
    parser.add_argument("--games", type=int, help="at most so many games")
    parser.add_argument("--reading", type=float, help="go on with what has been read after so many minutes")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=Settings.seed)
    parser.add_argument("--epochs", type=int, default=Settings.epochs)
    parser.add_argument("--dropout", type=float, default=Settings.dropout)
    parser.add_argument("--rate", type=float, default=Settings.rate)
    parser.add_argument("--batch", type=int, default=Settings.batch, help="smaller for few games")
    parser.add_argument("--average", type=float, default=Settings.average, help="smaller for few games")
    parser.add_argument("--steady", type=float, default=Settings.steady, help="what a jump at a dividend counts")
    parser.add_argument("--begin", type=Path, help="a file of weights to go on from")
    parser.add_argument("--features-of", type=Path, help="use only the features of this file of weights")
    args = parser.parse_args()

    began = time.perf_counter()
    until = None if args.reading is None else time.time() + 60 * args.reading
    positions = read_positions(args.shards, args.title, args.every, args.workers, args.games, args.sampling, until)
    print(f"{len(positions)} positions in {time.perf_counter() - began:.0f} s", flush=True)
    settings = Settings(
        seed=args.seed,
        epochs=args.epochs,
        batch=args.batch,
        rate=args.rate,
        dropout=args.dropout,
        steady=args.steady,
        average=args.average,
    )
    torch.manual_seed(settings.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    names = names_of(args.title)
    if args.features_of:
        wanted = read_network(args.features_of).names
        positions, names = positions.reading(wanted, names), wanted
    data = on_device(positions, ~positions.held_out, device)
    held_out = on_device(positions, positions.held_out, device)
    network = ValueNetwork(len(names.game), len(names.company), len(names.player), settings.dropout).to(device)
    if args.begin:
        take_weights(network, read_network(args.begin), names)
        print("before:", held_out_loss(network, held_out, settings))
    network, curves = train(data, network, settings, lambda each: held_out_loss(each, held_out, settings))

    table = comparison(positions.only(positions.held_out), *judged(network, held_out))
    card = {
        "title": args.title,
        "begun_with": None if args.begin is None else read_network(args.begin).card,
        "shards": [shard.name for shard in args.shards],
        "games": len(set(positions.number.tolist())),
        "positions": len(positions),
        "every": args.every,
        "sampling": args.sampling,
        "settings": asdict(settings),
        "held_out": table,
    }
    args.out.write_text(json.dumps(written(network, names, card)) + "\n", "utf-8")
    print(f"the file judges alike, within ¥{check_file(args.out, network, positions, names):.2f}")
    args.out.with_suffix(".curves.json").write_text(json.dumps(curves, indent=1) + "\n", "utf-8")
    args.out.with_suffix(".curves.svg").write_text(drawn(curves), "utf-8")
    print("\n".join(table_lines(table)))


if __name__ == "__main__":
    main()
