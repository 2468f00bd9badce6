"""Training: the loss and the loop."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from tielu.bots.features import WEALTH

from .network import ValueNetwork
from .positions import Positions
from .returns import returns

INPUTS = ("game", "company", "player", "held", "directs", "seated")
CHECKED_AT_ONCE = 8192


@dataclass(frozen=True)
class Settings:
    """How a network is trained."""

    seed: int = 1
    epochs: int = 30
    batch: int = 2048
    rate: float = 1.5e-3
    decay: float = 1e-3
    dropout: float = 0.2
    # Of what a position is learned as, the part that comes from further on in the game; 1: how it ended, nothing else.
    returns: float = 0.8
    # What the chance of winning and the mean of the table count beside the differences in worth.
    winning: float = 0.5
    level: float = 0.05
    # What a jump of the relative worths counts when a dividend comes that everybody could see coming.
    steady: float = 5.0
    # How slowly the averaged weights follow.
    average: float = 0.998


Data = dict[str, Tensor]


def on_device(positions: Positions, chosen: Any, device: str) -> Data:
    """The chosen positions as tensors, in thousands of yuan."""
    data = {name: torch.from_numpy(getattr(positions, name)[chosen]).to(device) for name in INPUTS}
    for name in ("now", "final"):
        data[name] = torch.from_numpy(getattr(positions, name)[chosen] / WEALTH).float().to(device)
    data["won"] = winners(data["final"], data["seated"].float())
    data["follows"] = torch.from_numpy(positions.follows[chosen]).to(device)
    return data


def with_returns(data: Data, number: Any, worths: Any, chances: Any, part: float) -> Data:
    """The same positions, to be learned as returns instead of results: of worths in yuan, and of chances to win."""
    device, found = data["final"].device, dict(data)
    for name, expected in (("final", worths / WEALTH), ("won", chances)):
        targets = returns(number, expected, data[name].cpu().numpy(), part)
        found[name] = torch.from_numpy(targets).float().to(device) * data["seated"].float()
    return found


def relative(worths: Tensor, seated: Tensor) -> Tensor:
    """What everybody is worth compared with the mean of the table."""
    mean = (worths * seated).sum(1, keepdim=True) / seated.sum(1, keepdim=True)
    return (worths - mean) * seated


def winners(final: Tensor, seated: Tensor) -> Tensor:
    """1 for the winner; who ties shares it."""
    best = final.masked_fill(seated == 0, -1e9)
    won = (best == best.amax(1, keepdim=True)).float()
    return won / won.sum(1, keepdim=True)


def losses(network: ValueNetwork, batch: Data) -> tuple[Tensor, Tensor, Tensor]:
    """For each position: the error of the relative worths, that of the table's mean, and the surprise at the winner."""
    seated = batch["seated"].float()
    gain, logits = network(*[batch[name].float() for name in INPUTS])
    worths = batch["now"] + gain
    count = seated.sum(1)
    wrong = (relative(worths, seated) - relative(batch["final"], seated)) ** 2
    mean = ((worths - batch["final"]) * seated).sum(1) / count
    surprise = -(batch["won"] * torch.log_softmax(logits, 1)).sum(1)
    return wrong.sum(1) / count, mean**2, surprise


def jumps(network: ValueNetwork, data: Data, after: Tensor) -> Tensor:
    """How far the relative worths of everybody jump at dividends; `after` are the rows of the positions after them."""
    was_training = network.training
    # Without dropout, whose noise is no jump.
    network.eval()
    expected = []
    for rows in (after - 1, after):
        seated = data["seated"][rows].float()
        gain, _ = network(*[data[name][rows].float() for name in INPUTS])
        expected.append(relative(data["now"][rows] + gain, seated))
    network.train(was_training)
    return expected[1] - expected[0]


def _unsteady(network: ValueNetwork, data: Data, after: Tensor) -> Tensor:
    """The squared jumps of a position, per player, on average."""
    players = data["seated"][after].float().sum(1)
    return (jumps(network, data, after).square().sum(1) / players).mean()


