"""A position as numbers for a network: the game, every player and every company, each a short list.

The lists do not depend on who looks or on how many play: a network that treats all players alike, and all companies
alike, reads any table. Money is in units that make numbers near 1 usual. A title adds what only it has
(`TitleFeatures`). `docs/chairman.md` lists what is in them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from tielu.bots.clerk.desk import Desk
from tielu.bots.clerk.forecast import surroundings
from tielu.bots.clerk.needs import need_of
from tielu.core.flow import current_round
from tielu.core.shares import held

MOST_PLAYERS: Final = 7
# Units: what a player has, what a company earns in a turn, prices on the chart, turns and trains.
WEALTH: Final = 1000.0
INCOME: Final = 100.0
PRICE: Final = 100.0
TURNS: Final = 10.0
TRAINS: Final = 4.0
# An unlimited supply of a train counts as this many.
MOST_TRAINS: Final = 10


@dataclass(frozen=True)
class Extra:
    """Numbers that only one title has: their names, and a function that gives as many for a state (and a number)."""

    names: tuple[str, ...] = ()
    values: Callable[..., list[float]] = lambda *_: []


@dataclass(frozen=True)
class TitleFeatures:
    """What a title says about its positions: the names of what can occur, and numbers of its own."""

    editions: tuple[str, ...]
    phases: tuple[str, ...]
    rounds: tuple[str, ...]
    privates: tuple[str, ...]
    game: Extra = field(default_factory=Extra)
    company: Extra = field(default_factory=Extra)
    player: Extra = field(default_factory=Extra)


@dataclass(frozen=True)
class Features:
    """A position as lists of numbers; companies that are not founded are left out.

    `held` has for every player the part of each company in the list, `directs` 1 for the director. `worths` is what
    players would be worth if the game ended now, in yuan.
    """

    game: list[float]
    companies: list[list[float]]
    players: list[list[float]]
    held: list[list[float]]
    directs: list[list[float]]
    worths: list[float]


@dataclass(frozen=True)
class FeatureNames:
    """What the numbers of each list mean, in their order."""

    game: tuple[str, ...]
    company: tuple[str, ...]
    player: tuple[str, ...]


_COMPANY: Final = (
    "floated", "operates", "par", "price", "rise", "fall", "bonus", "treasury", "income", "lasting_income",
    "income_with_next_train", "surroundings", "trains", "room_for_trains", "turns_of_best_train", "permanent_train",
    "forced_price", "lacking", "with_players", "director_holds", "markers", "deciding",
)  # fmt: skip
_PLAYER: Final = (
    "cash", "worth", "certificates_left", "private_worth", "lacking", "directed_treasuries", "income_share",
    "companies_directed", "acting", "after_actor", "priority", "after_priority",
)  # fmt: skip


def feature_names(title: TitleFeatures, desk: Desk) -> FeatureNames:
    """What the numbers of `position_features` mean for a title."""
    trains = [train.name for train in desk.book.trains]
    game = (
        *[f"edition {each}" for each in title.editions],
        *[f"players {count}" for count in range(2, MOST_PLAYERS + 1)],
        *[f"phase {each}" for each in title.phases],
        *[f"round {each}" for each in title.rounds],
        *[f"depot {each}" for each in trains],
        "turns_left", "bank", "price_on_offer", "train_limit", "founded", "operating",
        *title.game.names,
    )  # fmt: skip
    company = (*desk.book.companies, *[f"train {each}" for each in trains], *_COMPANY, *title.company.names)
    player = (*_PLAYER, *[f"private {each}" for each in title.privates], *title.player.names)
    return FeatureNames(game, company, player)


def position_features(title: TitleFeatures, desk: Desk) -> Features:
    """The numbers of a position; the desk is that of a clerk in a hurry with the weights of the director's own."""
    state = desk.state
    founded = [company for company, par in enumerate(state.par) if par]
    companies, burdens, incomes = [], [0.0] * len(state.director), [0.0] * len(state.director)
    for company in founded:
        row, incomes[company], burdens[company] = _company(desk, company)
        companies.append(row + title.company.values(state, company))
    seats = range(len(state.players))
    parts = [[held(state, company, player) / 100 for company in founded] for player in seats]
    directs = [[float(state.director[company] == player) for company in founded] for player in seats]
    worths = [float(each) for each in desk.game.worths()]
    players = []
    for player in seats:
        income = sum(part * incomes[company] for part, company in zip(parts[player], founded, strict=True))
        own = [company for company in founded if state.director[company] == player]
        row = _player(desk, title, player, worths[player], income, own, burdens)
        players.append(row + title.player.values(state, player))
    return Features(_game(desk, title, len(founded)), companies, players, parts, directs, worths)


