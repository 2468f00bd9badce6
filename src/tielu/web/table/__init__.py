"""The page of a game and everything on it."""
