"""Puzzles: positions of played games with a question whose answer the engine proves."""

from tielu.puzzles.collection import LEVELS, Puzzle, all_puzzles, game_of, puzzle_of, puzzle_of_day
from tielu.puzzles.kinds import KINDS, Kind
from tielu.puzzles.proof import Proof, Verdict

__all__ = [
    "KINDS",
    "LEVELS",
    "Kind",
    "Proof",
    "Puzzle",
    "Verdict",
    "all_puzzles",
    "game_of",
    "puzzle_of",
    "puzzle_of_day",
]
