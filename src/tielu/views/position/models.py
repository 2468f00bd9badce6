"""The view models beside the position: frozen values made of names and numbers, without a word of prose."""

from __future__ import annotations

from dataclasses import dataclass

from tielu.core.position import HexView


@dataclass(frozen=True)
class NearbyView:
    """A hex and, for its neighbours, the edge over which they lie; the hex itself has the edge -1."""

    edge: int
    hex: HexView
    terrain: tuple[str, ...]
    cost: int


@dataclass(frozen=True)
class StopView:
    """A stop that a train passes, by hex and name; without a value it is not counted."""

    name: str
    value: int | None


@dataclass(frozen=True)
class BonusView:
    """Money of a route beside its stops; the key of its word, and an amount that is below 0 for a charge."""

    key: str
    amount: int


@dataclass(frozen=True)
class RouteView:
    """The route of one train: values of the stops and bonuses add up to its income."""

    train: str
    stops: tuple[StopView, ...]
    bonuses: tuple[BonusView, ...]
    income: int


@dataclass(frozen=True)
class RunView:
    """The trains of a railway, the routes of those that run, and the trains that do not.

    `treasury_place` is the key of the place whose calls are paid to the treasury, where the title has one.
    """

    railway: str
    trains: tuple[str, ...]
    routes: tuple[RouteView, ...]
    idle: tuple[str, ...]
    treasury_place: str = ""

    @property
    def income(self) -> int:
        return sum(route.income for route in self.routes)
