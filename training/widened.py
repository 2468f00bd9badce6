"""The weights of a file for a network that reads more features. Needs no PyTorch."""

from __future__ import annotations

from dataclasses import replace

from tielu.bots.chairman.network import Layer, NetworkFile
from tielu.bots.features import FeatureNames, places


def widened(file: NetworkFile, names: FeatureNames) -> NetworkFile:
    """A network that reads these features and judges as the file does: what is new has no weight yet.

    Raises ValueError if the file knows a feature that is not among them.
    """
    code = len(file.layers["company_out"].bias)
    known, wanted = inputs(file.names, code), inputs(names, code)
    layers = {
        name: _wide(layer, places(known[name], wanted[name]), len(wanted[name])) if name in known else layer
        for name, layer in file.layers.items()
    }
    return replace(file, layers=layers, names=names)


def inputs(names: FeatureNames, code: int) -> dict[str, tuple[str, ...]]:
    """What the columns of the layers mean that read features; a company is a code of this many numbers."""
    game = [f"game {each}" for each in names.game]
    codes = [f"{by} {each}" for by in ("held", "directed") for each in range(code)]
    return {
        "company_in": (*[f"company {each}" for each in names.company], *game),
        "player_in": (*[f"player {each}" for each in names.player], *codes, *game),
    }


def _wide(layer: Layer, columns: list[int], width: int) -> Layer:
    rows = []
    for row in layer.rows:
        wide = [0.0] * width
        for column, weight in zip(columns, row, strict=True):
            wide[column] = weight
        rows.append(wide)
    return Layer(rows, layer.bias)
