"""The titles: one package for each game, in the order of its rulebook."""
