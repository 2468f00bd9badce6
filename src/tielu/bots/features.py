"""A position as numbers for a network: the game, every player and every company, each a short list.

The lists do not depend on who looks or on how many play: a network that treats all players alike, and all companies
alike, reads any table. Money is in units that make numbers near 1 usual. A title adds what only it has
(`TitleFeatures`). `docs/chairman.md` lists what is in them.

Every number has a name. A network knows the names of those it was trained on and picks them out (`Reader`), so numbers
may be added at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import fsum
from typing import Any, Final

from tielu.bots.clerk.desk import Desk
from tielu.bots.clerk.forecast import surroundings
from tielu.bots.clerk.needs import need_of
from tielu.core.flow import current_round
from tielu.core.share_round import ShareRound
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
# A unit: how often a company runs until the end, once that is known. And the most rounds that the bank is said to last.
RUNS: Final = 4.0
MOST_ROUNDS: Final = 4.0


@dataclass(frozen=True)
class Extra:
    """Numbers that only one title has: their names, and a function that gives as many for a state (and a number)."""

    names: tuple[str, ...] = ()
    values: Callable[..., list[float]] = lambda *_: []


@dataclass(frozen=True)
class Timetable:
    """Which company runs when, as far as the rules say.

    `order` has the floated companies in the order of their next runs; the first `this_round` of them come before the
    round is over. `runs_to_end` says how often each in this order will still run; it is empty while nobody knows.
    `at_hand` is the company whose turn it is, though others may decide in between, or NOBODY; `turn_done` the part of
    that turn that is over, and `earned` the income that waits to be paid or kept. `before_removal` is how many rounds,
    or which part of one, come before a train may leave the bank that nobody has bought.
    """

    order: list[int]
    this_round: int
    runs_to_end: list[int]
    at_hand: int
    turn_done: float
    earned: int
    before_removal: float


@dataclass(frozen=True)
class TitleFeatures:
    """What a title says about its positions: the names of what can occur, its timetable, and numbers of its own."""

    editions: tuple[str, ...]
    phases: tuple[str, ...]
    rounds: tuple[str, ...]
    privates: tuple[str, ...]
    timetable: Callable[[Any], Timetable]
    game: Extra = field(default_factory=Extra)
    company: Extra = field(default_factory=Extra)
    player: Extra = field(default_factory=Extra)


@dataclass(frozen=True)
class FeatureNames:
    """What the numbers of each list mean, in their order."""

    game: tuple[str, ...]
    company: tuple[str, ...]
    player: tuple[str, ...]


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
    names: FeatureNames


class Reader:
    """Picks from the numbers of a position those that a network was trained on, by their names."""

    def __init__(self, wanted: FeatureNames) -> None:
        self._wanted = wanted
        self._given = wanted
        self._game: list[int] = []
        self._company: list[int] = []
        self._player: list[int] = []

    def read(self, features: Features) -> Features:
        """The numbers that are wanted, in their order; raises ValueError if one of them is not given."""
        if features.names is not self._given:
            self._match(features.names)
        if not self._game:
            return features
        return Features(
            _picked(features.game, self._game),
            [_picked(row, self._company) for row in features.companies],
            [_picked(row, self._player) for row in features.players],
            features.held,
            features.directs,
            features.worths,
            self._wanted,
        )

    def _match(self, given: FeatureNames) -> None:
        """Find where the wanted numbers are; empty lists mean that exactly these are given."""
        wanted = self._wanted
        if given == wanted:
            self._game, self._company, self._player = [], [], []
        else:
            self._game = places(wanted.game, given.game)
            self._company = places(wanted.company, given.company)
            self._player = places(wanted.player, given.player)
        self._given = given


def places(wanted: tuple[str, ...], given: tuple[str, ...]) -> list[int]:
    """Where each of the wanted names stands among those given; raises ValueError if one does not."""
    where = {name: place for place, name in enumerate(given)}
    unknown = [name for name in wanted if name not in where]
    if unknown:
        raise ValueError(f"features that positions do not have: {', '.join(unknown)}")
    return [where[name] for name in wanted]


def _picked(row: list[float], places: list[int]) -> list[float]:
    return [row[place] for place in places]


_COMPANY: Final = (
    "floated", "operates", "par", "price", "rise", "fall", "bonus", "treasury", "income", "lasting_income",
    "income_with_next_train", "surroundings", "trains", "room_for_trains", "turns_of_best_train", "permanent_train",
    "forced_price", "lacking", "with_players", "director_holds", "markers", "deciding",
)  # fmt: skip
# When companies run, which stands behind what titles add: the first networks were trained without.
_GAME_TIMES: Final = (
    "part_of_round_left", "turn_done", "before_removal", "income_of_all", "income_to_come", "bank_lasts", "passes",
)  # fmt: skip
_COMPANY_TIMES: Final = (
    "to_run", "runs_before", "at_hand", "turn_done", "earned", "income_to_come", "runs_to_end", "income_to_end",
)  # fmt: skip
_PLAYER_TIMES: Final = ("income_to_come", "rise_to_come", "income_to_end", "rise_to_end")
_PLAYER: Final = (
    "cash", "worth", "certificates_left", "private_worth", "lacking", "directed_treasuries", "income_share",
    "companies_directed", "acting", "after_actor", "priority", "after_priority",
)  # fmt: skip


def feature_names(title: TitleFeatures, desk: Desk) -> FeatureNames:
    """What the numbers of `position_features` mean for a title; always the same object."""
    known = _NAMES.get(desk.game.title)
    if known is not None:
        return known
    trains = [train.name for train in desk.book.trains]
    game = (
        *[f"edition {each}" for each in title.editions],
        *[f"players {count}" for count in range(2, MOST_PLAYERS + 1)],
        *[f"phase {each}" for each in title.phases],
        *[f"round {each}" for each in title.rounds],
        *[f"depot {each}" for each in trains],
        "turns_left", "bank", "price_on_offer", "train_limit", "founded", "operating",
        *title.game.names,
        *_GAME_TIMES,
    )  # fmt: skip
    company = (
        *desk.book.companies,
        *[f"train {each}" for each in trains],
        *_COMPANY,
        *title.company.names,
        *_COMPANY_TIMES,
    )
    player = (*_PLAYER, *[f"private {each}" for each in title.privates], *title.player.names, *_PLAYER_TIMES)
    names = FeatureNames(game, company, player)
    _NAMES[desk.game.title] = names
    return names


_NAMES: Final[dict[str, FeatureNames]] = {}


class _Run:
    """What a founded company earns and lacks, in yuan, and how often it runs."""

    def __init__(self, company: int, to_run: int, before: float, to_end: int) -> None:
        self.company = company
        # In this round; the part of a round until then; and until the end, as far as that is known.
        self.to_run = to_run
        self.before = before
        self.to_end = to_end
        self.income = self.pays = self.lacking = 0.0
        # What a dividend adds to the price of all shares.
        self.rise = 0.0


def position_features(title: TitleFeatures, desk: Desk) -> Features:
    """The numbers of a position; the desk is that of a clerk in a hurry with the weights of the director's own."""
    state, times = desk.state, title.timetable(desk.state)
    runs = _runs(desk, times)
    companies = []
    for run in runs:
        row = _company(desk, run, times)
        companies.append(row + title.company.values(state, run.company) + _company_times(run, times))
    seats = range(len(state.players))
    parts = [[held(state, run.company, player) / 100 for run in runs] for player in seats]
    directs = [[float(state.director[run.company] == player) for run in runs] for player in seats]
    worths = [float(each) for each in desk.game.worths()]
    players = []
    for player in seats:
        row = _player(desk, title, player, worths[player], parts[player], runs)
        players.append(row + title.player.values(state, player) + _player_times(parts[player], runs))
    game = _game(desk, title, len(runs)) + _game_times(desk, runs, times)
    return Features(game, companies, players, parts, directs, worths, feature_names(title, desk))


