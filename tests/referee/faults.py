"""The faults planted one by one: where, the text as it is, the text with the fault, and what is wrong then."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    name: str
    title: str
    file: str
    before: str
    after: str


_1880 = "titles/t1880/rules/"
_1888 = "titles/t1888n/rules/"

FAULTS = (
    Fault(
        "prices move during the takeover",
        "1880",
        f"{_1880}takeover.py",
        'resume."""\n    return not takeover(state)',
        'resume."""\n    return True',
    ),
    Fault(
        "interest is rounded down",
        "1880",
        f"{_1880}share_round.py",
        "return amount + (amount + 1) // 2",
        "return amount + amount // 2",
    ),
    Fault(
        "one certificate more than the limit",
        "1880",
        f"{_1880}trading.py",
        "if certificates(state, player) >= limit:",
        "if certificates(state, player) > limit:",
    ),
    Fault(
        "companies build without a permit",
        "1880",
        f"{_1880}track.py",
        "return (state.is_investor(railway) or state.has_permit(railway)) and laid",
        "return laid",
    ),
    Fault(
        "trains stay after a circle without a purchase",
        "1880",
        f"{_1880}train_purchase.py",
        "return offered < T8E or (offered == T8E and not state.train_sold[T8E])",
        "return False",
    ),
    Fault(
        "companies operate in the order of their charters",
        "1880",
        f"{_1880}operating_round.py",
        "return len(INVESTORS) + state.par_slot[railway]",
        "return len(INVESTORS) + railway",
    ),
    Fault(
        "markers cost the same in Phase D",
        "1880",
        f"{_1880}stations.py",
        "return STATION_COSTS[len(state.stations[company])] * state.current_phase.station_factor",
        "return STATION_COSTS[len(state.stations[company])]",
    ),
    Fault(
        "a 2R meets the duty to own a train",
        "1880",
        f"{_1880}train_purchase.py",
        "return all(train == T2R for train in state.trains[company])",
        "return not state.trains[company]",
    ),
    Fault(
        "no space is kept for a home",
        "1880",
        f"{_1880}stations.py",
        "    return waiting, rule\n",
        "    return 0, rule\n",
    ),
    Fault(
        "tiles never run out",
        "1880",
        "core/stations.py",
        "state.supply[replacement.face // EDGES] -= 1",
        "state.supply[replacement.face // EDGES] -= 0",
    ),
    Fault(
        "second capital a share too late",
        "1880",
        f"{_1880}companies.py",
        "and held(state, company, state.bank_holder) <= UNDER_THE_CARD",
        "and held(state, company, state.bank_holder) < UNDER_THE_CARD",
    ),
    Fault(
        "the lowest seat succeeds a director",
        "1880",
        "core/shares.py",
        "next(player for player in state.clockwise_from(director) if",
        "next(player for player in range(len(state.players)) if",
    ),
    Fault(
        "track leads through filled cities",
        "1880",
        "core/reach.py",
        "if not stop.terminus and place not in self.blocked:",
        "if not stop.terminus:",
    ),
    Fault(
        "a price marker arrives on top",
        "1888",
        "core/shares.py",
        "state.arrivals += 1",
        "state.arrivals -= 1",
    ),
    Fault(
        "money in bids can be spent again",
        "1888",
        f"{_1888}auction.py",
        "return state.cash[player] - locked(state, player, but)",
        "return state.cash[player]",
    ),
    Fault(
        "the pool's dividend is lost",
        "1888",
        f"{_1888}running.py",
        "    if amount:\n        bank_pays_railway(state, company, amount)\n",
        "    if amount:\n",
    ),
    Fault(
        "an exported train begins no phase",
        "1888",
        f"{_1888}phases.py",
        "state.log(TrainExported(TRAINS[train].name))\n        train_left_bank(state, train)",
        "state.log(TrainExported(TRAINS[train].name))\n        state.depot[train] -= 1",
    ),
    Fault(
        "the pool takes only four shares",
        "1888",
        f"{_1888}trading.py",
        "and held(state, company, state.pool_holder) + percent <= POOL_LIMIT",
        "and held(state, company, state.pool_holder) + percent < POOL_LIMIT",
    ),
    Fault(
        "the last to act keeps the priority",
        "1888",
        f"{_1888}share_round.py",
        "give_priority(state, state.left_of(self.last_actor))",
        "give_priority(state, self.last_actor)",
    ),
    Fault(
        "Heng Shan's hex is open from the start",
        "1888",
        f"{_1888}track.py",
        "return state.board.hexes[index].name == HENG_SHAN and heng_shan_blocked(state)",
        "return False",
    ),
)
