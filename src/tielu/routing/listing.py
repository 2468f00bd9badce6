"""All routes of a train in a list, for trains that do not run far: asked often, a list is quicker than a search."""

from __future__ import annotations

from .frontier import CALL, CALL_OR_NOT, NO_CALL, Outlook
from .network import Network


class Route:
    """A route: what it earns, the stops it passes and the links between them, in order; `mask` has its links."""

    def __init__(self, income: int, stops: list[int], links: list[int]) -> None:
        self.income = income
        self.stops = stops
        self.links = links
        self.mask = mask_of(links)


def mask_of(links: list[int]) -> int:
    """Links as the bits of one number."""
    mask = 0
    for link in links:
        mask |= 1 << link
    return mask


class RouteList:
    """Every route of a train that counts all it passes; `complete` once all of them have been found.

    A route is kept as the mask of its links, under its income, apart from those that make a call that is paid apart.
    """

    def __init__(self, outlook: Outlook) -> None:
        self.network: Network = outlook.network
        self.outlook = outlook
        self.complete = False
        self.incomes: list[int] = []
        self.calling: dict[int, list[int]] = {}
        self.not_calling: dict[int, list[int]] = {}
        self.steps_left = 0
        self.station = 0
        self.arm_stops: list[int] = []
        self.arm_links: list[int] = []

    def fill(self, steps: int) -> None:
        """List all routes; if that takes more than this many steps the list stays incomplete and empty."""
        outlook = self.outlook
        self.calling, self.not_calling = {}, {}
        self.steps_left = steps
        outlook.open_map(0, CALL_OR_NOT)
        for station in self.network.own:
            self.station = station
            self.arm_stops, self.arm_links = [], []
            outlook.visit(station)
            self._grow(station, -1, 0, 0)
            outlook.leave(station)
            outlook.closed[station] += 1
        self.complete = self.steps_left > 0
        if self.complete:
            self.incomes = sorted({*self.calling, *self.not_calling}, reverse=True)
        else:
            self.calling, self.not_calling = {}, {}

    def _grow(self, head: int, turn: int, charge: int, claims: int) -> None:
        """Note the route in hand and go on; `turn` is where the second arm begins, or -1 during the first."""
        self.steps_left -= 1
        if self.steps_left <= 0:
            return
        outlook, network = self.outlook, self.network
        arm_stops, arm_links = self.arm_stops, self.arm_links
        length = len(arm_stops)
        if length > 0 and turn != length:
            self._note(charge)
        if length == 0 or not outlook.dead_end[head]:
            ways, fars = outlook.ways[head], outlook.fars[head]
            for number in range(len(ways)):
                far, link = fars[number], ways[number]
                if outlook.closed[far] or claims & network.claims[link] or not outlook.in_range(far):
                    continue
                outlook.visit(far)
                arm_stops.append(far)
                arm_links.append(link)
                self._grow(far, turn, charge + network.charge[link], claims | network.claims[link])
                arm_stops.pop()
                arm_links.pop()
                outlook.leave(far)
        if turn < 0 and length > 0 and not outlook.dead_end[self.station]:
            self._grow(self.station, length, charge, claims)

    def _note(self, charge: int) -> None:
        income = self.outlook.income() - charge
        routes = self.calling if self.outlook.any_visited(self.network.callers) else self.not_calling
        if income not in routes:
            routes[income] = []
        routes[income].append(mask_of(self.arm_links))

    def all_routes(self, calls: int) -> list[tuple[int, int]]:
        """Income and links of every route that calls as told, the best first."""
        routes: list[tuple[int, int]] = []
        for income in self.incomes:
            if calls != NO_CALL:
                routes += [(income, mask) for mask in self.calling.get(income, [])]
            if calls != CALL:
                routes += [(income, mask) for mask in self.not_calling.get(income, [])]
        return routes

    def best(self, barred: int, floor: int, calls: int) -> Route | None:
        """The best route that earns more than `floor` and uses none of the barred links, or None."""
        for income in self.incomes:
            if income <= floor:
                return None
            mask = 0
            if calls != NO_CALL:
                mask = _first_open(self.calling.get(income), barred)
            if calls != CALL and not mask:
                mask = _first_open(self.not_calling.get(income), barred)
            if mask:
                return route_of_links(self.network, income, mask)
        return None


def _first_open(masks: list[int] | None, barred: int) -> int:
    """The first mask without a barred link, or 0."""
    if masks is not None:
        for mask in masks:
            if not mask & barred:
                return mask
    return 0


def route_of_links(network: Network, income: int, mask: int) -> Route:
    """The route over these links, from the end that has the lower number to the other one."""
    left = [link for link in range(len(network.links)) if mask >> link & 1]
    touched: dict[int, int] = {}
    for link in left:
        for stop in (network.links[link].start, network.links[link].end):
            touched[stop] = touched.get(stop, 0) + 1
    head = min(stop for stop, times in touched.items() if times == 1)
    stops, links = [head], []
    while left:
        for link in left:
            if head in (network.links[link].start, network.links[link].end):
                break
        left.remove(link)
        head = network.far(link, head)
        stops.append(head)
        links.append(link)
    return Route(income, stops, links)
