"""What a clerk's cache says of the map stays true while the map changes."""

from __future__ import annotations

import pytest

import tielu
from tests.play import LONGEST_GAME, new_game
from tielu.bots import Clerk
from tielu.bots.clerk import MapCache
from tielu.bots.clerk.map_cache import MOST_REMEMBERED, TrackMemory
from tielu.core.track import STOPS_PER_HEX


@pytest.mark.parametrize("title", tielu.TITLES)
def test_incomes_are_as_if_found_anew(title: str) -> None:
    """In a whole game, every few moves: every railway with every train; most of it need not be searched again."""
    game = new_game(4, tielu.TITLES[title].editions[0], title)
    clerks = [Clerk(seat) for seat in range(4)]
    cache, kept = MapCache(), 0
    for number in range(LONGEST_GAME):
        if game.actor is None:
            break
        game.apply(clerks[game.players.index(game.actor)].choose(game).action)
        if number % 7 or game.actor is None:
            continue
        known, new = (Clerk(0, cache=each).desk(game) for each in (cache, MapCache()))
        kept += len(cache.tracks(game.state))
        for railway in [index for index, places in enumerate(game.state.stations) if places]:
            for train in range(len(known.book.trains)):
                assert known.income(railway, (train,)) == new.income(railway, (train,))
    assert game.finished
    assert kept > 100


def test_in_a_hurry_only_the_railway_in_turn_is_dropped() -> None:
    """The others' tracks stay as they were, though a tile has changed them."""
    game = new_game(4, tielu.TITLES["1888"].editions[0], "1888")
    clerk = Clerk(0)
    action = clerk.choose(game).action
    while action.type != "lay_tile" or len([each for each in game.state.stations if each]) < 4:
        game.apply(action)
        action = clerk.choose(game).action
    before = game.clone()
    game.apply(action)
    cache = MapCache()
    desk = Clerk(0, cache=cache).desk(before)
    railways = [index for index, places in enumerate(before.state.stations) if places]
    for railway in railways:
        desk.income(railway, (0,))
    hurried = cache.copy()
    hurried.hurried = True
    kept = {key[0] for key in hurried.tracks(game.state, desk.railway)}
    assert kept == set(railways) - {desk.railway}
    assert desk.railway not in {key[0] for key in cache.tracks(game.state, desk.railway)}


def test_another_board_empties_the_cache() -> None:
    cache = MapCache()
    for title in ("1880", "1888", "1880"):
        game = new_game(4, tielu.TITLES[title].editions[0], title)
        assert cache.tracks(game.state) == {}
        Clerk(0, cache=cache).desk(game).home_income(0)
        assert cache.tracks(game.state)


@pytest.mark.parametrize("title", tielu.TITLES)
def test_what_is_remembered_holds_on_every_map(title: str) -> None:
    """Two games of clerks that take turns, so that maps come and go: incomes and runs are as if found anew."""
    memory, remembered = TrackMemory(), 0
    games = [new_game(4, tielu.TITLES[title].editions[0], title) for _ in range(2)]
    clerks = [Clerk(seed) for seed in range(2)]
    for number in range(LONGEST_GAME):
        game, clerk = games[number % 2], clerks[number % 2]
        if game.actor is None:
            break
        copy = game.clone()
        memory.share_runs(copy.state)
        assert list(copy.legal_actions()) == list(game.legal_actions())
        game.apply(clerk.choose(game).action)
        if number % 11 or game.actor is None:
            continue
        known, new = (Clerk(0, cache=each).desk(game) for each in (MapCache(memory), MapCache()))
        for railway in [index for index, places in enumerate(game.state.stations) if places]:
            key = (railway, game.state.phase, known.book.powers(game.state, railway))
            remembered += memory.find(key, game.state) is not None
            for train in range(len(known.book.trains)):
                assert known.income(railway, (train,)) == new.income(railway, (train,))
    assert games[0].finished or games[1].finished
    assert remembered > 50


def test_a_marker_of_its_own_makes_another_track() -> None:
    """Also where the railway's trains could not go before."""
    game = new_game(4, tielu.TITLES["1888"].editions[0], "1888")
    clerk = Clerk(0)
    while not any(game.state.stations):
        game.apply(clerk.choose(game).action)
    memory = TrackMemory()
    railway = next(index for index, places in enumerate(game.state.stations) if places)
    desk = Clerk(0, cache=MapCache(memory)).desk(game)
    desk.income(railway, (0,))
    key = (railway, game.state.phase, desk.book.powers(game.state, railway))
    assert memory.find(key, game.state) is not None
    other = game.clone().state
    far = next(
        stop
        for stop in range(0, 1000, STOPS_PER_HEX)
        if stop // STOPS_PER_HEX not in memory.find(key, game.state).network.touched  # type: ignore[union-attr]
    )
    other.stations = [(*places, far) if index == railway else places for index, places in enumerate(other.stations)]
    assert memory.find(key, other) is None


def test_old_tracks_are_forgotten() -> None:
    """A long search does not fill the memory of the machine."""
    game = new_game(4, tielu.TITLES["1888"].editions[0], "1888")
    desk = Clerk(0, cache=MapCache(TrackMemory())).desk(game)
    memory, track = TrackMemory(), desk.track(game.state, 0)
    memory.find((0, 0, 0), game.state)
    for _ in range(3 * MOST_REMEMBERED):
        memory.keep((0, 0, 0), game.state, track)
    assert len(memory._known[0, 0, 0]) == MOST_REMEMBERED
    memory.forget_phases_before(1)
    assert memory.find((0, 0, 0), game.state) is None