def _runs(desk: Desk, times: Timetable) -> list[_Run]:
    """A run for each founded company; those that have not floated never run."""
    found = []
    for company, par in enumerate(desk.state.par):
        if not par:
            continue
        to_run, before, to_end = 0, 0.0, 0
        if company in times.order:
            place = times.order.index(company)
            to_run, before = int(place < times.this_round), place / len(times.order)
            to_end = times.runs_to_end[place] if times.runs_to_end else 0
        found.append(_Run(company, to_run, before, to_end))
    return found


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


def _game_times(desk: Desk, runs: list[_Run], times: Timetable) -> list[float]:
    state, frame = desk.state, desk.frame
    earned = to_come = 0.0
    for run in runs:
        earned += run.pays
        to_come += run.pays * run.to_run
    return [
        times.this_round / len(times.order) if times.order else 0.0,
        times.turn_done,
        times.before_removal,
        earned / WEALTH,
        to_come / WEALTH,
        min(MOST_ROUNDS, max(0, state.bank) / max(1.0, earned)) / MOST_ROUNDS,
        frame.passes / len(state.players) if isinstance(frame, ShareRound) else 0.0,
    ]


def _company_times(run: _Run, times: Timetable) -> list[float]:
    at_hand = run.company == times.at_hand
    return [
        float(run.to_run),
        run.before,
        float(at_hand),
        times.turn_done if at_hand else 0.0,
        times.earned / INCOME if at_hand else 0.0,
        run.pays * run.to_run / INCOME,
        run.to_end / RUNS,
        run.pays * run.to_end / WEALTH,
    ]


