"""The network that judges positions: read from a file, and evaluated with numpy, or without it more slowly.

Companies are read one by one, each with the numbers of the game; what comes out is summed up for every player by the
shares that the player holds, and again by the companies that the player directs. Players are then read one by one, and
once more beside the mean and the maximum over the table. So the order of players and companies does not matter, nor
how many there are.

A file names the features that its network was trained on. A position may have more: the network picks its own.
"""

from __future__ import annotations

import base64
import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from math import exp, isfinite
from operator import mul
from pathlib import Path
from typing import Any, Final, Protocol

from tielu.bots.features import WEALTH, FeatureNames, Features, Reader

# Files of another version are refused: the network was built differently.
VERSION: Final = 1
# What the policy reads of a look at a move, beside its code and its kind.
NUMBERS: Final = ("is usual", "worth", "lead", "chance")
LAYERS: Final = ("company_in", "company_out", "player_in", "player_out", "heads")

_WORTH_AND_CHANCE: Final = 2

# OpenBLAS shares products of more multiplications than this among threads: of two matrices, of a row and a matrix.
_ALONE: Final = 65_536 * 4
_ROW_ALONE: Final = 2_304 * 4

Vector = list[float]
Matrix = list[Vector]


@dataclass(frozen=True)
class Judgement:
    """What a network expects: every player's worth at the end in yuan, and every player's chance to win.

    `codes` has, for every player, the numbers that both were read off: what the network makes of the player's position.
    """

    worths: list[float]
    chances: list[float]
    codes: Sequence[Sequence[float]] = field(default=(), compare=False, repr=False)


class Network(Protocol):
    """Judges a position by its features."""

    def judge(self, features: Features) -> Judgement:
        """What it expects; raises ValueError if the position lacks a feature that the network was trained on."""
        ...


@dataclass(frozen=True)
class Layer:
    """A row of weights and a bias for each number that comes out."""

    rows: Matrix
    bias: Vector


@dataclass(frozen=True)
class PolicyHead:
    """The layers of the policy, and the kinds of moves that it was trained on (`policy.py`)."""

    kinds: tuple[str, ...]
    hidden: Layer
    out: Layer


@dataclass(frozen=True)
class NetworkFile:
    """What a file holds: the layers, the features that they were trained for, the card that tells how, and a policy.

    A network without a policy judges positions alone.
    """

    layers: dict[str, Layer]
    names: FeatureNames
    card: dict[str, Any]
    policy: PolicyHead | None = None


def read_network(path: Path) -> NetworkFile:
    """Read the file of a network; raises ValueError if its version is not ours, or if it is damaged."""
    try:
        data = json.loads(path.read_text("utf-8"))
        if data["version"] != VERSION:
            raise ValueError(f"version {data['version']!r}, expected {VERSION!r}")
        file = _network_file(data)
        _check_sizes(file)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path.name} cannot be read as a network: {error!r}") from error
    return file


def _network_file(data: dict[str, Any]) -> NetworkFile:
    layers = {name: _layer(data, name) for name in LAYERS}
    names = FeatureNames(*(_names(data["features"][part]) for part in ("game", "company", "player")))
    policy = data.get("policy")
    head = None
    if policy is not None:
        head = PolicyHead(_names(policy["kinds"]), _layer(policy, "hidden"), _layer(policy, "out"))
    return NetworkFile(layers, names, data["card"], head)


def _names(saved: Any) -> tuple[str, ...]:
    if not isinstance(saved, list) or not all(isinstance(name, str) for name in saved):
        raise ValueError("names are a list of texts")
    return tuple(saved)


def _check_sizes(file: NetworkFile) -> None:
    """Every layer reads as many numbers as come to it; without numpy, fewer would go unnoticed."""
    layers, names, policy = file.layers, file.names, file.policy
    hidden, code, player, last = (len(layers[name].bias) for name in LAYERS[:4])
    read = {
        "company_in": len(names.company) + len(names.game),
        "company_out": hidden,
        "player_in": len(names.player) + 2 * code + len(names.game),
        "player_out": 3 * player,
        "heads": last,
    }
    found = [(name, layers[name], read[name]) for name in LAYERS]
    if policy is not None:
        found.append(("policy hidden", policy.hidden, last + len(NUMBERS) + len(policy.kinds)))
        found.append(("policy out", policy.out, len(policy.hidden.bias)))
    for name, layer, numbers in found:
        if len(layer.rows) != len(layer.bias) or any(len(row) != numbers for row in layer.rows):
            raise ValueError(f"the layer {name} does not fit what it reads")
    if len(layers["heads"].bias) != _WORTH_AND_CHANCE or (policy is not None and len(policy.out.bias) != 1):
        raise ValueError("worth and chance are read off the heads, and one number off the policy")


def _layer(saved: dict[str, Any], name: str) -> Layer:
    return Layer(_matrix(saved["layers"][name]), _numbers(saved["biases"][name]))


def _numbers(text: str) -> Vector:
    found = array("f")
    found.frombytes(base64.b64decode(text))
    numbers = found.tolist()
    # Short floats cannot add up to more than a long one holds.
    if not isfinite(sum(numbers)):
        raise ValueError("a number is infinite, or none")
    return numbers