def _game(desk: Desk, title: TitleFeatures, founded: int) -> list[float]:
    state, book = desk.state, desk.book
    count, edition, played = len(state.players), desk.game.edition, current_round(state)
    return [
        *[float(each == edition) for each in title.editions],
        *[float(each == count) for each in range(2, MOST_PLAYERS + 1)],
        *[float(each == state.phase) for each in range(len(title.phases))],
        *[float(each == played) for each in title.rounds],
        *[min(left, MOST_TRAINS) / MOST_TRAINS for left in state.depot],
        desk.turns_left / TURNS,
        state.bank / (10 * WEALTH),
        book.trains[book.on_offer(state)].price / WEALTH,
        book.train_limit(state) / TRAINS,
        founded / TURNS,
        sum(1 for each in range(len(state.par)) if state.stations[each]) / TURNS,
        *title.game.values(state),
    ]


def _company(desk: Desk, company: int) -> tuple[list[float], float, float]:
    """The numbers of a founded company, its income in yuan, and what it lacks for a train it must have."""
    state, book = desk.state, desk.book
    trains, offered, limit = state.trains[company], book.on_offer(state), book.train_limit(state)
    up, down = book.steps_of_price(state, company)
    operates = bool(state.stations[company])
    now = lasting = later = lacking = forced = 0.0
    if operates:
        kept = desk.lasting(trains)
        now, lasting = float(desk.income(company, trains)), float(desk.income(company, kept))
        later = max(lasting, float(desk.income(company, (*kept, offered)))) if len(kept) < limit else lasting
        need = need_of(desk, company)
        if need.forced:
            lacking, forced = float(need.lacking), float(need.price)
    row = [0.0] * len(book.companies)
    row[company] = 1.0
    counts = [0.0] * len(book.trains)
    for train in trains:
        counts[train] += 0.5
    players = len(state.players)
    first = company * state.holders
    row += counts
    row += [
        float(state.floated[company]),
        float(operates),
        state.par[company] / PRICE,
        book.price(state, company) / PRICE,
        up / PRICE * 10,
        down / PRICE * 10,
        book.bonus(state, company) / INCOME,
        state.treasury[company] / WEALTH,
        now / INCOME,
        lasting / INCOME,
        later / INCOME,
        surroundings(desk, company) / INCOME,
        len(trains) / TRAINS,
        max(0, limit - len(trains)) / TRAINS,
        max((desk.turns_of_train(each) for each in trains), default=0.0) / TURNS,
        float(any(desk.is_permanent(each) for each in trains)),
        forced / WEALTH,
        lacking / WEALTH,
        sum(state.shares[first : first + players]) / 100,
        held(state, company, state.director[company]) / 100,
        len(state.stations[company]) / TRAINS,
        float(desk.railway == company),
    ]
    return row, now, lacking


def _player(
    desk: Desk, title: TitleFeatures, player: int, worth: float, income: float, own: list[int], burdens: list[float]
) -> list[float]:
    state, book, seating = desk.state, desk.book, desk.state.seating
    count, seat = len(seating), seating.index(player)
    privates = [float(owner == player) for owner in state.private_owner[: len(title.privates)]]
    return [
        (state.cash[player] - book.debt(state, player)) / WEALTH,
        worth / WEALTH,
        book.certificates_left(state, player) / TURNS,
        sum(book.private_worth(desk, each) for each, owns in enumerate(privates) if owns) / WEALTH,
        sum(burdens[company] for company in own) / WEALTH,
        sum(state.treasury[company] for company in own) / WEALTH,
        income / INCOME,
        len(own) / TRAINS,
        float(desk.player == player),
        (seat - seating.index(desk.player)) % count / count,
        float(state.priority == player),
        (seat - seating.index(state.priority)) % count / count,
        *privates,
    ]


def one_of(count: int, chosen: int) -> list[float]:
    """So many zeros, with a 1 at the chosen place; none if that is negative."""
    row = [0.0] * count
    if chosen >= 0:
        row[chosen] = 1.0
    return row


def topmost(state: Any, kind: type) -> Any:
    """The topmost frame of a kind on the stack, or None."""
    return next((frame for frame in reversed(state.stack) if isinstance(frame, kind)), None)
