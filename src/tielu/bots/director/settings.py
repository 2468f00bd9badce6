"""How the director spends its time, and when it believes what it sees."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    # Of the seconds it has, so much is spent, and so much in no case; with each decision a slow move is less expected.
    spent: float = 0.8
    limit: float = 1.0
    slow_again: float = 0.97

    # -- moves looked at; those that the clerk thinks far worse, in yuan, are not --
    least_moves: int = 3
    moves_per_second: float = 6.0
    margin: float = 200.0

    # -- lines --
    # How many turns of companies they last.
    least_turns: int = 5
    turns_per_second: float = 30.0
    most_turns: int = 40
    most_lines: int = 200
    # After so many lines a move is given up if not even so many standard errors would make it better.
    least_lines: int = 3
    hope: float = 1.5
    # How much the worth of moves is felt to differ from what it is, in yuan.
    tremble: float = 25.0

    # -- belief --
    # Another move must look better by so many yuan and standard errors; with one or two lines the error is guessed.
    doubt: float = 5.0
    errors: float = 1.0
    guessed_error: float = 80.0
    # With every turn of the companies that is left beyond so many, one sees so much less, in yuan.
    clear_turns: float = 8.0
    blur: float = 15.0
