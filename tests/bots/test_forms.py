"""Clerks are compiled with the engine: both forms decide alike."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import tielu

PLAY = """
import tielu
from tielu.bots import Clerk
from tielu.bots.features import position_features
from tielu.bots.title import bots_of

for title in tielu.TITLES:
    game, clerks = tielu.new_game(title, ["Ann", "Bo", "Cy", "Dee"]), [Clerk(seat) for seat in range(4)]
    for number in range(250):
        clerk = clerks[game.players.index(game.actor)]
        if number % 25 == 0:
            found = position_features(bots_of(title).features, clerk.desk(game))
            print([float(each) for row in (found.game, *found.companies, *found.players) for each in row])
        best = clerk.options(game)[0]
        print(best.action.to_json(), float(best.worth), best.reason.key)
        game.apply(best.action)
"""


def played(form: str) -> str:
    """What clerks decide in one form of the engine, and what a network would be shown."""
    environment = {**os.environ, "TIELU_FORM": form}
    return subprocess.run(
        [sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=True
    ).stdout


def test_both_forms_decide_alike() -> None:
    """The same action for the same worth and reason, and the same features to the last digit."""
    if tielu.FORM == "plain":
        pytest.skip("the engine is not compiled")
    plain = played("plain")
    assert len(plain.splitlines()) > 500
    assert played("compiled") == plain
