"""Bots at the web table: their turns, what the page says of them, and hints."""
