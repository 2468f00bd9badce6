"""Automatic moves in random games: never illegal, never surprising, always with words for why they stop.

`TIELU_GAMES=500 make test` plays more games; docs/testing.md records the large runs.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

import tielu
from tests.automatic.seats import Seats
from tests.play import choose, new_game
from tielu.automatic import (
    Act,
    AutomaticMove,
    BidUpTo,
    BuyShares,
    LeavePower,
    Operate,
    PassAuction,
    PassShares,
    SetMove,
    move_from_json,
)
from tielu.automatic.decide import UNASKED
from tielu.automatic.moves import PAY, RAILWAY_ENDS, SHARE_ENDS, SOLD, WITHHOLD
from tielu.automatic.words import say_move, say_why
from tielu.core.actions import Bid, BuyShare, Pass, PayDividend, RunTrains, Withhold
from tielu.core.events import CompanyFounded, SharesSold
from tielu.core.game import Game
from tielu.core.share_round import ShareRound
from tielu.core.shares import SHARE, held
from tielu.i18n import LANGUAGES

# So long games are played: the auction, several share rounds, many turns of companies.
ACTIONS = 160
EDITIONS = [(title, edition) for title in tielu.TITLES for edition in tielu.TITLES[title].editions]
ROUNDS = max(1, int(os.environ.get("TIELU_GAMES", "0")) // len(EDITIONS))
GAMES = [(*edition, seed) for seed in range(ROUNDS) for edition in EDITIONS]


def some(ends: tuple[str, ...], rng: random.Random) -> tuple[str, ...]:
    return tuple(end for end in ends if rng.random() < 0.4)


def drawn_move(game: Game, rng: random.Random) -> AutomaticMove:
    """Any automatic move that a player might set."""
    state, position = game.state, game.position
    company = rng.choice(state.company_ids)
    railway = rng.choice([state.railway_id(index) for index in range(len(state.treasury))])
    private = rng.choice(position.privates).id
    kinds: list[AutomaticMove] = [
        PassShares(some(SHARE_ENDS, rng)),
        PassShares((SOLD,), company, rng.randint(50, 120)),
        BuyShares(company, rng.randint(1, 6), rng.choice([None, rng.randint(60, 150)])),
        BuyShares(company, None, rng.randint(60, 150)),
        BidUpTo(private, rng.randint(0, 200)),
        PassAuction(),
        Operate(railway, rng.choice((PAY, WITHHOLD)), some(RAILWAY_ENDS, rng)),
        LeavePower(private),
    ]
    return rng.choice(kinds)


def check_asked_for(game: Game, each: SetMove, act: Act) -> None:
    """The action is legal, and one that the move names."""
    move, action, state = each.move, act.action, game.state
    assert action in game.legal_actions()
    player = state.players.index(game.actor)
    top = state.stack[-1]
    if isinstance(move, (PassShares, BuyShares)):
        assert isinstance(top, ShareRound)
        assert not top.acted
    if isinstance(move, (PassShares, PassAuction, LeavePower)):
        assert action == Pass()
    elif isinstance(move, BuyShares):
        assert isinstance(action, BuyShare)
        assert action.company == move.company
        has = held(state, state.company_ids.index(move.company), player) // SHARE
        assert move.shares is None or has < move.shares
        after = game.clone()
        after.apply(action)
        assert move.price is None or state.cash[player] - after.state.cash[player] <= move.price
    elif isinstance(move, BidUpTo):
        bids = {offer.private for offer in game.legal_actions() if isinstance(offer, Bid)}
        assert move.private in bids
        assert bids == {move.private} if action == Pass() else isinstance(action, Bid) and action.amount <= move.limit
    elif isinstance(move, Operate):
        assert game.deciding == move.railway
        kept = PayDividend if move.dividend == PAY else Withhold
        assert isinstance(action, (RunTrains, Pass, kept))


def check_nothing_missed(seats: Seats, each: SetMove) -> None:
    """Nobody has founded or sold while a move passes on that was to end then."""
    move, game = each.move, seats.game
    if not isinstance(move, PassShares):
        return
    me = game.actor
    again = game.clone()
    again.rewind(each.since)
    mine = {
        state_id
        for state_id, director in zip(game.state.company_ids, game.state.director, strict=True)
        if director == game.players.index(me or "")
    }
    for action in game.actions[each.since :]:
        actor = again.actor
        for event in again.apply_trusted(action):
            if actor != me:
                assert not (isinstance(event, CompanyFounded) and "founded" in move.until)
                assert not (isinstance(event, SharesSold) and SOLD in move.until and event.company in mine)


@pytest.mark.parametrize(("title", "edition", "seed"), GAMES)
def test_what_was_asked_for_or_a_stop_with_its_reason(title: str, edition: str, seed: int) -> None:
    """With random moves set at random times, every automatic action is legal, asked for, and brings no surprise."""
    rng, seats = random.Random(f"{title} {edition} {seed}"), Seats(new_game(4, edition, title))
    game, done = seats.game, Counter[str]()

    def check(each: SetMove, act: Act) -> None:
        check_asked_for(game, each, act)
        check_nothing_missed(seats, each)
        done[each.move.type] += 1

    for _ in range(ACTIONS):
        if game.finished:
            break
        if rng.random() < 0.4:
            move = drawn_move(game, rng)
            assert move_from_json(move.to_json()) == move
            assert all("?" not in say_move(move, lang) for lang in LANGUAGES)
            seats.set(rng.randrange(4), move)
        made = len(seats.made)
        events = seats.play(lambda game: choose(game, rng, "builder"), check)
        assert len(seats.made) == made or not any(isinstance(event, UNASKED) for event in events)
    assert done
    for stop in seats.stops:
        assert all("?" not in say_why(stop, lang) for lang in LANGUAGES), stop