def _matrix(saved: dict[str, Any]) -> Matrix:
    numbers, columns = _numbers(saved["data"]), saved["columns"]
    return [numbers[start : start + columns] for start in range(0, len(numbers), columns)]


def import_numpy() -> Any | None:
    """numpy, or None where it is not installed; the first call takes a tenth of a second or more."""
    return import_module("numpy") if find_spec("numpy") else None


def load_network(file: NetworkFile) -> Network:
    """A network that judges, with numpy if it is installed."""
    return NumpyNetwork(file) if import_numpy() else PlainNetwork(file)


def _judgement(
    features: Features, residuals: Sequence[float], logits: Sequence[float], codes: Sequence[Sequence[float]]
) -> Judgement:
    highest = max(logits)
    odds = [exp(each - highest) for each in logits]
    worths = [now + WEALTH * more for now, more in zip(features.worths, residuals, strict=True)]
    return Judgement(worths, [each / sum(odds) for each in odds], codes)


def product(rows: Any, weights: Any, np: Any) -> Any:
    """The product of two matrices, in parts so small that numpy's library leaves each to this thread.

    A larger one is shared among all cores, and on a busy machine waiting for the others takes ten times as long.
    """
    many, width = rows.shape
    columns = (_ALONE if many > 1 else _ROW_ALONE) // (many * width)
    if columns >= weights.shape[1]:
        return rows @ weights
    starts = range(0, weights.shape[1], max(1, columns))
    return np.concatenate([rows @ weights[:, start : start + max(1, columns)] for start in starts], axis=1)


class NumpyNetwork:
    """Evaluates with numpy."""

    def __init__(self, file: NetworkFile) -> None:
        np = self._np = import_module("numpy")
        self._reader = Reader(file.names)
        self._layers = {
            name: (np.array(layer.rows).T.copy(), np.array(layer.bias)) for name, layer in file.layers.items()
        }
        self._company_width = len(file.names.company)

    def judge(self, features: Features) -> Judgement:
        np, features = self._np, self._reader.read(features)
        game, players = np.array(features.game), np.array(features.players)
        own = [players]
        if features.companies:
            codes = self._companies(np.array(features.companies), game)
            own += [np.array(features.held) @ codes, np.array(features.directs) @ codes]
        else:
            width = len(self._layers["company_out"][1])
            own.append(np.zeros((len(players), 2 * width)))
        table = np.concatenate([*own, np.broadcast_to(game, (len(players), len(game)))], axis=1)
        first = self._layer("player_in", table)
        around = np.concatenate([first.mean(axis=0), first.max(axis=0)])
        both = np.concatenate([first, np.broadcast_to(around, (len(players), len(around)))], axis=1)
        weights, bias = self._layers["heads"]
        codes = self._layer("player_out", both)
        out = codes @ weights + bias
        return _judgement(features, out[:, 0].tolist(), out[:, 1].tolist(), codes)

    def _companies(self, companies: Any, game: Any) -> Any:
        np = self._np
        weights, bias = self._layers["company_in"]
        width = self._company_width
        hidden = product(companies, weights[:width], np) + (product(game[np.newaxis], weights[width:], np) + bias)
        return self._layer("company_out", np.maximum(hidden, 0.0))

    def _layer(self, name: str, rows: Any) -> Any:
        weights, bias = self._layers[name]
        return self._np.maximum(product(rows, weights, self._np) + bias, 0.0)


class PlainNetwork:
    """The same with nothing but Python."""

    def __init__(self, file: NetworkFile) -> None:
        self._reader = Reader(file.names)
        self._layers = file.layers

    def judge(self, features: Features) -> Judgement:
        layers, features = self._layers, self._reader.read(features)
        codes = [
            positive(layers["company_out"], positive(layers["company_in"], company + features.game))
            for company in features.companies
        ]
        width = len(layers["company_out"].bias)
        first = [
            positive(
                layers["player_in"], player + _summed(held, codes, width) + _summed(led, codes, width) + features.game
            )
            for player, held, led in zip(features.players, features.held, features.directs, strict=True)
        ]
        columns = list(zip(*first, strict=True))
        around = [sum(each) / len(first) for each in columns] + [max(each) for each in columns]
        second = [positive(layers["player_out"], row + around) for row in first]
        out = [linear(layers["heads"], row) for row in second]
        return _judgement(features, [each[0] for each in out], [each[1] for each in out], second)


def linear(layer: Layer, numbers: Vector) -> Vector:
    return [sum(map(mul, row, numbers)) + bias for row, bias in zip(layer.rows, layer.bias, strict=True)]


def positive(layer: Layer, numbers: Vector) -> Vector:
    return [max(0.0, each) for each in linear(layer, numbers)]


def _summed(parts: Vector, codes: Matrix, width: int) -> Vector:
    total = [0.0] * width
    for part, code in zip(parts, codes, strict=True):
        if part:
            total = [sum_ + part * each for sum_, each in zip(total, code, strict=True)]
    return total
