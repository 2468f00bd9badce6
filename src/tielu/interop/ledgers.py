"""What the platform numbers and we do not: tiles, trains, certificates, and the circles of a city."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeAlias

from tielu.core.shares import SHARE
from tielu.core.state import State
from tielu.core.stations import face_at, markers_on_map
from tielu.core.track import STOPS_PER_HEX

# For a city on the map, the number of the circle that each company at home there has.
HomeCircles: TypeAlias = Callable[[Any, int], dict[int, int]]
# A player by number, or any other holder of shares by name.
Holder: TypeAlias = int | str
DIRECTOR_CERTIFICATE = 0
CERTIFICATES = 9


class TileLedger:
    """Tiles of a kind are numbered; the first free one is laid, and one that is replaced goes to the end."""

    def __init__(self, counts: Mapping[str, int]) -> None:
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


class CircleLedger:
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


class TrainLedger:
    """The trains of each owner by their ids, in the order in which they came; `4-1` is the second 4-train."""

    def __init__(self, owners: Iterable[str]) -> None:
        self._owned: dict[str, list[str]] = {owner: [] for owner in owners}

    def of_type(self, owner: str, train: str) -> list[str]:
        """The ids of the owner's trains of one type."""
        return [each for each in self._owned[owner] if each.rpartition("-")[0] == train]

    def take(self, owner: str, train_id: str) -> None:
        self._owned[owner].append(train_id)

    def give(self, owner: str, train: str) -> str:
        """The id of the train of this type with which the owner parts: the oldest."""
        train_id = self.of_type(owner, train)[0]
        self._owned[owner].remove(train_id)
        return train_id

    def keep_only(self, owner: str, types: Collection[str]) -> None:
        """Forget the trains of all other types, which the owner no longer has."""
        self._owned[owner] = [each for each in self._owned[owner] if each.rpartition("-")[0] in types]


class CertificateLedger(ABC):
    """The certificates of one company: number 0 is the director's; whoever gives up some begins with the oldest.

    All of them are at `first` in the beginning, and those that are sold go to `market`.
    """

    def __init__(self, first: Holder, market: Holder) -> None:
        self._held: dict[Holder, list[int]] = {first: list(range(CERTIFICATES))}
        self._market = market
        self._director_percent = 2 * SHARE

    def of(self, holder: Holder) -> list[int]:
        return self._held.setdefault(holder, [])

    def _move(self, certificate: int, giver: Holder, taker: Holder) -> None:
        self.of(giver).remove(certificate)
        self.of(taker).append(certificate)

    def _percent(self, certificate: int) -> int:
        return self._director_percent if certificate == DIRECTOR_CERTIFICATE else SHARE

    def sale(self, player: int, percent: int) -> list[int]:
        """The certificates that a sale names: single shares, then the director's, of which a part may be sold."""
        named: list[int] = []
        for certificate in sorted(self.of(player), key=lambda each: each == DIRECTOR_CERTIFICATE):
            if percent > 0:
                named.append(certificate)
                percent -= self._percent(certificate)
        return named

    def sell(self, player: int, percent: int, director: int) -> None:
        """Give up what the sale names; `director` directs the company after it."""
        named = self.sale(player, percent)
        for certificate in named:
            self._move(certificate, player, self._market)
        surplus = sum(map(self._percent, named)) - percent
        self.change_director(player, director)
        for _ in range(surplus // SHARE):
            self._move(self.of(self._market)[0], self._market, player)

    @abstractmethod
    def change_director(self, old: int, new: int) -> None:
        """The new director hands over single shares for the director's certificate."""
