"""Positions as numbers: complete, named, and the same for every number of players and every edition."""

from __future__ import annotations

from itertools import product
from math import isfinite

import pytest

import tielu
from tests.bots.networks import features_of, names_of
from tests.play import LONGEST_GAME, new_game
from tielu.bots import Clerk
from tielu.bots.director import hurried
from tielu.bots.title import bots_of
from tielu.core.game import Game

TABLES = [
    (title.name, edition, count)
    for title in tielu.TITLES.values()
    for edition, count in product(title.editions, (min(title.players), max(title.players)))
]


def positions(title: str, edition: str, players: int, every: int) -> list[Game]:
    """Copies of a game of clerks, one every so many actions."""
    game, found = new_game(players, edition, title), []
    clerks = [Clerk(seat, hurried(bots_of(title).searching_weights)) for seat in range(players)]
    for number in range(LONGEST_GAME):
        if game.actor is None:
            break
        if number % every == 0:
            found.append(game.clone())
        game.apply_trusted(clerks[game.players.index(game.actor)].choose(game).action)
    return found


@pytest.mark.parametrize(("title", "edition", "players"), TABLES)
def test_every_number_has_a_name(title: str, edition: str, players: int) -> None:
    """From the first action to the last: as many numbers as names, all of them small, and everybody who plays."""
    names = names_of(title)
    for game in positions(title, edition, players, 90):
        found = features_of(game)
        founded = sum(par > 0 for par in game.state.par)
        assert len(found.game) == len(names.game)
        assert len(found.players) == len(found.held) == len(found.directs) == len(found.worths) == players
        assert {len(row) for row in found.players} == {len(names.player)}
        assert len(found.companies) == founded
        assert {len(row) for row in found.companies} <= {len(names.company)}
        assert {len(row) for row in (*found.held, *found.directs)} == {founded}
        numbers = [*found.game, *(each for row in (*found.players, *found.companies) for each in row)]
        assert all(isfinite(each) and abs(each) < 40 for each in numbers)


@pytest.mark.parametrize("title", tielu.TITLES)
def test_numbers_say_what_lies_on_the_table(title: str) -> None:
    """Cash, shares and directors can be read off; the player who decides comes first after the actor."""
    game = positions(title, tielu.TITLES[title].editions[0], 4, 150)[1]
    found, names, state = features_of(game), names_of(title), game.state
    debts = [bots_of(title).book(bots_of(title).clerk_weights).debt(state, player) for player in range(4)]
    cash, acting = names.player.index("cash"), names.player.index("acting")
    assert [round(row[cash] * 1000) for row in found.players] == [
        money - debt for money, debt in zip(state.cash, debts, strict=True)
    ]
    assert [bool(row[acting]) for row in found.players] == [name == game.actor for name in game.players]
    founded = [company for company, par in enumerate(state.par) if par]
    assert founded
    for column, company in enumerate(founded):
        assert [row[column] for row in found.directs].index(1.0) == state.director[company]
        first = company * state.holders
        assert [round(row[column] * 100) for row in found.held] == state.shares[first : first + 4]
        assert found.companies[column][company] == 1.0
    assert found.worths == game.worths()
