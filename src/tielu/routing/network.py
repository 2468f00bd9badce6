"""The track that a railway's trains can use, as stops and the links between them.

A link is the track from one stop to the next; what lies on plain track between stops does not matter to a search. Stops
are numbered from the most to the least valuable, so the first few of any selection are its best.
"""

from __future__ import annotations

from collections.abc import Sequence

from tielu.core.hexes import EDGES
from tielu.core.tiles import FIRST_STOP
from tielu.core.track import STOPS_PER_HEX

from .model import Earnings, RunPosition


class Link:
    """Track between two stops: the sides it crosses, its ferries, and the hexes from `start` to `end`."""

    def __init__(self, start: int, end: int, sides: int, ferries: int, hexes: tuple[int, ...]) -> None:
        self.start = start
        self.end = end
        self.sides = sides
        self.ferries = ferries
        self.hexes = hexes


def links_from(position: RunPosition, place: int, touched: set[int]) -> list[Link]:
    """Every link that leaves a stop, with places as its ends; none uses a side twice or comes back to its start.

    The hexes that were entered, also in vain, are added to `touched`.
    """
    board, faces = position.board, position.faces
    found: list[Link] = []
    index = place // STOPS_PER_HEX
    todo: list[tuple[int, int, int, int, tuple[int, ...]]] = [
        (index, edge, 0, 0, (index,)) for edge in board.faces[faces[index]].from_stop[place % STOPS_PER_HEX]
    ]
    while todo:
        index, edge, sides, ferries, hexes = todo.pop()
        way = board.enter(index, edge)
        if way < 0 or sides >> board.side[way] & 1:
            continue
        sides |= 1 << board.side[way]
        index = way // EDGES
        touched.add(index)
        face = board.faces[faces[index]]
        for end in face.from_edge[way % EDGES]:
            if end < FIRST_STOP:
                todo.append((index, end, sides, ferries + int(face.ferry), (*hexes, index)))
            elif index * STOPS_PER_HEX + end - FIRST_STOP != place:
                far = index * STOPS_PER_HEX + end - FIRST_STOP
                found.append(Link(place, far, sides, ferries, (*hexes, index)))
    return found


def _reached_links(position: RunPosition, touched: set[int]) -> tuple[list[int], list[Link]]:
    """The stops that trains from the railway's stations reach, and the links between them, each in one direction."""
    seen = set(position.own)
    todo = sorted(seen)
    links: list[Link] = []
    position_in_todo = 0
    while position_in_todo < len(todo):
        place = todo[position_in_todo]
        position_in_todo += 1
        if position.ends_there(place) and place not in position.own:
            continue
        for link in links_from(position, place, touched):
            # From both ends the same link is found; an end-only stop is never asked, so its links come from here.
            far_asks = not position.ends_there(link.end) or link.end in position.own
            if link.start < link.end or not far_asks:
                links.append(link)
            if link.end not in seen:
                seen.add(link.end)
                todo.append(link.end)
    return todo, links


class Network:
    """Stops and links in reach, with all that a search asks of them as lists by stop or link."""

    def __init__(self, position: RunPosition) -> None:
        self.position = position
        earnings = position.earnings
        # As long as no tile or marker here changes, neither does the network.
        self.touched = {place // STOPS_PER_HEX for place in position.own}
        places, links = _reached_links(position, self.touched)
        worth = {place: earnings.value(place) + earnings.extra.get(place, 0) for place in places}
        self.places = sorted(places, key=lambda place: (-worth[place], place))
        number = {place: stop for stop, place in enumerate(self.places)}
        self.count = len(self.places)
        self.value = [worth[place] for place in self.places]
        self.large = [int(earnings.large(place)) for place in self.places]
        self.range_cost = [int(place not in earnings.free) for place in self.places]
        self.dead_end = [int(position.ends_there(place)) for place in self.places]
        self.callers = [stop for stop, place in enumerate(self.places) if place in earnings.callers]
        self.own = [number[place] for place in sorted(position.own)]
        self.pair = [[stop for stop, place in enumerate(self.places) if place in side] for side in earnings.pair]
        self.pair_bonus = earnings.pair_bonus if self.pair[0] and self.pair[1] else 0
        self.mates = self._mates(earnings)
        self.links = _renumbered(links, number)
        self.charge = [link.ferries * earnings.ferry_charge for link in self.links]
        self.rivals = self._rivals()
        self.claims = self._claims()
        self.ways: list[list[int]] = [[] for _ in self.places]
        # The links come in the order of their ends, so those of a stop lead from the best neighbour to the least.
        for index, link in enumerate(self.links):
            self.ways[link.start].append(index)
            self.ways[link.end].append(index)
        self.fars = self.ends_of(self.ways)

    def close(self, sides: int) -> None:
        """From now on no link may be used that crosses one of these sides."""
        self.ways = [[way for way in ways if not self.links[way].sides & sides] for ways in self.ways]
        self.fars = self.ends_of(self.ways)

    def ends_of(self, ways: list[list[int]]) -> list[list[int]]:
        """Where links lead that leave each stop."""
        return [[self.far(link, stop) for link in links] for stop, links in enumerate(ways)]

    def far(self, link: int, stop: int) -> int:
        """The other end of a link."""
        return self.links[link].start + self.links[link].end - stop

    def _mates(self, earnings: Earnings) -> list[list[int]]:
        """For each stop the other stops of its location: a route counts one of them."""
        if not earnings.groups:
            return [[] for _ in self.places]
        groups = [earnings.groups.get(place, "") for place in self.places]
        return [
            [other for other in range(self.count) if other != stop and group and groups[other] == group]
            for stop, group in enumerate(groups)
        ]

    def _rivals(self) -> list[list[int]]:
        """For each link the links that share a side with it, itself among them."""
        if not self._share_sides():
            return [[index] for index in range(len(self.links))]
        users: dict[int, list[int]] = {}
        for index, link in enumerate(self.links):
            for side in _bits(link.sides):
                users.setdefault(side, []).append(index)
        rivals: list[set[int]] = [{index} for index in range(len(self.links))]
        for sharing in users.values():
            for index in sharing:
                rivals[index].update(sharing)
        return [sorted(each) for each in rivals]

    def _share_sides(self) -> bool:
        """Whether any two links share a side."""
        sides = 0
        for link in self.links:
            if sides & link.sides:
                return True
            sides |= link.sides
        return False

    def _claims(self) -> list[int]:
        """For each link a mask of what it shares with other links; two links exclude one another if masks meet."""
        masks = [0] * len(self.links)
        bit = 1
        for index, rivals in enumerate(self.rivals):
            for other in rivals:
                if other > index:
                    masks[index] |= bit
                    masks[other] |= bit
                    bit <<= 1
        return masks


def _renumbered(links: Sequence[Link], number: dict[int, int]) -> list[Link]:
    """The links between stop numbers, without those that are never better than another one."""
    found: dict[tuple[int, int], list[Link]] = {}
    for link in sorted(links, key=lambda each: (each.start, each.end, len(each.hexes), each.hexes)):
        start, end = number[link.start], number[link.end]
        kept = found.setdefault((min(start, end), max(start, end)), [])
        # A way that crosses all the sides of another one, and more, is never better.
        if all(other.sides & ~link.sides or other.ferries > link.ferries for other in kept):
            kept.append(Link(start, end, link.sides, link.ferries, link.hexes))
    return [link for pair in sorted(found) for link in found[pair]]


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
