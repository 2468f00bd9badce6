"""The part of 1880's book about trains: purchases, phases, the purchase marker, the Rocket, mergers, the end."""

from __future__ import annotations

from .book import SHARE, Book, Turn

P0_PAYMENTS = {"2+2": 40, "3": 70, "3+3": 100}
LAST_WITH_SHARE_ROUND = "8"
NEVER_REMOVED = ("10", "2R")


class Trains1880(Book):
    """Needs the rest of the book of 1880."""

    debt: dict[str, int]
    phase: str
    investors: dict[str, str | None]
    funds: dict[str, int]
    partner: dict[str, str]
    gone: set[str]
    marker: str | None
    turns_left: int
    share_due: bool
    claim: str | None
    rocket_due: bool
    rocket_removed: bool
    merging: str | None
    permit_given: bool

    def phase_at_least(self, phase: str) -> bool:
        return self.phase >= phase

    def earn_second_half(self, company: str) -> None:
        raise NotImplementedError

    def by_slot(self) -> list[str]:
        raise NotImplementedError

    def end_turn(self) -> None:
        raise NotImplementedError

    def takeover(self) -> bool:
        return self.phase in ("B3", "C1")

    def prices_move(self) -> bool:
        return not self.takeover()

    def train_limit(self) -> int:
        limit: int = self.facts["phases"][self.phase]["train_limit"]
        return limit

    def over_limit(self) -> list[str]:
        return [company for company, data in self.companies.items() if len(data.trains) > self.train_limit()]

    def lacks_train(self, company: str) -> bool:
        return all(train == "2R" for train in self.companies[company].trains)

    # -- buying --

    def on_director_paid(self, player: str, company: str, amount: int) -> None:
        self.turn_to(company)
        data, turn = self.companies[company], self.turn_now()
        self.demand(self.lacks_train(company), f"{company} need not buy a train")
        missing = self.train_price(self.on_offer()) - data.cash
        due = min(missing, self.cash[player])
        self.demand(player == data.director and amount == due, f"{player} pays {due}, not {amount}")
        self.take_cash(player, amount)
        self.give_funds(company, amount)
        turn.forced = True

    def on_debt_incurred(self, player: str, borrowed: int, debt: int) -> None:
        company = self.turn_now().railway
        data = self.companies[company]
        self.demand(player == data.director and not self.cash[player], f"{player} borrows with cash in hand")
        due = self.train_price(self.on_offer()) - data.cash
        self.demand(borrowed == due and self.lacks_train(company), f"{player} borrows {due}, not {borrowed}")
        self.give_funds(company, borrowed)
        self.debt[player] += borrowed + (borrowed + 1) // 2
        self.demand(debt == self.debt[player], f"{player} owes {self.debt[player]}, not {debt}")
        self.turn_now().forced = True

    def on_train_bought(self, company: str, train: str, seller: str, price: int) -> None:
        self.turn_to(company)
        data, turn = self.companies[company], self.turn_now()
        self.run_is_over(company)
        self.demand(len(data.trains) < self.train_limit(), f"{company} is at the train limit")
        self.demand(train != "2R" or "2R" not in data.trains, f"{company} has a 2R already")
        self.demand(not (turn.raised and (seller != "bank" or train == "2R")), f"{company} buys another train")
        self.take_funds(company, price)
        self.demand(not turn.forced or data.cash == 0, f"{company} keeps {data.cash} after a forced purchase")
        turn.forced = turn.raised = False
        if seller != "bank":
            self.from_sister(company, train, seller, price)
        else:
            self.from_bank(company, train, price)
        data.trains.append(train)
        if seller == "bank" and train != "2R":
            self.train_gone(train, company)

    def from_sister(self, company: str, train: str, seller: str, price: int) -> None:
        other = self.companies[seller]
        self.demand(self.phase_at_least("B1") and price >= 1, "no trade of trains yet, or for nothing")
        self.demand(other.director == self.companies[company].director, f"{seller} has another director")
        self.demand(train in other.trains, f"{seller} has no {train}")
        other.trains.remove(train)
        self.give_funds(seller, price)

    def from_bank(self, company: str, train: str, price: int) -> None:
        self.demand(price == self.train_price(train), f"a {train} costs {self.train_price(train)}, not {price}")
        left = self.depot[train]
        if train == "2R":
            self.demand(self.phase_at_least("C2") and left, "no 2R is for sale")
            self.depot["2R"] = (left or 0) - 1
            return
        self.demand(train == self.on_offer(), f"a {self.on_offer()} is on offer, not a {train}")
        if self.turns_left < 0:
            self.marker = company
            self.turn_now().bought = True
            self.expect("marker_moved", company=company)

    def train_gone(self, train: str, company: str) -> None:
        """One of the type on offer has left the bank."""
        left = self.depot[train]
        if left is not None:
            self.depot[train] = left - 1
        if self.depot[train] == 0:
            self.last_of_type(train, bought=True)
        self.first_of_type(train, removed=False)

    def last_of_type(self, train: str, bought: bool) -> None:
        types = list(self.depot)
        if types.index(train) > types.index(LAST_WITH_SHARE_ROUND):
            return
        self.share_due = True
        if train in P0_PAYMENTS and self.owner["P0"] in self.cash and (bought or self.edition != "2010"):
            self.claim = train
        if train == "8":
            # The turn that is under way, and three more of the company beside the marker.
            self.turns_left = 4
            self.expect("last_turns_began", company=self.marker)

    def first_of_type(self, train: str, removed: bool) -> None:
        if train in self.begun:
            return
        self.begun.add(train)
        data = self.facts["trains"][train]
        if data["phase"] == self.phase:
            return
        self.phase = data["phase"]
        self.expect("phase_began", phase=self.phase)
        for company, own in self.companies.items():
            for _ in range(own.trains.count(data.get("scraps", ""))):
                own.trains.remove(data["scraps"])
                self.expect("train_scrapped", company=company, train=data["scraps"])
        if self.phase == "B1":
            for company in self.by_slot():
                self.earn_second_half(company)
        elif self.phase == "B3":
            self.expect("takeover_began")
            self.rocket_due, self.rocket_removed = self.owner["P7"] in self.cash, removed
        elif self.phase == "C2":
            self.expect("takeover_ended")

    def on_train_discarded(self, company: str, train: str) -> None:
        data = self.companies[company]
        self.demand(
            len(data.trains) > self.train_limit() and train in data.trains, f"{company} need not give up {train}"
        )
        data.trains.remove(train)

    def end_action(self) -> None:
        """Nobody goes on with trains over the limit unless it is about to be asked which to give up."""
        asked = self.rocket_due or self.claim or self.merging
        if self.over_limit() and self.round == "share":
            self.demand(asked, f"{self.over_limit()} have trains over the limit in a share round")

    # -- the Rocket --

    def on_rocket_exchanged(self, player: str, company: str, train: str) -> None:
        data = self.companies[company]
        self.demand(
            self.owner["P7"] == player == data.director, f"{player} cannot give {company} a train for the Rocket"
        )
        self.owner["P7"] = "closed"
        self.expect("private_closed", private="P7")
        if self.rocket_due:
            self.rocket_due = False
            self.demand(train == "4", "the forced Rocket brings a 4-train")
            self.take_second_four()
            data.trains.append(train)
            self.surrendered(player, company)
            return
        self.turn_to(company)
        self.demand(not (self.turn_now().raised and self.revision >= 2), "shares were sold for another train")
        self.demand(len(data.trains) < self.train_limit(), f"{company} is at the train limit")
        self.demand(train == self.on_offer(), f"a {self.on_offer()} is on offer, not a {train}")
        self.turn_now().power_used = True
        data.trains.append(train)
        self.train_gone(train, company)

    def take_second_four(self) -> None:
        if not self.rocket_removed:
            self.depot["4"] = (self.depot["4"] or 0) - 1

    def surrendered(self, player: str, company: str) -> None:
        """A company without room gives up a train, but only if none of the owner's has room."""
        directed = [each for each in self.companies.values() if each.director == player]
        over = self.companies[company]
        if len(over.trains) <= self.train_limit():
            return
        full = all(len(each.trains) >= self.train_limit() for each in directed)
        train = str(self.action.get("surrender"))
        self.demand(full and train in over.trains, f"{company} has no room for the 4-train")
        over.trains.remove(train)
        self.expect("train_surrendered", company=company, train=train)

    def on_rocket_lost(self, player: str, train: str) -> None:
        directed = [each for each in self.companies.values() if each.director == player]
        room = any(len(each.trains) < self.train_limit() for each in directed)
        self.demand(self.rocket_due and not room and train == "4", f"{player} loses the Rocket")
        self.rocket_due = False
        self.owner["P7"] = "closed"
        self.take_second_four()
        self.expect("private_closed", private="P7")

    # -- P0 and P5 --

    def on_payment_claimed(self, player: str, amount: int) -> None:
        self.demand(self.claim and self.owner["P0"] == player, "no payment of P0 is due")
        due = P0_PAYMENTS[self.claim or ""]
        self.demand(amount == due, f"P0 pays {due}, not {amount}")
        self.claim = None
        self.give_cash(player, amount)
        self.owner["P0"] = "closed"
        self.expect("private_closed", private="P0")

    def on_payment_left(self, player: str, amount: int) -> None:
        self.demand(self.claim in ("2+2", "3") and self.owner["P0"] == player, "the last payment cannot be left")
        self.demand(amount == P0_PAYMENTS[self.claim or ""], f"P0 does not pay {amount}")
        self.claim = None

    def on_permit_assigned(self, player: str, company: str) -> None:
        data = self.companies[company]
        self.demand(self.owner["P5"] == player == data.director, f"{player} cannot give {company} a permit")
        self.demand(not self.permit_given and "D" not in data.permits, "the permit of P5 is given once")
        self.permit_given = True
        data.permits.add("D")

    # -- the purchase marker and the end --

    def on_trains_removed(self, train: str, count: int) -> None:
        self.demand(self.marker, "no train has been bought yet")
        self.turn_to(self.marker or "")
        turn = self.turn_now()
        self.run_is_over(turn.railway)
        self.demand(not turn.bought, f"{turn.railway} has bought a train, so none is removed")
        self.demand(not self.lacks_train(turn.railway), f"{turn.railway} must buy a train first")
        for_rocket = train == "4" and "4" not in self.begun and self.owner["P7"] in self.cash
        leaving = (self.depot[train] or 0) - for_rocket
        self.demand(train == self.on_offer() and count == leaving, f"not {count} of {train}")
        self.demand(self.removable(train), f"no {train} is removed")
        turn.bought = True
        self.depot[train] = 0
        self.last_of_type(train, bought=False)
        self.first_of_type(train, removed=True)

    def removable(self, train: str) -> bool:
        return train not in NEVER_REMOVED and not (train == "8E" and "8E" in self.begun)

    def end_company_turn(self, turn: Turn) -> None:
        if turn.railway != self.marker:
            return
        self.demand(turn.bought or not self.removable(self.on_offer()), "trains stay after a circle without a purchase")
        if self.turns_left > 0:
            self.turns_left -= 1
            if self.turns_left == 0:
                self.end_game()

    def end_game(self) -> None:
        for investor, owner in self.investors.items():
            if owner is None or investor in self.gone:
                continue
            part = self.funds[investor] // 5
            self.give_cash(owner, part)
            self.rails.markers[investor] = []
            if part:
                self.expect("investor_paid_out", investor=investor, player=owner, amount=part)
        self.finished = True
        self.expect("game_ended")

    def on_game_ended(self) -> None:
        self._last_turn()
        self.demand({"event": "game_ended"} in self.expected, "the game does not end now")
        self.expected.remove({"event": "game_ended"})

    def on_investor_paid_out(self, investor: str, player: str, amount: int) -> None:
        self._last_turn()
        event = {"event": "investor_paid_out", "investor": investor, "player": player, "amount": amount}
        self.demand(event in self.expected, f"{event} is not due")
        self.expected.remove(event)

    def _last_turn(self) -> None:
        self.demand(self.turns_left == 1 and self.marker, "the last turns are not over")
        self.turn_to(self.marker or "")
        self.end_turn()

    # -- mergers --

    def connected(self, investor: str) -> bool:
        """Joined by track from home to home; in 2010 from any marker of the company."""
        company = self.partner.get(investor)
        markers = self.rails.markers
        if investor in self.gone or company is None or not markers.get(company):
            return False
        goals = markers[company] if self.edition == "2010" else markers[company][:1]
        return bool(self.rails.reach(markers[investor], None).stops & {*goals})

    def on_investor_merged(self, investor: str, company: str, player: str) -> None:
        self.turn_to(investor)
        self.demand(self.connected(investor), f"{investor} and {company} are not joined")
        self.demand(self.partner[investor] == company and self.investors[investor] == player, "another merger")
        data = self.companies[company]
        data.move(f"m{investor[1]}", player, SHARE)
        self.give_cash(player, 50)
        self.settle_director(company)
        place = self.rails.markers[investor][0]
        self.rails.markers[investor] = []
        self.gone.add(investor)
        treasury, receiver = self.funds[investor], company
        if self.action["to"] == "company":
            self.give_funds(company, treasury)
        else:
            treasury, receiver = treasury // 5, player
            self.give_cash(player, treasury)
        self.expect("merger_money_paid", investor=investor, receiver=receiver, amount=treasury)
        own = self.rails.markers[company]
        if len(own) < 3 and all(name != place[0] for name, _ in own):
            self.merging = company
            self._merge_place = place

    def begin_action(self, deciding: str) -> None:
        if self.action["type"] == "merge_station":
            self.demand(
                self.merging == deciding or self.companies[self.merging or ""].director == deciding, "no merger"
            )
            if self.action["replace"]:
                self.marker_placed(self.merging or "", self._merge_place)
                self.expect("merger_marker_replaced", company=self.merging, hex=self._merge_place[0])
            self.merging = None
        super().begin_action(deciding)
