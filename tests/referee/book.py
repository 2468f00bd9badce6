"""The referee's own book of a game: each event must be due and right, and afterwards every figure must agree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .ledger import BANK, SHARE, Company, Complaint, Ledger, ShareTurns, Turn
from .rails import Place, Reach

__all__ = ["BANK", "SHARE", "Book", "Company", "Complaint", "ShareTurns", "Turn"]


class Book(Ledger):
    """The ledger, and the turns of railways; each title has a book of its own that follows from this one."""

    # -- turns of railways --

    def begin_turn(self, railway: str) -> None:
        space = self.companies[railway].space if railway in self.companies else (-1, -1)
        self.turn = Turn(railway, space)

    def no_dividend(self, company: str) -> None:
        self.turn_now().priced = True
        self.move_price(company, "left")

    def run_is_over(self, company: str) -> None:
        """A company that goes on without a dividend had none to pay."""
        if not self.turn_now().priced:
            self.demand(self.may_earn_nothing(company), f"{company} could have run its trains")
            self.no_dividend(company)

    def on_price_moved(self, company: str, old: int, new: int) -> None:
        """Without another cause the company in turn, or one whose turn passed unasked, had nothing to pay."""
        self.turn_to(company)
        self.demand(not self.turn_now().priced, f"the price of {company} moves twice")
        self.run_is_over(company)
        event = {"event": "price_moved", "company": company, "old": old, "new": new}
        self.demand(event in self.expected, f"{event} instead of {self.expected}")
        self.expected.remove(event)

    def may_earn_nothing(self, company: str) -> bool:
        """Whether a company may end up without income unasked: no train, no route, or a run of nothing.

        A power used in the turn may have brought the track or the train only after the run.
        """
        turn = self.turn_now()
        return turn.ran or turn.power_used or not self.companies[company].trains or not self.leaves_a_station(company)

    def leaves_a_station(self, railway: str) -> bool:
        """Whether track leads from a marker of the railway to another stop."""
        places = self.rails.markers.get(railway, [])
        return any(self.rails.reach([place], railway).stops - {place} for place in places)

    def reach(self, railway: str) -> Reach:
        return self.rails.reach(self.rails.markers.get(railway, []), railway)

    def routes_of(self, railway: str, trains: list[str]) -> Iterator[tuple[dict[str, Any], list[Place]]]:
        """The routes of a run and their stops, each with a train of the railway and past a marker of its own."""
        for route in self.action["routes"]:
            self.demand(route["train"] in trains, f"{railway} has no such train: {route['train']}")
            trains.remove(route["train"])
            stops = [(name, stop) for name, stop in route["stops"]]
            self.in_range(route["train"], stops)
            own = self.rails.markers[railway]
            self.demand(any(stop in own for stop in stops), f"a route of {railway} has no marker of its own")
            yield route, stops

    def in_range(self, train: str, stops: list[Place]) -> None:
        raise NotImplementedError

    def turn_to(self, railway: str) -> None:
        """It must be the turn of this railway by now; those passed over had nothing to decide."""
        raise NotImplementedError

    def on_dividend_paid(self, company: str, income: int) -> None:
        turn = self.turn_now()
        self.demand(turn.railway == company and not turn.priced, f"{company} pays a dividend out of turn")
        due = turn.income + self.bonus(company)
        self.demand(income == due and income > 0, f"{company} earned {due}, not {income}")
        self.pay_out(company, income)
        turn.priced = True
        self.move_price(company, "right")

    def pay_out(self, company: str, income: int) -> None:
        for player in self.players:
            amount = income * self.companies[company].held(player) // 100
            if amount:
                self.give_cash(player, amount)
                self.expect("dividend_received", company=company, player=player, amount=amount)

    def bonus(self, company: str) -> int:
        return 0

    # -- tiles and markers --

    def tile_laid(self, railway: str, name: str, tile: str, rotation: int) -> None:
        """A tile of the normal track step: right colour and number, in the supply, no track lost."""
        rails = self.rails
        self.demand(tile in rails.following(name), f"tile {tile} does not follow on {name}")
        self.demand(rails.left(tile) > 0, f"no tile {tile} is left")
        self.demand(rails.fits(name, tile, rotation), f"tile {tile} does not fit {name} like this")
        colour = rails.tiles[tile]["colour"]
        self.demand(colour in self.colours(), f"{colour} tiles are not to be had")
        turn = self.turn_now()
        if rails.face(name).colour == "white":
            turn.yellow += 1
        else:
            turn.upgraded = True
        rails.lay(name, tile, rotation)

    def colours(self) -> list[str]:
        raise NotImplementedError

    def marker_placed(self, railway: str, place: Place) -> None:
        """A marker needs a free space in a city, and a hex where the railway has none."""
        rails = self.rails
        own = rails.markers.setdefault(railway, [])
        self.demand(all(name != place[0] for name, _ in own), f"{railway} has two markers in {place[0]}")
        self.demand(len(rails.standing(place)) < rails.slots(place), f"{place} has no free space")
        self.demand(rails.face(place[0]).stops[place[1]]["kind"] == "city", f"{place} is no city")
        own.append(place)

    def homes_waiting(self, place: Place) -> int:
        """How many companies without a marker have their home in this city."""
        waiting = 0
        for company, data in self.facts["companies"].items():
            if data["home"] == place[0] and not self.rails.markers.get(company):
                waiting += self.rails.city_with(place[0], data.get("city", 0)) == place[1]
        return waiting

    def markers_possible(self, railway: str) -> tuple[set[Place], set[Place]]:
        """Where the railway may place a marker for certain, and at most."""
        own = self.rails.markers.get(railway, [])
        costs = self.marker_costs(railway)
        if len(own) >= len(costs) or costs[len(own)] > self.companies[railway].cash:
            return set(), set()
        reach = self.reach(railway)
        certain = {place for place in reach.stops if self._open_to(place, own)}
        return certain, {place for place in reach.possible_stops if self._open_to(place, own)}

    def _open_to(self, place: Place, own: list[Place]) -> bool:
        if self.rails.face(place[0]).stops[place[1]]["kind"] != "city" or any(name == place[0] for name, _ in own):
            return False
        free = self.rails.slots(place) - len(self.rails.standing(place))
        return free > 0 and free > self.homes_waiting(place)

    def lays_possible(self, railway: str) -> tuple[set[tuple[Any, ...]], set[tuple[Any, ...]]]:
        """The lays of the track step for certain, and at most; rotations that look alike are one."""
        certain: set[tuple[Any, ...]] = set()
        possible: set[tuple[Any, ...]] = set()
        if not self.may_build(railway):
            return certain, possible
        own = self.rails.markers.get(railway, [])
        reach = self.reach(railway)
        for name, tile, rotation, sure in self.rails.lays(reach, own, self.colours()):
            if not self.may_lay(railway, name, tile, rotation):
                continue
            lay = (name, tile, self.rails.tile_face(tile, rotation).shape)
            possible.add(lay)
            if sure:
                certain.add(lay)
        return certain, possible

    def may_build(self, railway: str) -> bool:
        raise NotImplementedError

    def may_lay(self, railway: str, name: str, tile: str, rotation: int) -> bool:
        """What the title asks of a lay besides: money, duties, and how many tiles there may be in a turn."""
        raise NotImplementedError
