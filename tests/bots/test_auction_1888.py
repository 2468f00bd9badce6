"""Bots in the auction of 1888-N: nobody raises a bid of their own, and every auction comes to its end."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

import tielu
from tests.play import new_game
from tielu.bots import Bot, Chairman, Clerk, Newcomer
from tielu.bots.director import Director
from tielu.core.actions import Bid, Pass
from tielu.core.events import BidPlaced, Event, PrivateBought
from tielu.core.game import Game

EDITIONS = tielu.TITLES["1888"].editions
PRIVATES = 6

# Above what the longest of these auctions needed.
LONGEST_AUCTION = 200


def leaders_after(leaders: dict[str, str], events: Sequence[Event]) -> dict[str, str]:
    """Who has the highest bid on each private, going on with these events; what is sold has no bids any more."""
    leaders = dict(leaders)
    for event in events:
        if isinstance(event, BidPlaced):
            leaders[event.private] = event.player
        elif isinstance(event, PrivateBought):
            leaders.pop(event.private, None)
    return leaders


def auction(game: Game, bots: Sequence[Bot]) -> int:
    """Let the bots play the auction; returns how many bids were made."""
    leaders: dict[str, str] = {}
    bids = sold = 0
    for _ in range(LONGEST_AUCTION):
        assert game.actor is not None
        action = bots[game.players.index(game.actor)].choose(game).action
        if isinstance(action, Bid):
            assert leaders.get(action.private) != game.actor, (game.actor, action)
            bids += 1
        events = game.apply(action)
        leaders = leaders_after(leaders, events)
        sold += sum(isinstance(event, PrivateBought) for event in events)
        if sold == PRIVATES:
            return bids
    raise AssertionError(f"the auction did not end within {LONGEST_AUCTION} decisions")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_clerks_never_raise_their_own_bids(players: int, edition: str) -> None:
    """In forty auctions whoever leads bids on something else or passes, and all six privates are sold."""
    for seed in range(40):
        clerks = [Clerk(seed * players + seat) for seat in range(players)]
        assert auction(new_game(players, edition, "1888"), clerks) > 0


def test_a_director_never_raises_its_own_bid() -> None:
    """Bids of one's own are not among the moves that it plays on."""
    ticks = itertools.count()
    for seed in range(2):
        directors = [Director(seed * 3 + seat, 0.02, clock=lambda: next(ticks) / 1000) for seat in range(3)]
        assert auction(new_game(3, EDITIONS[0], "1888"), directors) > 0


def test_a_chairman_never_raises_its_own_bid() -> None:
    """Nor does whoever is asked for advice, which is a chairman, too."""
    ticks = itertools.count()
    chairmen = [Chairman(seat, 0.02, clock=lambda: next(ticks) / 1000) for seat in range(3)]
    assert auction(new_game(3, EDITIONS[0], "1888"), chairmen) > 0


def test_newcomers_never_raise_their_own_bids() -> None:
    for seed in range(10):
        assert auction(new_game(3, EDITIONS[0], "1888"), [Newcomer(seed * 3 + seat) for seat in range(3)]) > 0


def bids_weighed(game: Game) -> list[str]:
    """The privates on which a clerk thinks of bidding."""
    options = [option.action for option in Clerk(1).options(game)]
    return [action.private for action in options if isinstance(action, Bid)]


def test_whoever_is_outbid_may_bid_again() -> None:
    """A clerk weighs a raise of somebody else's bid, but none of its own."""
    game = new_game(2, EDITIONS[0], "1888")
    game.apply(Bid("GW", 105))
    assert "GW" in bids_weighed(game)
    game.apply(Pass())
    assert "GW" not in bids_weighed(game)
    game.apply(Pass())
    game.apply(Bid("GW", 110))
    assert "GW" in bids_weighed(game)
