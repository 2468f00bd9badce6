"""From decisions of searches to a policy: `python -m training.policy TITLE --shards FILE... --network FILE --out FILE`.

The network stays as it is; the policy is a head beside its others. For every candidate of a decision it gives a number;
as odds, these numbers learn which one the search chose. Games whose seed is a multiple of eight are held out. What is
printed and kept in the card: how much worse, on average and in yuan, the best candidate by the policy is than the best
by rollouts, compared with the clerk's choice and with what looks best at a glance.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import time
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from .command_line import input_errors, output_file, without_torch

try:
    import torch
    from torch import Tensor, nn
except ModuleNotFoundError:
    without_torch()

import tielu
from tielu.bots.chairman.network import NUMBERS
from tielu.bots.chairman.policy import Look, numbers
from tielu.cli.options import positive_number

from .curves import drawn
from .decisions import Decisions, read_decisions
from .network import written_layers


@dataclass(frozen=True)
class Settings:
    """How a policy is trained."""

    seed: int = 1
    epochs: int = 30
    batch: int = 256
    rate: float = 1e-3
    decay: float = 1e-2
    dropout: float = 0.3
    width: int = 32


class PolicyNetwork(nn.Module):
    """A number for each candidate: the higher, the likelier it is the best."""

    def __init__(self, code: int, kinds: int, width: int, dropout: float) -> None:
        super().__init__()
        self.hidden = nn.Linear(code + len(NUMBERS) + kinds, width)
        self.out = nn.Linear(width, 1)
        self.dropout = nn.Dropout(dropout)

    def forward(self, candidates: Tensor) -> Tensor:
        numbers: Tensor = self.out(self.dropout(torch.relu(self.hidden(candidates))))
        return numbers[..., 0]


@dataclass(frozen=True)
class Table:
    """Decisions as tensors, a row each, with places for as many candidates as the widest has."""

    candidates: Tensor
    found: Tensor
    chosen: Tensor
    there: Tensor

    def rows(self, numbers: Tensor) -> Table:
        return Table(*(each[numbers] for each in (self.candidates, self.found, self.chosen, self.there)))


def starts(decisions: Decisions) -> Any:
    """Where each decision begins, and the end of the last."""
    changes = (np.diff(decisions.decision) != 0) | (np.diff(decisions.number) != 0)
    return np.concatenate([[0], np.flatnonzero(changes) + 1, [len(decisions.found)]])


def tabled(decisions: Decisions, kinds: list[str]) -> Table:
    """Decisions as tensors; kinds are told by their place in the list."""
    begins = starts(decisions)
    widest = int(np.diff(begins).max())
    width = decisions.code.shape[1] + len(NUMBERS) + len(kinds)
    candidates = np.zeros((len(begins) - 1, widest, width), np.float32)
    found, chosen, there = (np.zeros(candidates.shape[:2], np.float32) for _ in range(3))
    for row, (begin, end) in enumerate(pairwise(begins)):
        seen = (getattr(decisions, name)[begin:end] for name in ("kind", "worth", "lead", "chance"))
        looks = [Look(kind, worth, lead, chance, ()) for kind, worth, lead, chance in zip(*seen, strict=True)]
        for place, look in enumerate(looks):
            own = [*numbers(look, looks[0]), *(float(look.kind == kind) for kind in kinds)]
            candidates[row, place] = np.concatenate([decisions.code[begin + place], own])
        found[row, : end - begin] = decisions.found[begin:end]
        chosen[row, : end - begin] = decisions.chosen[begin:end]
        there[row, : end - begin] = 1
    return Table(*(torch.from_numpy(each) for each in (candidates, found, chosen, there)))


def surprise(logits: Tensor, table: Table) -> Tensor:
    """How surprising the choices of the search are, decision by decision."""
    odds = torch.log_softmax(logits.masked_fill(table.there == 0, -1e9), 1)
    return -(table.chosen * odds).sum(1)


def agreed(scores: Tensor, table: Table) -> float:
    """How often the candidate with the highest score is the one that the search chose."""
    best = scores.masked_fill(table.there == 0, -1e9).argmax(1, keepdim=True)
    return float(table.chosen.gather(1, best).mean())


def regret(scores: Tensor, table: Table) -> float:
    """By how many yuan the candidate with the highest score ends worse than the best one, on average."""
    absent = table.there == 0
    best = table.found.masked_fill(absent, -1e9).amax(1)
    chosen = scores.masked_fill(absent, -1e9).argmax(1, keepdim=True)
    return float((best - table.found.gather(1, chosen)[:, 0]).mean())


def missed(scores: Tensor, table: Table, most: int) -> float:
    """The same for the best of this many candidates, the usual one and those with the highest scores."""
    absent = table.there == 0
    first = torch.zeros_like(scores)
    first[:, 0] = 1e9
    order = (scores + first).masked_fill(absent, -1e9).argsort(1, descending=True)[:, :most]
    best = table.found.masked_fill(absent, -1e9)
    return float((best.amax(1) - best.gather(1, order).amax(1)).mean())


def train(table: Table, held_out: Table, network: PolicyNetwork, settings: Settings) -> tuple[PolicyNetwork, Any]:
    """The network of the epoch with the lowest loss on the decisions held out, and the curves."""
    optimiser = torch.optim.AdamW(network.parameters(), settings.rate, weight_decay=settings.decay)
    best, curves = (float("inf"), network), []
    for epoch in range(settings.epochs):
        network.train()
        order = torch.randperm(len(table.found))
        losses = []
        for rows in order.split(settings.batch):
            batch = table.rows(rows)
            loss = surprise(network(batch.candidates), batch).mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            losses.append(float(loss.detach()))
        network.eval()
        with torch.no_grad():
            logits = network(held_out.candidates)
            loss = float(surprise(logits, held_out).mean())
        curves.append(
            {"epoch": epoch, "train": float(np.mean(losses)), "loss": loss, "agreed": agreed(logits, held_out)}
        )
        print({name: round(value, 4) for name, value in curves[-1].items()}, flush=True)
        if loss < best[0]:
            best = loss, copy.deepcopy(network)
    return best[1], curves


def figures(network: PolicyNetwork, decisions: Decisions, table: Table) -> dict[str, float]:
    """What is lost by each way to choose, in yuan for a decision, and by playing on only four candidates."""
    columns = {name: torch.zeros_like(table.found) for name in ("worth", "lead")}
    begins = starts(decisions)
    for row, (begin, end) in enumerate(pairwise(begins)):
        for name, column in columns.items():
            column[row, : end - begin] = torch.from_numpy(getattr(decisions, name)[begin:end].astype(np.float32))
    network.eval()
    with torch.no_grad():
        ways = {
            "clerk": columns["worth"],
            "glance": columns["lead"],
            "both": columns["worth"] + columns["lead"],
            "policy": network(table.candidates),
        }
    return {
        **{f"agreed with {name}": agreed(scores, table) for name, scores in ways.items()},
        **{f"lost by {name}": regret(scores, table) for name, scores in ways.items()},
        **{f"lost by four of {name}": missed(scores, table, 4) for name, scores in ways.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="training.policy", description=__doc__)
    parser.add_argument("title", choices=list(tielu.TITLES))
    parser.add_argument("--shards", type=Path, nargs="+", required=True, help="files of recorded games")
    parser.add_argument("--network", type=Path, required=True, help="the file of the network that gets the policy")
    parser.add_argument("--out", type=output_file, required=True, help="the file to write: the network with its policy")
    parser.add_argument("--every", type=int, default=1, help="one decision in this many is used, on average")
    parser.add_argument("--workers", type=positive_number, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=Settings.seed)
    parser.add_argument("--epochs", type=int, default=Settings.epochs)
    args = parser.parse_args()

    began = time.perf_counter()
    settings = Settings(seed=args.seed, epochs=args.epochs)
    with input_errors(parser):
        decisions = read_decisions(args.shards, args.title, args.network, args.every, args.workers)
    kinds = sorted(set(decisions.kind.tolist()))
    held_out = decisions.held_out
    tables = tabled(decisions.only(~held_out), kinds), tabled(decisions.only(held_out), kinds)
    print(f"{[len(table.found) for table in tables]} decisions in {time.perf_counter() - began:.0f} s", flush=True)
    torch.manual_seed(settings.seed)
    network = PolicyNetwork(decisions.code.shape[1], len(kinds), settings.width, settings.dropout)
    network, curves = train(*tables, network, settings)
    found = figures(network, decisions.only(held_out), tables[1])
    file = json.loads(args.network.read_text("utf-8"))
    file["policy"] = {"kinds": kinds, **written_layers({"hidden": network.hidden, "out": network.out})}
    file["card"]["policy"] = {
        "games": len(set(decisions.number.tolist())),
        "decisions": [len(table.found) for table in tables],
        "settings": asdict(settings),
        "held_out": {name: round(value, 2) for name, value in found.items()},
    }
    args.out.write_text(json.dumps(file) + "\n", "utf-8")
    args.out.with_suffix(".policy.json").write_text(json.dumps(curves, indent=1) + "\n", "utf-8")
    args.out.with_suffix(".policy.svg").write_text(drawn(curves, ("loss", "agreed")), "utf-8")
    for name, value in found.items():
        print(f"{name}: {value:.3g}")


if __name__ == "__main__":
    main()
