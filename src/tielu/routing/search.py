"""The best route of one train, by branch and bound.

A route is grown from one of the railway's stations: first one arm, then, back at the station, the other. A branch is
left when a bound (see bounds.py) shows that nothing better can come of it, or when an earlier branch has led to the
same place with the same stops still open and at least as much in hand. docs/routing.md says why neither loses the
best route.
"""

from __future__ import annotations

from tielu.core.trains import TrainType

from .bounds import Bounds
from .budget import Effort
from .frontier import CALL_OR_NOT, HIGHEST, LOWEST, Outlook
from .listing import Route, RouteList, mask_of, route_of_links
from .network import Network

# A search step takes about as long as this many steps of listing; after this many search steps a list is first tried.
LISTING_STEPS_PER_SEARCH_STEP = 12
STEPS_BEFORE_LISTING = 200


class _Found(Exception):
    """The route in hand earns as much as any can."""


class TrainSearch:
    """Searches the routes of one type of train."""

    def __init__(self, network: Network, train: TrainType, effort: Effort) -> None:
        self.network = network
        self.effort = effort
        self.outlook = Outlook(network, train)
        self.bounds = Bounds(self.outlook)
        self.listed = RouteList(self.outlook)
        self.searched = 0
        self.list_after = STEPS_BEFORE_LISTING
        self.floor = 0
        self.ceiling = 0
        # The best route found: what it earns, and its links as a mask, 0 if there is none.
        self.found_income = 0
        self.found_links = 0
        # The route as it grows: the stops and links of its arms, the second arm begins at the station.
        self.station = 0
        self.arm_stops: list[int] = []
        self.arm_links: list[int] = []
        self.second_arm_at = 0
        # What every route must contain, if anything: its stops in order and the links between them.
        self.begun_stops: list[int] = []
        self.begun_links: list[int] = []
        self.seen: dict[tuple[int, bool, int, int, int], list[list[int]]] = {}

    def begin_with(self, stops: list[int], links: list[int]) -> None:
        """From now on every route contains these stops, joined by these links, and goes on at either end.

        One of the stops is a station of the railway, and no other train may use the track of the links.
        """
        self.begun_stops, self.begun_links = stops, links

    def best_route(self, barred: int, floor: int, ceiling: int, calls: int = CALL_OR_NOT) -> Route | None:
        """The best route that earns more than `floor` and uses none of the barred links, or None.

        No route earns more than `ceiling`, so the search ends with the first one that earns as much.
        """
        if self._is_listed():
            return self.listed.best(barred, floor, calls)
        before = self.effort.steps
        route = self._search(barred, floor, ceiling, calls)
        self.searched += self.effort.steps - before
        return route

    def list_all(self, steps: int) -> bool:
        """Make a list of all routes if that costs no more than this many steps of search; whether there is one."""
        if not self.listed.complete and not self.outlook.skips and not self.begun_stops:
            self.listed.fill(steps * LISTING_STEPS_PER_SEARCH_STEP)
        return self.listed.complete

    def latest(self) -> Route | None:
        """The best route that the search in progress, or the last one, has come upon."""
        return route_of_links(self.network, self.found_income, self.found_links) if self.found_links else None

    def forget(self) -> None:
        """A new question begins: routes found for another one may not do as this one wants."""
        self.found_links = 0

    def ceiling_for(self, calls: int) -> int:
        """A bound on any route, seen from the stations before the search begins; 0 if there is none."""
        if self.begun_stops:
            return HIGHEST
        outlook = self.outlook
        outlook.open_map(0, calls)
        most = 0
        for station in self.network.own:
            if not outlook.closed[station]:
                outlook.visit(station)
                outlook.look(station, -1, 0)
                most = max(most, self.bounds.most(1 if outlook.dead_end[station] else 2, LOWEST))
                outlook.leave(station)
        return most

    def _is_listed(self) -> bool:
        """Whether there is a list of all routes; when searches have cost as much as one, it is tried to make it.

        A try that turned out too long was in vain, so the next one waits for a longer while.
        """
        if self.begun_stops:
            return False
        if not self.listed.complete and not self.outlook.skips and self.searched >= self.list_after:
            self.listed.fill(self.searched * LISTING_STEPS_PER_SEARCH_STEP)
            self.list_after = 4 * self.searched
        return self.listed.complete

    def _search(self, barred: int, floor: int, ceiling: int, calls: int) -> Route | None:
        self.floor, self.ceiling = floor, ceiling
        self.forget()
        self.outlook.open_map(barred, calls)
        try:
            if self.begun_stops:
                self._go_on()
            else:
                self._begin_at_stations()
        except _Found:
            pass
        return self.latest()

    def _begin_at_stations(self) -> None:
        outlook = self.outlook
        for station in self.network.own:
            if outlook.closed[station]:
                continue
            self.station = station
            self.seen = {}
            self.arm_stops, self.arm_links, self.second_arm_at = [], [], -1
            outlook.visit(station)
            try:
                self._grow(station, True, 0, 0)
            finally:
                outlook.leave(station)
            # Routes over this station are done; those that are left begin at another one and avoid it.
            outlook.closed[station] += 1

    def _go_on(self) -> None:
        """Grow what has been begun: one arm from its last stop, the other from its first."""
        network, charge, claims = self.network, 0, 0
        self.station = self.begun_stops[0]
        self.seen = {}
        self.arm_stops, self.arm_links, self.second_arm_at = self.begun_stops[1:], self.begun_links[:], -1
        for link in self.begun_links:
            charge += network.charge[link]
            claims |= network.claims[link]
        for stop in self.begun_stops:
            self.outlook.visit(stop)
        self._grow(self.begun_stops[-1], True, charge, claims)

    def _grow(self, head: int, first_arm: bool, charge: int, claims: int) -> None:
        """Note the route in hand, then lengthen the arm at its head by every link that may still lead to more."""
        self.effort.step()
        outlook = self.outlook
        if len(self.arm_stops) > 0 and (self.second_arm_at < 0 or head != self.station):
            self._note(charge)
        if outlook.range_is_used_up():
            return
        if outlook.visited_stops > 1 and outlook.dead_end[head]:
            if first_arm and not outlook.dead_end[self.station]:
                self._turn_to_second_arm(charge, claims)
            return
        two_arms = first_arm and not outlook.dead_end[self.station]
        outlook.look(head, self.station if two_arms else -1, claims)
        if self.bounds.most(2 if two_arms else 1, self.floor + charge) - charge <= self.floor:
            return
        if self._seen_better(head, first_arm, charge, claims):
            return
        network = self.network
        ways, fars = outlook.ways[head], outlook.fars[head]
        for number in range(len(ways)):
            far, link = fars[number], ways[number]
            if outlook.closed[far] or claims & network.claims[link] or not outlook.in_range(far):
                continue
            outlook.visit(far)
            self.arm_stops.append(far)
            self.arm_links.append(link)
            self._grow(far, first_arm, charge + network.charge[link], claims | network.claims[link])
            self.arm_stops.pop()
            self.arm_links.pop()
            outlook.leave(far)
        if two_arms and outlook.visited_stops > 1:
            self._turn_to_second_arm(charge, claims)

    def _turn_to_second_arm(self, charge: int, claims: int) -> None:
        self.second_arm_at = len(self.arm_stops)
        self._grow(self.station, False, charge, claims)
        self.second_arm_at = -1

    def _seen_better(self, head: int, first_arm: bool, charge: int, claims: int) -> bool:
        """Whether an earlier branch stood here, with the same stops open, and had at least as much in hand."""
        low, high = self.outlook.open_stops()
        hand = self.outlook.hand(charge)
        known = self.seen.setdefault((head, first_arm, low, high, claims), [])
        for other in known:
            if _nowhere_less(other, hand):
                return True
        known.append(hand)
        return False

    def _note(self, charge: int) -> None:
        income = self.outlook.income() - charge
        if income <= self.floor:
            return
        links = self.arm_links
        if self.outlook.skips:
            links, income = self._without_idle_ends(income, charge)
        self.found_income, self.found_links = income, mask_of(links)
        self.floor = income
        if income >= self.ceiling:
            raise _Found

    def _without_idle_ends(self, income: int, charge: int) -> tuple[list[int], int]:
        """The links of the route without ends that count nothing, track that another train may want, and its income.

        It may be higher: a ferry to such an end is saved.
        """
        turn = self.second_arm_at if self.second_arm_at >= 0 else len(self.arm_stops)
        begun = len(self.begun_links)
        kept = self.begun_links[:]
        idle: list[int] = []
        for first, last in ((begun, turn), (turn, len(self.arm_stops))):
            end = last
            while end > first and self.outlook.visited_stops > 2:
                stop, saved = self.arm_stops[end - 1], self.network.charge[self.arm_links[end - 1]]
                self.outlook.leave(stop)
                shorter = self.outlook.income() - charge + saved
                if shorter < income:
                    self.outlook.visit(stop)
                    break
                idle.append(stop)
                income = shorter
                charge -= saved
                end -= 1
            kept += self.arm_links[first:end]
        for stop in idle:
            self.outlook.visit(stop)
        return kept, income


def _nowhere_less(one: list[int], other: list[int]) -> bool:
    for index in range(len(one)):
        if one[index] < other[index]:
            return False
    return True
