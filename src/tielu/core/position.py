"""A position as plain frozen values, made of names and numbers without a word of prose; `game.position` is one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class HoldingView:
    """Shares of one company in one hand."""

    company: str
    percent: int
    director: bool


@dataclass(frozen=True)
class PlayerView:
    """A player; `in_bids` is the part of the cash that is set aside for bids."""

    name: str
    cash: int
    in_bids: int
    debt: int
    worth: int
    certificates: int
    holdings: tuple[HoldingView, ...]
    privates: tuple[str, ...]
    investor: str | None
    priority: bool
    acting: bool
    bankrupt: bool


@dataclass(frozen=True)
class CompanyView:
    """A founded share company; in titles without a bank pool all that the bank holds is in the offering."""

    id: str
    name: str
    director: str
    floated: bool
    price: int
    par: int
    treasury: int
    trains: tuple[str, ...]
    permits: str
    privates: tuple[str, ...]
    stations: tuple[str, ...]
    markers_left: int
    in_offering: int
    in_pool: int
    in_red_area: bool
    purchase_marker: bool

    @property
    def in_bank(self) -> int:
        """What the bank holds of it, wherever it lies."""
        return self.in_offering + self.in_pool


@dataclass(frozen=True)
class InvestorView:
    """A foreign investor in play; `company` is the one whose share lies on it."""

    id: str
    name: str
    owner: str
    treasury: int
    home: str
    company: str | None


@dataclass(frozen=True)
class BidView:
    player: str
    amount: int


@dataclass(frozen=True)
class PrivateView:
    """A private; `owner` is a player, a company or None while it is unsold, and it may be closed.

    `asked` is its price where nobody bought it at its face value; companies pay `lowest` to `highest` for it.
    """

    id: str
    name: str
    price: int
    asked: int
    income: int
    lowest: int
    highest: int
    owner: str | None
    closed: bool
    bids: tuple[BidView, ...]


@dataclass(frozen=True)
class OfferView:
    """A purchase that waits for `player` to accept or decline it; `item` is a private, or seller and train."""

    buyer: str
    item: str
    price: int
    player: str


@dataclass(frozen=True)
class TrainStackView:
    """The trains of a type left in the bank; None means that there is no limit."""

    train: str
    price: int
    left: int | None


@dataclass(frozen=True)
class MarketCellView:
    """A space of the share price chart and the markers on it, from the top."""

    price: int
    bonus: int
    companies: tuple[str, ...]
    red: bool = False


@dataclass(frozen=True)
class ParView:
    """The rows of one initial price on the turn order list."""

    price: int
    slots: tuple[str | None, ...]


@dataclass(frozen=True)
class HexView:
    """A hex with a tile or a station marker on it; a printed hex has the tile ''."""

    name: str
    place: str
    tile: str
    rotation: int
    stations: tuple[str, ...]


@dataclass(frozen=True)
class PositionView:
    """Everything that lies on the table.

    `round` and `step` say what is being decided, `actor` who decides, and `deciding` for whom: a player, company or
    investor. Players are in seating order, and `order` names them in the order of play, beginning with whoever has
    priority. Companies are in the order in which they operate. `bank` is None where it never runs out, and `notices`
    are keys of words about the whole game, for the headline.

    >>> import tielu
    >>> position = tielu.new_game("1880", ["Ann", "Bo", "Cy"]).position
    >>> position.round, position.step, position.actor, position.order
    ('auction', 'auction', 'Ann', ('Ann', 'Bo', 'Cy'))
    >>> position.players[0].cash, position.privates[0].price, len(position.depot)
    (600, 5, 10)
    """

    title: str
    edition: str
    revision: int
    actions: int
    round: str
    step: str
    phase: str
    train_limit: int
    operating_rounds: int
    rounds_to_come: int | None
    certificate_limit: int
    notices: tuple[str, ...]
    bank: int | None
    bank_broken: bool
    offer: OfferView | None
    finished: bool
    actor: str | None
    deciding: str | None
    order: tuple[str, ...]
    players: tuple[PlayerView, ...]
    companies: tuple[CompanyView, ...]
    unfounded: tuple[str, ...]
    investors: tuple[InvestorView, ...]
    privates: tuple[PrivateView, ...]
    depot: tuple[TrainStackView, ...]
    train_pool: tuple[str, ...]
    market: tuple[tuple[MarketCellView | None, ...], ...]
    pars: tuple[ParView, ...]
    board: tuple[HexView, ...]
