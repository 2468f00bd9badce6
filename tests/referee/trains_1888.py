"""The part of 1888-N's book about trains and private purchases: phases, the pool, offers, emergencies."""

from __future__ import annotations

from typing import Any

from .book import SHARE, Book
from .rails import Place

EXPORTED = ("2", "3", "4")
TRADED_IN = ("4", "5", "6")
HENG_SHAN = "C5"


class Trains1888(Book):
    """Needs the rest of the book of 1888-N."""

    phase: str
    pool: list[str]
    offer: dict[str, Any] | None
    bankrupt: str | None

    def phase_facts(self) -> dict[str, Any]:
        raise NotImplementedError

    def due_at_home(self, company: str) -> int:
        raise NotImplementedError

    def train_limit(self) -> int:
        limit: int = self.phase_facts()["train_limit"]
        return limit

    def over_limit(self) -> list[str]:
        return [company for company, data in self.companies.items() if len(data.trains) > self.train_limit()]

    def forced_price(self) -> int:
        return min(self.train_price(train) for train in (self.on_offer(), *self.pool))

    # -- running --

    def on_trains_run(self, railway: str, income: int) -> None:
        self.turn_to(railway)
        turn = self.turn_now()
        self.demand(not turn.ran and not turn.priced, f"{railway} runs twice")
        due = self.income_of(railway)
        self.demand(income == due, f"the run of {railway} earns {due}, not {income}")
        turn.ran, turn.income = True, income
        self.calls = sum([HENG_SHAN, 0] in route["stops"] for route in self.action["routes"])
        self.calls *= self.rails.lying.get(HENG_SHAN, ("", 0))[0] == "L41"
        if not income:
            self.heng_shan_pays(railway)
            self.no_dividend(railway)

    calls: int = 0

    def heng_shan_pays(self, company: str) -> None:
        if self.calls:
            self.give_funds(company, 40 * self.calls)
            self.expect("heng_shan_paid", company=company, amount=40 * self.calls)

    def income_of(self, railway: str) -> int:
        total, trains = 0, list(self.companies[railway].trains)
        data = self.facts["companies"][railway]
        for _, stops in self.routes_of(railway, trains):
            total += sum(self.stop_value(place) for place in stops)
            total += data["bonus"] if {data["home"], data["destination_hex"]} <= {name for name, _ in stops} else 0
        return total

    def stop_value(self, place: Place) -> int:
        value = self.rails.face(place[0]).stops[place[1]]["value"]
        return int(value[self.phase_facts()["value_column"]] if isinstance(value, list) else value)

    def in_range(self, train: str, stops: list[Place]) -> None:
        most = self.facts["trains"][train]["stops"]
        counted = [place for place in stops if self.rails.face(place[0]).stops[place[1]].get("visit_cost", 1)]
        self.demand(len(stops) >= 2 and len({*stops}) == len(stops), f"a {train} cannot run {stops}")
        self.demand(most == "unlimited" or len(counted) <= most, f"a {train} cannot run {stops}")

    def on_income_withheld(self, railway: str, income: int) -> None:
        turn = self.turn_now()
        self.demand(turn.railway == railway and not turn.priced, f"{railway} withholds out of turn")
        self.demand(income == turn.income, f"{railway} earned {turn.income}, not {income}")
        self.give_funds(railway, income)
        self.no_dividend(railway)

    def pay_out(self, company: str, income: int) -> None:
        super().pay_out(company, income)
        amount = income * self.companies[company].held("pool") // 100
        if amount:
            self.give_funds(company, amount)
            self.expect("pool_dividend", company=company, amount=amount)

    def on_heng_shan_paid(self, company: str, amount: int) -> None:
        """With an income, Heng Shan pays just before the dividend."""
        turn = self.turn_now()
        self.demand(turn.railway == company and turn.ran and not turn.priced, f"{company} has not called there")
        self.demand(amount == 40 * self.calls and self.calls, f"{self.calls} calls do not bring {amount}")
        self.give_funds(company, amount)
        self.calls = 0

    def move_price(self, company: str, way: str, times: int = 1) -> None:
        if way in ("left", "right"):
            told = {"event": "heng_shan_paid", "company": company, "amount": 40 * self.calls}
            self.demand(not self.calls or told in self.expected, f"Heng Shan has not paid {company}")
            self.calls = 0
        super().move_price(company, way, times)

    # -- buying trains --

    def on_director_paid(self, player: str, company: str, amount: int) -> None:
        self.turn_to(company)
        self.run_is_over(company)
        data, turn = self.companies[company], self.turn_now()
        self.demand(self.lacks_train(company), f"{company} need not buy a train")
        due = self.forced_price() - data.cash
        self.demand(player == data.director and amount == due, f"{player} pays {due}, not {amount}")
        self.take_cash(player, amount)
        self.give_funds(company, amount)
        turn.forced = True

    def on_train_traded_in(self, company: str, train: str) -> None:
        data = self.companies[company]
        self.demand(train in TRADED_IN and train in data.trains, f"{company} cannot trade in a {train}")
        data.trains.remove(train)
        self.pool.append(train)

    def on_train_bought(self, company: str, train: str, seller: str, price: int) -> None:
        self.turn_to(company)
        self.run_is_over(company)
        data, turn = self.companies[company], self.turn_now()
        self.demand(len(data.trains) < self.train_limit(), f"{company} is at the train limit")
        self.take_funds(company, price)
        self.demand(not turn.forced or data.cash == 0, f"{company} keeps {data.cash} after a forced purchase")
        self.demand(not turn.raised or seller in ("bank", "pool"), f"{company} buys another train")
        turn.forced = turn.raised = False
        data.trains.append(train)
        if seller in ("bank", "pool"):
            self.from_bank(train, seller, price)
        else:
            self.from_company(company, train, seller, price)

    def from_bank(self, train: str, seller: str, price: int) -> None:
        traded = self.action["type"] == "buy_train" and "trade_in" in self.action
        due = self.facts["trains"]["D"]["trade_in_price"] if traded else self.train_price(train)
        self.demand(price == due and (train == "D" or not traded), f"a {train} costs {due}, not {price}")
        if seller == "pool":
            self.demand(train in self.pool, f"no {train} in the pool")
            self.pool.remove(train)
        else:
            self.demand(train == self.on_offer(), f"a {self.on_offer()} is on offer, not a {train}")
            self.train_gone(train)

    def from_company(self, company: str, train: str, seller: str, price: int) -> None:
        other = self.companies[seller]
        self.demand(int(self.phase) >= 3 and price >= 1, "no trade of trains yet, or for nothing")
        self.demand(train in other.trains, f"{seller} has no {train}")
        asked = self.offer is not None and self.action["type"] == "accept" and self.offer["price"] == price
        same = other.director == self.companies[company].director
        self.demand(asked or same, f"{seller} has not agreed")
        self.offer = None
        other.trains.remove(train)
        self.give_funds(seller, price)

    def train_gone(self, train: str) -> None:
        """Sold or exported: the first of its type begins a phase."""
        left = self.depot[train]
        if left is not None:
            self.depot[train] = left - 1
        if train in self.begun:
            return
        self.begun.add(train)
        self.phase = str(list(self.depot).index(train) + 2)
        self.expect("phase_began", phase=self.phase)
        scrapped = self.facts["trains"][train].get("scraps")
        for company, own in self.companies.items():
            for _ in range(own.trains.count(scrapped)):
                own.trains.remove(scrapped)
                self.expect("train_scrapped", company=company, train=scrapped)
        self.pool = [each for each in self.pool if each != scrapped]
        if self.phase_facts().get("closes_privates"):
            for private, owner in self.owner.items():
                if owner != "closed":
                    self.owner[private] = "closed"
                    self.expect("private_closed", private=private)

    def export(self) -> None:
        train = self.on_offer()
        if train in EXPORTED:
            self.expect("train_exported", train=train)
            self.train_gone(train)

    def on_train_discarded(self, company: str, train: str) -> None:
        data = self.companies[company]
        self.demand(
            len(data.trains) > self.train_limit() and train in data.trains, f"{company} need not give up {train}"
        )
        data.trains.remove(train)
        self.pool.append(train)

    # -- offers and privates --

    def on_purchase_offered(self, company: str, item: str, price: int, player: str) -> None:
        self.turn_to(company)
        self.demand(self.offer is None and price <= self.companies[company].cash, f"{company} cannot offer {price}")
        seller = item.split()[0]
        owner = self.owner[item] if item in self.owner else self.companies[seller].director
        self.demand(player == owner, f"{item} is not with {player}")
        self.offer = {"item": item, "price": price, "asked": (player, seller)}

    def on_offer_declined(self, company: str, item: str, player: str) -> None:
        self.demand(self.offer is not None and self.offer["item"] == item, f"{item} was not offered for")
        self.offer = None

    def on_private_sold_to_company(self, private: str, company: str, player: str, price: int) -> None:
        self.turn_to(company)
        low, high = self.facts["privates"][private]["sell_for"]
        self.demand(int(self.phase) >= 3, "privates are not sold to companies yet")
        self.demand(low <= price <= high and self.owner[private] == player, f"{private} is not sold for {price}")
        asked = self.offer is not None and self.action["type"] == "accept" and self.offer["price"] == price
        self.demand(asked or self.companies[company].director == player, f"{player} has not agreed")
        self.offer = None
        left = self.companies[company].cash - price
        # Before revision 3 a company could spend the money for its home tile.
        self.demand(self.revision < 3 or left >= self.due_at_home(company), f"{company} cannot lay its home tile then")
        self.take_funds(company, price)
        self.give_cash(player, price)
        self.owner[private] = company

    # -- bankruptcy --

    def on_player_bankrupt(self, player: str) -> None:
        company = self.turn_now().railway
        data = self.companies[company]
        self.demand(self.action["type"] == "go_bankrupt" and data.director == player, f"{player} is not to pay")
        self.demand(self.lacks_train(company), f"{company} has a train")
        means = self.cash[player] + sum(self.most_raised(player, each) for each in self.companies)
        self.demand(data.cash + means < self.forced_price(), f"{player} could pay with {means}")
        self.bankrupt, self.finished = player, True
        self.expect("game_ended")

    def most_raised(self, player: str, company: str) -> int:
        """What the largest sale brings that the pool has room for and that changes no director."""
        data = self.companies[company]
        if not data.par:
            return 0
        others = max(data.held(each) for each in self.players if each != player)
        percent = min(data.held(player), 50 - data.held("pool"))
        if data.director == player:
            percent = min(percent, data.held(player) - max(20, others))
        return max(0, percent // SHARE) * self.price(company)
