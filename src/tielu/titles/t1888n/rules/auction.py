"""VI. The auction of the private companies: buy the cheapest, bid on a dearer one, or pass."""

from __future__ import annotations

from typing import ClassVar, Final

from tielu.core.actions import PASS, Action, Amounts, Bid, Pass
from tielu.core.bank import player_pays_bank
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import BidPlaced, PlayerPassed, PrivateBought, RoundBegan
from tielu.core.flow import Frame
from tielu.core.share_round import give_priority
from tielu.core.state import NOBODY

from .components import FC, KT, PRIVATE_INDEX, PRIVATES
from .ending import end_game, note_broken_bank
from .events import KaipingReduced
from .phases import export_train
from .privates import pay_privates
from .share_round import ShareRound
from .state import UNBROKEN, State1888

RAISE: Final = 5
REDUCTION: Final = 5


def cheapest(state: State1888) -> int | None:
    """The cheapest private that nobody has."""
    for private, owner in enumerate(state.private_owner):
        if owner == NOBODY:
            return private
    return None


def face_price(state: State1888, private: int) -> int:
    return state.kaiping_price if private == KT else PRIVATES[private].price


def highest_bid(state: State1888, private: int) -> int:
    return max((amount for _, amount in state.bids[private]), default=0)


def highest_bid_of(state: State1888, player: int, private: int) -> int:
    highest = 0
    for bidder, amount in state.bids[private]:
        if bidder == player and amount > highest:
            highest = amount
    return highest


def locked(state: State1888, player: int, but: int = -1) -> int:
    """Money set aside for bids (1888.auction.bid-money-locked), leaving out the private `but`."""
    total = 0
    for private, bids in enumerate(state.bids):
        if private != but:
            for bidder, amount in bids:
                if bidder == player:
                    total += amount
    return total


def free_cash(state: State1888, player: int, private: int) -> int:
    """What the player may bid on `private`."""
    but = -1 if state.rules.all_own_bids_locked else private
    return state.cash[player] - locked(state, player, but)


def sell_private(state: State1888, private: int, player: int, amount: int) -> None:
    bids = list(state.bids)
    bids[private] = ()
    state.bids = tuple(bids)
    player_pays_bank(state, player, amount)
    state.private_owner[private] = player
    state.last_buyer = player
    state.log(PrivateBought(state.players[player], PRIVATES[private].id, amount))


