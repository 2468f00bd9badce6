"""Positions as numbers: complete, named, and the same for every number of players and every edition."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product
from math import isfinite

import pytest

import tielu
from tests.bots.networks import features_of, names_of
from tests.play import LONGEST_GAME, new_game
from tielu.bots import Clerk
from tielu.bots.director import hurried
from tielu.bots.features import FeatureNames, Features, Reader
from tielu.bots.title import bots_of
from tielu.core.flow import current_round
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


def of_companies(found: Features, name: str) -> dict[int, float]:
    """A number of every founded company."""
    column, count = found.names.company.index(name), len(found.companies)
    which = [row.index(1.0) for row in found.companies]
    return {which[place]: found.companies[place][column] for place in range(count)}


def of_players(found: Features, name: str) -> list[float]:
    column = found.names.player.index(name)
    return [row[column] for row in found.players]


@pytest.fixture(scope="module", params=list(tielu.TITLES))
def dividends(request: pytest.FixtureRequest) -> list[tuple[int, bool, Game, Game]]:
    """Who paid or kept an income in a game of clerks, whether it was paid, and the positions before and after."""
    title: str = request.param
    game, found = new_game(3, tielu.TITLES[title].editions[0], title), []
    clerks = [Clerk(seat, hurried(bots_of(title).searching_weights)) for seat in range(3)]
    while game.actor is not None:
        before, deciding = game.clone(), game.deciding
        action = clerks[game.players.index(game.actor)].choose(game).action
        game.apply_trusted(action)
        if action.type in ("pay_dividend", "withhold"):
            company = [game.state.company_id(each) for each in range(len(game.state.par))].index(deciding or "")
            found.append((company, action.type == "pay_dividend", before, game.clone()))
    return found


def test_a_dividend_is_seen_coming(dividends: list[tuple[int, bool, Game, Game]]) -> None:
    """Before it everybody's part is still to come, to the yuan; afterwards it is in hand and no longer to come."""
    for company, paid, before, after in dividends:
        found = features_of(before)
        assert of_companies(found, "to_run")[company] == of_companies(found, "at_hand")[company] == 1.0
        assert of_companies(found, "runs_before")[company] == 0.0
        income = round(100 * of_companies(found, "earned")[company])
        assert income == round(100 * of_companies(found, "income_to_come")[company]) > 0
        if after.finished:
            continue
        later, place = features_of(after), sorted(of_companies(found, "earned")).index(company)
        if of_companies(later, "at_hand")[company]:
            assert of_companies(later, "to_run")[company] == 0.0
            fell = [
                100 * (old - new)
                for old, new in zip(
                    of_players(found, "income_to_come"), of_players(later, "income_to_come"), strict=True
                )
            ]
            assert fell == pytest.approx([row[place] * income for row in found.held], abs=1)
            if paid:
                got = [new - old for old, new in zip(before.state.cash, after.state.cash, strict=True)]
                assert got == pytest.approx(fell, abs=1)


def test_a_round_runs_empty(dividends: list[tuple[int, bool, Game, Game]]) -> None:
    """Whoever runs next was first in the order of those with something to run, and less and less of a round is left."""
    left = []
    for (_, _, _, after), (company, _, _, _) in pairwise(dividends):
        found = features_of(after)
        left.append(found.game[found.names.game.index("part_of_round_left")])
        sooner = [
            each
            for each, before in of_companies(found, "runs_before").items()
            if before < of_companies(found, "runs_before")[company] and of_companies(found, "to_run")[each]
        ]
        # Prices may have moved in a share round; otherwise only those go first that have nothing to run.
        if current_round(after.state) == "Operating":
            assert not [each for each in sooner if of_companies(found, "income")[each]]
    assert min(left) == 0.0
    assert 0.0 <= max(left) <= 1.0


def test_last_runs_are_known(dividends: list[tuple[int, bool, Game, Game]]) -> None:
    """Once the end is in sight, a company with an income runs just as often as foretold."""
    ends = [max(of_companies(features_of(after), "runs_to_end").values()) > 0 for *_, after in dividends[:-1]]
    first = ends.index(True)
    assert all(ends[first : first + 3])
    found = features_of(dividends[first][3])
    told = {company: round(4 * runs) for company, runs in of_companies(found, "runs_to_end").items()}
    came = Counter(company for company, *_ in dividends[first + 1 :])
    earns = [company for company, income in of_companies(found, "income").items() if income]
    assert earns
    assert {company: came[company] for company in earns} == {company: told[company] for company in earns}


def test_numbers_are_picked_by_name() -> None:
    """A network may know fewer numbers, in another order; one that nobody gives is refused."""
    found = features_of(positions("1888", "2022", 3, 150)[1])
    wanted = FeatureNames(("bank", "turns_left"), ("price", "to_run"), ("worth",))
    read = Reader(wanted).read(found)
    assert read.names == wanted
    assert read.game == [found.game[found.names.game.index(name)] for name in wanted.game]
    assert list(of_companies(found, "price").values()) == [row[0] for row in read.companies]
    assert list(of_companies(found, "to_run").values()) == [row[1] for row in read.companies]
    assert [row[0] for row in read.players] == of_players(found, "worth")
    assert (read.held, read.directs, read.worths) == (found.held, found.directs, found.worths)
    assert Reader(found.names).read(found) is found
    with pytest.raises(ValueError, match="luck"):
        Reader(FeatureNames(("luck",), (), ())).read(found)