def _player_times(parts: list[float], runs: list[_Run]) -> list[float]:
    income = rise = income_to_end = rise_to_end = 0.0
    for part, run in zip(parts, runs, strict=True):
        if part and run.pays:
            income += part * run.pays * run.to_run
            rise += part * run.rise * run.to_run
            income_to_end += part * run.pays * run.to_end
            rise_to_end += part * run.rise * run.to_end
    return [income / INCOME, rise / INCOME, income_to_end / WEALTH, rise_to_end / WEALTH]


def _company(desk: Desk, run: _Run, times: Timetable) -> list[float]:
    """The numbers of a founded company; notes what it earns and lacks."""
    state, book, company = desk.state, desk.book, run.company
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
    bonus = book.bonus(state, company)
    run.income, run.lacking, run.rise = now, lacking, 10.0 * up
    run.pays = now + bonus if trains else 0.0
    if times.earned and company == times.at_hand:
        run.pays = float(times.earned)
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
        bonus / INCOME,
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
    return row


def _player(
    desk: Desk, title: TitleFeatures, player: int, worth: float, parts: list[float], runs: list[_Run]
) -> list[float]:
    state, book, seating = desk.state, desk.book, desk.state.seating
    income = fsum([part * run.income for part, run in zip(parts, runs, strict=True)])
    own = [run for run in runs if state.director[run.company] == player]
    count, seat = len(seating), seating.index(player)
    privates = [float(owner == player) for owner in state.private_owner[: len(title.privates)]]
    return [
        (state.cash[player] - book.debt(state, player)) / WEALTH,
        worth / WEALTH,
        book.certificates_left(state, player) / TURNS,
        fsum([book.private_worth(desk, each) for each, owns in enumerate(privates) if owns]) / WEALTH,
        fsum([run.lacking for run in own]) / WEALTH,
        sum(state.treasury[run.company] for run in own) / WEALTH,
        income / INCOME,
        len(own) / TRAINS,
        float(desk.player == player),
        (seat - seating.index(desk.player)) % count / count,
        float(state.priority == player),
        (seat - seating.index(state.priority)) % count / count,
        *privates,
    ]


def one_of(count: int, chosen: int) -> list[float]:
    """This many zeros, with a 1 at the chosen place; none if that is negative."""
    row = [0.0] * count
    if chosen >= 0:
        row[chosen] = 1.0
    return row


def topmost(state: Any, kind: type) -> Any:
    """The topmost frame of a kind on the stack, or None."""
    return next((frame for frame in reversed(state.stack) if isinstance(frame, kind)), None)
