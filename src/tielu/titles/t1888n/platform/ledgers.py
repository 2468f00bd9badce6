"""Trains, certificates and circles of 1888-N as the platform numbers them."""

from __future__ import annotations

from tielu.core.shares import SHARE
from tielu.core.stations import face_at
from tielu.core.track import STOPS_PER_HEX
from tielu.interop.ledgers import DIRECTOR_CERTIFICATE, CertificateLedger, Holder, TrainLedger
from tielu.titles.t1888n.rules.components import COMPANIES, TD, TRAIN_INDEX, TRAINS
from tielu.titles.t1888n.rules.state import State1888
from tielu.titles.t1888n.rules.stations import home_city

from .words import BANK, IPO, POOL


class Trains(TrainLedger):
    """The trains of the companies and of the pool."""

    def __init__(self) -> None:
        super().__init__((POOL, *(company.id for company in COMPANIES)))
        self._diesels = 0

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
            self.give(seller, train)
        elif TRAIN_INDEX[train] == TD:
            self._diesels += 1
        self.take(buyer, train_id)
        return train_id

    def drop_scrapped(self, state: State1888) -> None:
        """Forget trains of types that an owner no longer has."""
        held = {POOL: state.pool, **{company.id: state.trains[index] for index, company in enumerate(COMPANIES)}}
        for owner, trains in held.items():
            self.keep_only(owner, {TRAINS[train].name for train in trains})


class Shares(CertificateLedger):
    """The certificates of one company, which come from the initial offering and are sold to the pool."""

    def __init__(self) -> None:
        super().__init__(first=IPO, market=POOL)

    def buy(self, source: Holder, player: int) -> int:
        """The certificate that the buyer gets: the first that lies there."""
        certificate = self.of(source)[0]
        self._move(certificate, source, player)
        return certificate

    def change_director(self, old: int, new: int) -> None:
        """The new director hands over two single shares for the director's certificate."""
        if DIRECTOR_CERTIFICATE in self.of(new):
            return
        holder: Holder = old if DIRECTOR_CERTIFICATE in self.of(old) else POOL
        for certificate in self.of(new)[: self._director_percent // SHARE]:
            self._move(certificate, new, holder)
        self._move(DIRECTOR_CERTIFICATE, holder, new)


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
