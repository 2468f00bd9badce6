"""The chairman: searches as the director does, and judges the ends of its rollouts by a network trained on games.

A judgement that sees further needs shorter rollouts, and leaves time for more moves. How the network is trained, and
how strong the chairman is, stands in docs/chairman.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from tielu.bots.clerk import MapCache, Weights
from tielu.bots.decision import Decision
from tielu.bots.director import Director, Glance, GlanceOfTitle, Judge, JudgeOfTitle, SearchSettings, Style
from tielu.bots.title import bots_of
from tielu.core.game import Game
from tielu.core.title import find_title
from tielu.errors import InvalidInput

from .network import Judgement, Network, NetworkFile, import_numpy, load_network, read_network
from .policy import PolicyGlance, judged
from .styles import STYLES, USUAL

__all__ = [
    "SETTINGS",
    "STYLES",
    "Chairman",
    "Judgement",
    "chairman_search",
    "has_chairman",
    "judgement",
    "network_glance",
    "network_judge",
    "title_glance",
    "title_judge",
]

# Found in games of chairmen with different settings; docs/chairman-experiments.md has the figures.
SETTINGS: Final = SearchSettings(
    spent=0.9,
    least_moves=8,
    moves_per_second=32.0,
    margin=500.0,
    glanced=40,
    least_turns=2,
    turns_per_second=6.0,
    most_turns=8,
    round_counts=0.25,
    least_rollouts=8,
    hope=2.0,
    blur=5.0,
)


def chairman_weights(title: str) -> Weights:
    """The weights of the chairman's own clerk."""
    bots = bots_of(title)
    weights: Weights = bots.chairman_weights or bots.searching_weights
    return weights


def has_chairman(title: str) -> bool:
    """Whether a network came with the title; raises InvalidInput if bots cannot play it at all."""
    return bots_of(title).network is not None


@dataclass(frozen=True)
class TitleNetwork:
    """The network of a title, and how it looks at moves."""

    network: Network
    glance: PolicyGlance


@cache
def _title_network(title: str) -> TitleNetwork:
    path = bots_of(title).network
    if path is None:
        raise InvalidInput("bot_not_for_title", title=find_title(title).label)
    file = read_network(path)
    network = load_network(file)
    return TitleNetwork(network, PolicyGlance(network, file.policy))


@cache
def title_judge(title: str) -> Judge:
    """The judge that came with a title; raises InvalidInput if none did."""
    return _judge_by(_title_network(title).network)


def title_glance(title: str) -> Glance:
    """How the network that came with a title looks at moves; raises InvalidInput if none did."""
    return _title_network(title).glance


def judgement(game: Game) -> Judgement:
    """What the network of the title expects for everybody, by seat; raises InvalidInput if the title has none."""
    return judged(_title_network(game.title).network, game, MapCache())


def network_judge(file: NetworkFile) -> Judge:
    """A judge that asks the network of a file."""
    return _judge_by(load_network(file))


def network_glance(file: NetworkFile) -> Glance:
    """A glance at moves with the network of a file, and with its policy if it has one."""
    return PolicyGlance(load_network(file), file.policy)


def _judge_by(network: Network) -> Judge:
    return lambda game, cache: judged(network, game, cache).worths


def chairman_search(
    seed: int,
    seconds: float,
    settings: SearchSettings,
    clock: Callable[[], float],
    judge_of: JudgeOfTitle = title_judge,
    glance_of: GlanceOfTitle | None = title_glance,
    style: Style = USUAL,
) -> Director:
    """The search that the chairman is made of."""
    return Director(seed, seconds, settings, chairman_weights, clock, judge_of, glance_of, style)


class Chairman:
    """A bot that searches; its answer depends on the time it has, and otherwise only on seed, style and position.

    A chairman is for one thread at a time. A copy has the same settings, and remembers nothing of earlier searches.
    """

    def __init__(
        self,
        seed: int = 0,
        seconds: float = 0.1,
        settings: SearchSettings = SETTINGS,
        clock: Callable[[], float] = time.perf_counter,
        judge_of: JudgeOfTitle = title_judge,
        glance_of: GlanceOfTitle | None = title_glance,
        style: Style = USUAL,
    ) -> None:
        """`judge_of` a title values positions, and `glance_of` it says which moves are played on.

        Without a glance, the moves after which the judge likes the position best are played on. Raises InvalidInput if
        `seconds` is no time to think.
        """
        self.name = style.name
        # Imported now, since that would take too much of the first decision's time.
        import_numpy()
        self._made_from = (seed, seconds, settings, clock, judge_of, glance_of, style)
        self._search = chairman_search(seed, seconds, settings, clock, judge_of, glance_of, style)

    def __reduce__(self) -> tuple[Any, ...]:
        return Chairman, self._made_from

    def choose(self, game: Game) -> Decision:
        """The best move found in time; raises InvalidInput if the game is over or its title has no chairman."""
        return self._search.choose(game)
