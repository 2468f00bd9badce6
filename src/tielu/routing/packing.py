"""Several trains whose routes are all listed: choose one for each so that none meet, by prices on track.

Give every link a price that is paid to the track and returned to the run as a whole. Then each train has a best route
of its own, and what these bring together, with all prices returned, is at least what any run earns. Prices that make
trains leave crowded track bring this bound down to nearly the best run; what is left is tried. docs/routing.md has the
whole argument.
"""

from __future__ import annotations

from bisect import bisect_left
from math import gcd

from .budget import Effort
from .frontier import HIGHEST
from .network import Network

# Prices are whole numbers of such parts, so that bounds are exact.
PARTS = 256
ROUNDS = 200
# After this many rounds without a lower bound the prices move in smaller steps.
PATIENCE = 8
# To look up a route for the last train costs about as much as to price this many routes.
COST_OF_LOOKING_UP = 64


class Choice:
    """A route that a train may choose: its links (and what they share with others) as a mask and as a list."""

    def __init__(self, income: int, mask: int, claims: list[int]) -> None:
        self.income = income
        self.mask = mask
        self.claims = claims
        # What is left of the income at the current prices, and what that is less than for the best route.
        self.left = 0
        self.regret = 0


class Group:
    """Trains of one type with the same routes to choose from; those that need not run may stay at home."""

    def __init__(self, trains: list[int], must_run: bool) -> None:
        self.trains = trains
        self.must_run = must_run
        self.choices: list[Choice] = []
        # The most that a route brings after paying its prices, and what staying at home loses against it.
        self.most = 0

    def add(self, network: Network, income: int, mask: int) -> None:
        """Take a route into account, given by its links."""
        claims: list[int] = []
        shared = 0
        for link in range(len(network.links)):
            if mask >> link & 1:
                claims.append(link)
                shared |= network.claims[link]
        number = len(network.links)
        mask |= shared << number
        while shared:
            if shared & 1:
                claims.append(number)
            shared >>= 1
            number += 1
        self.choices.append(Choice(income, mask, claims))


