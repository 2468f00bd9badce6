"""Guided games: what is decided, what can be done, and why bots have moved."""
