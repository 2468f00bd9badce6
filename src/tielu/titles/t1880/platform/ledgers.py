"""What the platform numbers in 1880 and we do not: which train and which share is whose, and whose circle is whose."""

from __future__ import annotations

from tielu.core.shares import SHARE
from tielu.core.stations import face_at
from tielu.core.track import STOPS_PER_HEX
from tielu.titles.t1880.rules.components import COMPANIES, OO_HOMES, T10, TRAINS
from tielu.titles.t1880.rules.state import State1880

from .words import next_train_id

# The bank as a holder of shares, beside players (by number) and investors (by id).
BANK_HOLDER = "bank"
Holder = int | str
DIRECTOR_CERTIFICATE = 0
FIRST_UNDER_THE_CARD = 4
CERTIFICATES = 9


class Trains:
    """The trains of the companies by their ids, each in the order in which it was acquired."""

    def __init__(self) -> None:
        self._owned: dict[str, list[str]] = {company.id: [] for company in COMPANIES}

        self._tens = 0

    def take(self, company: str, train_id: str) -> None:
        self._owned[company].append(train_id)

    def take_from_bank(self, state: State1880, company: str, train: int) -> str:
        """The id of the train that the company gets; of 10-trains the bank has no number left to count by."""
        train_id = next_train_id(state, train)
        if train == T10:
            train_id = f"{TRAINS[T10].name}-{self._tens}"
            self._tens += 1
        self.take(company, train_id)
        return train_id

    def give(self, company: str, train: str) -> str:
        """The id of a train of this type that the company parts with."""
        train_id = self.of_type(company, train)[0]
        self._owned[company].remove(train_id)
        return train_id

    def of_type(self, company: str, train: str) -> list[str]:
        return [each for each in self._owned[company] if each.rpartition("-")[0] == train]

    def drop_scrapped(self, state: State1880) -> None:
        """Forget trains of types that a company no longer has."""
        for index, company in enumerate(COMPANIES):
            types = {TRAINS[train].name for train in state.trains[index]}
            owned = self._owned[company.id]
            self._owned[company.id] = [each for each in owned if each.rpartition("-")[0] in types]


def _charter(investor: int) -> str:
    """An investor as a holder of shares."""
    return f"investor {investor}"


class Shares:
    """The certificates of one company: number 0 is the director's; whoever gives up some begins with the oldest."""

    def __init__(self) -> None:
        self._held: dict[Holder, list[int]] = {BANK_HOLDER: list(range(CERTIFICATES))}
        self._director_percent = 2 * SHARE

    def of(self, holder: Holder) -> list[int]:
        return self._held.setdefault(holder, [])

    def _move(self, certificate: int, giver: Holder, taker: Holder) -> None:
        self.of(giver).remove(certificate)
        self.of(taker).append(certificate)

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

    def sale(self, player: int, percent: int) -> list[int]:
        """The certificates that a sale names: single shares, then the director's, of which a part may be sold."""
        named: list[int] = []
        for certificate in sorted(self.of(player), key=lambda each: each == DIRECTOR_CERTIFICATE):
            if percent > 0:
                named.append(certificate)
                percent -= self._percent(certificate)
        return named

    def sell(self, player: int, percent: int, director: int) -> None:
        """Give up what the sale names; `director` directs the company after it."""
        named = self.sale(player, percent)
        for certificate in named:
            self._move(certificate, player, BANK_HOLDER)
        surplus = sum(map(self._percent, named)) - percent
        self.change_director(player, director)
        for _ in range(surplus // SHARE):
            self._move(self.of(BANK_HOLDER)[0], BANK_HOLDER, player)

    def _percent(self, certificate: int) -> int:
        return self._director_percent if certificate == DIRECTOR_CERTIFICATE else SHARE

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
