"""What pages tell of puzzles: cards of them, and the band of the table on which one is solved."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tielu import TITLES, Action, Game
from tielu.i18n import say
from tielu.puzzles import Puzzle, Verdict, all_puzzles, puzzle_of
from tielu.puzzles.words import rule_of, say_hint, say_question, say_solution, solution_of
from tielu.store import GameInfo
from tielu.views.svg import AUTO, board_picture

# The keys of exercises that are puzzles begin so.
_KEY = "puzzles/"
# Who has tried the puzzles, and how they are called.
_READERS = {
    "random": "strength_random",
    "clerk": "strength_clerk",
    "director": "puzzle_reader_director",
    "hurried": "puzzle_reader_hurried",
    "careful": "puzzle_reader_careful",
    "thorough": "puzzle_reader_thorough",
}
# The kinds in which what an answer brings is money.
_MONEY = frozenset({"run", "lay", "station", "block", "train", "keep", "rescue"})


@dataclass(frozen=True)
class PuzzleCard:
    """A puzzle in the list or on its page: what is asked, of which title, how hard it is, and whether it is solved."""

    number: int
    kind: str
    title: str
    edition: str
    players: int
    level: int
    question: str
    solved: bool
    misses: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class PuzzleBand:
    """The band of a puzzle: the question, what the answer was, and what may be asked for.

    `state` is "open", "missed" or "solved"; `said` is what is said of the answer. `shown` is the answer that the reader
    may ask for. While `hides_runs` the table does not tell which run is the best. `own` tells whether the reader plays.
    """

    number: int
    kind: str
    label: str
    level: int
    question: str
    hint: str
    solution: str
    rule: str
    rule_text: str
    state: str
    said: str
    shown: Action
    following: int
    own: bool
    hides_runs: bool

    @property
    def solved_by_reader(self) -> int:
        """The number of the puzzle if the reader has solved it, else 0."""
        return self.number if self.own and self.state == "solved" else 0


def puzzle_key(number: int) -> str:
    return f"{_KEY}{number}"


def puzzle_on(info: GameInfo) -> Puzzle | None:
    """The puzzle of a board; None at any other table, and for a puzzle that no longer exists."""
    key = "" if info.origin is None else info.origin.exercise
    number = key.removeprefix(_KEY)
    if not key.startswith(_KEY) or not number.isdigit() or not 1 <= int(number) <= len(all_puzzles()):
        return None
    return puzzle_of(int(number))


def puzzle_card(puzzle: Puzzle, solved: Collection[int], lang: str) -> PuzzleCard:
    misses = tuple((say(_READERS[name], lang), round(100 * part)) for name, part in puzzle.misses.items())
    return PuzzleCard(
        puzzle.number,
        puzzle.kind,
        TITLES[puzzle.title].label,
        puzzle.edition,
        len(puzzle.players),
        puzzle.level,
        say_question(puzzle, lang),
        puzzle.number in solved,
        misses,
    )


def puzzle_band(
    info: GameInfo, game: Game, seat: int | None, lang: str, *, revealed: bool = False
) -> PuzzleBand | None:
    """The band of a puzzle in this position; None at any other table."""
    puzzle = puzzle_on(info)
    if puzzle is None or info.origin is None:
        return None
    taken = game.actions[info.origin.entries :]
    state, said = _judged(puzzle, taken, lang)
    rule, rule_words = rule_of(puzzle, lang)
    return PuzzleBand(
        number=puzzle.number,
        kind=puzzle.kind,
        label=say(f"puzzle_kind_{puzzle.kind}", lang),
        level=puzzle.level,
        question=say_question(puzzle, lang),
        hint=say_hint(puzzle, lang),
        solution=say_solution(puzzle, lang),
        rule=rule,
        rule_text=rule_words,
        state=state,
        said=said,
        shown=solution_of(puzzle),
        following=puzzle.number % len(all_puzzles()) + 1,
        own=seat is not None,
        hides_runs=puzzle.kind == "run" and not taken and not revealed,
    )


def _judged(puzzle: Puzzle, taken: Sequence[Action], lang: str) -> tuple[str, str]:
    """How far the reader is, and what is said of the answer: the first action on the board."""
    if not taken:
        return "open", say("web_puzzle_try", lang)
    verdict = puzzle.verdict(taken[0])
    if verdict is Verdict.SOLVED:
        return "solved", say_solution(puzzle, lang)
    behind = puzzle.behind(taken[0])
    if behind is not None:
        return "missed", say("web_puzzle_behind", lang, behind=round(behind.behind), error=round(behind.error))
    value = None if verdict is Verdict.NO_ANSWER else puzzle.asks.value(puzzle.position(), taken[0], puzzle.subject)
    if value is None or puzzle.kind not in _MONEY:
        return "missed", say("web_puzzle_no_answer", lang)
    return "missed", say("web_puzzle_lesser", lang, value=value, best=puzzle.best)


@lru_cache(maxsize=64)
def puzzle_picture(number: int, lang: str) -> str:
    """The map of a puzzle."""
    return str(board_picture(puzzle_of(number).position(), lang=lang, theme=AUTO))
