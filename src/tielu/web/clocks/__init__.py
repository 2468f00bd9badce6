"""Clocks at the web table: their part of the form for a new game and of the table, and what happens at a deadline."""
