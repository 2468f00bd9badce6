"""A cache of what railways can earn on the map, which stays true while the map changes."""

from __future__ import annotations

from typing import Any, Final

from tielu.core.state import NOBODY, State
from tielu.core.track import STOPS_PER_HEX, Board
from tielu.routing.model import RunPosition
from tielu.routing.network import Network

# A search that comes to more maps than this forgets the oldest, railway by railway.
MOST_REMEMBERED: Final = 32
MOST_MAPS: Final = 500


class Track:
    """The track a railway can use, and what trains were found to earn there, by search steps and types."""

    def __init__(self, position: RunPosition) -> None:
        self.network = Network(position)
        self.hexes = sorted(self.network.touched)
        self.incomes: dict[tuple[int, ...], int] = {}


class TrackMemory:
    """Tracks on maps that were seen before; a search comes to the same maps again and again.

    A track still holds on any map that is the same wherever the track leads: on `touched` hexes.
    """

    def __init__(self) -> None:
        self._board: Board | None = None
        # The newest first, each with the map that it was found on.
        self._known: dict[tuple[int, ...], list[tuple[Track, list[int], list[tuple[int, ...]]]]] = {}
        # The runs that the engine has found, by the whole map.
        self._runs: dict[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]], dict[tuple[int, ...], Any]] = {}

    def forget_phases_before(self, phase: int) -> None:
        """Forget the tracks of phases that are over."""
        self._known = {key: known for key, known in self._known.items() if key[1] >= phase}

    def share_runs(self, state: State) -> None:
        """Let the engine use the runs that it found when the map was the same; for states of one's own."""
        self._look_at(state)
        if len(self._runs) >= MOST_MAPS:
            self._runs = {}
        state.known_runs = self._runs.setdefault((tuple(state.faces), tuple(state.stations)), state.known_runs)

    def _look_at(self, state: State) -> None:
        if self._board is not state.board:
            self._board, self._known, self._runs = state.board, {}, {}

    def find(self, key: tuple[int, ...], state: State) -> Track | None:
        """A track of this key that holds on the map of a state, if one is remembered."""
        self._look_at(state)
        for entry in self._known.get(key, ()):
            track, faces, stations = entry
            if _same_track(track, key[0], faces, stations, state):
                return track
        return None

    def keep(self, key: tuple[int, ...], state: State, track: Track) -> None:
        """Remember a track that was found on the map of a state; the oldest are forgotten."""
        known = self._known.setdefault(key, [])
        known.insert(0, (track, state.faces, state.stations))
        del known[MOST_REMEMBERED:]


def _same_track(track: Track, railway: int, faces: list[int], stations: list[tuple[int, ...]], state: State) -> bool:
    """Whether nothing differs that the track depends on, between the map it was found on and that of a state."""
    new_faces = state.faces
    if new_faces is not faces:
        for index in track.hexes:
            if new_faces[index] != faces[index]:
                return False
    if state.stations is not stations:
        for company, places in enumerate(state.stations):
            if places != stations[company]:
                if company == railway:
                    return False
                for place in set(places).symmetric_difference(stations[company]):
                    if place // STOPS_PER_HEX in track.network.touched:
                        return False
    return True


class MapCache:
    """What a clerk has found out about the map; whatever a new tile or marker touches is dropped.

    In a hurry only the tracks of the railway in turn are dropped: those of the others may be slightly out of date.
    """

    def __init__(self, memory: TrackMemory | None = None) -> None:
        self.hurried = False
        self.memory = memory
        self._board: Board | None = None
        self._faces: list[int] = []
        self._stations: list[tuple[int, ...]] = []
        # By railway, phase and whatever else changes what it earns; a railway without a station has a number below 0.
        self._tracks: dict[tuple[int, ...], Track] = {}
        # What surrounds homes, by title, hex, exits and the weights that matter: the printed map does not change.
        self.surroundings: dict[tuple[str, int, int, tuple[float, ...]], float] = {}

    def copy(self) -> MapCache:
        """A cache that goes its own way from here; what trains earn on a track is still shared."""
        other = MapCache(self.memory)
        other._board, other._faces, other._stations = self._board, self._faces, self._stations
        other._tracks, other.surroundings = self._tracks.copy(), self.surroundings
        return other

    def emptied(self) -> MapCache:
        """A cache without tracks that may be out of date; what is remembered of maps is still known."""
        other = MapCache(self.memory)
        other.surroundings = self.surroundings
        return other

    def found(self, key: tuple[int, ...], state: State, position: RunPosition) -> Track:
        """The track of a position on the map of a state, found now or remembered."""
        memory = self.memory
        if memory is None:
            return Track(position)
        track = memory.find(key, state)
        if track is None:
            track = Track(position)
            memory.keep(key, state, track)
        return track

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
