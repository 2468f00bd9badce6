"""Whether the file of a network judges as the network that was trained."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from tielu.bots.chairman.network import NumpyNetwork, read_network
from tielu.bots.features import WEALTH, FeatureNames

from .compare import features_at
from .fit import INPUTS
from .network import ValueNetwork
from .positions import Positions

SAMPLE = 50
# In yuan, and as a chance.
WRONG_BY, WRONG_CHANCE = 5.0, 0.005


@torch.no_grad()
def check_file(path: Path, network: ValueNetwork, positions: Positions, names: FeatureNames) -> float:
    """The largest difference in yuan over some positions; raises ValueError if it or that of a chance is too large."""
    network.eval()
    device = next(network.parameters()).device
    reader, worst = NumpyNetwork(read_network(path)), 0.0
    for row in np.linspace(0, len(positions) - 1, SAMPLE).astype(int):
        inputs = [torch.from_numpy(getattr(positions, name)[row : row + 1]).float().to(device) for name in INPUTS]
        gain, logits = network(*inputs)
        found = reader.judge(features_at(positions, row, names))
        players = len(found.worths)
        worths = positions.now[row][:players] + WEALTH * gain[0, :players].cpu().numpy()
        chances = torch.softmax(logits[0], 0)[:players].cpu().numpy()
        worst = max(worst, float(np.abs(worths - found.worths).max()))
        if worst > WRONG_BY or np.abs(chances - found.chances).max() > WRONG_CHANCE:
            raise ValueError(f"position {row}: {worths} and {chances}, the file says {found}")
    return worst
