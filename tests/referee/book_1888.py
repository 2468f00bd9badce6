"""The book of 1888-N: rounds, shares, turns, track and trains; its auction is in `auction_1888`."""

from __future__ import annotations

from typing import Any

from .auction_1888 import Auction1888
from .book import BANK, SHARE, Book, Turn
from .rails import Place
from .trains_1888 import Trains1888

PAR_PRICES = (95, 90, 85, 80, 75, 70)
POOL = "pool"
BEIJING = "C9"
HOME_TILES = ("TJL", "HJR", "ZDR")
# How the recorded games call the phases: there is no phase 1, and the last is named after its train.
PHASE_NAMES = {"1": "2", "7": "D"}
PRIVATE_NAMES = {"GW": "CW"}


class Book1888(Trains1888, Auction1888, Book):
    """1888-N in its printed edition."""

    title = "1888"

    def __init__(self, edition: str, players: list[str], revision: int) -> None:
        super().__init__(edition, players, revision)
        self.bank = 9000 - sum(self.cash.values())
        self.phase = "1"
        self.pool: list[str] = []
        self.rounds_left = 0
        self.acted: set[str] = set()
        self.running = False
        self.operated = False
        self.stands_still = False
        self.bankrupt: str | None = None
        self.offer: dict[str, Any] | None = None
        self.wall_used = False
        self.first_turn = False
        self.open_auction()

    def phase_facts(self) -> dict[str, Any]:
        data: dict[str, Any] = self.facts["phases"][self.phase]
        return data

    # -- who is to decide --

    def interrupted(self) -> bool:
        return bool(self.offer or self.over_limit())

    def called_on(self, deciding: str) -> None:
        if self.offer is not None:
            self.demand(deciding in self.offer["asked"], f"{deciding} is asked about the offer {self.offer}")
        elif self.over_limit():
            self.demand(deciding in self.over_limit(), f"{deciding} has no train over the limit")
        elif deciding not in self.players:
            self.turn_to(deciding)
        elif self.round == "auction":
            self.demand(deciding == self.next_bidder(), f"it is the turn of {self.next_bidder()}, not of {deciding}")
        else:
            self.share_turn_of(deciding)

    def on_player_passed(self, player: str) -> None:
        if self.round == "auction":
            self.auction_pass(player)
            return
        self.share_turn_of(player)
        self.demand(not self.share_turns.acted, f"{player} has acted and passes")
        self.share_turns_on(acted=False)

    # -- rounds --

    def on_round_began(self, round: str) -> None:  # noqa: A002 - the name of the field
        self.demand(self.round == "operating", f"no round of {round} begins in a round of {self.round}")
        self.end_round()
        if round == "operating":
            self.demand(self.rounds_left > 0, "the set of operating rounds is over")
            self.rounds_left -= 1
            self.acted = set()
            self.running = self.operated = True
            self.privates_pay()
            return
        self.demand(round == "share" and not self.rounds_left and not self.broken, f"no round of {round} is due")
        self.begin_share_round(first=not self.operated)
        self.export()

    def end_round(self) -> None:
        """Everybody who has not acted had nothing to decide."""
        self.end_turn()
        while self.running and self.waiting():
            self.begin_turn(self.waiting()[0])
            self.end_turn()
        self.running = False

    def privates_pay(self) -> None:
        for private, owner in self.owner.items():
            amount = self.facts["privates"][private]["income"]
            if owner is not None and owner in self.cash:
                self.give_cash(owner, amount)
                self.expect("private_paid", player=owner, private=private, amount=amount)
            elif owner is not None and owner in self.companies:
                self.give_funds(owner, amount)
                self.expect("private_paid_company", company=owner, private=private, amount=amount)

    def close_share_round(self) -> None:
        founded = [company for company, data in self.companies.items() if data.par]
        for company in self.by_price(founded):
            data = self.companies[company]
            if not data.held(BANK) and not data.held(POOL):
                self.move_price(company, "up")
        self.hand_on_priority()
        self.rounds_left = self.phase_facts()["operating_rounds"]

    def on_bank_broke(self) -> None:
        self.demand(not self.broken and self.bank <= 0, f"the bank has {self.bank} left")
        self.broken = True

    def on_nobody_can_act(self) -> None:
        self.demand(not any(map(self.share_offers, self.players)), "somebody can still act")
        self.stands_still = True

    def end_action(self) -> None:
        raising = self.turn is not None and self.turn.raised
        self.demand(self.bank > 0 or self.broken or raising, f"the bank has {self.bank} and is not broken")

    def on_game_ended(self) -> None:
        self.demand((self.broken or self.stands_still) and self.round == "operating", "the game does not end now")
        self.end_round()
        self.demand(self.rounds_left == 0, "the set of operating rounds is not over")
        self.finished = True

    # -- shares --

    def on_company_founded(self, player: str, company: str, price: int, percent: int) -> None:
        data = self.companies[company]
        self.share_turn_of(player)
        self.demand(not data.par and price in PAR_PRICES and percent == 20, f"{company} at {price} with {percent}%")
        self.demand(self.certificates(player) < self.limit, f"{player} is at the certificate limit")
        self.take_cash(player, 2 * price)
        data.par, data.director = price, player
        data.move(BANK, player, percent)
        self.put_price(company, self.par_space(price))
        self.share_turns_on(acted=True)

    def share_price(self, company: str, source: str) -> int:
        return self.companies[company].par if source == BANK else self.price(company)

    def on_share_bought(self, player: str, company: str, price: int) -> None:
        source, data = self.action["source"], self.companies[company]
        due = self.share_price(company, source)
        self.demand(price == due, f"a share of {company} costs {due}, not {price}")
        self.demand(
            self.red(company) or self.certificates(player) < self.limit, f"{player} is at the certificate limit"
        )
        self.demand(data.held(player) + SHARE <= 60, f"{player} would hold more than 60% of {company}")
        self.bought(player, company, source, price)
        self.check_float(company)
        self.share_turns_on(acted=True)

    def check_float(self, company: str) -> None:
        data = self.companies[company]
        if not data.floated and data.held(BANK) <= 40:
            data.floated = True
            self.give_funds(company, 10 * data.par)
            self.expect("company_floated", company=company, capital=10 * data.par)

    def on_shares_sold(self, player: str, company: str, percent: int, proceeds: int) -> None:
        self.demand(self.companies[company].held(POOL) + percent <= 50, f"the pool has no room for {percent}%")
        self.sold(player, company, percent, proceeds, POOL, fee=0)

    def on_private_closed(self, private: str) -> None:
        """The Forbidden City closes for a share."""
        self.demand(private == "FC" and self.action["type"] == "take_share", f"{private} does not close")
        self.demand(self.owner["FC"] == self.actor, f"{self.actor} does not have the Forbidden City")
        self.owner["FC"] = "closed"

    def on_share_taken(self, player: str, company: str, source: str) -> None:
        self.share_turn_of(player)
        offer = ("take_share", company, source)
        self.demand(offer in self.free_shares(player), f"{player} cannot take a share of {company}")
        self.companies[company].move(source, player, SHARE)
        self.settle_director(company)
        self.check_float(company)
        self.share_turns_on(acted=True)

    def free_shares(self, player: str) -> set[tuple[Any, ...]]:
        return {
            ("take_share", company, source)
            for company, data in self.companies.items()
            for source in (BANK, POOL)
            if any(name == BEIJING for name, _ in self.rails.markers.get(company, []))
            and data.held(source) >= SHARE
            and data.held(player) + SHARE <= 60
            and company not in self.sold_by(player)
            and not self.share_turns.acted
        }

    def share_offers(self, player: str) -> set[tuple[Any, ...]]:
        sales = {("sell_shares", *sale) for sale in self.sales(player)} if self.operated else set()
        certificates = self.certificates(player)
        if certificates > self.limit and any(not self.red(company) for _, company, _ in sales):
            return sales
        offers = self.free_shares(player) if self.owner["FC"] == player else set()
        for company, data in self.companies.items():
            if not data.par:
                prices = [price for price in PAR_PRICES if 2 * price <= self.cash[player] and certificates < self.limit]
                offers |= {("found_company", company, price, 20) for price in prices}
                continue
            if company in self.sold_by(player) or data.held(player) >= 60:
                continue
            if self.red(company) or certificates < self.limit:
                offers |= {
                    ("buy_share", company, source)
                    for source in (BANK, POOL)
                    if data.held(source) >= SHARE and self.share_price(company, source) <= self.cash[player]
                }
        return offers | sales

    def sales(self, player: str) -> list[tuple[str, int]]:
        return [
            (company, percent)
            for company, data in self.companies.items()
            for percent in range(SHARE, data.held(player) + SHARE, SHARE)
            if data.held(POOL) + percent <= 50 and (data.director != player or self.can_hand_over(company, percent))
        ]

    def red(self, company: str) -> bool:
        row, column = self.companies[company].space
        return bool(self.facts["market"][row][column].get("no_cert_limit"))

    # -- turns --

    def waiting(self) -> list[str]:
        """The floated companies that have not acted in this round, by price."""
        return self.by_price([name for name, data in self.companies.items() if data.floated and name not in self.acted])

    def turn_to(self, railway: str) -> None:
        self.demand(self.round == "operating", f"{railway} acts outside an operating round")
        if self.turn is not None and self.turn.railway == railway:
            return
        self.end_turn()
        self.demand(railway in self.waiting(), f"{railway} has acted or has not floated")
        while self.turn is None or self.turn.railway != railway:
            self.end_turn()
            self.begin_turn(self.waiting()[0])

    def begin_turn(self, railway: str) -> None:
        super().begin_turn(railway)
        self.acted.add(railway)
        self.first_turn = not self.rails.markers.get(railway)
        if self.first_turn:
            data = self.facts["companies"][railway]
            place = (data["home"], self.rails.city_with(data["home"], data.get("city", 0)))
            self.marker_placed(railway, place)
            self.expect("station_placed", railway=railway, hex=place[0], city=place[1], cost=0)

    def end_turn(self) -> None:
        if self.turn is not None:
            company = self.turn.railway
            self.run_is_over(company)
            self.demand(not self.lacks_train(company), f"{company} ends its turn without a train")
            self.turn = None

    def begin_action(self, deciding: str) -> None:
        turn = self.turn
        passes = self.action["type"] == "pass" and turn is not None and deciding == turn.railway and not turn.actions
        if passes and turn is not None and self.owes_home(turn.railway):
            self.demand(not self.lays_possible(turn.railway)[0], f"{turn.railway} owes a tile on its home")
        super().begin_action(deciding)
        if turn is not None and turn.actions and self.action.get("power"):
            turn.actions[-1] = "power"

    # -- track --

    def colours(self) -> list[str]:
        tiles: list[str] = self.phase_facts()["tiles"]
        return tiles

    def may_build(self, railway: str) -> bool:
        return not self.turn_now().yellow and not self.turn_now().upgraded

    def owes_home(self, company: str) -> bool:
        home = self.facts["companies"][company]["home"]
        return self.first_turn and company in HOME_TILES and home not in self.rails.lying

    def due_at_home(self, company: str) -> int:
        """What the company has to pay for its home tile in this turn, if it can."""
        lays = self.owes_home(company) and not self.turn_now().priced and self.lays_possible(company)[0]
        return self.tile_cost(self.facts["companies"][company]["home"]) if lays else 0

    def tile_cost(self, name: str) -> int:
        cost: int = self.rails.hexes[name].get("cost", 0)
        return 0 if name in self.rails.lying else cost

    def may_lay(self, railway: str, name: str, tile: str, rotation: int) -> bool:
        if self.owes_home(railway) and name != self.facts["companies"][railway]["home"]:
            return False
        open_mountain = name != "C5" or self.owner["HS"] == "closed" or self.owner["HS"] in self.companies
        return open_mountain and self.tile_cost(name) <= self.companies[railway].cash

    def on_tile_laid(self, railway: str, hex: str, tile: str, rotation: int, cost: int) -> None:  # noqa: A002
        self.turn_to(railway)
        power = self.action.get("power")
        if power is not None:
            self.demand(self.owner[power] == railway and cost == 0, f"{railway} does not have the power of {power}")
            self.use_power(power, railway, hex, tile, rotation)
            return
        self.demand(self.may_build(railway) and self.may_lay(railway, hex, tile, rotation), f"no tile on {hex} now")
        due = self.tile_cost(hex)
        self.demand(cost == due, f"a tile on {hex} costs {due}, not {cost}")
        self.take_funds(railway, cost)
        self.tile_laid(railway, hex, tile, rotation)

    def use_power(self, power: str, company: str, name: str, tile: str, rotation: int) -> None:
        if power == "GW":
            self.wall_tile(company, name, tile, rotation)
        else:
            expected = {"TA": ("H2", "L39"), "HS": ("C5", "L41")}[power]
            self.demand((name, tile) == expected and name not in self.rails.lying, f"{power} does not lay {tile} there")
        self.rails.lay(name, tile, rotation)
        self.turn_now().power_used = True

    def wall_tile(self, company: str, name: str, tile: str, rotation: int) -> None:
        """One or two yellow tiles on the wall in one turn, the second joined to the first."""
        rails = self.rails
        fits = tile in rails.following(name) and rails.left(tile) > 0 and rails.fits(name, tile, rotation)
        self.demand(fits and name in self.facts["great_wall"] and name != BEIJING, f"no {tile} on {name} by the wall")
        first = self.first_wall_tile
        if self.wall_used:
            self.demand(first is not None and first[0] is self.turn, "the wall has been used")
            other = first[1] if first else ""
            joined = any(
                rails.across(name, edge) == other and (edge + 3) % 6 in rails.face(other).exits
                for edge in rails.tile_face(tile, rotation).exits
            )
            self.demand(joined, f"{name} and {other} are not joined")
            self.first_wall_tile = None
        else:
            self.first_wall_tile = (self.turn_now(), name)
        self.wall_used = True

    first_wall_tile: tuple[Turn, str] | None = None

    def on_ferry_laid(self, company: str) -> None:
        self.turn_to(company)
        self.demand(self.owner["YRF"] == company and "E17" not in self.rails.lying, f"{company} has no ferry to lay")
        self.rails.lay("E17", "L40a", 0)
        self.rails.lay("F16", "L40b", 0)
        self.turn_now().power_used = True

    # -- markers --

    def marker_costs(self, company: str) -> list[int]:
        return [0, 40, 100, 100][: self.facts["companies"][company]["station_tokens"]]

    def on_station_placed(self, railway: str, hex: str, city: int, cost: int) -> None:  # noqa: A002
        self.turn_to(railway)
        event = {"event": "station_placed", "railway": railway, "hex": hex, "city": city, "cost": cost}
        if event in self.expected:
            self.expected.remove(event)
            return
        place: Place = (hex, city)
        turn, costs, placed = self.turn_now(), self.marker_costs(railway), len(self.rails.markers[railway])
        self.demand(not turn.marker and not turn.priced, f"{railway} places a marker too many, or too late")
        self.demand(placed < len(costs) and cost == costs[placed], f"a marker of {railway} does not cost {cost}")
        free = self.rails.slots(place) - len(self.rails.standing(place))
        self.demand(free > self.homes_waiting(place), f"{place} is kept free for its home company")
        self.take_funds(railway, cost)
        self.marker_placed(railway, place)
        turn.marker = True

    # -- the figures --

    def certificates(self, player: str) -> int:
        count = sum(owner == player for owner in self.owner.values())
        for company, data in self.companies.items():
            if data.par and not self.red(company):
                count += data.held(player) // SHARE - (data.director == player)
        return count

    def worth(self, player: str) -> int:
        shares = sum(self.price(name) * data.held(player) // SHARE for name, data in self.companies.items() if data.par)
        prices = [self.facts["privates"][name]["price"] for name, owner in self.owner.items() if owner == player]
        return self.cash[player] + shares + int(sum(prices))

    def figures(self) -> dict[str, Any]:
        keys = super().figures() | {
            "phase": PHASE_NAMES.get(self.phase, self.phase),
            "bank": self.bank,
            "depot.pool": self.pool,
        }
        for private, owner in self.owner.items():
            if owner is not None:
                shown = f"p{self.number(owner)}" if owner in self.cash else owner
                keys[f"priv.{PRIVATE_NAMES.get(private, private)}"] = shown
        if self.bankrupt:
            keys[f"p.{self.number(self.bankrupt)}.bankrupt"] = True
        return keys
