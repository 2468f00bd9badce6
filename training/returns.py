"""What a position is to be learned as: in part how the game ended, in part what a network expected a little later.

How a game ends depends on much that nobody could see at its beginning. A network that looks at the next positions of
the same game has seen some of it, and its opinion is steadier than the result. This is the lambda-return of
reinforcement learning, over the positions that were noted. Needs no PyTorch.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def returns(number: Any, expected: Any, ends: Any, part: float) -> Any:
    """A target for each position: this part of the next position's target, and for the rest what is expected there.

    Rows of one game have the same `number` and follow one another. The last position of a game has how it ended.
    """
    targets = np.array(ends, float)
    for row in range(len(targets) - 2, -1, -1):
        if number[row] == number[row + 1]:
            targets[row] = part * targets[row + 1] + (1 - part) * expected[row + 1]
    return targets
