"""The start page, the form for a new game, and the lists of games."""
