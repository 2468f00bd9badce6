"""A few games under the referee, and a referee that notices; `python -m tests.referee` watches thousands."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import tielu
from tests.referee.book import Complaint
from tests.referee.book_1880 import Book1880
from tests.referee.faults import FAULTS
from tests.referee.watch import BOOKS, NAMES, watch_game

HERE = Path(__file__).parent
# Each title and edition, few and many players, every kind of player; the clerks take longest.
GAMES = [
    ("1880", "2022", 3, "holder", 1),
    ("1880", "2022", 5, "builder", 2),
    ("1880", "2022", 7, "trader", 3),
    ("1880", "2010", 4, "random", 4),
    ("1880", "2010", 6, "builder", 5),
    ("1880", "2022", 3, "clerk", 6),
    ("1888", "2022", 2, "builder", 7),
    ("1888", "2022", 4, "random", 8),
    ("1888", "2022", 6, "trader", 9),
    ("1888", "2022", 3, "clerk", 10),
]


@pytest.mark.parametrize(("title", "edition", "players", "kind", "seed"), GAMES)
def test_the_referee_has_no_complaint(title: str, edition: str, players: int, kind: str, seed: int) -> None:
    """Every action is in order, every figure as in the referee's own book, and track and markers as by brute force."""
    watched = watch_game(title, edition, players, kind, seed, every=8)
    assert watched.complaints == []
    assert watched.actions > 100
    assert watched.lays > 0
    assert watched.markers > 0
    assert watched.shares > 0


@pytest.mark.parametrize("title", sorted(BOOKS))
def test_the_referee_notices_any_other_figure(title: str) -> None:
    """Of a fresh position no number can be changed without a complaint."""
    game = tielu.new_game(title, list(NAMES[:3]))
    snapshot = game.snapshot()
    for key, value in snapshot.items():
        if isinstance(value, int) and not isinstance(value, bool):
            book = BOOKS[title](game.edition, game.players, getattr(game, "revision", 1))
            with pytest.raises(Complaint, match=re.escape(key)):
                book.agree({**snapshot, key: value + 1}, game.deciding)


@pytest.mark.parametrize(
    ("action", "event", "complaint"),
    [
        ({"amount": 7}, {"event": "bid_placed", "player": "Ann", "private": "P0", "amount": 7}, "no bid"),
        ({"amount": 5}, {"event": "bid_placed", "player": "Bo", "private": "P0", "amount": 5}, "out of turn"),
        ({"amount": 605}, {"event": "bid_placed", "player": "Ann", "private": "P0", "amount": 605}, "cannot pay"),
        ({"amount": 5}, {"event": "private_bought", "player": "Ann", "private": "P0", "amount": 5}, "was not due"),
    ],
)
def test_the_referee_notices_what_is_out_of_order(
    action: dict[str, Any], event: dict[str, Any], complaint: str
) -> None:
    """A bid that is no multiple of 5, out of turn or beyond the purse, and a sale before the others have passed."""
    book = Book1880("2022", list(NAMES[:3]), 1)
    with pytest.raises(Complaint, match=complaint):
        book.watch("Ann", "Ann", {"type": "bid", "private": "P0", **action}, [event])


def test_the_referee_shares_no_code_with_the_titles() -> None:
    """The books and the brute force import nothing of the program; the watcher plays games by its public parts."""
    allowed = {"watch.py": ("tielu", "tielu.bots", "tielu.core.actions", "tielu.core.game")}
    for file in HERE.glob("*.py"):
        if file.name == Path(__file__).name:
            continue
        modules = set()
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                modules.add(node.module or "")
        ours = {module for module in modules if module.split(".")[0] in ("tielu", "tests", "bench")}
        assert ours <= {*allowed.get(file.name, ())}, file.name


def test_every_planted_fault_can_be_planted() -> None:
    """The text that a fault replaces is there exactly once; `python -m tests.referee.planted` looks for them all."""
    assert len(FAULTS) == 20
    for fault in FAULTS:
        text = HERE.parents[1].joinpath("src", "tielu", fault.file).read_text("utf-8")
        assert text.count(fault.before) == 1, fault.name
        assert fault.after != fault.before
