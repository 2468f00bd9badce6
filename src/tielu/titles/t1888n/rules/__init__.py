"""The rules of 1888-N, in the order of its rulebook; compiled, and knowing nothing of how a game is shown."""
