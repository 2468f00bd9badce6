"""The best run of several trains: routes found one by one, and track that two of them want settled by branching.

Each train first gets its best route as if it were alone; together they earn at least as much as any run can. If two
routes use the same track, no run has both, so either the one train or the other must do without that link: two cases,
in each of which one train is routed anew. The case with the highest bound is always taken next, so the first one
without a conflict is the best run. docs/routing.md has the whole argument.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from tielu.core.trains import TrainType

from .budget import Effort, OutOfTime
from .frontier import CALL, LOWEST
from .listing import Route, route_of_links
from .network import Network
from .packing import Group, Packing
from .search import TrainSearch

# After this many cases, and again after four times as many, it is tried to list all routes instead.
CASES_BEFORE_PACKING = 64


class Case:
    """Links that are barred for each train, and the best routes under these bars (None: the train stays at home)."""

    def __init__(self, barred: list[int], routes: list[Route | None]) -> None:
        self.barred = barred
        self.routes = routes
        self.bound = income_of(routes)


class TrackConflict:
    """Two trains, and a link of the one that shares track with a link of the other (mostly the same link)."""

    def __init__(self, one: int, other: int, link: int, rival: int) -> None:
        self.one = one
        self.other = other
        self.link = link
        self.rival = rival


def income_of(routes: Sequence[Route | None]) -> int:
    total = 0
    for route in routes:
        if route is not None:
            total += route.income
    return total


class Together:
    """Searches the best run of some trains; `routes` and `bound` are good at any time, also when time runs out."""

    def __init__(self, network: Network, trains: Sequence[TrainType], effort: Effort) -> None:
        self.network = network
        self.effort = effort
        self.count = len(trains)
        self.cases_before_packing = CASES_BEFORE_PACKING
        names = [train.name for train in trains]
        searches = {train.name: TrainSearch(network, train, effort) for train in trains}
        self.kinds = [names.index(name) for name in names]
        self.searches = [searches[name] for name in names]
        # What the trains must do about the places whose visits are paid apart.
        self.calls: list[int] = []
        # Routes of the best run so far, none if no run above the floor is known; no run earns more than the bound.
        self.routes: list[Route | None] = []
        self.floor = 0
        self.bound = 0
        # For a kind of train, its calls and bars: its best route, or the income above which it has none.
        self.known: dict[tuple[int, int, int], tuple[int, Route | None]] = {}

    def run(self, calls: Sequence[int], floor: int) -> bool:
        """Look for a run that earns more than `floor`, with calls as told; False if time ran out before the proof."""
        self.calls = list(calls)
        self.floor = floor
        self.routes = []
        for search in self.searches:
            search.forget()
        first = Case([0] * self.count, [None] * self.count)
        try:
            if self._route_alone(first):
                self._branch(first)
        except OutOfTime:
            if not self.routes:
                self._keep_what_fits(first)
            return False
        self.bound = self.floor
        return True

    # -- one train --

    def _route(self, train: int, barred: int, floor: int, ceiling: int) -> Route | None:
        """The best route of a train above `floor`, none being above `ceiling`; trains of one kind share answers."""
        self.effort.long_step()
        calls = self.calls[train]
        key = (self.kinds[train], calls, barred)
        known = self.known.get(key)
        if known is not None:
            above, route = known
            if route is not None:
                return route if route.income > floor else None
            if floor >= above:
                return None
        route = self.searches[train].best_route(barred, floor, ceiling, calls)
        self.known[key] = (floor, route)
        return route

    def _lowest(self, train: int) -> int:
        """A train that must call has to run whatever it earns; any other runs to earn something."""
        return LOWEST if self.calls[train] == CALL else 0

    def _barred_by(self, route: Route) -> int:
        """The links that a route leaves to no other train."""
        barred = 0
        for link in route.links:
            for rival in self.network.rivals[link]:
                barred |= 1 << rival
        return barred

    # -- all trains --

    def _route_alone(self, case: Case) -> bool:
        """Route every train with the whole network to itself; False if one that must run cannot."""
        ceilings = [self.searches[train].ceiling_for(self.calls[train]) for train in range(self.count)]
        self.bound = sum(ceilings)
        for train in range(self.count):
            route = self._route(train, 0, self._lowest(train), ceilings[train])
            if route is None and self.calls[train] == CALL:
                return False
            case.routes[train] = route
            self.bound -= ceilings[train] - (route.income if route is not None else 0)
        case.bound = self.bound
        return True

    def _branch(self, first: Case) -> None:
        """Take the case with the highest bound until one has no conflict, or none is above the best run known."""
        open_cases: list[tuple[int, int, Case]] = [(-first.bound, 0, first)]
        seen: set[tuple[tuple[int, int, int], ...]] = set()
        serial = taken_up = 0
        before, next_try = self.effort.steps, self.cases_before_packing
        while open_cases:
            _, _, case = heapq.heappop(open_cases)
            self.bound = case.bound
            if case.bound <= self.floor:
                return
            conflicts = self._conflicts(case)
            if not conflicts:
                self._keep(case.routes)
                return
            taken_up += 1
            if taken_up == next_try:
                if self._pack(self.effort.steps - before):
                    return
                next_try *= 4
            self._settle_in_turn(case)
            for child in self._children(case, self._sharpest(case, conflicts), seen):
                serial += 1
                heapq.heappush(open_cases, (-child.bound, -serial, child))

    def _children(self, case: Case, conflict: TrackConflict, seen: set[tuple[tuple[int, int, int], ...]]) -> list[Case]:
        """The two cases of a conflict, without those that are no use or, with trains of one kind, known already."""
        children = []
        for train, bar in ((conflict.one, conflict.link), (conflict.other, conflict.rival)):
            barred = case.barred.copy()
            barred[train] |= 1 << bar
            key = tuple(sorted([(self.kinds[each], self.calls[each], barred[each]) for each in range(self.count)]))
            if key in seen:
                continue
            seen.add(key)
            before = case.routes[train]
            assert before is not None
            route = self._route_in(case, train, bar)
            if route is None and self.calls[train] == CALL:
                continue
            routes = case.routes.copy()
            routes[train] = route
            child = Case(barred, routes)
            if child.bound > self.floor:
                children.append(child)
        return children

    def _route_in(self, case: Case, train: int, bar: int) -> Route | None:
        """The best route of a train in a case with one more link barred, if that can lead above the best run known."""
        before = case.routes[train]
        assert before is not None
        floor = max(self._lowest(train), self.floor - case.bound + before.income)
        return self._route(train, case.barred[train] | 1 << bar, floor, before.income)

    def _conflicts(self, case: Case) -> list[TrackConflict]:
        """All pairs of links that share track, in the order in which the routes pass them."""
        conflicts: list[TrackConflict] = []
        for one in range(self.count):
            route = case.routes[one]
            if route is None:
                continue
            for link in route.links:
                for other in range(one):
                    rival_route = case.routes[other]
                    if rival_route is None:
                        continue
                    for rival in self.network.rivals[link]:
                        if rival_route.mask >> rival & 1:
                            conflicts.append(TrackConflict(one, other, link, rival))
        return conflicts

    def _sharpest(self, case: Case, conflicts: list[TrackConflict]) -> TrackConflict:
        """Of some conflicts the one whose cases lose most, the smaller loss first; one with two losses will do.

        The middle of a line that two trains want is tried first: without it a train needs another way, while one that
        may not use the end of the line goes on as before but for a step.
        """
        last = len(conflicts) - 1
        middle = (last + 1) // 2
        sharpest, least, most = conflicts[middle], -1, -1
        for index in (middle, last, 0, middle // 2, (middle + last) // 2):
            conflict = conflicts[index]
            one = self._loss(case, conflict.one, conflict.link)
            other = self._loss(case, conflict.other, conflict.rival)
            smaller, larger = min(one, other), max(one, other)
            if smaller > least or (smaller == least and larger > most):
                sharpest, least, most = conflict, smaller, larger
            if least > 0:
                break
        return sharpest

    def _loss(self, case: Case, train: int, bar: int) -> int:
        """What a train loses, at least, with one more link barred."""
        before = case.routes[train]
        assert before is not None
        route = self._route_in(case, train, bar)
        if route is not None:
            return before.income - route.income
        return before.income - max(self._lowest(train), self.floor - case.bound + before.income)

    # -- all routes listed --

    def _pack(self, steps: int) -> bool:
        """Settle the rest by prices on track if all routes can be listed at the cost of this many steps of search."""
        if any(search.outlook.skips for search in self.searches):
            return False
        if not all(search.list_all(steps) for search in self.searches):
            return False
        packing = Packing(self.network, self._groups(), self.floor, self.effort)
        try:
            packing.run()
        finally:
            self.bound = min(self.bound, packing.bound)
            if packing.chosen:
                routes: list[Route | None] = [None] * self.count
                for train, choice in packing.chosen.items():
                    mask = choice.mask & ((1 << len(self.network.links)) - 1)
                    routes[train] = route_of_links(self.network, choice.income, mask)
                self._keep(routes)
        return True

    def _groups(self) -> list[Group]:
        """Trains of one type, with the same duty to call or not, and their routes."""
        groups: dict[tuple[int, int], Group] = {}
        for train in range(self.count):
            calls = self.calls[train]
            key = (self.kinds[train], calls)
            if key in groups:
                groups[key].trains.append(train)
                continue
            groups[key] = group = Group([train], calls == CALL)
            for income, mask in self.searches[train].listed.all_routes(calls):
                if income > 0 or group.must_run:
                    group.add(self.network, income, mask)
        return list(groups.values())

    # -- runs --

    def _settle_in_turn(self, case: Case) -> None:
        """Look for a run near the case: trains in turn, each with its best route on the track that is left."""
        for first in range(self.count):
            order = [first, *[train for train in range(self.count) if train != first]]
            routes: list[Route | None] = [None] * self.count
            taken, earned, hoped_for = 0, 0, case.bound
            complete = True
            for train in order:
                wanted = case.routes[train]
                hope = wanted.income if wanted is not None else 0
                hoped_for -= hope
                floor = max(self._lowest(train), self.floor - earned - hoped_for)
                route = self._route(train, case.barred[train] | taken, floor, hope) if wanted is not None else None
                if route is None and (floor > 0 or self.calls[train] == CALL):
                    complete = False
                    break
                if route is not None:
                    routes[train] = route
                    earned += route.income
                    taken |= self._barred_by(route)
            if complete:
                self._keep(routes)

    def _keep(self, routes: list[Route | None]) -> None:
        income = income_of(routes)
        if income > self.floor:
            self.floor = income
            self.routes = routes

    def _keep_what_fits(self, case: Case) -> None:
        """Out of time without any run: keep the best routes known that do not meet, the search in progress included."""
        if CALL in self.calls:
            return
        candidates: list[tuple[int, int, Route]] = []
        for train in range(self.count):
            route = case.routes[train] or self.searches[train].latest()
            if route is not None:
                candidates.append((-route.income, train, route))
        routes: list[Route | None] = [None] * self.count
        taken = 0
        for _, train, route in sorted(candidates, key=lambda each: each[:2]):
            if not route.mask & taken:
                routes[train] = route
                taken |= self._barred_by(route)
        self._keep(routes)
