"""The part of 1880's book about runs, track and markers."""

from __future__ import annotations

from typing import Any

from .book import Book
from .rails import Place

OO_HOMES = ("D12", "N12")
FERRIES = {"F12", "F14", "J16"}
WHOLE_HEX = 1000


class Track1880(Book):
    """Needs the rest of the book of 1880."""

    phase: str
    investors: dict[str, str | None]
    funds: dict[str, int]
    homes_due: list[str]

    def phase_facts(self) -> dict[str, Any]:
        data: dict[str, Any] = self.facts["phases"][self.phase]
        return data

    def phase_at_least(self, phase: str) -> bool:
        raise NotImplementedError

    # -- running --

    def on_trains_run(self, railway: str, income: int) -> None:
        self.turn_to(railway)
        turn = self.turn_now()
        self.demand(not turn.ran and not turn.priced, f"{railway} runs twice")
        own = [self.on_offer()] if railway in self.investors else list(self.companies[railway].trains)
        due = max(0, self.income_of(railway, own))
        self.demand(income == due, f"the run of {railway} earns {due}, not {income}")
        turn.ran, turn.income = True, income
        if railway in self.investors:
            if income:
                self.funds[railway] += income
                self.bank -= income
                self.expect("income_withheld", railway=railway, income=income)
        elif not income + self.bonus(railway):
            self.no_dividend(railway)

    def income_of(self, railway: str, trains: list[str]) -> int:
        total = 0
        director = self.investors.get(railway) or self.companies[railway].director
        for route, stops in self.routes_of(railway, trains):
            total += sum(self.stop_value(place) for place in stops)
            names = [name for name, _ in stops]
            total += 50 if {"A3", "A15"} <= {*names} else 0
            total += 20 if "N16" in names and self.owner["P3"] == director else 0
            passed = {name for link in route["path"] for name in link}
            total -= 0 if self.owner["P2"] == director else 10 * len(passed & FERRIES)
        return total

    def stop_value(self, place: Place) -> int:
        value = self.rails.face(place[0]).stops[place[1]]["value"]
        return int(value[self.phase_facts()["value_column"]] if isinstance(value, list) else value)

    def in_range(self, train: str, stops: list[Place]) -> None:
        data = self.facts["trains"][train]
        self.demand(2 <= len(stops) <= data["stops"] and len({*stops}) == len(stops), f"a {train} cannot run {stops}")
        if "cities" in data:
            large = [
                place
                for place in stops
                if self.rails.face(place[0]).stops[place[1]]["kind"] != "town"
                and self.rails.face(place[0]).colour != "blue"
            ]
            self.demand(len(large) <= data["cities"], f"a {train} counts too many cities: {stops}")

    def bonus(self, company: str) -> int:
        """Ten times the figure on the space with which the turn began, for a company with a train."""
        row, column = self.turn_now().start
        figure: int = self.facts["market"][row][column].get("bonus", 0)
        return 10 * figure if self.companies[company].trains else 0

    def on_income_withheld(self, railway: str, income: int) -> None:
        turn = self.turn_now()
        due = turn.income + self.bonus(railway)
        self.demand(turn.railway == railway and not turn.priced, f"{railway} withholds out of turn")
        self.demand(income == due, f"{railway} earned {due}, not {income}")
        self.give_funds(railway, income)
        self.no_dividend(railway)

    # -- track and markers --

    def colours(self) -> list[str]:
        tiles: list[str] = self.phase_facts()["tiles"]
        return tiles

    def may_build(self, railway: str) -> bool:
        if railway in self.investors:
            return not self.phase_at_least("B3")
        return self.phase[0] in self.companies[railway].permits

    def most_yellow(self, railway: str) -> int:
        two = railway == "BCR" or (railway not in self.investors and self.phase_at_least("B1"))
        return 2 if two else 1

    def tile_cost(self, railway: str, name: str) -> int:
        """What is printed, for the first tile; P4's owner pays no river."""
        printed = self.rails.hexes[name]
        if self.rails.face(name).colour != "white":
            return 0
        director = self.investors.get(railway) or self.companies[railway].director
        river = 20 if "river" in printed.get("terrain", ()) and self.owner["P4"] == director else 0
        cost: int = printed.get("cost", 0)
        return cost - river

    def may_lay(self, railway: str, name: str, tile: str, rotation: int) -> bool:
        turn = self.turn_now()
        empty = self.rails.face(name).colour == "white"
        if turn.upgraded or turn.yellow >= (self.most_yellow(railway) if empty else 1):
            return False
        purse = self.funds[railway] if railway in self.investors else self.companies[railway].cash
        return self.tile_cost(railway, name) <= purse and not (tile == "611" and self.six_exits_fit(name))

    def six_exits_fit(self, name: str) -> bool:
        """Where a tile with six exits can be had and fits, 611 may not be laid."""
        return self.rails.left("63") > 0 and any(self.rails.fits(name, "63", each) for each in range(6))

    def on_tile_laid(self, railway: str, hex: str, tile: str, rotation: int, cost: int) -> None:  # noqa: A002
        self.turn_to(railway)
        self.demand(self.may_build(railway), f"{railway} has no permit")
        self.demand(self.may_lay(railway, hex, tile, rotation), f"{railway} may not lay {tile} on {hex}")
        due = self.tile_cost(railway, hex)
        self.demand(cost == due, f"a tile on {hex} costs {due}, not {cost}")
        if railway in self.investors:
            self.funds[railway] -= cost
            self.bank += cost
        else:
            self.take_funds(railway, cost)
        self.tile_laid(railway, hex, tile, rotation)

    def marker_costs(self, company: str) -> list[int]:
        return [0, 80, 200] if self.phase_at_least("D1") else [0, 40, 100]

    def homes_waiting(self, place: Place) -> int:
        """Both cities wait for QSR and SCR while they are separate; on brown one space does."""
        if place[0] not in OO_HOMES:
            return super().homes_waiting(place)
        company = next(each for each, data in self.facts["companies"].items() if data["home"] == place[0])
        if self.rails.markers.get(company):
            return 0
        # Issue 14, 2.2: from revision 2 the edition of 2010 keeps the whole hex free on brown, too.
        return WHOLE_HEX if self.edition == "2010" and self.revision >= 2 else 1

    def on_station_placed(self, railway: str, hex: str, city: int, cost: int) -> None:  # noqa: A002
        place = (hex, city)
        if railway in self.homes_due:
            self.homes_due.remove(railway)
            self.demand(cost == 0 and self.is_home(railway, place), f"{place} is not the home of {railway}")
            self.marker_placed(railway, place)
            return
        self.turn_to(railway)
        turn, placed = self.turn_now(), len(self.rails.markers[railway])
        self.demand(not turn.marker and not turn.priced, f"{railway} places a marker too many, or too late")
        self.demand(placed < 3, f"{railway} has no marker left")
        due = self.marker_costs(railway)[placed]
        self.demand(cost == due, f"a marker of {railway} costs {due}, not {cost}")
        free = self.rails.slots(place) - len(self.rails.standing(place))
        self.demand(free > self.homes_waiting(place), f"{place} is kept free for its home company")
        self.take_funds(railway, cost)
        self.marker_placed(railway, place)
        turn.marker = True

    def is_home(self, company: str, place: Place) -> bool:
        """The printed city; QSR and SCR choose on green, and take the city with track on yellow."""
        data, face = self.facts["companies"][company], self.rails.face(place[0])
        if place[0] in OO_HOMES and face.colour == "green":
            return bool(data["home"] == place[0])
        return bool(data["home"] == place[0] and self.rails.city_with(place[0], data.get("city", 0)) == place[1])
