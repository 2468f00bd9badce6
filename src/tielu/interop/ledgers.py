"""What the platform numbers in every title and we do not: which tile lies where, and who has which circle of a city."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tielu.core.state import State
from tielu.core.stations import face_at, markers_on_map
from tielu.core.track import STOPS_PER_HEX

# For a city on the map, the number of the circle that each company at home there has.
HomeCircles = Callable[[Any, int], dict[int, int]]


class Tiles:
    """Tiles of a kind are numbered; the first free one is laid, and one that is replaced goes to the end."""

    def __init__(self, counts: dict[str, int]) -> None:
        self._free = {number: list(range(count)) for number, count in counts.items()}
        self._at: dict[str, tuple[str, int]] = {}

    def lay(self, hex_name: str, number: str) -> str:
        """The id of the tile that is laid."""
        copy = self._free[number].pop(0)
        if hex_name in self._at:
            old, old_copy = self._at[hex_name]
            self._free[old].append(old_copy)
        self._at[hex_name] = number, copy
        return f"{number}-{copy}"

    def id_at(self, hex_name: str) -> str:
        """The id of what lies on a hex; a printed hex is the only one of its kind."""
        number, copy = self._at.get(hex_name, (hex_name, 0))
        return f"{number}-{copy}"


class Slots:
    """The circles of the cities: who has which, and which are kept for companies whose home it is."""

    def __init__(self, home_circles: HomeCircles) -> None:
        self._home_circles = home_circles
        self._taken: dict[int, dict[int, int]] = {}

    def free(self, state: State, place: int, railway: int) -> int:
        """The number of the circle that the railway would take: its own if it is at home, else the first free."""
        taken, kept = self._taken.get(place, {}), self._home_circles(state, place)
        if railway in kept and kept[railway] not in taken:
            return kept[railway]
        circles = range(face_at(state, place // STOPS_PER_HEX).stops[place % STOPS_PER_HEX].slots)
        waiting = [circle for company, circle in kept.items() if not state.stations[company]]
        return next((circle for circle in circles if circle not in taken and circle not in waiting), 0)

    def follow(self, state: State) -> None:
        """Note what has changed on the map; homes come first where cities have become one."""
        standing = markers_on_map(state).standing
        for place, taken in list(self._taken.items()):
            still = standing.get(place, ())
            self._taken[place] = {circle: railway for circle, railway in taken.items() if railway in still}
        for place in sorted(standing):
            kept, taken = self._home_circles(state, place), self._taken.setdefault(place, {})
            for railway in sorted(standing[place], key=lambda each: (each not in kept, each)):
                if railway not in taken.values():
                    taken[self.free(state, place, railway)] = railway
