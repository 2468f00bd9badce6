"""The part of 1880's book about the auction, the investors chosen after it, and the founding of companies."""

from __future__ import annotations

from .book import BANK, SHARE, Book

PAR_PRICES = (100, 90, 80, 70)
PERMITS = {20: ("ABC", "BCD"), 30: ("AB", "BC", "CD"), 40: ("A", "B", "C", "D")}


class Auction1880(Book):
    """Needs the rest of the book of 1880."""

    debt: dict[str, int]
    phase: str
    investors: dict[str, str | None]
    partner: dict[str, str]
    gone: set[str]
    lot: str
    lot_price: int
    opener: str
    bidder: str
    high: int
    leader: str
    out: set[str]

    def earn_second_half(self, company: str) -> None:
        raise NotImplementedError

    # -- the auction --

    def next_bidder(self) -> str:
        return next(player for player in self.clockwise(self.bidder) if player not in self.out)

    def on_bid_placed(self, player: str, private: str, amount: int) -> None:
        self.demand(player == self.next_bidder() and private == self.lot, f"{player} bids out of turn")
        least = self.high + 5 if self.leader else self.lot_price
        self.demand(amount >= least and amount % 5 == 0, f"{amount} is no bid for {private}")
        self.demand(amount <= self.cash[player], f"{player} cannot pay {amount}")
        self.leader, self.high, self.bidder = player, amount, self.left_of(player)
        self.settle_lot()

    def on_player_passed(self, player: str) -> None:
        if self.round == "share":
            self.share_turn_of(player)
            self.demand(not self.share_turns.acted, f"{player} has acted and passes")
            self.share_turns_on(acted=False)
            return
        self.demand(self.round == "auction" and player == self.next_bidder(), f"{player} passes out of turn")
        self.out.add(player)
        self.bidder = self.left_of(player)
        self.settle_lot()

    def settle_lot(self) -> None:
        if len(self.out) == len(self.players) - 1 and self.leader:
            self.sell_private(self.leader, self.high)
        elif len(self.out) == len(self.players):
            self.nobody_bids()

    def nobody_bids(self) -> None:
        self.out, self.bidder = set(), self.opener
        if self.lot in ("P0", "P1"):
            self.lot_price -= 5
            self.expect("private_reduced", private=self.lot, price=self.lot_price)
            if self.lot_price == 0:
                self.sell_private(self.opener, 0)
            return
        self.expect("nobody_bid", private=self.lot)
        self.expect("round_began", round="operating")
        self.expect("round_began", round="auction")
        self.privates_pay()

    def sell_private(self, player: str, amount: int) -> None:
        self.take_cash(player, amount)
        self.owner[self.lot] = player
        self.expect("private_bought", player=player, private=self.lot, amount=amount)
        if self.lot == "P7":
            self.seats.sort(key=lambda each: self.cash[each])
            self.priority, self.round = self.seats[0], "investors"
            self.expect("players_reseated", players=tuple(self.seats))
            self.expect("priority_passed", player=self.priority)
            self.expect("round_began", round="investors")
        elif self.lot == "P6":
            self.lot, self.leader = "P6 sold", player
        else:
            self.next_lot(f"P{int(self.lot[1]) + 1}")

    def next_lot(self, lot: str) -> None:
        self.lot, self.lot_price = lot, self.facts["privates"][lot]["price"]
        self.opener = self.bidder = self.left_of(self.opener)
        self.high, self.leader, self.out = 0, "", set()

    def privates_pay(self) -> None:
        for private, data in self.facts["privates"].items():
            owner = self.owner[private]
            if data["income"] and owner is not None and owner != "closed" and self.phase < "B3":
                self.give_cash(owner, data["income"])
                self.expect("private_paid", player=owner, private=private, amount=data["income"])

    # -- investors and founding --

    def on_investor_chosen(self, player: str, investor: str) -> None:
        self.demand(self.investors[investor] is None and player == self.actor, f"{investor} is not free for {player}")
        self.investors[investor] = player
        if self.companies["BCR"].director == player:
            self.reserve(investor, "BCR")
        if len(self.players) == sum(owner is not None for owner in self.investors.values()):
            for other, owner in self.investors.items():
                if owner is None:
                    self.gone.add(other)
                    self.rails.markers[other] = []
                    self.expect("investor_removed", investor=other)
            self.expect("round_began", round="share")
            self.begin_share_round(first=True)

    def reserve(self, investor: str, company: str) -> None:
        self.partner[investor] = company
        self.companies[company].move(BANK, f"m{investor[1]}", SHARE)
        self.expect("share_reserved", company=company, investor=investor)

    def on_company_founded(self, player: str, company: str, price: int, percent: int) -> None:
        data, permits = self.companies[company], self.action["permits"]
        self.demand(not data.par and price in PAR_PRICES, f"{company} cannot be founded at {price}")
        self.demand(permits in PERMITS[percent], f"{permits} for a certificate of {percent}%")
        if self.lot == "P6 sold" and self.round == "auction":
            self.demand((company, price, percent) == ("BCR", 100, 20), "P6 brings BCR at 100 with 20%")
            self.demand(player == self.leader, "P6's buyer directs BCR")
            self.owner["P6"] = "closed"
            self.expect("private_closed", private="P6")
            self.next_lot("P7")
        else:
            self.share_turn_of(player)
            self.demand(not self.debt[player], f"{player} is in debt")
            self.demand(self.certificates(player) < self.limit, f"{player} is at the certificate limit")
            self.take_cash(player, price * percent // SHARE)
        data.par, data.director, data.certificate, data.permits = price, player, percent, set(permits)
        data.slot = self.free_slot(price)
        data.move(BANK, player, percent)
        self.put_price(company, self.par_space(price))
        self.expect("permits_chosen", company=company, permits=permits)
        for investor, owner in self.investors.items():
            if owner == player and investor not in self.partner:
                self.reserve(investor, company)
        self.earn_second_half(company)
        if self.round == "share":
            self.share_turns_on(acted=True)

    def free_slot(self, price: int) -> int:
        """The topmost free row; in 2010 the one that was chosen."""
        first = PAR_PRICES.index(price) * 4
        taken = {data.slot for data in self.companies.values()}
        free = [slot for slot in range(first, first + 4) if slot not in taken]
        chosen = first + self.action["slot"] if self.edition == "2010" else min(free, default=-1)
        self.demand(chosen in free, f"row {chosen} at {price} is not free")
        return chosen
