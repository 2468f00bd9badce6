"""What a company and its shares will bring: dividends until the end, and the price at which the share then counts."""

from __future__ import annotations

from dataclasses import dataclass

from tielu.core.hexes import EDGES
from tielu.core.stations import face_at
from tielu.core.tiles import CITY, OFFBOARD, TOWN
from tielu.core.track import STOPS_PER_HEX, Board

from .desk import Desk
from .weights import Weights


@dataclass(frozen=True)
class Forecast:
    """For one company: income in a turn, what a share will bring in all, and whether its trains will go unreplaced."""

    income: float
    share: float
    doomed: bool


def forecast(desk: Desk, company: int) -> Forecast:
    """What the company will earn and its share be worth at the end, dividends included."""
    state, book, w = desk.state, desk.book, desk.w
    turns = desk.turns_left
    price = book.price(state, company)
    income, doomed = expected_income(desk, company)
    pays = min(1.0, income / w.paying_income)
    up, down = book.steps_of_price(state, company)
    rise = (max(up, w.usual_rise) * pays * w.paying_part - (1 - pays) * max(down, w.usual_rise)) * turns
    rise = max(rise, -price * w.deepest_fall)
    return Forecast(income, price + rise * w.rise_trust + income / 10 * turns * w.paying_part, doomed)


def expected_income(desk: Desk, company: int) -> tuple[float, bool]:
    """The mean income of the turns to come, and whether trains will be lost that the treasury cannot replace."""
    state, book, w = desk.state, desk.book, desk.w
    turns, trains = desk.turns_left, state.trains[company]
    offered = book.on_offer(state)
    if not state.stations[company]:
        return site_income(desk, company), False
    bonus = book.bonus(state, company)
    now = desk.income(company, trains)
    kept = desk.lasting(trains)
    room = len(kept) < book.train_limit(state)
    can_buy = room and state.treasury[company] + now >= book.trains[offered].price
    coming = (*kept, offered) if can_buy else kept
    doomed = not coming and turns > w.soon
    # A company that cannot pay its next train gets it all the same, from its director, a little later.
    later = desk.income(company, coming) if coming else w.by_force * desk.income(company, (offered,))
    if state.current_phase.column < w.grown_up:
        # There is not much track yet: what lies around the home will still be built.
        later = max(later, surroundings(desk, company) * w.youth)
    first = min(turns, w.soon)
    mean = (now * first + later * w.growth * (turns - first)) / turns
    steps = book.bonus_of_step(state) * turns / 2 * w.paying_part
    return mean + bonus + steps, doomed


def site_income(desk: Desk, company: int) -> float:
    """What a company that has not begun may earn from its home, by the track that lies there and what is near."""
    promise = surroundings(desk, company) * desk.w.site_promise
    return max(promise, desk.home_income(company) * desk.w.site_track)


def surroundings(desk: Desk, company: int) -> float:
    """How much there is around the home: stops, the near ones counting more."""
    board: Board = desk.state.board
    place = desk.book.home(desk.state, company)
    home = place // STOPS_PER_HEX
    face = face_at(desk.state, home)
    exits = sum(1 << edge for edge in face.from_stop[place % STOPS_PER_HEX]) or board.open_edges[home]
    w = desk.w
    tastes = (w.city_value, w.town_value, w.attraction_decay, w.terrain)
    known, key = desk.cache.surroundings, (desk.game.title, home, exits, tastes)
    if key not in known:
        known[key] = _around(board, home, exits, w)
    return known[key]


def _around(board: Board, home: int, exits: int, w: Weights) -> float:
    ring = [board.across[home * EDGES + edge] for edge in range(EDGES) if exits >> edge & 1]
    total, seen = w.city_value, {home, *ring}
    for distance in range(1, 4):
        for index in ring:
            total += _printed_value(board, index, w) * w.attraction_decay**distance
        ring = _neighbours(board, ring, seen)
    return total


def _neighbours(board: Board, ring: list[int], seen: set[int]) -> list[int]:
    """The hexes around the ring that have not been seen yet."""
    following = []
    for index in ring:
        for edge in range(EDGES):
            other = board.across[index * EDGES + edge]
            if board.open_edges[index] >> edge & 1 and other not in seen:
                seen.add(other)
                following.append(other)
    return following


def _printed_value(board: Board, index: int, w: Weights) -> float:
    value = 0.0
    for stop in board.hexes[index].stops:
        if stop.kind == CITY:
            value = max(value, w.city_value, *stop.values)
        elif stop.kind == OFFBOARD:
            value = max(value, sum(stop.values) / len(stop.values))
        elif stop.kind == TOWN:
            value = max(value, w.town_value)
    return value - board.hexes[index].cost * w.terrain


def money_at_risk(desk: Desk, player: int) -> float:
    """What the player's companies may soon ask from the player's own pocket."""
    state, book, w = desk.state, desk.book, desk.w
    total = 0.0
    offered = book.on_offer(state)
    for company, director in enumerate(state.director):
        if director != player or not state.stations[company] or desk.lasting(state.trains[company]):
            continue
        price = book.trains[offered].price
        expected = state.treasury[company] + desk.income(company, state.trains[company]) * w.soon
        total += max(0.0, price - expected)
    return total
