"""Puzzles at the table: the puzzle of the day, the list of them, the board of one, and what a browser has solved."""
