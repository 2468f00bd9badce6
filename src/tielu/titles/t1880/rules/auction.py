"""V. The first share buying round: the auction of the privates, the new seating, the choice of investors."""

from __future__ import annotations

from typing import ClassVar, Final

from tielu.core.actions import PASS, Action, Amounts, Bid, FoundCompany, Pass
from tielu.core.bank import player_pays_bank, why_player_cannot_pay
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import BidPlaced, PlayerPassed, PrivateBought, PrivateClosed, RoundBegan
from tielu.core.flow import Frame
from tielu.core.share_round import give_priority
from tielu.core.state import CLOSED, NOBODY
from tielu.core.stations import set_stations
from tielu.titles.t1880.rules.actions import ChooseInvestor

from .companies import found_company, founding_choices, reserve_share, why_not_permits, why_not_slot
from .components import BCR, FIRST_INVESTOR, INVESTORS, P0, P1, P6, P7, PERMIT_CHOICES, PRIVATES
from .events import InvestorChosen, InvestorRemoved, NobodyBid, PlayersReseated, PrivateReduced
from .operating_round import OperatingRound
from .privates import pay_privates
from .share_round import ShareRound
from .state import State1880

REDUCTION: Final = 5
BCR_PRICE: Final = 100
BCR_PERCENT: Final = 20
_NOT_NOW: Final = "1880.auction.privates-before-shares"


class Auction(Frame[State1880]):
    """The auction of one private: who is asked, the highest bid and who has passed."""

    round_name: ClassVar[str] = "Auction"

    def __init__(
        self,
        private: int,
        price: int,
        opener: int,
        bidder: int = NOBODY,
        high: int = 0,
        leader: int = NOBODY,
        passed: frozenset[int] = frozenset(),
    ) -> None:
        self.private = private
        self.price = price
        self.opener = opener
        self.bidder = opener if bidder == NOBODY else bidder
        self.high = high
        self.leader = leader
        self.passed = passed

    def actor(self, state: State1880) -> int:
        return self.bidder

    def lowest_bid(self, state: State1880) -> int:
        return self.price if self.leader == NOBODY else self.high + state.rules.bid_step

    def settle(self, state: State1880) -> bool:
        if self.leader != NOBODY and len(self.passed) == len(state.players) - 1:
            self._sell(state, self.leader, self.high)
        elif len(self.passed) == len(state.players):
            self._nobody_bid(state)
        elif self.bidder in self.passed:
            self._ask_next(state, self.high, self.leader, self.passed)
        elif state.cash[self.bidder] < self.lowest_bid(state):
            self._pass(state)
        else:
            return False
        return True

    def offers(self, state: State1880) -> list[Action]:
        low, step = self.lowest_bid(state), state.rules.bid_step
        high = state.cash[self.bidder]
        high -= (high - low) % step
        return [Bid(PRIVATES[self.private].id, low, Amounts(low, high, step)), PASS]

    def why_not(self, state: State1880, action: Action) -> IllegalAction | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Bid):
            return illegal("auction_first", _NOT_NOW, private=PRIVATES[self.private].id)
        return self._why_not_bid(state, action)

    def _why_not_bid(self, state: State1880, bid: Bid) -> IllegalAction | None:
        private = PRIVATES[self.private].id
        if bid.private != private:
            return illegal("other_private", "1880.auction.order-ascending", private=private)
        least = self.lowest_bid(state)
        if bid.amount < least:
            rule = "1880.auction.min-bid-face-value" if self.leader == NOBODY else "1880.auction.bid-or-pass"
            return illegal("bid_too_low", rule, amount=bid.amount, least=least)
        if bid.amount % state.rules.bid_step:
            return illegal("bid_step", "1880.auction.bid-multiple-of-five", amount=bid.amount)
        return why_player_cannot_pay(state, self.bidder, bid.amount, "1880.auction.high-bidder-pays-bank")

    def apply(self, state: State1880, action: Action) -> None:
        if isinstance(action, Bid):
            state.log(BidPlaced(state.players[self.bidder], action.private, action.amount))
            self._ask_next(state, action.amount, self.bidder, self.passed)
        else:
            self._pass(state)

    def _pass(self, state: State1880) -> None:
        """Who passes is out of this auction (1880.auction.pass-is-final-for-private)."""
        state.log(PlayerPassed(state.players[self.bidder]))
        self._ask_next(state, self.high, self.leader, self.passed | {self.bidder})

    def _ask_next(self, state: State1880, high: int, leader: int, passed: frozenset[int]) -> None:
        bidder = state.left_of(self.bidder)
        state.replace(Auction(self.private, self.price, self.opener, bidder, high, leader, passed))

    def _nobody_bid(self, state: State1880) -> None:
        """P0 and P1 become cheaper; for the others an operating round pays the privates already owned."""
        private = PRIVATES[self.private].id
        if self.private not in (P0, P1):
            state.log(NobodyBid(private))
            state.log(RoundBegan("operating"))
            pay_privates(state)
            state.log(RoundBegan("auction"))
            state.replace(Auction(self.private, self.price, self.opener))
            return
        price = self.price - REDUCTION
        state.log(PrivateReduced(private, price))
        if price > 0:
            state.replace(Auction(self.private, price, self.opener))
        else:
            # 1880.auction.free-private-forced: whoever opens this auction takes it.
            self._sell(state, self.opener, 0)

    def _sell(self, state: State1880, player: int, amount: int) -> None:
        player_pays_bank(state, player, amount)
        state.private_owner[self.private] = player
        state.log(PrivateBought(state.players[player], PRIVATES[self.private].id, amount))
        if self.private == P7:
            _seat_by_cash(state)
            state.replace(InvestorChoice(0))
        else:
            state.replace(self._next_auction(state, given_away=amount == 0))
        if self.private == P6:
            state.push(ImperialCharter(player))

    def _next_auction(self, state: State1880, given_away: bool) -> Auction:
        """The opener moves left with each private, whoever bought it (1880.auction.starter-rotates-left)."""
        following = self.private + 1
        opener = state.seating[following % len(state.players)]
        if given_away and state.rules.free_private_advances_twice:
            opener = state.left_of(opener)
        return Auction(following, PRIVATES[following].price, opener)