def _step(
    network: ValueNetwork,
    optimiser: torch.optim.Optimizer,
    batch: Data,
    settings: Settings,
    unsteady: Callable[[], Tensor] | None,
) -> Tensor:
    """Learn from one batch; returns the loss."""
    worth, mean, surprise = losses(network, batch)
    loss = worth.mean() + settings.level * mean.mean() + settings.winning * surprise.mean()
    if unsteady is not None:
        loss = loss + settings.steady * unsteady()
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()
    return loss.detach()


def train(
    data: Data, network: ValueNetwork, settings: Settings, check: Callable[[ValueNetwork], dict[str, float]]
) -> tuple[ValueNetwork, list[dict[str, float]]]:
    """The averaged network of the best epoch, by the held-out loss, and the curves."""
    count = len(data["game"])
    size = min(settings.batch, count)
    after = data["follows"].nonzero()[:, 0]

    def unsteady() -> Tensor:
        drawn = torch.randint(len(after), (max(1, size // 2),), device=after.device)
        return _unsteady(network, data, after[drawn])

    steadied = unsteady if settings.steady and len(after) else None
    steps = settings.epochs * (count // size)
    optimiser = torch.optim.AdamW(network.parameters(), settings.rate, weight_decay=settings.decay)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, settings.rate, total_steps=steps, pct_start=0.1)
    average = copy.deepcopy(network)
    averaged = list(average.parameters())
    best, curves = (float("inf"), average), []
    began = time.perf_counter()
    for epoch in range(settings.epochs):
        order = torch.randperm(count, device=data["game"].device)
        total = torch.zeros((), device=order.device)
        network.train()
        for step in range(count // size):
            rows = order[step * size : (step + 1) * size]
            total += _step(network, optimiser, {name: each[rows] for name, each in data.items()}, settings, steadied)
            plan.step()
            with torch.no_grad():
                torch._foreach_lerp_(averaged, list(network.parameters()), 1 - settings.average)
        found = check(average)
        curves.append({"epoch": epoch, "train": float(total) / (count // size), **found})
        whole = found["loss"] + settings.steady * found["unsteady"]
        if whole < best[0]:
            best = whole, copy.deepcopy(average)
        shown = {key: round(value, 4) for key, value in curves[-1].items()}
        print(shown, f"{time.perf_counter() - began:.0f} s", flush=True)
    return best[1], curves


@torch.no_grad()
def judged(network: ValueNetwork, data: Data) -> tuple[Any, Any]:
    """The worths in yuan and the chances that the network expects, as arrays with a row for each position."""
    network.eval()
    worths, chances = [], []
    for start in range(0, len(data["game"]), CHECKED_AT_ONCE):
        batch = {name: each[start : start + CHECKED_AT_ONCE] for name, each in data.items()}
        gain, logits = network(*[batch[name].float() for name in INPUTS])
        worths.append((batch["now"] + gain) * WEALTH)
        chances.append(torch.softmax(logits, 1))
    return torch.cat(worths).cpu().numpy().astype(float), torch.cat(chances).cpu().numpy().astype(float)


@torch.no_grad()
def held_out_loss(network: ValueNetwork, data: Data, settings: Settings) -> dict[str, float]:
    """The loss and its parts on games that were left out."""
    network.eval()
    parts = [
        losses(network, {name: each[start : start + CHECKED_AT_ONCE] for name, each in data.items()})
        for start in range(0, len(data["game"]), CHECKED_AT_ONCE)
    ]
    found = [float(torch.cat(each).mean()) for each in zip(*parts, strict=True)]
    after = data["follows"].nonzero()[:, 0]
    return {
        "loss": found[0] + settings.winning * found[2],
        "worth": found[0],
        "mean": found[1],
        "surprise": found[2],
        "unsteady": float(_unsteady(network, data, after)) if len(after) else 0.0,
    }
