"""Networks with weights drawn at random, for tests that need one and do not care how it plays."""

from __future__ import annotations

import random

import tielu
from tests.play import new_game
from tielu.bots.chairman.network import Layer, NetworkFile
from tielu.bots.clerk import MapCache
from tielu.bots.clerk.desk import Desk
from tielu.bots.director import judges_desk
from tielu.bots.features import FeatureNames, Features, feature_names, position_features
from tielu.bots.title import bots_of
from tielu.core.game import Game

COMPANY_HIDDEN, COMPANY_CODE, PLAYER_HIDDEN = 6, 5, 7


def desk_of(game: Game) -> Desk:
    """The position as the chairman sees it at the end of a rollout."""
    return judges_desk(game, MapCache())


def features_of(game: Game) -> Features:
    """The numbers of a position."""
    title = bots_of(game.title).features
    assert title is not None
    return position_features(title, desk_of(game))


def names_of(title: str) -> FeatureNames:
    """What the numbers of a title mean."""
    features = bots_of(title).features
    assert features is not None
    return feature_names(features, desk_of(new_game(3, tielu.TITLES[title].editions[0], title)))


def fewer_names(title: str, without: str) -> FeatureNames:
    """The features of a title but for those with a word in their names."""
    names = names_of(title)
    parts = (names.game, names.company, names.player)
    return FeatureNames(*[tuple(name for name in part if without not in name) for part in parts])


def random_network(title: str, seed: int = 1, names: FeatureNames | None = None) -> NetworkFile:
    """A small network for the features of a title, or for some of them."""
    names, chance = names or names_of(title), random.Random(seed)
    game, company, player = len(names.game), len(names.company), len(names.player)
    shapes = {
        "company_in": (COMPANY_HIDDEN, company + game),
        "company_out": (COMPANY_CODE, COMPANY_HIDDEN),
        "player_in": (PLAYER_HIDDEN, player + 2 * COMPANY_CODE + game),
        "player_out": (PLAYER_HIDDEN, 3 * PLAYER_HIDDEN),
        "heads": (2, PLAYER_HIDDEN),
    }
    layers = {}
    for name, (rows, columns) in shapes.items():
        weights = [[chance.gauss(0.0, columns**-0.5) for _ in range(columns)] for _ in range(rows)]
        layers[name] = Layer(weights, [chance.gauss(0.0, 0.1) for _ in range(rows)])
    return NetworkFile(layers, names, {})
