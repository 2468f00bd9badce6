"""The rules of 1880: China, in the order of its rulebook; compiled, and knowing nothing of how a game is shown."""
