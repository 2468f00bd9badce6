"""How the director spends its time, and when it believes what it sees."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchSettings:
    """How many moves the director looks at, how far, and how sure it must be to leave its clerk's advice."""

    # The part of its seconds that it spends, and the part it never exceeds; how fast it forgets that a move was slow.
    spent: float = 0.8
    limit: float = 1.0
    slow_again: float = 0.97

    # -- moves looked at; not those that the clerk thinks worse by more than the margin, in yuan --
    least_moves: int = 3
    moves_per_second: float = 6.0
    margin: float = 200.0
    # This many are judged as soon as they are made, and the best of them played on; 0: as the clerk orders them.
    glanced: int = 0

    # -- rollouts --
    # How many turns of companies they last, and as how many a round of the players' own decisions counts.
    least_turns: int = 5
    turns_per_second: float = 30.0
    most_turns: int = 40
    round_counts: float = 0.0
    most_rollouts: int = 200
    # After this many rollouts a move is given up if not even this many standard errors would make it better.
    least_rollouts: int = 3
    hope: float = 1.5
    # When this part of the time is over, the worst have been given up one by one until two moves are left.
    narrowed: float = 0.7
    # How far the worth of moves is misjudged at random in rollouts, in yuan.
    tremble: float = 25.0

    # -- belief --
    # Another move must look better by this many yuan and standard errors; of one or two rollouts the error is guessed.
    doubt: float = 5.0
    errors: float = 1.0
    guessed_error: float = 80.0
    # Every turn of the companies that is left beyond this many makes another move less certain by this many yuan.
    clear_turns: float = 8.0
    blur: float = 15.0
