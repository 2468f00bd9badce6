"""A cache of what railways can earn on the map, which stays true while the map changes."""

from __future__ import annotations

from tielu.core.state import NOBODY, State
from tielu.core.track import STOPS_PER_HEX, Board
from tielu.routing.model import RunPosition
from tielu.routing.network import Network


class Track:
    """The track a railway can use, and what trains were found to earn there, by search steps and types."""

    def __init__(self, position: RunPosition) -> None:
        self.network = Network(position)
        self.incomes: dict[tuple[int, ...], int] = {}


class MapCache:
    """What a clerk has found out about the map; whatever a new tile or marker touches is dropped.

    In a hurry only the tracks of the railway in turn are dropped: those of the others may be slightly out of date.
    """

    def __init__(self) -> None:
        self.hurried = False
        self._board: Board | None = None
        self._faces: list[int] = []
        self._stations: list[tuple[int, ...]] = []
        # By railway, phase and whatever else changes what it earns; a railway without a station has a number below 0.
        self._tracks: dict[tuple[int, ...], Track] = {}
        # What surrounds homes, by title, hex, exits and the weights that matter: the printed map does not change.
        self.surroundings: dict[tuple[str, int, int, tuple[float, ...]], float] = {}

    def copy(self) -> MapCache:
        """A cache that goes its own way from here; what trains earn on a track is still shared."""
        other = MapCache()
        other._board, other._faces, other._stations = self._board, self._faces, self._stations
        other._tracks, other.surroundings = self._tracks.copy(), self.surroundings
        return other

    def tracks(self, state: State, turn: int = NOBODY) -> dict[tuple[int, ...], Track]:
        """The tracks that are still up to date; `turn` is the railway in turn."""
        # The engine never changes these lists in place, so the same list is the same map.
        if self._faces is not state.faces or self._stations is not state.stations:
            self._drop(state, turn)
            self._board, self._faces, self._stations = state.board, state.faces, state.stations
        return self._tracks

    def _drop(self, state: State, turn: int) -> None:
        if self._board is not state.board:
            self._tracks = {}
            return
        moved = [index for index, places in enumerate(state.stations) if places != self._stations[index]]
        if self.hurried:
            moved.append(turn)
            self._tracks = {key: track for key, track in self._tracks.items() if key[0] not in moved}
            return
        changed = {index for index, face in enumerate(state.faces) if face != self._faces[index]}
        for index in moved:
            places = set(state.stations[index]).symmetric_difference(self._stations[index])
            changed.update(place // STOPS_PER_HEX for place in places)
        self._tracks = {
            key: track
            for key, track in self._tracks.items()
            if key[0] not in moved and changed.isdisjoint(track.network.touched)
        }
