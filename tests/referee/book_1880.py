"""The book of 1880: auction, investors, the circle of the turn order list, the takeover and the last turns."""

from __future__ import annotations

from typing import Any

from .auction_1880 import PAR_PRICES, PERMITS, Auction1880
from .book import BANK, SHARE
from .track_1880 import Track1880
from .trains_1880 import Trains1880

END = 1000


class Book1880(Auction1880, Trains1880, Track1880):
    """1880 in its printed editions, 2022 and 2010."""

    title = "1880"

    def __init__(self, edition: str, players: list[str], revision: int) -> None:
        super().__init__(edition, players, revision)
        self.debt = dict.fromkeys(players, 0)
        self.phase = "A1"
        self.investors: dict[str, str | None] = dict.fromkeys(self.facts["investors"])
        self.funds = dict.fromkeys(self.facts["investors"], 0)
        self.partner: dict[str, str] = {}
        self.gone: set[str] = set()
        for investor, home in self.facts["investors"].items():
            self.rails.markers[investor] = [(home, 0)]
        self.marker: str | None = None
        self.turns_left = -1
        self.share_due = False
        self.claim: str | None = None
        self.rocket_due = False
        self.rocket_removed = False
        self.position = END
        self.homes_due: list[str] = []
        self.merging: str | None = None
        self.permit_given = False
        # The auction: the private, its price, who opened, who is next, the highest bid and who is out.
        self.lot, self.lot_price, self.opener = "P0", 5, players[0]
        self.bidder, self.high, self.leader = players[0], 0, ""
        self.out: set[str] = set()

    def interrupted(self) -> bool:
        return bool(self.merging or self.over_limit() or self.homes_due or self.rocket_due or self.claim)

    # -- who is to decide --

    def called_on(self, deciding: str) -> None:
        if self.merging is not None or self.over_limit() or deciding in self.homes_due:
            return
        if self.rocket_due:
            self.demand(deciding == self.owner["P7"], f"the owner of the Rocket decides, not {deciding}")
        elif self.claim:
            self.demand(deciding == self.owner["P0"], f"the owner of P0 decides, not {deciding}")
        elif deciding in self.players:
            self._player_called(deciding)
        else:
            self.demand(not self.share_due, "a share round is due")
            self.turn_to(deciding)

    def _player_called(self, player: str) -> None:
        if self.round == "auction":
            self.demand(
                player == (self.leader if self.lot == "P6 sold" else self.next_bidder()), f"{player} is not next"
            )
        elif self.round == "investors":
            waiting = [each for each in self.seats if each not in self.investors.values()]
            self.demand(waiting and waiting[0] == player, f"{player} is not next to choose")
        else:
            self.share_turn_of(player)

    # -- share rounds --

    def available(self, company: str, source: str) -> int:
        """Half of the shares cannot be had before the first 3-train."""
        in_bank = self.companies[company].held(BANK)
        return in_bank if self.phase_at_least("B1") else max(0, in_bank - 50)

    def on_share_bought(self, player: str, company: str, price: int) -> None:
        self.demand(not self.debt[player], f"{player} is in debt")
        self.demand(self.certificates(player) < self.limit, f"{player} is at the certificate limit")
        self.demand(price == self.price(company), f"a share of {company} costs {self.price(company)}, not {price}")
        self.bought(player, company, BANK, price)
        self.earn_second_half(company)
        self.share_turns_on(acted=True)

    def on_shares_sold(self, player: str, company: str, percent: int, proceeds: int) -> None:
        directs = self.companies[company].director == player
        if directs and self.takeover() and (self.round == "share" or (self.edition == "2010" and self.revision >= 2)):
            # Issue 14, 2.3: before revision 2 a director could sell for a train in 2010 as well.
            self.demand(False, f"{player} directs {company} and sells during the takeover")
        self.sold(player, company, percent, proceeds, BANK, fee=5)

    def share_offers(self, player: str) -> set[tuple[Any, ...]]:
        """Every purchase, founding and sale that is open to the player in a share round."""
        offers: set[tuple[Any, ...]] = set()
        if not self.debt[player] and self.certificates(player) < self.limit:
            for company, data in self.companies.items():
                if not data.par:
                    offers |= {("found_company", company, price, percent) for price, percent in self.charters(player)}
                elif company not in self.sold_by(player) and self.price(company) <= self.cash[player]:
                    offers |= {("buy_share", company)} if self.available(company, BANK) >= SHARE else set()
        if not self.share_turns.first:
            offers |= {("sell_shares", *sale) for sale in self.sales(player)}
        return offers

    def charters(self, player: str) -> list[tuple[int, int]]:
        slots = [data.slot // 4 for data in self.companies.values() if data.par]
        return [
            (price, percent)
            for row, price in enumerate(PAR_PRICES)
            for percent in PERMITS
            if slots.count(row) < 4 and price * percent // SHARE <= self.cash[player]
        ]

    def sales(self, player: str) -> list[tuple[str, int]]:
        return [
            (company, percent)
            for company, data in self.companies.items()
            for percent in range(SHARE, data.held(player) + SHARE, SHARE)
            if data.director != player or (not self.takeover() and self.can_hand_over(company, percent))
        ]

    def on_debt_repaid(self, player: str, amount: int, debt: int) -> None:
        self.share_turn_of(player)
        self.take_cash(player, amount)
        self.debt[player] -= amount
        self.demand(debt == self.debt[player] >= 0, f"{player} still owes {self.debt[player]}, not {debt}")

    def close_share_round(self) -> None:
        """Companies float, sold-out prices rise, debts grow, the priority marker moves, homes are placed."""
        floating = [company for company in self.by_slot() if self.floats(company)]
        for company in floating:
            data = self.companies[company]
            data.floated = True
            self.give_funds(company, 5 * data.par)
            self.expect("company_floated", company=company, capital=5 * data.par)
            self.pay_second_half(company)
        for company in self.by_price(self.by_slot()):
            if not self.available(company, BANK):
                self.move_price(company, "up")
        for player, debt in self.debt.items():
            if debt:
                self.debt[player] = debt + (debt + 1) // 2
                self.expect("debt_grew", player=player, debt=self.debt[player])
        self.hand_on_priority()
        self.homes_due = floating

    def by_slot(self) -> list[str]:
        founded = [company for company, data in self.companies.items() if data.par]
        return sorted(founded, key=lambda company: self.companies[company].slot)

    def floats(self, company: str) -> bool:
        data = self.companies[company]
        enough = data.held(data.director) >= self.phase_facts()["float_percent"]
        return not data.floated and (enough or not self.available(company, BANK))

    def earn_second_half(self, company: str) -> None:
        data = self.companies[company]
        if self.phase_at_least("B1") and data.par and not data.second_half and data.held(BANK) <= 50:
            data.second_half = "earned"
        self.pay_second_half(company)

    def pay_second_half(self, company: str) -> None:
        data = self.companies[company]
        if data.second_half == "earned" and data.floated:
            data.second_half = "paid"
            self.give_funds(company, 5 * data.par)
            self.expect("second_capital_paid", company=company, amount=5 * data.par)

    # -- the circle --

    def place_in_list(self, railway: str) -> int:
        """Investors by number, then companies by their row."""
        return int(railway[1]) if railway in self.investors else 10 + self.companies[railway].slot

    def waiting(self, until: int) -> list[str]:
        """Who acts after the present position and before this one, in order."""
        investors = [each for each, owner in self.investors.items() if owner is not None and each not in self.gone]
        companies = [company for company in self.by_slot() if self.companies[company].floated]
        return [each for each in investors + companies if self.position < self.place_in_list(each) < until]

    def turn_to(self, railway: str) -> None:
        self.demand(self.round == "operating" and not self.share_due, f"{railway} acts outside an operating round")
        if self.turn is not None and self.turn.railway == railway:
            return
        place = self.place_in_list(railway)
        self.demand(place > self.position, f"{railway} acts again, or too late")
        self.pass_over(place)
        self.end_turn()
        self.position = place
        self.begin_turn(railway)

    def pass_over(self, until: int) -> None:
        """The turns of those who had nothing to decide."""
        for railway in self.waiting(until):
            self.end_turn()
            self.position = self.place_in_list(railway)
            self.begin_turn(railway)

    def end_turn(self) -> None:
        turn, self.turn = self.turn, None
        if turn is None:
            return
        if turn.railway in self.investors:
            self.demand(not self.connected(turn.railway), f"{turn.railway} is joined to its company and does not merge")
            return
        self.turn = turn
        self.run_is_over(turn.railway)
        self.turn = None
        self.demand(not self.lacks_train(turn.railway), f"{turn.railway} ends its turn without a train")
        self.end_company_turn(turn)

    def may_earn_nothing(self, company: str) -> bool:
        no_bonus = not (self.companies[company].trains and self.bonus(company))
        return no_bonus and super().may_earn_nothing(company)

    def on_round_began(self, round: str) -> None:  # noqa: A002 - the name of the field
        if round == "share":
            self.demand(self.share_due and not self.rocket_due and not self.claim, "no share round is due")
            self.share_due = False
            self.begin_share_round(first=False)
            return
        self.demand(round == "operating" and self.round == "operating", f"{round} does not begin now")
        self.demand(not self.homes_due, f"{self.homes_due} have no home marker")
        if self.position != END:
            self.pass_over(END)
        self.end_turn()
        self.position = 0
        self.privates_pay()

    # -- the figures --

    def certificates(self, player: str) -> int:
        count = 0
        for data in self.companies.values():
            count += data.held(player) // SHARE
            if data.director == player:
                count -= data.certificate // SHARE - 1
        return count

    def worth(self, player: str) -> int:
        shares = sum(self.price(name) * data.held(player) // SHARE for name, data in self.companies.items() if data.par)
        return self.cash[player] + shares - self.debt[player]

    def figures(self) -> dict[str, Any]:
        keys = super().figures() | {
            "phase": self.phase,
            "x.marker": self.marker,
            "x.communism": self.takeover(),
            "x.fi_operate": not self.phase_at_least("B3"),
            "x.permit": self.phase[0],
            "x.parchart": self.par_chart(),
        }
        keys |= {f"p.{self.number(player)}.debt": debt for player, debt in self.debt.items() if debt}
        for private, owner in self.owner.items():
            if owner is not None:
                keys[f"priv.{private}"] = owner if owner == "closed" else f"p{self.number(owner)}"
        return keys | self.investor_figures()

    def investor_figures(self) -> dict[str, Any]:
        keys: dict[str, Any] = {}
        for investor, owner in self.investors.items():
            name = f"m.{investor[1]}"
            markers = self.rails.markers[investor]
            if markers:
                keys |= {f"{name}.cash": self.funds[investor], f"{name}.tokens": [list(place) for place in markers]}
                if owner is not None:
                    keys[f"{name}.owner"] = f"p{self.number(owner)}"
            elif owner is None:
                keys[f"{name}.owner"] = "closed"
        return keys

    def par_chart(self) -> list[list[Any]]:
        rows: list[list[Any]] = []
        for row, price in enumerate(PAR_PRICES):
            slots = {data.slot: name for name, data in self.companies.items() if data.par}
            names = [slots.get(row * 4 + each) for each in range(4)]
            if any(names):
                rows.append([price, names])
        return rows

    def company_figures(self, company: str) -> dict[str, Any]:
        data = self.companies[company]
        return super().company_figures(company) | {
            "permits": "".join(sorted(data.permits)),
            "funded": data.second_half == "paid",
            "prespct": data.certificate,
        }
