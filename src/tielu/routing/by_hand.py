"""A run drawn by hand, stop by stop: which stops can follow, and the most that can still come of it.

A route begins at one of the railway's stations and grows at both ends, so whatever has two stops is a legal route, and
every legal route can be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tielu.core.actions import RouteRun, RunTrains
from tielu.core.track import STOPS_PER_HEX
from tielu.core.trains import TrainType

from .budget import Effort
from .frontier import CALL_OR_NOT
from .joint_search import Together
from .model import RunPosition, best_count
from .network import Link, Network, links_from


@dataclass(frozen=True)
class Stroke:
    """A stroke of the pencil: the hexes that it enters, and the number of the stop in the last one.

    The first stroke is a station, the others go on from the last stop of the route, or `in_front` of its first.
    """

    hexes: tuple[str, ...]
    stop: int
    in_front: bool = False


@dataclass(frozen=True)
class DrawnRoute:
    """What has been drawn for a train: stops and links in the order of the route, strokes as they were made."""

    train: TrainType
    strokes: tuple[Stroke, ...] = ()
    stops: tuple[int, ...] = ()
    links: tuple[Link, ...] = ()

    @property
    def runs(self) -> bool:
        """Whether it is a route already."""
        return len(self.stops) > 1

    @property
    def sides(self) -> int:
        sides = 0
        for link in self.links:
            sides |= link.sides
        return sides

    @property
    def ferries(self) -> int:
        return sum(link.ferries for link in self.links)


@dataclass(frozen=True)
class NextStop:
    """A stop that can follow: how it is drawn, and the route with it."""

    stroke: Stroke
    place: int
    route: DrawnRoute


@dataclass(frozen=True)
class Prospect:
    """The most that a drawn run can still earn; if it is not `proven`, there may be more."""

    income: int
    proven: bool


class DrawnRun:
    """What has been drawn for each train of a railway; no two routes share track."""

    def __init__(self, position: RunPosition, routes: Sequence[DrawnRoute]) -> None:
        self.position = position
        self.routes = tuple(routes)

    @property
    def sides(self) -> int:
        """All track that is taken."""
        sides = 0
        for route in self.routes:
            sides |= route.sides
        return sides

    def with_route(self, number: int, route: DrawnRoute) -> DrawnRun:
        """The run with another route for a train."""
        return DrawnRun(self.position, (*self.routes[:number], route, *self.routes[number + 1 :]))

    def income(self, route: DrawnRoute) -> int:
        """What a route earns as far as it is drawn."""
        return self._count(route)[0] if route.stops else 0

    @property
    def action(self) -> RunTrains:
        """The run of the trains that have a route."""
        return RunTrains(tuple(self.as_drawn(route) for route in self.routes if route.runs))

    def as_drawn(self, route: DrawnRoute) -> RouteRun:
        """A route, or the beginning of one, in the form of an action."""
        board = self.position.board
        counted = self._count(route)[1] if route.stops else ()
        path = tuple(tuple(board.hexes[each].name for each in link.hexes) for link in route.links)
        return RouteRun(route.train.name, tuple(board.place_name(place) for place in counted), path)

    def _count(self, route: DrawnRoute) -> tuple[int, tuple[int, ...]]:
        position = self.position
        return best_count(route.stops, route.train, position.own, position.earnings, route.ferries)

    # -- what can follow --

    def next_stops(self, number: int) -> list[NextStop]:
        """The stops that can follow for a train, each as often as there is track to it; its stations at first."""
        route = self.routes[number]
        if not route.stops:
            return self._first_stops(route)
        last, first = route.stops[-1], route.stops[0]
        found = self._beyond(route, last, in_front=False)
        return found + self._beyond(route, first, in_front=True) if route.runs else found

    def _first_stops(self, route: DrawnRoute) -> list[NextStop]:
        """The stations from which the train can get anywhere."""
        found = []
        for place in sorted(self.position.own):
            name, stop = self.position.board.place_name(place)
            stroke = Stroke((name,), stop)
            begun = DrawnRoute(route.train, (stroke,), (place,))
            if self._beyond(begun, place, in_front=False):
                found.append(NextStop(stroke, place, begun))
        return found

    def _beyond(self, route: DrawnRoute, end: int, *, in_front: bool) -> list[NextStop]:
        """What can follow at one end of a route: by free track, to a location not yet visited, within range."""
        position, taken = self.position, self.sides
        if route.runs and position.ends_there(end):
            return []
        found = []
        for link in sorted(links_from(position, end, set()), key=lambda each: (len(each.hexes), each.hexes)):
            if link.sides & taken or position.earnings.same_location(link.end, route.stops):
                continue
            grown = _grown(route, link, position, in_front)
            if self._within_range(grown):
                found.append(NextStop(grown.strokes[-1], link.end, grown))
        return found

    def _within_range(self, route: DrawnRoute) -> bool:
        earnings, train = self.position.earnings, route.train
        if train.skips:
            return True
        large = sum(earnings.large(place) for place in route.stops)
        return earnings.range_used(route.stops) <= train.stops and large <= train.cities

    # -- what can come of it --

    def prospect(self, number: int, effort: Effort) -> Prospect:
        """The most that the run can earn if this train goes on from what is drawn, and those without a route join in.

        Routes that are drawn for other trains stay as they are.
        """
        route, taken = self.routes[number], self.sides
        others = [each for each in self.routes if each is not route]
        done = sum(self.income(each) for each in others if each.runs)
        network = Network(self.position)
        network.close(taken)
        # Another train of the same type must not be taken for this one, which has begun.
        begun = replace(route.train, name=f"{route.train.name} begun")
        together = Together(network, [begun, *[each.train for each in others if not each.runs]], effort)
        spared = 0
        if route.stops:
            links = [_known_link(network, link) for link in route.links]
            together.searches[0].begin_with([network.places.index(place) for place in route.stops], links)
            spared = sum(link.ferries for link in route.links) - sum(network.links[each].ferries for each in links)
        proven = together.run([CALL_OR_NOT] * together.count, 0)
        drawn = self.income(route) if route.runs else 0
        charge = spared * self.position.earnings.ferry_charge
        return Prospect(done + max(drawn, together.floor - charge), proven)


def _grown(route: DrawnRoute, link: Link, position: RunPosition, in_front: bool) -> DrawnRoute:
    names = tuple(position.board.hexes[each].name for each in link.hexes[1:])
    strokes = (*route.strokes, Stroke(names, link.end % STOPS_PER_HEX, in_front))
    if in_front:
        turned = Link(link.end, link.start, link.sides, link.ferries, tuple(reversed(link.hexes)))
        return DrawnRoute(route.train, strokes, (link.end, *route.stops), (turned, *route.links))
    return DrawnRoute(route.train, strokes, (*route.stops, link.end), (*route.links, link))


def _known_link(network: Network, drawn: Link) -> int:
    """The link of the network that a drawn one is or that does as well: the network has none that are never better."""
    ends = {network.places.index(drawn.start), network.places.index(drawn.end)}
    for number, link in enumerate(network.links):
        if {link.start, link.end} == ends and not link.sides & ~drawn.sides and link.ferries <= drawn.ferries:
            return number
    raise AssertionError("a drawn link is not in reach of the railway")


def drawn_run(
    position: RunPosition, trains: Sequence[TrainType], strokes: Sequence[Sequence[Stroke]] = ()
) -> DrawnRun | None:
    """The run that these strokes draw, the longest train first; None if one of them is not possible."""
    ordered = sorted(trains, key=lambda train: (-train.stops, -train.cities, train.name))
    run = DrawnRun(position, [DrawnRoute(train) for train in ordered])
    if len(strokes) > len(ordered):
        return None
    for number, of_train in enumerate(strokes):
        for stroke in of_train:
            following = [each.route for each in run.next_stops(number) if each.stroke == stroke]
            if not following:
                return None
            run = run.with_route(number, following[0])
    return run