class Partners:
    """The routes of the train that chooses last, by income; finds the best one that meets none of the others.

    For each claim one number has a bit for every route that makes it, so that all routes are compared at once.
    """

    def __init__(self, choices: list[Choice], claims: int) -> None:
        self.choices = sorted(choices, key=lambda choice: (-choice.income, choice.regret, choice.mask))
        self.losses = [-choice.income for choice in self.choices]
        bits = [bytearray(len(choices) // 8 + 1) for _ in range(claims)]
        for number, choice in enumerate(self.choices):
            for claim in choice.claims:
                bits[claim][number >> 3] |= 1 << (number & 7)
        self.users = [int.from_bytes(each, "little") for each in bits]

    def best(self, picked: list[tuple[int, Choice]], above: int) -> Choice | None:
        """The best route that earns more than `above` and meets none of those picked."""
        count = bisect_left(self.losses, -above)
        if count == 0:
            return None
        met = 0
        for _, choice in picked:
            for claim in choice.claims:
                met |= self.users[claim]
        free = ((1 << count) - 1) & ~met
        return self.choices[(free & -free).bit_length() - 1] if free else None


class Packing:
    """Looks for the best choice of routes; `floor`, `chosen` and `bound` are good at any time."""

    def __init__(self, network: Network, groups: list[Group], floor: int, effort: Effort) -> None:
        self.groups = groups
        self.effort = effort
        self.floor = floor
        # The route of each train in the best run found, none if there is no run above the floor.
        self.chosen: dict[int, Choice] = {}
        self.unit = 0
        size = len(network.links)
        for group in groups:
            for choice in group.choices:
                self.unit = gcd(self.unit, choice.income)
                size = max(size, choice.mask.bit_length())
        self.prices = [0] * size
        self.lowest_prices = self.prices
        self.lowest = HIGHEST * PARTS
        self.picked: list[tuple[int, Choice]] = []
        self.partners = Partners([], 0)

    @property
    def bound(self) -> int:
        """No choice of routes earns more: the lowest bound found, as a sum that incomes can make."""
        if self.unit == 0:
            return self.floor
        return max(self.floor, self.lowest // (PARTS * self.unit) * self.unit)

    def run(self) -> None:
        """Find the best choice; raises OutOfTime."""
        if all(group.choices or not group.must_run for group in self.groups):
            self._lower_prices()
            if self.bound > self.floor:
                self._find_regrets()
                # The train with most routes to choose from chooses last, when the best of them is looked up.
                self.groups.sort(key=lambda group: len(group.choices))
                self.partners = Partners(self.groups[-1].choices, len(self.prices))
                self._try(0, 0, 0, 0, 0)
            self.lowest = self.floor * PARTS

    # -- prices --

    def _lower_prices(self) -> None:
        """Move the prices towards the lowest bound: up where more than one train wants a link, down where none does.

        This ends at the latest when it has cost as much as trying all that is left would.
        """
        scale, patience = 1.0, PATIENCE
        priced = 0
        for _ in range(ROUNDS):
            priced += sum([len(group.choices) for group in self.groups])
            if priced >= self._trials() * COST_OF_LOOKING_UP:
                return
            self.effort.long_step()
            use = [0] * len(self.prices)
            bound = self._bound_at_prices(use)
            if bound < self.lowest:
                self.lowest, self.lowest_prices, patience = bound, self.prices, PATIENCE
                self._choose_in_turn()
                self._drop_hopeless()
            else:
                patience -= 1
            if self.bound <= self.floor:
                return
            if patience == 0:
                scale, patience = scale * 0.6, PATIENCE
                self.prices = self.lowest_prices
                continue
            if not self._move_prices(use, scale * (bound - self.floor * PARTS)):
                return

    def _trials(self) -> int:
        """In how many ways all trains but one, that with most routes, can choose."""
        trials, most = 1, 1
        for group in self.groups:
            trials *= len(group.choices) ** len(group.trains)
            most = max(most, len(group.choices))
        return trials // most

    def _bound_at_prices(self, use: list[int]) -> int:
        """The bound at the current prices; counts in `use` how many trains want each link."""
        prices = self.prices
        total = 0
        for price in prices:
            total += price
        for group in self.groups:
            most, best = 0, -1
            for number in range(len(group.choices)):
                choice = group.choices[number]
                left = choice.income * PARTS
                for claim in choice.claims:
                    left -= prices[claim]
                choice.left = left
                if left > most or (best < 0 and group.must_run):
                    most, best = left, number
            group.most = most
            total += most * len(group.trains)
            if best >= 0:
                for claim in group.choices[best].claims:
                    use[claim] += len(group.trains)
        return total

    def _move_prices(self, use: list[int], gap: float) -> bool:
        """A step against the slope of the bound; False if there is none."""
        slope = 0
        for claim in range(len(use)):
            if use[claim] > 1 or self.prices[claim] > 0:
                slope += (use[claim] - 1) * (use[claim] - 1)
        if slope == 0:
            return False
        step = gap / slope
        self.prices = [max(0, int(self.prices[claim] + step * (use[claim] - 1))) for claim in range(len(use))]
        return True

    def _find_regrets(self) -> None:
        """Go back to the prices of the lowest bound and put the routes in the order of what they lose at them."""
        self.prices = self.lowest_prices
        self._bound_at_prices([0] * len(self.prices))
        for group in self.groups:
            for choice in group.choices:
                choice.regret = group.most - choice.left
            group.choices.sort(key=lambda choice: (choice.regret, -choice.income, choice.mask))

    def _most_regret(self) -> int:
        """A run that loses as much as this, or more, is not better than the best one known."""
        unit = max(1, self.unit)
        better = (self.floor // unit + 1) * unit
        return self.lowest - better * PARTS + 1

    def _drop_hopeless(self) -> None:
        """A route that alone loses too much at the lowest bound is in no better run."""
        most = self._most_regret()
        for group in self.groups:
            group.choices = [choice for choice in group.choices if group.most - choice.left < most]

    # -- runs --

    def _choose_in_turn(self) -> None:
        """A run near the bound: each train takes the route that brings most at these prices on the track left."""
        taken, income = 0, 0
        chosen: dict[int, Choice] = {}
        for group in self.groups:
            for train in group.trains:
                best, most = -1, 0
                for number in range(len(group.choices)):
                    choice = group.choices[number]
                    if choice.mask & taken:
                        continue
                    if best < 0 or choice.left > most:
                        best, most = number, choice.left
                if best < 0:
                    if group.must_run:
                        return
                    continue
                chosen[train] = group.choices[best]
                taken |= chosen[train].mask
                income += chosen[train].income
        if income > self.floor:
            self.floor, self.chosen = income, chosen

    def _try(self, group_number: int, place: int, first: int, taken: int, regret: int) -> None:
        """Give the trains from `place` of a group on every route that may lead to a better run.

        Trains of a group are alike, so each takes a route further down the list than the one before.
        """
        self.effort.long_step()
        if group_number == len(self.groups):
            self._keep()
            return
        group = self.groups[group_number]
        if place == len(group.trains):
            self._try(group_number + 1, 0, 0, taken, regret)
            return
        if group is self.groups[-1] and place == len(group.trains) - 1:
            self._choose_last(group)
            return
        for number in range(first, len(group.choices)):
            choice = group.choices[number]
            # All further routes lose at least as much; the trains after this one take such a route or stay at home.
            others = choice.regret if group.must_run else min(choice.regret, group.most)
            if regret + choice.regret + others * (len(group.trains) - place - 1) >= self._most_regret():
                break
            if choice.mask & taken:
                continue
            self.picked.append((group.trains[place], choice))
            self._try(group_number, place + 1, number + 1, taken | choice.mask, regret + choice.regret)
            self.picked.pop()
        at_home = group.most * (len(group.trains) - place)
        if not group.must_run and regret + at_home < self._most_regret():
            self._try(group_number + 1, 0, 0, taken, regret + at_home)

    def _choose_last(self, group: Group) -> None:
        """Give the last train the best route on the track left, or let it stay at home."""
        best = self.partners.best(self.picked, self.floor - self._picked_income())
        if best is not None:
            self.picked.append((group.trains[-1], best))
            self._keep()
            self.picked.pop()
        elif not group.must_run:
            self._keep()

    def _picked_income(self) -> int:
        income = 0
        for _, choice in self.picked:
            income += choice.income
        return income

    def _keep(self) -> None:
        income = self._picked_income()
        if income > self.floor:
            self.floor = income
            self.chosen = dict(self.picked)
