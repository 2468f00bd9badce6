"""The part of 1888-N's book about the auction of the privates: turns, bids, locked money, contests."""

from __future__ import annotations

from .book import Book

RAISE = 5


class Auction1888(Book):
    """Needs the rest of the book of 1888-N."""

    def export(self) -> None:
        raise NotImplementedError

    def privates_pay(self) -> None:
        raise NotImplementedError

    broken = False

    def open_auction(self) -> None:
        """The first auction of the game."""
        self.bids: dict[str, dict[str, int]] = {private: {} for private in self.owner}
        self.kaiping: int = self.facts["privates"]["KT"]["price"]
        self.contest: list[str] = []
        self.contest_next = ""
        self.begin_auction()

    def begin_auction(self) -> None:
        self.round = "auction"
        self.bidder, self.auction_passes = self.priority, 0
        self.last_actor = self.face_buyer = self.last_buyer = ""

    def cheapest(self) -> str:
        return next((private for private, owner in self.owner.items() if owner is None), "")

    def next_bidder(self) -> str:
        return self.contest_next if self.contest else self.bidder

    def face_value(self, private: str) -> int:
        price: int = self.facts["privates"][private]["price"]
        return self.kaiping if private == "KT" else price

    def free_cash(self, player: str, private: str) -> int:
        """Money that is not set aside for bids on other privates; only the higher of two bids on one counts."""
        locked = sum(bids.get(player, 0) for name, bids in self.bids.items() if name != private)
        return self.cash[player] - locked

    def on_bid_placed(self, player: str, private: str, amount: int) -> None:
        self.demand(self.round == "auction" and player == self.next_bidder(), f"{player} bids out of turn")
        bids = self.bids[private]
        least = max([*bids.values(), 0]) or self.face_value(private)
        self.demand(amount >= least + RAISE, f"{amount} is no bid for {private}, {least} stands")
        self.demand(amount <= self.free_cash(player, private), f"{player} has not {amount} to spare")
        bids[player] = amount
        if self.contest:
            self.demand(private == self.cheapest(), f"{private} is not being settled")
            self.ask_next_in_contest(player)
            return
        self.demand(self.owner[private] is None and private != self.cheapest(), f"{private} takes no bid")
        self.last_actor, self.auction_passes, self.bidder = player, 0, self.left_of(player)

    def ask_next_in_contest(self, after: str) -> None:
        """Clockwise among the others still in; the leader need not raise."""
        bids = self.bids[self.cheapest()]
        leader = max(self.contest, key=lambda player: bids[player])
        order = [*self.clockwise(after)[1:], after]
        self.contest_next = next((each for each in order if each in self.contest and each != leader), leader)

    def on_private_bought(self, player: str, private: str, amount: int) -> None:
        """Bought in turn at face value; sales to bidders are expected events."""
        self.demand(self.round == "auction" and not self.contest, f"{private} is not for sale")
        self.demand(player == self.bidder and private == self.cheapest(), f"{player} cannot buy {private} now")
        due = self.face_value(private)
        self.demand(amount == due, f"{private} costs {due}, not {amount}")
        self.demand(amount <= self.free_cash(player, private), f"{player} has not {amount} to spare")
        self.hand_over(private, player, amount)
        self.face_buyer = self.last_actor = player
        self.auction_passes, self.bidder = 0, self.left_of(player)
        self.settle_bids()

    def hand_over(self, private: str, player: str, amount: int) -> None:
        self.take_cash(player, amount)
        self.owner[private] = player
        self.bids[private] = {}
        self.last_buyer = player

    def settle_bids(self) -> None:
        """Bids on the next private are settled before turns go on."""
        while (private := self.cheapest()) and self.bids[private]:
            bids = self.bids[private]
            if len(bids) > 1:
                self.contest = list(bids)
                self.contest_next = min(bids, key=lambda player: bids[player])
                return
            self.sell_to_bidder(private, *bids)
        if not private:
            self.begin_share_buying()

    def sell_to_bidder(self, private: str, player: str) -> None:
        amount = self.bids[private][player]
        self.hand_over(private, player, amount)
        self.expect("private_bought", player=player, private=private, amount=amount)

    def auction_pass(self, player: str) -> None:
        self.demand(player == self.next_bidder(), f"{player} passes out of turn")
        if self.contest:
            self.leave_contest(player)
            return
        self.auction_passes += 1
        self.bidder = self.left_of(player)
        if self.auction_passes == len(self.players):
            self.all_passed()

    def leave_contest(self, player: str) -> None:
        self.contest.remove(player)
        del self.bids[self.cheapest()][player]
        if len(self.contest) > 1:
            self.ask_next_in_contest(player)
            return
        winner, self.contest = self.contest[0], []
        self.sell_to_bidder(self.cheapest(), winner)
        self.settle_bids()

    def all_passed(self) -> None:
        self.auction_passes = 0
        if self.owner["KT"] is None:
            self.kaiping -= 5
            self.expect("kaiping_reduced", price=self.kaiping)
            if self.kaiping == 0:
                self.expect("private_bought", player=self.bidder, private="KT", amount=0)
                self.hand_over("KT", self.bidder, 0)
                self.last_actor = self.bidder
                self.bidder = self.left_of(self.bidder)
                self.settle_bids()
            return
        # Issue 14, 3.5: before revision 2 a bid counted like a purchase.
        last = self.last_buyer if self.revision >= 2 else self.last_actor
        if last:
            self.priority = self.left_of(last)
            self.expect("priority_passed", player=self.priority)
        self.expect("round_began", round="operating")
        self.privates_pay()
        if self.bank <= 0 and self.revision >= 3:
            # Before, a bank that broke here was not noticed.
            self.broken = self.finished = True
            self.expect("bank_broke")
            self.expect("game_ended")
            return
        self.expect("round_began", round="auction")
        self.begin_auction()
        self.export()

    def begin_share_buying(self) -> None:
        # Issue 14, 3.4: before revision 2 the buyer of the dearest private counted, however it was bought.
        last = (self.face_buyer or self.last_buyer) if self.revision >= 2 else str(self.owner["FC"])
        self.priority = self.left_of(last)
        self.expect("priority_passed", player=self.priority)
        self.expect("round_began", round="share")
        self.begin_share_round(first=True)
        if self.revision >= 3:
            # Before, the priority stayed where it was if nobody bought a share.
            self.share_turns.last = self.last_buyer
