"""A route in the making: what it has in hand, and what it can still reach."""

from __future__ import annotations

from tielu.core.trains import TrainType

from .network import Network

# What a route must do about the places whose visits a title pays apart.
CALL_OR_NOT, CALL, NO_CALL = range(3)

# Below any income that a route can have, and above it.
LOWEST, HIGHEST = -1_000_000, 1_000_000

# Stops are kept in two masks, so that each stays a small number.
WORD = 60


class Outlook:
    """A route in the making on a network, seen from its open ends.

    `closed` counts for each stop the reasons why it cannot be visited; `reached` says whether the last look found it in
    reach.
    """

    def __init__(self, network: Network, train: TrainType) -> None:
        count = network.count
        self.network = network
        self.value = network.value
        self.dead_end = network.dead_end
        self.large = network.large
        self.range_cost = network.range_cost
        self.count = count
        self.range = min(train.stops, count)
        self.cities = min(train.cities, count)
        self.skips = train.skips and train.stops < count
        self.all_cost_range = all(network.range_cost)
        self.is_own = [0] * count
        for stop in network.own:
            self.is_own[stop] = 1
        self.own_in_pair = [[stop for stop in side if self.is_own[stop]] for side in network.pair]
        self.must_call = False
        self.ways: list[list[int]] = []
        self.fars: list[list[int]] = []
        self.closed: list[int] = []
        self.visited: list[int] = []
        self.visited_stops = 0
        self.visited_value = 0
        self.used_range = 0
        self.used_cities = 0
        # Scratch of one look: which stops are reached, and the queue in which they were found.
        self.reached = [0] * count
        self.queue = [0] * count
        self.queued = 0
        self.near_heads = 0

    # -- the route grows and shrinks --

    def open_map(self, barred: int, calls: int) -> None:
        """Begin anew: nothing visited, all links open but the barred ones."""
        network, count = self.network, self.count
        self.closed = [0] * count
        self.visited = [0] * count
        self.visited_stops = self.visited_value = self.used_range = self.used_cities = 0
        self.must_call = calls == CALL
        if calls == NO_CALL:
            for stop in network.callers:
                self.closed[stop] += 1
        self.ways, self.fars = network.ways, network.fars
        if barred:
            self.ways = [[link for link in ways if not barred >> link & 1] for ways in network.ways]
            self.fars = network.ends_of(self.ways)

    def visit(self, stop: int) -> None:
        self._count_in(stop, 1)

    def leave(self, stop: int) -> None:
        self._count_in(stop, -1)

    def _count_in(self, stop: int, sign: int) -> None:
        self.closed[stop] += sign
        for mate in self.network.mates[stop]:
            self.closed[mate] += sign
        self.visited[stop] += sign
        self.visited_stops += sign
        self.visited_value += sign * self.value[stop]
        self.used_range += sign * self.range_cost[stop]
        self.used_cities += sign * self.large[stop]

    def in_range(self, stop: int) -> bool:
        """Whether the train may visit one more stop, this one."""
        if self.skips:
            return True
        if self.large[stop] and self.used_cities >= self.cities:
            return False
        return self.used_range + self.range_cost[stop] <= self.range

    def range_is_used_up(self) -> bool:
        """Whether the train surely visits no further stop."""
        return self.all_cost_range and not self.skips and self.used_range >= self.range

    # -- what is in hand --

    def income(self) -> int:
        """What the stops visited so far earn, ferries aside, counted in the best way; LOWEST if none is legal."""
        if self.must_call and not self.any_visited(self.network.callers):
            return LOWEST
        if not self.skips:
            return self.visited_value + (self.network.pair_bonus if self._pair_visited() else 0)
        best = self._count(-1, -1)
        if self.network.pair_bonus:
            for first in self.network.pair[0]:
                for second in self.network.pair[1]:
                    if self.visited[first] and self.visited[second]:
                        best = max(best, self._count(first, second) + self.network.pair_bonus)
        return best

    def _count(self, first: int, second: int) -> int:
        """The best count of visited stops that takes in two given ones (or none) and a station of the railway."""
        total, left, own_in, last = 0, self.range, False, -1
        for stop in (first, second):
            if stop >= 0:
                total += self.value[stop]
                left -= 1
                own_in = own_in or self.is_own[stop] == 1
        own = -1
        for stop in range(self.count):
            if not self.visited[stop] or stop in (first, second):
                continue
            if left > 0:
                total += self.value[stop]
                left -= 1
                last = stop
                own_in = own_in or self.is_own[stop] == 1
            elif own_in:
                break
            elif self.is_own[stop]:
                own = stop
                break
        if own_in:
            return total
        if last < 0:
            return LOWEST
        return total - self.value[last] + self.value[own]

    def _pair_visited(self) -> bool:
        if not self.network.pair_bonus:
            return False
        return self.any_visited(self.network.pair[0]) and self.any_visited(self.network.pair[1])

    def any_visited(self, stops: list[int]) -> bool:
        """Whether the route has been at one of the stops."""
        for stop in stops:
            if self.visited[stop]:
                return True
        return False

    def _best_visited(self, stops: list[int]) -> int:
        """The value of the best of the stops that has been visited (1 for a train that counts it anyway), or -1."""
        for stop in stops:
            if self.visited[stop]:
                return self.value[stop] if self.skips else 1
        return -1

    def hand(self, charge: int) -> list[int]:
        """What the route has in hand, each figure the better the higher: if one hand is nowhere less than another,
        the same stops added to both leave it so."""
        network = self.network
        hand = [-charge]
        if network.pair_bonus:
            hand.append(self._best_visited(network.pair[0]))
            hand.append(self._best_visited(network.pair[1]))
            if self.skips:
                # A station that is also half of the pair takes one count for both.
                hand += [self._best_visited(stops) for stops in self.own_in_pair]
        if self.must_call:
            hand.append(int(self.any_visited(network.callers)))
        if not self.skips:
            hand += [self.visited_value, -self.used_range, -self.used_cities]
            return hand
        own, left = -1, self.range
        for stop in range(self.count):
            if self.visited[stop]:
                if left > 0:
                    hand.append(self.value[stop])
                    left -= 1
                if own < 0 and self.is_own[stop]:
                    own = self.value[stop]
        hand += [0] * left
        hand.append(own)
        return hand

    # -- what can be reached --

    def at_hand(self, stop: int) -> bool:
        """Whether the route has visited the stop or can still get there."""
        return self.visited[stop] == 1 or self.reached[stop] == 1

    def any_at_hand(self, stops: list[int]) -> bool:
        for stop in stops:
            if self.at_hand(stop):
                return True
        return False

    def look(self, head: int, other: int, claims: int) -> None:
        """Find the stops that the open ends can still reach, over open links and within the range that is left."""
        for position in range(self.queued):
            self.reached[self.queue[position]] = 0
        self.queued = self.near_heads = 0
        steps = self.count
        if not self.skips and self.all_cost_range:
            steps = self.range - self.used_range
        if steps <= 0:
            return
        self._spread(head, claims)
        if other >= 0:
            self._spread(other, claims)
        self.near_heads = self.queued
        position, level_end = 0, self.queued
        while position < self.queued:
            if position == level_end:
                level_end = self.queued
                steps -= 1
                if steps <= 1:
                    break
            stop = self.queue[position]
            position += 1
            if not self.dead_end[stop] and steps > 1:
                self._spread(stop, claims)

    def _spread(self, stop: int, claims: int) -> None:
        reached, closed = self.reached, self.closed
        fars = self.fars[stop]
        no_cities = not self.skips and self.used_cities >= self.cities
        for number in range(len(fars)):
            far = fars[number]
            if reached[far] or closed[far] or (no_cities and self.large[far]):
                continue
            if claims and claims & self.network.claims[self.ways[stop][number]]:
                continue
            reached[far] = 1
            self.queue[self.queued] = far
            self.queued += 1

    def open_stops(self) -> tuple[int, int]:
        """The stops in reach as two masks."""
        low = high = 0
        for position in range(self.queued):
            stop = self.queue[position]
            if stop < WORD:
                low |= 1 << stop
            else:
                high |= 1 << (stop - WORD)
        return low, high