class ImperialCharter(Frame[State1880]):
    """The buyer of P6 takes BCR's 20% director certificate and chooses its permits (1880.p6.*)."""

    def __init__(self, player: int) -> None:
        self.player = player

    def actor(self, state: State1880) -> int:
        return self.player

    def offers(self, state: State1880) -> list[Action]:
        return [
            FoundCompany("BCR", BCR_PRICE, BCR_PERCENT, permits, slot)
            for slot, permits in founding_choices(state, BCR_PRICE, PERMIT_CHOICES[BCR_PERCENT])
        ]

    def why_not(self, state: State1880, action: Action) -> IllegalAction | None:
        if not isinstance(action, FoundCompany) or action.company != "BCR":
            return illegal("bcr_permits_first", "1880.p6.bcr-permit-choice")
        if action.price != BCR_PRICE:
            return illegal("bcr_price", "1880.p6.bcr-par-100", price=action.price, fixed=BCR_PRICE)
        if action.director_percent != BCR_PERCENT:
            return illegal("bcr_percent", "1880.p6.bcr-director", percent=action.director_percent)
        return why_not_permits(action) or why_not_slot(state, action)

    def apply(self, state: State1880, action: Action) -> None:
        assert isinstance(action, FoundCompany)
        state.pop()
        found_company(state, self.player, action)
        state.private_owner[P6] = CLOSED
        state.log(PrivateClosed(PRIVATES[P6].id))


def _seat_by_cash(state: State1880) -> None:
    """The poorest sits first and takes the priority marker; equals keep their order (1880.auction.reseat-*)."""
    old = state.seating[:]
    state.seating.sort(key=lambda player: (state.cash[player], old.index(player)))
    state.log(PlayersReseated(tuple(state.players[player] for player in state.seating)))
    give_priority(state, state.seating[0])
    state.log(RoundBegan("investors"))


class InvestorChoice(Frame[State1880]):
    """Each player in the new seating takes one foreign investor; those left over leave the game."""

    round_name: ClassVar[str] = "Draft"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actor(self, state: State1880) -> int:
        return state.seating[self.seat]

    def settle(self, state: State1880) -> bool:
        if self.seat < len(state.players):
            return False
        for index, investor in enumerate(INVESTORS):
            if state.investor_owner[index] == NOBODY:
                state.investor_owner[index] = CLOSED
                set_stations(state, FIRST_INVESTOR + index, ())
                state.log(InvestorRemoved(investor.id))
        # 1880.sr1.followed-by-or-phase-a1: the opening share round lies on top of the circle of operating rounds.
        state.replace(OperatingRound())
        state.push(ShareRound.opening(state, first=True))
        return True

    def offers(self, state: State1880) -> list[Action]:
        return [
            ChooseInvestor(investor.id)
            for index, investor in enumerate(INVESTORS)
            if state.investor_owner[index] == NOBODY
        ]

    def why_not(self, state: State1880, action: Action) -> IllegalAction | None:
        if not isinstance(action, ChooseInvestor):
            return illegal("choose_investor_first", "1880.majors.available-after-privates-and-fi")
        known = [index for index, investor in enumerate(INVESTORS) if investor.id == action.investor]
        if not known:
            return illegal("unknown_investor", "1880.components.major-count", investor=action.investor)
        if state.investor_owner[known[0]] != NOBODY:
            return illegal("investor_taken", "1880.fi.free-choice", investor=action.investor)
        return None

    def apply(self, state: State1880, action: Action) -> None:
        assert isinstance(action, ChooseInvestor)
        player = self.actor(state)
        index = next(index for index, investor in enumerate(INVESTORS) if investor.id == action.investor)
        state.investor_owner[index] = player
        state.log(InvestorChosen(state.players[player], action.investor))
        if state.director[BCR] == player:
            # 1880.fi.bcr-is-first-company
            reserve_share(state, index, BCR)
        state.replace(InvestorChoice(self.seat + 1))
