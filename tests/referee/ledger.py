"""The first half of the referee's book: money, prices, shares, and the comparison with the game's own figures.

Causes change the book at once and leave the events that must confirm them; an event that is neither a cause nor
expected is a complaint, and so is one that does not come. Nothing here is shared with the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .rails import Rails, facts_of

BANK = "ipo"
SHARE = 10


class Complaint(Exception):
    """Something in the game is not as the rules have it."""


@dataclass
class Company:
    """What a share company has; `space` is the row and column of its price."""

    cash: int = 0
    par: int = 0
    space: tuple[int, int] = (-1, -1)
    director: str = ""
    certificate: int = 20
    floated: bool = False
    trains: list[str] = field(default_factory=list)
    shares: dict[str, int] = field(default_factory=lambda: {BANK: 100})
    permits: set[str] = field(default_factory=set)
    second_half: str = ""
    slot: int = -1

    def held(self, holder: str) -> int:
        return self.shares.get(holder, 0)

    def move(self, giver: str, taker: str, percent: int) -> None:
        self.shares[giver] = self.held(giver) - percent
        self.shares[taker] = self.held(taker) + percent


@dataclass
class Turn:
    """The turn of a railway: what it has done so far."""

    railway: str
    start: tuple[int, int]
    yellow: int = 0
    upgraded: bool = False
    marker: bool = False
    marker_asked: bool = False
    ran: bool = False
    income: int = 0
    priced: bool = False
    bought: bool = False
    raised: bool = False
    forced: bool = False
    power_used: bool = False
    actions: list[str] = field(default_factory=list)


@dataclass
class ShareTurns:
    """Whose turn it is in a share round, who passed in succession, and who sold what."""

    player: str
    passes: int = 0
    last: str = ""
    acted: bool = False
    first: bool = False
    sold: dict[str, set[str]] = field(default_factory=dict)


class Ledger:
    """Money, prices, shares and share rounds: what all titles have."""

    title = ""

    def __init__(self, edition: str, players: list[str], revision: int) -> None:
        self.facts = facts_of(self.title)
        self.edition = edition
        self.revision = revision
        self.players = players
        self.seats = list(players)
        self.cash: dict[str, int] = dict.fromkeys(players, self.facts["starting_cash"][str(len(players))])
        self.limit: int = self.facts["certificate_limit"][str(len(players))]
        self.companies = {name: Company() for name in self.facts["companies"]}
        self.owner: dict[str, str | None] = dict.fromkeys(self.facts["privates"])
        self.depot: dict[str, int | None] = {
            name: data["count"] if isinstance(data["count"], int) else None
            for name, data in self.facts["trains"].items()
        }
        self.begun: set[str] = set()
        self.stacks: dict[tuple[int, int], list[str]] = {}
        self.rails = Rails(self.title)
        self.priority = players[0]
        self.round = "auction"
        self.share_turns = ShareTurns(players[0])
        self.turn: Turn | None = None
        self.expected: list[dict[str, Any]] = []
        self.action: dict[str, Any] = {}
        self.actor = ""
        self.finished = False
        self.bank = 0

    # -- watching --

    def demand(self, holds: object, what: str) -> None:
        if not holds:
            raise Complaint(what)

    def expect(self, event: str, **fields: Any) -> None:
        """An event that must come before the action is over."""
        self.expected.append({"event": event, **fields})

    def watch(self, actor: str, deciding: str, action: dict[str, Any], events: list[dict[str, Any]]) -> None:
        """One action and what it caused; raises Complaint."""
        self.action, self.actor = action, actor
        self.begin_action(deciding)
        for event in events:
            if event in self.expected:
                self.expected.remove(event)
                continue
            handler = getattr(self, f"on_{event['event']}", None)
            self.demand(handler, f"{event} was not due")
            assert handler is not None
            handler(**{key: value for key, value in event.items() if key != "event"})
        self.end_action()

    def agree(self, snapshot: dict[str, Any], deciding: str | None) -> None:
        """Compare every figure of the position with the book; raises Complaint."""
        if deciding is not None and not self.finished:
            self.called_on(deciding)
        self.demand(not self.expected, f"did not happen: {self.expected}")
        mine = self.figures()
        seen = {key: value for key, value in snapshot.items() if key not in ("entity", "round.type")}
        wrong = [key for key in sorted({*mine, *seen}) if mine.get(key) != seen.get(key)]
        told = ", ".join(f"{key} is {seen.get(key)}, should be {mine.get(key)}" for key in wrong[:6])
        self.demand(not wrong, told)

    def begin_action(self, deciding: str) -> None:
        if self.round == "share" and self.action["type"] == "pass" and self.share_turns.acted:
            self.share_turns_on(acted=True)
        if self.turn is not None and deciding == self.turn.railway:
            self.turn.actions.append(self.action["type"])

    def end_action(self) -> None:
        """What a title checks when all events of an action have been seen."""

    def called_on(self, deciding: str) -> None:
        """The player, company or investor from whom a decision is due must be the one whose turn it is."""
        raise NotImplementedError

    def figures(self) -> dict[str, Any]:
        keys: dict[str, Any] = {
            "finished": self.finished,
            "order": [self.number(name) for name in self.clockwise(self.priority)],
            "priority": self.number(self.priority),
            "certlimit": self.limit,
            "depot.pool": [],
        }
        for name, cash in self.cash.items():
            prefix = f"p.{self.number(name)}."
            keys |= {
                f"{prefix}cash": cash,
                f"{prefix}certs": self.certificates(name),
                f"{prefix}value": self.worth(name),
            }
        for company, data in self.companies.items():
            if data.par:
                keys |= {f"c.{company}.{key}": value for key, value in self.company_figures(company).items()}
            for holder, percent in data.shares.items():
                if percent:
                    keys[f"sh.{company}.{self.holder_key(holder)}"] = percent
        keys |= {f"hex.{name}": list(tile) for name, tile in self.rails.lying.items()}
        keys |= {f"depot.{name}": "inf" if left is None else left for name, left in self.depot.items() if left != 0}
        return keys

    def company_figures(self, company: str) -> dict[str, Any]:
        data = self.companies[company]
        markers = self.rails.markers.get(company, [])
        costs = self.marker_costs(company)
        return {
            "cash": data.cash,
            "par": data.par,
            "price": self.price(company),
            "rc": list(data.space),
            "cellpos": self.stacks[data.space].index(company),
            "pres": f"p{self.number(data.director)}",
            "floated": data.floated,
            "trains": data.trains,
            "tokens": [list(place) for place in markers],
            "unplaced": len(costs) - len(markers),
            "tokprices": costs[len(markers) :],
        }

    def marker_costs(self, company: str) -> list[int]:
        raise NotImplementedError

    def certificates(self, player: str) -> int:
        raise NotImplementedError

    def worth(self, player: str) -> int:
        raise NotImplementedError

    def interrupted(self) -> bool:
        """Whether something has to be decided first that belongs to no turn."""
        raise NotImplementedError

    def share_offers(self, player: str) -> set[tuple[Any, ...]]:
        """Every purchase, founding and sale that is open to the player in a share round."""
        raise NotImplementedError

    # -- players --

    def number(self, player: str) -> int:
        return self.players.index(player)

    def holder_key(self, holder: str) -> str:
        return f"p{self.number(holder)}" if holder in self.players else holder

    def clockwise(self, player: str) -> list[str]:
        seat = self.seats.index(player)
        return self.seats[seat:] + self.seats[:seat]

    def left_of(self, player: str) -> str:
        return self.clockwise(player)[1 % len(self.seats)]

    def take_cash(self, player: str, amount: int) -> None:
        self.demand(0 <= amount <= self.cash[player], f"{player} cannot pay {amount} of {self.cash[player]}")
        self.cash[player] -= amount
        self.bank += amount

    def give_cash(self, player: str, amount: int) -> None:
        self.cash[player] += amount
        self.bank -= amount

    def take_funds(self, company: str, amount: int) -> None:
        data = self.companies[company]
        self.demand(0 <= amount <= data.cash, f"{company} cannot pay {amount} of {data.cash}")
        data.cash -= amount
        self.bank += amount

    def give_funds(self, company: str, amount: int) -> None:
        self.companies[company].cash += amount
        self.bank -= amount

    # -- prices --

    def price(self, company: str) -> int:
        row, column = self.companies[company].space
        price: int = self.facts["market"][row][column]["price"]
        return price

    def has_space(self, row: int, column: int) -> bool:
        market = self.facts["market"]
        return 0 <= row < len(market) and 0 <= column < len(market[row]) and market[row][column] is not None

    def moved(self, space: tuple[int, int], way: str) -> tuple[int, int]:
        """The space after one step: at the end of a row right becomes up and left becomes down."""
        row, column = space
        rows, columns = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}[way]
        if self.has_space(row + rows, column + columns):
            return row + rows, column + columns
        if way in ("left", "right"):
            return self.moved(space, "up" if way == "right" else "down")
        return space

    def put_price(self, company: str, space: tuple[int, int]) -> None:
        """A marker goes under those that lie there already."""
        data = self.companies[company]
        if data.space != space:
            if data.par and company in self.stacks.get(data.space, []):
                self.stacks[data.space].remove(company)
            data.space = space
            self.stacks.setdefault(space, []).append(company)

    def move_price(self, company: str, way: str, times: int = 1) -> None:
        if not self.prices_move():
            return
        old, space = self.price(company), self.companies[company].space
        for _ in range(times):
            space = self.moved(space, way)
        if space != self.companies[company].space:
            self.put_price(company, space)
            self.expect("price_moved", company=company, old=old, new=self.price(company))

    def prices_move(self) -> bool:
        return True

    def par_space(self, price: int) -> tuple[int, int]:
        for row, cells in enumerate(self.facts["market"]):
            for column, cell in enumerate(cells):
                if cell and cell.get("par") and cell["price"] == price:
                    return row, column
        raise Complaint(f"{price} is no initial price")

    def by_price(self, companies: list[str]) -> list[str]:
        """From the highest price down, among equals from the right, then from the top of the stack."""

        def rank(company: str) -> tuple[int, int, int]:
            space = self.companies[company].space
            return -self.price(company), -space[1], self.stacks[space].index(company)

        return sorted(companies, key=rank)

    # -- directors --

    def settle_director(self, company: str) -> None:
        """The office goes to whoever holds more than the director, among equals to the next clockwise."""
        data = self.companies[company]
        most = max(data.held(player) for player in self.players)
        if most > data.held(data.director):
            data.director = next(each for each in self.clockwise(data.director) if data.held(each) == most)
            self.expect("director_changed", company=company, player=data.director)

    def can_hand_over(self, company: str, percent: int) -> bool:
        """Whether the director may sell so much: the certificate stays, or somebody else can take it."""
        data = self.companies[company]
        others = max(data.held(player) for player in self.players if player != data.director)
        return data.held(data.director) - percent >= data.certificate or others >= data.certificate

    # -- the share round --

    def share_turn_of(self, player: str) -> None:
        """It must be the turn of this player; one who has sold may have had no more to do."""
        turns = self.share_turns
        if turns.player != player and turns.acted:
            self.share_turns_on(acted=True)
        self.demand(self.round == "share", f"{player} acts outside a share round")
        self.demand(turns.player == player, f"it is the turn of {turns.player}, not of {player}")

    def share_turns_on(self, acted: bool) -> None:
        turns = self.share_turns
        turns.passes = 0 if acted else turns.passes + 1
        turns.last = turns.player if acted else turns.last
        turns.acted = False
        turns.player = self.left_of(turns.player)
        if turns.passes == len(self.players):
            self.round = "operating"
            self.close_share_round()

    def close_share_round(self) -> None:
        raise NotImplementedError

    def hand_on_priority(self) -> None:
        if self.share_turns.last:
            self.priority = self.left_of(self.share_turns.last)
            self.expect("priority_passed", player=self.priority)

    def begin_share_round(self, first: bool) -> None:
        self.round = "share"
        self.share_turns = ShareTurns(self.priority, first=first)

    def sold_by(self, player: str) -> set[str]:
        return self.share_turns.sold.setdefault(player, set())

    def bought(self, player: str, company: str, giver: str, price: int) -> None:
        """A share has been bought in a share round, at the right price."""
        self.share_turn_of(player)
        data = self.companies[company]
        self.demand(data.par, f"{company} is not founded")
        self.demand(company not in self.sold_by(player), f"{player} has sold {company} in this round")
        self.demand(self.available(company, giver) >= SHARE, f"no share of {company} is for sale")
        self.take_cash(player, price)
        data.move(giver, player, SHARE)
        self.settle_director(company)

    def available(self, company: str, source: str) -> int:
        return self.companies[company].held(source)

    def sold(self, player: str, company: str, percent: int, proceeds: int, taker: str, fee: int) -> None:
        """Shares have been sold: what they bring, where they go, and how far the price falls."""
        data, shares = self.companies[company], percent // SHARE
        self.demand(percent > 0 and percent % SHARE == 0, f"{percent}% cannot be sold")
        self.demand(data.held(player) >= percent, f"{player} does not have {percent}% of {company}")
        if data.director == player:
            self.demand(self.can_hand_over(company, percent), f"{player} cannot give up {company}")
        due = (self.price(company) - fee) * shares
        self.demand(proceeds == due, f"{percent}% of {company} bring {due}, not {proceeds}")
        director = data.director
        self.give_cash(player, proceeds)
        data.move(player, taker, percent)
        self.move_price(company, "down", shares)
        self.settle_director(company)
        if self.round == "share":
            self.share_turn_of(player)
            self.demand(not self.share_turns.first, "nothing is sold in the first share round")
            self.sold_by(player).add(company)
            self.share_turns.acted, self.share_turns.last = True, player
        else:
            self.demand(data.director == director, f"a sale for a train changes the director of {company}")
            self.raised(player, shares, proceeds)

    def raised(self, player: str, shares: int, proceeds: int) -> None:
        """A sale for a train that must be bought: by the director, and no more than needed."""
        turn = self.turn_now()
        self.demand(self.companies[turn.railway].director == player, f"{player} does not direct {turn.railway}")
        self.demand(self.lacks_train(turn.railway), f"{turn.railway} need not buy a train")
        missing = self.forced_price() - self.companies[turn.railway].cash
        before = self.cash[player] - proceeds
        each = proceeds // shares
        self.demand(before < missing, f"{player} had enough cash for the train")
        self.demand(before + proceeds - each < missing, f"{player} sells more than needed")
        turn.raised = True

    def forced_price(self) -> int:
        """What the train costs that a company without one must buy."""
        return self.train_price(self.on_offer())

    def turn_now(self) -> Turn:
        if self.turn is None:
            raise Complaint("no railway is in turn")
        return self.turn

    def lacks_train(self, company: str) -> bool:
        return not self.companies[company].trains

    def train_price(self, train: str) -> int:
        price: int = self.facts["trains"][train]["price"]
        return price

    def on_offer(self) -> str:
        """The lowest type the bank still has."""
        return next(train for train, left in self.depot.items() if left != 0)
