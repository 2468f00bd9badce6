"""Trains, certificates and circles of 1880 as the platform numbers them."""

from __future__ import annotations

from tielu.core.shares import SHARE
from tielu.core.stations import face_at
from tielu.core.track import STOPS_PER_HEX
from tielu.interop.ledgers import DIRECTOR_CERTIFICATE, CertificateLedger, TrainLedger
from tielu.titles.t1880.rules.components import COMPANIES, OO_HOMES, T10, TRAINS
from tielu.titles.t1880.rules.state import State1880

from .words import next_train_id

# The bank as a holder of shares, beside players and investors.
BANK_HOLDER = "bank"
FIRST_UNDER_THE_CARD = 4


class Trains(TrainLedger):
    """The trains of the companies."""

    def __init__(self) -> None:
        super().__init__(company.id for company in COMPANIES)
        self._tens = 0

    def take_from_bank(self, state: State1880, company: str, train: int) -> str:
        """The id of the train that the company gets; of 10-trains the bank has no number left to count by."""
        train_id = next_train_id(state, train)
        if train == T10:
            train_id = f"{TRAINS[T10].name}-{self._tens}"
            self._tens += 1
        self.take(company, train_id)
        return train_id

    def drop_scrapped(self, state: State1880) -> None:
        """Forget trains of types that a company no longer has."""
        for index, company in enumerate(COMPANIES):
            self.keep_only(company.id, {TRAINS[train].name for train in state.trains[index]})


def _charter(investor: int) -> str:
    """An investor as a holder of shares."""
    return f"investor {investor}"


class Shares(CertificateLedger):
    """The certificates of one company, which come from the bank and are sold to it; investors may hold some."""

    def __init__(self) -> None:
        super().__init__(first=BANK_HOLDER, market=BANK_HOLDER)

    def found(self, player: int, percent: int, all_available: bool) -> None:
        """A larger director's certificate replaces single shares, the last of those that can be bought."""
        self._director_percent = percent
        for _ in range((percent - 2 * SHARE) // SHARE):
            self.of(BANK_HOLDER).remove(self._in_bank(all_available)[-1])
        self._move(DIRECTOR_CERTIFICATE, BANK_HOLDER, player)

    def reserve(self, investor: int) -> None:
        self._move(self.of(BANK_HOLDER)[0], BANK_HOLDER, _charter(investor))

    def merge(self, investor: int, owner: int) -> None:
        for certificate in list(self.of(_charter(investor))):
            self._move(certificate, _charter(investor), owner)

    def next_in_bank(self, all_available: bool) -> int:
        """The certificate that the next buyer gets: the first in the bank that can be had."""
        return self._in_bank(all_available)[0]

    def _in_bank(self, all_available: bool) -> list[int]:
        return [each for each in self.of(BANK_HOLDER) if all_available or each < FIRST_UNDER_THE_CARD]

    def buy(self, player: int, all_available: bool) -> None:
        self._move(self.next_in_bank(all_available), BANK_HOLDER, player)

    def change_director(self, old: int, new: int) -> None:
        """The new director hands over as many single shares as the director's certificate counts for."""
        if old == new or DIRECTOR_CERTIFICATE in self.of(new):
            return
        holder = old if DIRECTOR_CERTIFICATE in self.of(old) else BANK_HOLDER
        count = self._director_percent // SHARE
        keeps = sum(map(self._percent, self.of(old))) >= self._director_percent
        for certificate in self.of(new)[:count]:
            self._move(certificate, new, old if keeps else BANK_HOLDER)
        self._move(DIRECTOR_CERTIFICATE, holder, new)


def home_circles(state: State1880, place: int) -> dict[int, int]:
    """The circle of each company at home in this city; in Beijing they follow its cities, on OO tiles none is fixed."""
    if face_at(state, place // STOPS_PER_HEX).cities > 1:
        return {}
    name = state.board.place_name(place)[0]
    homes = [index for index, company in enumerate(COMPANIES) if company.home == name and index not in OO_HOMES]
    homes.sort(key=lambda company: COMPANIES[company].home_edge)
    return {company: circle for circle, company in enumerate(homes)}
