"""What a game was worth to each player: rewards come when it is over, and always add up to nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

Rewards = Callable[[Sequence[int]], list[float]]


def by_share(worth: Sequence[int]) -> list[float]:
    """The part of all players' worth that one has, less a fair part; a worth below nothing counts as nothing."""
    counted = [max(0, each) for each in worth]
    total, fair = sum(counted), 1 / len(worth)
    return [each / total - fair if total else 0.0 for each in counted]


def by_rank(worth: Sequence[int]) -> list[float]:
    """1 for the first, -1 for the last, even steps between; equals share what their ranks bring."""
    others = len(worth) - 1
    return [sum((each > other) - (each < other) for other in worth) / others for each in worth]


def by_win(worth: Sequence[int]) -> list[float]:
    """1 for the winner, shared among equals, less a fair part."""
    winners = list(worth).count(max(worth))
    return [(each == max(worth)) / winners - 1 / len(worth) for each in worth]


REWARDS: Final[dict[str, Rewards]] = {"share": by_share, "rank": by_rank, "win": by_win}