class Auction(Frame[State1888]):
    """Whose turn it is, how many have passed in sequence, and who acted last."""

    round_name: ClassVar[str] = "Auction"

    def __init__(self, player: int, passes: int = 0, last_actor: int = NOBODY) -> None:
        self.player = player
        self.passes = passes
        self.last_actor = last_actor

    @classmethod
    def opening(cls, state: State1888) -> Auction:
        state.log(RoundBegan("auction"))
        state.last_buyer = NOBODY
        state.face_buyer = NOBODY
        return cls(state.priority)

    def actor(self, state: State1888) -> int:
        return self.player

    def settle(self, state: State1888) -> bool:
        private = cheapest(state)
        if private is None:
            self._begin_share_buying(state)
        elif len({bidder for bidder, _ in state.bids[private]}) > 1:
            state.push(BidderAuction.opening(state, private))
        elif state.bids[private]:
            # 1888.auction.single-bid-sold
            buyer = state.bids[private][0][0]
            sell_private(state, private, buyer, highest_bid(state, private))
        elif self.passes == len(state.players):
            self._all_passed(state, private)
        elif not self._bids(state) and not state.rules.steps_wait_for_pass:
            self._pass(state)
        else:
            return False
        return True

    def _begin_share_buying(self, state: State1888) -> None:
        """When all are sold an ordinary stock round follows (1888.auction.then-standard-sr)."""
        give_priority(state, self._first_to_buy_shares(state))
        last = state.last_buyer if state.rules.private_counts_in_share_buying else NOBODY
        state.replace(ShareRound.opening(state, last))

    def _first_to_buy_shares(self, state: State1888) -> int:
        """Left of the last who bought at face value; if none did, of the last buyer, who has the dearest (ruling 8.10).

        Kaiping for nothing is no purchase at face value.
        """
        if state.rules.shares_start_after_last_actor:
            return self.player
        if state.rules.shares_start_after_face_buyer and state.face_buyer != NOBODY:
            return state.left_of(state.face_buyer)
        return state.left_of(state.private_owner[FC])

    def _all_passed(self, state: State1888, private: int) -> None:
        if private == KT:
            # 1888.auction.kaiping-reduction, 1888.auction.kaiping-free-forced
            state.kaiping_price -= REDUCTION
            state.log(KaipingReduced(state.kaiping_price))
            if state.kaiping_price > 0:
                state.replace(Auction(self.player, 0, self.last_actor))
                return
            sell_private(state, KT, self.player, 0)
            state.replace(Auction(state.left_of(self.player), 0, self.player))
            return
        # 1888.sr.priority-next: whoever bought last counts, at face value or by bid; a bid alone is no purchase.
        last = state.last_buyer if state.rules.auction_priority_by_purchase else self.last_actor
        if last != NOBODY:
            give_priority(state, state.left_of(last))
        state.log(RoundBegan("operating"))
        pay_privates(state)
        if state.rules.bank_breaks_in_auction:
            note_broken_bank(state, in_stock_round=False)
        if state.broken != UNBROKEN:
            # This round was the whole set (ruling 9.10).
            end_game(state)
            return
        state.replace(Auction.opening(state))
        export_train(state)

    def _bids(self, state: State1888) -> list[Action]:
        offers: list[Action] = []
        for private, owner in enumerate(state.private_owner):
            if owner != NOBODY:
                continue
            cash = free_cash(state, self.player, private)
            if private == cheapest(state):
                price = face_price(state, private)
                if price <= cash:
                    offers.append(Bid(PRIVATES[private].id, price, Amounts(price, price)))
                continue
            least = (highest_bid(state, private) or face_price(state, private)) + RAISE
            if least <= cash:
                offers.append(Bid(PRIVATES[private].id, least, Amounts(least, cash)))
        return offers

    def offers(self, state: State1888) -> list[Action]:
        return [*self._bids(state), PASS]

    def why_not(self, state: State1888, action: Action) -> IllegalAction | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Bid):
            return illegal("auction_first", "1888.auction.turn-options")
        return self._why_not_bid(state, action)

    def _why_not_bid(self, state: State1888, bid: Bid) -> IllegalAction | None:
        private = PRIVATE_INDEX.get(bid.private)
        if private is None or state.private_owner[private] != NOBODY:
            return illegal("private_sold", "1888.auction.turn-options", private=bid.private)
        if private == cheapest(state):
            price = face_price(state, private)
            if bid.amount != price:
                return illegal("face_value", "1888.auction.turn-options", amount=bid.amount, price=price)
        else:
            high = highest_bid(state, private)
            least = (high or face_price(state, private)) + RAISE
            if bid.amount < least:
                rule = "1888.auction.min-raise" if high else "1888.auction.min-first-bid"
                return illegal("bid_too_low", rule, amount=bid.amount, least=least)
        cash = free_cash(state, self.player, private)
        if bid.amount > cash:
            return illegal("not_enough_cash", "1888.auction.bid-money-locked", amount=bid.amount, cash=cash)
        return None

    def apply(self, state: State1888, action: Action) -> None:
        if not isinstance(action, Bid):
            self._pass(state)
            return
        private = PRIVATE_INDEX[action.private]
        state.replace(Auction(state.left_of(self.player), 0, self.player))
        if private == cheapest(state):
            # 1888.auction.resume-left-of-face-buyer: bids on the next are settled before that player's turn.
            state.face_buyer = self.player
            sell_private(state, private, self.player, action.amount)
            return
        state.log(BidPlaced(state.players[self.player], action.private, action.amount))
        bids = list(state.bids)
        standing = bids[private]
        if not state.rules.all_own_bids_locked:
            # 1888.auction.rebid-no-benefit: the lower of two bids is forgotten; the platform sets both aside.
            standing = tuple([bid for bid in standing if bid[0] != self.player])
        bids[private] = (*standing, (self.player, action.amount))
        state.bids = tuple(bids)

    def _pass(self, state: State1888) -> None:
        """A pass is not final (1888.auction.pass-not-final)."""
        state.log(PlayerPassed(state.players[self.player]))
        state.replace(Auction(state.left_of(self.player), self.passes + 1, self.last_actor))


