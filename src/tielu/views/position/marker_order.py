"""In which order station markers came to their cities: the state does not know, the list of actions does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tielu import Action, Game, new_game
from tielu.core.actions import PlaceStation

# The number of the action with which a railway came to a hex, by both names.
Arrivals = Mapping[tuple[str, str], int]


def arrivals(game: Game) -> Arrivals:
    """When each railway came to each hex; markers that were there from the beginning are not named."""
    actions = game.actions
    last = max((number for number, action in enumerate(actions) if isinstance(action, PlaceStation)), default=-1)
    return _arrivals(game.title, tuple(game.players), game.edition, game.revision, tuple(actions[: last + 1]))


# Whoever looks at a position looks at it several times, and most actions place no marker.
@lru_cache(maxsize=128)
def _arrivals(
    title: str, players: tuple[str, ...], edition: str, revision: int, actions: tuple[Action, ...]
) -> Arrivals:
    again = new_game(title, players, edition, revision)
    found = {}
    for number, action in enumerate(actions):
        if isinstance(action, PlaceStation):
            found[again.deciding or "", action.hex] = number
        again.apply_trusted(action)
    return found
