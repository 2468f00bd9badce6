"""The network in PyTorch, as `tielu.bots.chairman.network` evaluates it, and the file that it reads."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from tielu.bots.chairman.network import LAYERS, VERSION, NetworkFile
from tielu.bots.features import FeatureNames

from .widened import widened


@dataclass(frozen=True)
class Sizes:
    """How many numbers each layer makes: of a company at first, as its code, and of a player, twice."""

    company: int = 160
    code: int = 96
    player: int = 256

    @staticmethod
    def of(file: NetworkFile) -> Sizes:
        """The sizes of the network in a file."""
        return Sizes(*[len(file.layers[name].bias) for name in ("company_in", "company_out", "player_in")])


class ValueNetwork(nn.Module):
    """Every player's gain until the end, in thousands, and a logit of the chance to win."""

    def __init__(self, names: FeatureNames, sizes: Sizes, dropout: float) -> None:
        super().__init__()
        game = len(names.game)
        self.company_in = nn.Linear(len(names.company) + game, sizes.company)
        self.company_out = nn.Linear(sizes.company, sizes.code)
        self.player_in = nn.Linear(len(names.player) + 2 * sizes.code + game, sizes.player)
        self.player_out = nn.Linear(3 * sizes.player, sizes.player)
        self.heads = nn.Linear(sizes.player, 2)
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, game: Tensor, company: Tensor, player: Tensor, held: Tensor, directs: Tensor, seated: Tensor
    ) -> tuple[Tensor, Tensor]:
        companies, players = company.shape[1], player.shape[1]
        beside = game[:, None].expand(-1, companies, -1)
        codes = torch.relu(self.company_in(torch.cat([company, beside], -1)))
        codes = torch.relu(self.company_out(self.dropout(codes)))
        own = [player, held @ codes, directs @ codes, game[:, None].expand(-1, players, -1)]
        first = torch.relu(self.player_in(torch.cat(own, -1))) * seated[..., None]
        mean = first.sum(1) / seated.sum(1, keepdim=True)
        # What is never below 0 needs no other care for empty seats: they are 0 themselves.
        around = torch.cat([mean, first.amax(1)], -1)[:, None].expand(-1, players, -1)
        second = torch.relu(self.player_out(self.dropout(torch.cat([first, around], -1))))
        out = self.heads(self.dropout(second))
        return out[..., 0], out[..., 1].masked_fill(seated == 0, -1e4)


def take_weights(network: ValueNetwork, file: NetworkFile, names: FeatureNames) -> None:
    """Give a network that reads these features the weights of a file, to go on from there.

    Features that the file does not know begin without weight. Raises ValueError if it knows one that is not read.
    """
    with torch.no_grad():
        for name, layer in widened(file, names).layers.items():
            getattr(network, name).weight.copy_(torch.tensor(layer.rows))
            getattr(network, name).bias.copy_(torch.tensor(layer.bias))


def _packed(numbers: Tensor) -> str:
    return base64.b64encode(numbers.detach().cpu().float().numpy().astype("<f4").tobytes()).decode("ascii")


def written_layers(layers: dict[str, nn.Linear]) -> dict[str, Any]:
    """Layers as a file holds them."""
    return {
        "layers": {
            name: {"columns": layer.in_features, "data": _packed(layer.weight)} for name, layer in layers.items()
        },
        "biases": {name: _packed(layer.bias) for name, layer in layers.items()},
    }


def written(network: ValueNetwork, names: FeatureNames, card: dict[str, Any]) -> dict[str, Any]:
    """The contents of the file for a network."""
    return {
        "version": VERSION,
        "card": card,
        "features": {"game": names.game, "company": names.company, "player": names.player},
        **written_layers({name: getattr(network, name) for name in LAYERS}),
    }