class BidderAuction(Frame[State1888]):
    """The auction among those who have bid on a private: each bidder's standing bid, in seating order."""

    def __init__(self, private: int, standing: tuple[tuple[int, int], ...], bidder: int) -> None:
        self.private = private
        self.standing = standing
        self.bidder = bidder

    @classmethod
    def opening(cls, state: State1888, private: int) -> BidderAuction:
        """The lowest bidder begins at the highest bid (1888.auction.lowest-bidder-starts, .starts-at-highest-bid)."""
        best: dict[int, int] = {}
        for player, amount in state.bids[private]:
            best[player] = max(amount, best.get(player, 0))
        standing = tuple((player, best[player]) for player in state.seating if player in best)
        return cls(private, standing, min(standing, key=lambda each: each[1])[0])

    def actor(self, state: State1888) -> int:
        return self.bidder

    def _high(self) -> tuple[int, int]:
        return max(self.standing, key=lambda each: each[1])

    def _cash(self, state: State1888) -> int:
        """The money already staked may be used (1888.auction.staked-money-usable)."""
        return state.cash[self.bidder] - locked(state, self.bidder, self.private)

    def settle(self, state: State1888) -> bool:
        if len(self.standing) == 1:
            state.pop()
            sell_private(state, self.private, *self.standing[0])
            return True
        if self._high()[1] + RAISE > self._cash(state) and not state.rules.steps_wait_for_pass:
            self._drop_out(state)
            return True
        return False

    def offers(self, state: State1888) -> list[Action]:
        least, cash = self._high()[1] + RAISE, self._cash(state)
        if least > cash:
            return [PASS]
        return [Bid(PRIVATES[self.private].id, least, Amounts(least, cash)), PASS]

    def why_not(self, state: State1888, action: Action) -> IllegalAction | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Bid) or action.private != PRIVATES[self.private].id:
            private = PRIVATES[self.private].id
            return illegal("settle_private_first", "1888.auction.resolve-next-with-bids", private=private)
        least = self._high()[1] + RAISE
        if action.amount < least:
            rule = "1888.auction.starts-at-highest-bid"
            return illegal("bid_too_low", rule, amount=action.amount, least=least)
        cash = self._cash(state)
        if action.amount > cash:
            return illegal("not_enough_cash", "1888.auction.bid-money-locked", amount=action.amount, cash=cash)
        return None

    def apply(self, state: State1888, action: Action) -> None:
        if not isinstance(action, Bid):
            self._drop_out(state)
            return
        state.log(BidPlaced(state.players[self.bidder], action.private, action.amount))
        standing = tuple(
            (player, action.amount if player == self.bidder else amount) for player, amount in self.standing
        )
        self._ask_next(state, standing)

    def _drop_out(self, state: State1888) -> None:
        """Losing bidders have their money back."""
        state.log(PlayerPassed(state.players[self.bidder]))
        self._ask_next(state, tuple(each for each in self.standing if each[0] != self.bidder))

    def _ask_next(self, state: State1888, standing: tuple[tuple[int, int], ...]) -> None:
        leader = max(standing, key=lambda each: each[1])[0]
        if state.rules.lowest_bidder_always_next:
            bidder = min(standing, key=lambda each: each[1])[0]
        else:
            left = {player for player, _ in standing} - {leader}
            order = [*state.clockwise_from(self.bidder)[1:], self.bidder]
            bidder = next((player for player in order if player in left), leader)
        state.replace(BidderAuction(self.private, standing, bidder))
