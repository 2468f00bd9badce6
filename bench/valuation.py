"""How much of a player's holdings comes true: `python -m bench.valuation TITLE [GAMES]` prints the Trust of a title.

Clerks play; every few actions the holdings of all players are noted. What each of them was worth in the end, compared
with the mean of the table, is then explained by least squares as the holdings times a trust that grows with the turns
left. A guess of ours, worth a tenth of the data, keeps what hardly occurs from becoming absurd; cash, privates
and treasuries keep their guess. The share of the differences that is explained is printed for games that were left out.
"""

from __future__ import annotations

import sys
from dataclasses import astuple
from itertools import pairwise
from typing import Any

import numpy as np

import tielu
from bench.games import NAMES
from tielu.bots import Clerk
from tielu.bots.title import bots_of
from tielu.bots.valuation import GUESSED_TRUST, holdings

PLAYERS = 4
EVERY, FROM = 15, 40
DEFAULT_GAMES = 140
# How large each field of Holdings usually is.
USUAL = [100, 100, 10, 10, 10, 5, 3, 100, 50, 100, 200, 40]
KEPT = (0, 8, 10, 11)
BELIEF, FIRM = 0.1, 1000.0
LEFT_OUT = 4
BUCKETS = (0, 2, 4, 6, 8, 10, 12, 99)

Noted = list[tuple[float, list[tuple[float, ...]]]]
Played = tuple[Noted, list[int]]


def play(title: str, seed: int) -> Played:
    """The turns left and everybody's holdings now and then in one game, and what everybody was worth in the end."""
    game = tielu.new_game(title, list(NAMES[:PLAYERS]))
    weights = bots_of(title).searching_weights
    clerks = [Clerk(seed * 10 + seat, weights) for seat in range(PLAYERS)]
    noted: Noted = []
    actions = 0
    while game.actor is not None:
        clerk = clerks[game.players.index(game.actor)]
        if actions >= FROM and actions % EVERY == 0:
            desk = clerk.desk(game)
            noted.append((desk.turns_left, [astuple(each) for each in holdings(desk)]))
        game.apply_trusted(clerk.choose(game).action)
        actions += 1
    return noted, game.worths()


def differences(games: list[Played], low: float = 0, high: float = 99) -> tuple[Any, Any, Any]:
    """Holdings, holdings times turns, and worth, each compared with the mean of the table; and the turns left."""
    rows, worths, left = [], [], []
    for noted, final in games:
        worth = np.array(final, float) - np.mean(final)
        for turns, held in noted:
            if low <= turns < high:
                table = np.array(held) - np.mean(held, axis=0)
                rows.append(np.hstack([table, table * turns]))
                worths.append(worth)
                left += [turns] * PLAYERS
    if not rows:
        return None, None, None
    return np.concatenate(rows), np.concatenate(worths), np.array(left)


def fit(games: list[Played]) -> Any:
    """The trust that explains the worths best; late positions, which say more, count more."""
    rows, worths, left = differences(games)
    weight = 1 / (0.05 + np.minimum(1, left / 12) ** 2)
    firm = np.ones(2 * len(USUAL))
    firm[[*KEPT, *[len(USUAL) + each for each in KEPT]]] = FIRM
    usual = np.array([*USUAL, *[10 * each for each in USUAL]], float)
    ridge = np.diag(usual**2 * firm) * weight.sum() * BELIEF
    guess = np.array(GUESSED_TRUST.at_the_end + GUESSED_TRUST.per_turn)
    weighted = (rows * weight[:, None]).T
    return np.linalg.solve(weighted @ rows + ridge, weighted @ worths + ridge @ guess)


def main() -> None:
    title = sys.argv[1]
    games = [play(title, seed) for seed in range(1, 1 + int(sys.argv[2] if len(sys.argv) > 2 else DEFAULT_GAMES))]
    tried = fit([each for number, each in enumerate(games) if number % LEFT_OUT])
    for low, high in pairwise(BUCKETS):
        rows, worths, _ = differences(games[::LEFT_OUT], low, high)
        if rows is not None:
            explained = 1 - ((worths - rows @ tried) ** 2).sum() / (worths**2).sum()
            print(f"{low:>3} to {high:>2} turns left: {explained:6.1%} explained")
    trust = fit(games)
    fields = len(USUAL)
    print("at the end", [round(float(each), 2) for each in trust[:fields]])
    print("per turn  ", [round(float(each), 3) for each in trust[fields:]])


if __name__ == "__main__":
    main()
