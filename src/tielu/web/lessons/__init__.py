"""Lessons at the table: the list of them, the board of one, the others' answers, and what a browser has done."""
