"""Bounds on what a route in the making can come to.

Both are explained, with the reason why they are bounds, in docs/routing.md. The first takes the most valuable stops in
reach. The second sees that a route, having left a part of the network over its only way out, cannot come back.
"""

from __future__ import annotations

from .frontier import LOWEST, Outlook


class Bounds:
    """Bounds for one type of train; `outlook` is the route as it stands after its latest look."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        network = outlook.network
        self.network = network
        self.count = network.count
        self.value = network.value
        self.dead_end = network.dead_end
        self.range_cost = network.range_cost
        self.large = network.large
        self.best_own = max((network.value[stop] for stop in network.own), default=0)
        # What a route may still count, and the stops counted in advance; prices of a count.
        self.base = self.counts = self.cities = self.ends = 0
        self.asked = [0] * network.count
        self.price = self.price_above = 0
        # Scratch of the walk over blocks.
        self.weight = [0] * network.count
        self.near = [0] * network.count
        self.number = [0] * network.count
        self.low = [0] * network.count
        self.numbered = 0
        self.pending = [0] * network.count
        self.pending_beyond = [0] * network.count
        self.pending_stops = 0

    def most(self, ends: int, floor: int) -> int:
        """At least what the route can come to with this many open ends, ferries aside.

        Any answer up to `floor` is as good as another.
        """
        outlook, network = self.outlook, self.network
        if outlook.must_call and not outlook.any_at_hand(network.callers):
            return LOWEST
        best = self._most(ends, floor, -1, -1)
        bonus = network.pair_bonus
        if bonus:
            for first in self._ways_to_earn(network.pair[0]):
                for second in self._ways_to_earn(network.pair[1]):
                    best = max(best, bonus + self._most(ends, max(floor, best) - bonus, first, second))
        return best

    def _ways_to_earn(self, side: list[int]) -> list[int]:
        """The stops at hand by which a route can earn its half of the bonus; -1 where it has done so already."""
        outlook = self.outlook
        if not outlook.skips and outlook.any_visited(side):
            return [-1]
        return [stop for stop in side if outlook.at_hand(stop)]

    def _most(self, ends: int, floor: int, first: int, second: int) -> int:
        """The bound for routes that count the stops `first` and `second` (-1: no stop in particular)."""
        outlook = self.outlook
        skips = outlook.skips
        self.base = 0 if skips else outlook.visited_value
        self.counts = outlook.range if skips else outlook.range - outlook.used_range
        self.cities = self.count if skips else outlook.cities - outlook.used_cities
        self.ends = ends
        if first >= 0:
            self._ask_for(first)
        if second >= 0:
            self._ask_for(second)
        total = LOWEST
        if self.counts >= 0 and self.cities >= 0 and self.ends >= 0:
            total = self._most_valuable(self.dead_end, self.ends)
            if total > floor and self.cities < self.counts:
                total = min(total, self._most_valuable(self.large, self.cities))
            if total > floor:
                total = min(total, self._priced(ends, self.price))
            if total > floor and self.price_above > 0:
                total = min(total, self._priced(ends, self.price_above))
        if first >= 0:
            self.asked[first] = 0
        if second >= 0:
            self.asked[second] = 0
        return total

    def _ask_for(self, stop: int) -> None:
        """Count a stop in advance."""
        self.asked[stop] = 1
        self.base += self.value[stop]
        self.counts -= self.range_cost[stop]
        if not self.outlook.visited[stop]:
            self.cities -= self.large[stop]
            self.ends -= self.dead_end[stop]

    def _most_valuable(self, kind: list[int], most_of_kind: int) -> int:
        """The value of the best stops at hand, as many as the train can count, with a limit on those of a kind.

        With one such limit, taking stops by value is the best choice; with two it need not be. Notes the value of the
        last stop counted, and the next higher value among the others, as prices.
        """
        outlook = self.outlook
        skips, visited, reached = outlook.skips, outlook.visited, outlook.reached
        total, left = self.base, self.counts
        price = above = 0
        for stop in range(self.count):
            if self.asked[stop]:
                continue
            if visited[stop]:
                if not skips or left == 0:
                    continue
            elif not reached[stop]:
                continue
            elif self.range_cost[stop]:
                if left == 0 or kind[stop] > most_of_kind:
                    continue
                most_of_kind -= kind[stop]
            worth = self.value[stop]
            total += worth
            if self.range_cost[stop]:
                left -= 1
                if worth != price:
                    price, above = worth, price
                if left == 0 and outlook.all_cost_range:
                    break
        # A train that can count all it reaches has no use for a price.
        self.price, self.price_above = (price, above) if left == 0 else (0, 0)
        return total

    def _priced(self, ends: int, price: int) -> int:
        """The bound with every count of the range paid for at a price, and stops worth what they bring above it."""
        outlook = self.outlook
        skips, visited = outlook.skips, outlook.visited
        total = self.base + self.counts * price
        if skips and price > self.best_own and not self._asks_for_own():
            total -= price - self.best_own
        queue, weight = outlook.queue, self.weight
        for position in range(outlook.queued):
            weight[queue[position]] = self._above(price, queue[position])
        if skips:
            for stop in range(self.count):
                if visited[stop]:
                    total += self._above(price, stop)
        return total + self._most_weight(ends)

    def _above(self, price: int, stop: int) -> int:
        """What a stop brings above the price of its count; nothing if it is counted in advance."""
        worth = self.value[stop]
        if self.range_cost[stop]:
            worth -= price
        return 0 if worth < 0 or self.asked[stop] else worth

    def _asks_for_own(self) -> bool:
        for stop in self.network.own:
            if self.asked[stop]:
                return True
        return False

    # -- the walk over blocks --

    def _most_weight(self, ends: int) -> int:
        """At least the weight that the arms of the route can collect.

        Stops that no single stop separates make a block. An arm that has left a block cannot return to it, so it
        collects blocks one behind the other; what it collects in a block is at most everything there.
        """
        outlook = self.outlook
        queue = outlook.queue
        for position in range(outlook.queued):
            stop = queue[position]
            self.number[stop] = 0
            self.near[stop] = 1 if position < outlook.near_heads else 0
        self.numbered = 1
        best, next_best, together = 0, 0, 0
        for position in range(outlook.near_heads):
            stop = queue[position]
            if self.dead_end[stop]:
                arm = self.weight[stop]
            elif self.number[stop] == 0:
                beyond = self._walk(stop, -1)
                self._put_off(stop, beyond)
                whole, far, next_far = 0, 0, 0
                for index in range(self.pending_stops):
                    whole += self.weight[self.pending[index]]
                    beyond = self.pending_beyond[index]
                    if beyond > far:
                        far, next_far = beyond, far
                    elif beyond > next_far:
                        next_far = beyond
                self.pending_stops = 0
                arm = whole + far
                together = max(together, arm + next_far)
            else:
                continue
            if arm > best:
                best, next_best = arm, best
            elif arm > next_best:
                next_best = arm
        return max(best + next_best, together) if ends > 1 else best

    def _walk(self, stop: int, before: int) -> int:
        """Number the stops behind `stop` in depth and return the most weight beyond it, outside the blocks in hand.

        The stops of the block that is not yet complete are left pending.
        """
        outlook = self.outlook
        self.numbered += 1
        own_number = self.numbered
        self.number[stop] = own_number
        low = 1 if before >= 0 and self.near[stop] else own_number
        reached, fars = outlook.reached, outlook.fars[stop]
        best = 0
        for far in fars:
            if far == before or not reached[far]:
                continue
            if self.dead_end[far]:
                best = max(best, self.weight[far])
            elif self.number[far]:
                low = min(low, self.number[far])
            else:
                mark = self.pending_stops
                self._put_off(far, self._walk(far, stop))
                low = min(low, self.low[far])
                if self.low[far] >= own_number:
                    best = max(best, self._close_block(mark))
        self.low[stop] = low
        return best

    def _put_off(self, stop: int, beyond: int) -> None:
        """A stop whose block is not yet complete."""
        self.pending[self.pending_stops] = stop
        self.pending_beyond[self.pending_stops] = beyond
        self.pending_stops += 1

    def _close_block(self, mark: int) -> int:
        """The most weight of an arm that enters the block of the stops pending since `mark`."""
        whole, far = 0, 0
        for index in range(mark, self.pending_stops):
            whole += self.weight[self.pending[index]]
            far = max(far, self.pending_beyond[index])
        self.pending_stops = mark
        return whole + far
