"""Searches that stop early or keep what they found answer as full ones do, at every moment of any game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.play import LONGEST_GAME, choose, new_game
from tests.test_properties import TABLES, style_of
from tielu.core.actions import Action, Pass
from tielu.core.flow import Frame
from tielu.core.hexes import EDGES
from tielu.core.reach import Reach
from tielu.core.state import State
from tielu.core.stations import blocked_places, network
from tielu.core.steps import Step
from tielu.core.tiles import FIRST_STOP
from tielu.core.track import STOPS_PER_HEX
from tielu.titles.t1880.rules.actions import AssignPermit
from tielu.titles.t1880.rules.p5 import matters_now
from tielu.titles.t1880.rules.share_round import ShareRound as ShareRound1880
from tielu.titles.t1880.rules.state import State1880
from tielu.titles.t1888n.rules.operating_round import PrivateStep
from tielu.titles.t1888n.rules.share_round import ShareRound as ShareRound1888

PLATFORM = "18xx.games"
MOST_STEPS = 4000


def frames_of_a_game(title: str, edition: str, players: int) -> Iterator[tuple[Frame[Any], Any]]:
    """A random game, told by each frame that comes to lie on top, before it settles."""
    game, rng = new_game(players, edition, title), random.Random(players)
    for _ in range(LONGEST_GAME):
        if game.finished:
            return
        action, state = choose(game, rng, style_of(0, players)), game.state
        trial = state.copy()
        trial.stack[-1].apply(trial, action)
        settles = True
        while settles and not trial.finished:
            frame = trial.stack[-1]
            yield frame, trial
            settles = frame.settle(trial)
        game.apply_trusted(action)


def all_choices(frame: Frame[Any], state: Any) -> list[Action]:
    if isinstance(frame, PrivateStep):
        return frame.power_offers(state)
    if isinstance(frame, Step):
        return frame.choices(state)
    return [offer for offer in frame.offers(state) if not isinstance(offer, (Pass, AssignPermit))]


@pytest.mark.parametrize(("title", "edition", "players"), TABLES)
def test_a_frame_has_a_choice_if_it_can_list_one(title: str, edition: str, players: int) -> None:
    """`has_choice` finds one choice wherever listing them all finds any, and none where there is none."""
    asked = 0
    for frame, state in frames_of_a_game(title, edition, players):
        if not isinstance(frame, (Step, ShareRound1880, ShareRound1888)):
            continue
        asked += 1
        has, listed = frame.has_choice(state), bool(all_choices(frame, state))
        # The platform waits for passes where nothing can be done, and any edition for P5 where only it would help.
        waits = isinstance(frame, Step) and (edition == PLATFORM or _waits_for_p5(frame, state))
        assert has or not listed, f"{type(frame).__name__} has a choice that it does not find"
        assert listed or not has or waits, f"{type(frame).__name__} claims a choice that it cannot list"
    assert asked > 100


def _waits_for_p5(frame: Frame[Any], state: State) -> bool:
    company = getattr(frame, "railway", None)
    return company is not None and isinstance(state, State1880) and matters_now(state, frame.actor(state), company)


@pytest.mark.parametrize(("title", "edition", "players"), TABLES[::2])
def test_reach_kept_or_fresh_is_what_an_exhaustive_search_finds(title: str, edition: str, players: int) -> None:
    """The reach kept while the map changes elsewhere, a new one, and all simple paths give the same track."""
    compared = 0
    for number, (_, state) in enumerate(frames_of_a_game(title, edition, players)):
        for railway in range(len(state.stations)):
            if (number + railway) % 20 or not state.stations[railway]:
                continue
            blocked = blocked_places(state, railway)
            fresh = Reach(state.board, state.faces, state.stations[railway], blocked)
            kept = network(state, railway)
            found = set(fresh.crossings()), set(fresh.places())
            assert (set(kept.crossings()), set(kept.places())) == found
            exhaustive = _Exhaustive(state, blocked)
            if exhaustive.search(state.stations[railway]):
                compared += 1
                assert exhaustive.stops == found[1]
                assert exhaustive.ways >= found[0]
                assert _entered_sides(state, exhaustive.ways) == _entered_sides(state, found[0])
    assert compared > 20


def _entered_sides(state: State, ways: set[int]) -> set[int]:
    return {state.board.side[way] for way in ways}


class _Exhaustive:
    """All paths that use no side and no stop twice, one after the other."""

    def __init__(self, state: State, blocked: frozenset[int]) -> None:
        self.state = state
        self.blocked = blocked
        self.ways: set[int] = set()
        self.stops: set[int] = set()
        self.steps = 0

    def search(self, starts: tuple[int, ...]) -> bool:
        """False if there are too many paths to try them all."""
        for start in starts:
            self.stops.add(start)
            self._leave(start, -1, frozenset())
        return self.steps < MOST_STEPS

    def _leave(self, place: int, arrived_by: int, used: frozenset[int]) -> None:
        index = place // STOPS_PER_HEX
        face = self.state.board.faces[self.state.faces[index]]
        for edge in face.from_stop[place % STOPS_PER_HEX]:
            if edge != arrived_by:
                self._cross(index * EDGES + edge, used | {-1 - place})

    def _cross(self, leaving: int, used: frozenset[int]) -> None:
        board, way = self.state.board, self.state.board.onward[leaving]
        self.steps += 1
        if way < 0 or board.side[way] in used or self.steps > MOST_STEPS:
            return
        self.ways.add(way)
        used |= {board.side[way]}
        index, edge = way // EDGES, way % EDGES
        face = board.faces[self.state.faces[index]]
        for end in face.from_edge[edge]:
            place = index * STOPS_PER_HEX + end - FIRST_STOP
            if end < FIRST_STOP:
                self._cross(index * EDGES + end, used)
            elif -1 - place not in used:
                self.stops.add(place)
                if place not in self.blocked and not face.stops[end - FIRST_STOP].terminus:
                    self._leave(place, edge, used)
