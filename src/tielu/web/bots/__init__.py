"""Bots at the web table: the scheduler of their turns, their part of the page, and hints."""
