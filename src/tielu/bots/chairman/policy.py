"""The policy: a head of the network that reads moves instead of positions, and says which of them may be the best.

Before a search plays anything on, it looks at many moves at a glance: each is made on a copy of the game, and the
network judges the position after it. The policy reads what the network makes of the player's position then, what it
expects, what the clerk thinks of the move, and of which kind the move is. It was trained on decisions of searches: on
the moves that they chose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign, log1p
from typing import Final

from tielu.bots.clerk import MapCache
from tielu.bots.decision import Option
from tielu.bots.director import judges_desk, lead
from tielu.bots.features import position_features
from tielu.bots.title import bots_of
from tielu.core.game import Game

from .network import Judgement, Network, PolicyHead, import_numpy, linear, positive, product

# Differences in yuan are read on a scale that is finest around zero; this many count as a step there.
STEP: Final = 25.0
CHANCE: Final = 10.0


@dataclass(frozen=True)
class Look:
    """A move as it looks at once: its kind, what the clerk thinks it is worth, and the position after it.

    The network says how far the player who moves will be ahead, in yuan, the chance to win, and has the player's code,
    which is empty if the move ends the game.
    """

    kind: str
    worth: float
    lead: float
    chance: float
    code: Sequence[float]


def judged(network: Network, game: Game, cache: MapCache) -> Judgement:
    """What a network expects in a position; of a game that is over, what came of it."""
    if game.finished:
        worths = [float(each) for each in game.worths()]
        return Judgement(worths, [(each == max(worths)) / worths.count(max(worths)) for each in worths])
    features = bots_of(game.title).features
    assert features is not None
    return network.judge(position_features(features, judges_desk(game, cache)))


def look_after(network: Network, game: Game, option: Option, cache: MapCache) -> Look:
    """How a move looks once it is made on a copy of the game."""
    player = game.players.index(game.actor or "")
    after = game.clone()
    after.apply_trusted(option.action)
    seen = judged(network, after, cache)
    code = () if after.finished else seen.codes[player]
    return Look(option.action.type, option.worth, lead(seen.worths, player), seen.chances[player], code)


def numbers(look: Look, usual: Look) -> list[float]:
    """What the policy reads of a look beside its code and its kind: how it differs from the usual move."""
    worth, ahead = _scaled(look.worth - usual.worth), _scaled(look.lead - usual.lead)
    return [float(look is usual), worth, ahead, CHANCE * (look.chance - usual.chance)]


def _scaled(yuan: float) -> float:
    return copysign(log1p(abs(yuan) / STEP), yuan)


class Policy:
    """Says which moves may be the best; with numpy if it is installed."""

    def __init__(self, head: PolicyHead) -> None:
        self._head = head
        np = self._np = import_numpy()
        if np is not None:
            self._weights = [(np.array(layer.rows).T.copy(), np.array(layer.bias)) for layer in (head.hidden, head.out)]

    def promise(self, looks: Sequence[Look]) -> list[float]:
        """For each look a number, the higher the likelier that the move is the best; the usual move is the first."""
        rows = [
            [*look.code, *numbers(look, looks[0]), *(float(look.kind == kind) for kind in self._head.kinds)]
            for look in looks
        ]
        if self._np is None:
            return [linear(self._head.out, positive(self._head.hidden, row))[0] for row in rows]
        (hidden, bias), (out, last) = self._weights
        first = self._np.maximum(product(self._np.array(rows), hidden, self._np) + bias, 0.0)
        found: list[float] = (product(first, out, self._np) + last)[:, 0].tolist()
        return found


class PolicyGlance:
    """The glance of a search whose moves are picked by the policy of a network; by their leads if it has none."""

    def __init__(self, network: Network, head: PolicyHead | None) -> None:
        self._network = network
        self._policy = None if head is None else Policy(head)

    def look(self, game: Game, option: Option, cache: MapCache) -> Look:
        """The move as the network sees it."""
        return look_after(self._network, game, option, cache)

    def promise(self, game: Game, looks: Sequence[Look]) -> list[float]:
        """What the policy says; where a move ends the game, how far ahead the player is after each."""
        if self._policy is None or not all(len(look.code) for look in looks):
            return [look.lead for look in looks]
        return self._policy.promise(looks)
