"""What the platform numbers in 1888 and we do not: which train and which share is whose, and whose circle is whose."""

from __future__ import annotations

from tielu.core.shares import SHARE
from tielu.core.stations import face_at
from tielu.core.track import STOPS_PER_HEX
from tielu.titles.t1888n.rules.components import COMPANIES, DIRECTOR_PERCENT, TD, TRAIN_INDEX, TRAINS
from tielu.titles.t1888n.rules.state import State1888
from tielu.titles.t1888n.rules.stations import home_city

from .words import BANK, IPO, POOL

# A player by number, or a place of the bank.
Holder = int | str
DIRECTOR_CERTIFICATE = 0
CERTIFICATES = 9


class Trains:
    """The trains of the companies and of the pool by their ids, each in the order in which it came."""

    def __init__(self) -> None:
        self._owned: dict[str, list[str]] = {owner: [] for owner in (POOL, *(company.id for company in COMPANIES))}
        self._diesels = 0

    def of_type(self, owner: str, train: str) -> list[str]:
        return [each for each in self._owned[owner] if each.rpartition("-")[0] == train]

    def next_id(self, before: State1888, seller: str, train: str) -> str:
        """The id of the train that a buyer gets; in the bank they are numbered as they go, diesels without end."""
        if seller != BANK:
            return self.of_type(seller, train)[0]
        kind = TRAIN_INDEX[train]
        return f"{train}-{self._diesels if kind == TD else TRAINS[kind].count - before.depot[kind]}"

    def move(self, before: State1888, seller: str, buyer: str, train: str) -> str:
        """The id of the train that changes hands."""
        train_id = self.next_id(before, seller, train)
        if seller != BANK:
            self._owned[seller].remove(train_id)
        elif TRAIN_INDEX[train] == TD:
            self._diesels += 1
        self._owned[buyer].append(train_id)
        return train_id

    def drop_scrapped(self, state: State1888) -> None:
        """Forget trains of types that an owner no longer has."""
        held = {POOL: state.pool, **{company.id: state.trains[index] for index, company in enumerate(COMPANIES)}}
        for owner, trains in held.items():
            types = {TRAINS[train].name for train in trains}
            self._owned[owner] = [each for each in self._owned[owner] if each.rpartition("-")[0] in types]


class Shares:
    """The certificates of one company: number 0 is the director's; whoever gives up some begins with the oldest."""

    def __init__(self) -> None:
        self._held: dict[Holder, list[int]] = {IPO: list(range(CERTIFICATES))}

    def of(self, holder: Holder) -> list[int]:
        return self._held.setdefault(holder, [])

    def _move(self, certificate: int, giver: Holder, taker: Holder) -> None:
        self.of(giver).remove(certificate)
        self.of(taker).append(certificate)

    def buy(self, source: Holder, player: int) -> int:
        """The certificate that the buyer gets: the first that lies there."""
        certificate = self.of(source)[0]
        self._move(certificate, source, player)
        return certificate

    def sale(self, player: int, percent: int) -> list[int]:
        """The certificates that a sale names: single shares, then the director's, of which a half may be sold."""
        named: list[int] = []
        for certificate in sorted(self.of(player), key=lambda each: each == DIRECTOR_CERTIFICATE):
            if percent > 0:
                named.append(certificate)
                percent -= _percent(certificate)
        return named

    def sell(self, player: int, percent: int, director: int) -> None:
        """Give up what the sale names; `director` directs the company after it."""
        named = self.sale(player, percent)
        for certificate in named:
            self._move(certificate, player, POOL)
        surplus = sum(map(_percent, named)) - percent
        self.change_director(player, director)
        for _ in range(surplus // SHARE):
            self._move(self.of(POOL)[0], POOL, player)

    def change_director(self, old: int, new: int) -> None:
        """The new director hands over two single shares for the director's certificate."""
        if DIRECTOR_CERTIFICATE in self.of(new):
            return
        holder: Holder = old if DIRECTOR_CERTIFICATE in self.of(old) else POOL
        for certificate in self.of(new)[: DIRECTOR_PERCENT // SHARE]:
            self._move(certificate, new, holder)
        self._move(DIRECTOR_CERTIFICATE, holder, new)


def _percent(certificate: int) -> int:
    return DIRECTOR_PERCENT if certificate == DIRECTOR_CERTIFICATE else SHARE


def home_circles(state: State1888, place: int) -> dict[int, int]:
    """The circle of each company at home in this city; where there are several, they follow its first cities."""
    index, city = divmod(place, STOPS_PER_HEX)
    name, face = state.board.hexes[index].name, face_at(state, index)
    homes = [
        company
        for company, charter in enumerate(COMPANIES)
        if charter.home == name and home_city(company, face) == city
    ]
    homes.sort(key=lambda company: COMPANIES[company].home_edge)
    return {company: circle for circle, company in enumerate(homes)}
