"""The clerk's book: what it looks up about a title, from the price of a train to how long the game will last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from tielu.core.trains import TrainType
from tielu.routing.model import RunPosition

if TYPE_CHECKING:
    from .desk import Desk


class Book(Protocol):
    """A title as the clerk sees it; a book is made with the clerk's weights."""

    companies: tuple[str, ...]
    trains: tuple[TrainType, ...]

    def railway(self, name: str) -> int:
        """The number of a company or investor; NOBODY for a player."""
        ...

    def position(self, state: Any, railway: int) -> RunPosition: ...

    def on_offer(self, state: Any) -> int: ...

    def train_limit(self, state: Any) -> int: ...

    def price(self, state: Any, company: int) -> int: ...

    def steps_of_price(self, state: Any, company: int) -> tuple[int, int]:
        """What the price gains by a dividend and loses without one."""
        ...

    def bonus(self, state: Any, company: int) -> int:
        """What the chart adds to a company's income."""
        ...

    def bonus_of_step(self, state: Any) -> float:
        """What a dividend adds to the chart's bonus of all later turns."""
        ...

    def powers(self, state: Any, railway: int) -> int:
        """A number that changes when privates change what the railway earns."""
        ...

    def scrapped_by(self, train: int) -> int | None:
        """The type whose first sale takes this type off the tracks, or None if it runs for ever."""
        ...

    def turns_left(self, desk: Desk) -> float:
        """How often each company will still operate, as far as one can tell."""
        ...

    def turns_of_type(self, left: int) -> float:
        """How many turns the bank sells a type of which this many are left."""
        ...

    def debt(self, state: Any, player: int) -> int: ...

    def private_worth(self, desk: Desk, private: int) -> float:
        """What a private will still bring the player who owns it."""
        ...

    def home(self, state: Any, company: int) -> int:
        """The place of the home marker, placed or to come."""
        ...

    def home_position(self, state: Any, company: int) -> RunPosition:
        """Where trains of a company that has not begun would run."""
        ...

    def counts_as_train(self, train: int) -> bool:
        """Whether a company with this train need not buy another."""
        ...

    def share_price(self, state: Any, company: int, source: str) -> int: ...

    def certificates_left(self, state: Any, player: int) -> int:
        """How many more the player may hold."""
        ...

    def on_sale(self, state: Any, player: int) -> list[tuple[int, int]]:
        """Companies of which a share can be had this round, whatever it costs, and the price."""
        ...

    def share_doubt(self, state: Any, company: int, player: int) -> float:
        """How likely, from 0 to 1, it is that money for a share lies idle because the company does not float."""
        ...

    def helps_float(self, state: Any, company: int, player: int) -> bool:
        """Whether a share in this player's hands brings the player's own company nearer to its beginning."""
        ...

    def proceeds(self, state: Any, company: int, percent: int) -> int: ...

    def price_after_sale(self, state: Any, company: int, shares: int) -> int:
        """What the price loses when this many shares are sold."""
        ...

    def aims(self, desk: Desk, railway: int) -> dict[int, float]:
        """Places that this railway has reasons of its own to reach, and what that adds to their value."""
        ...
