"""The rules at hand: the book of each title, a page for every rule, and where rules matter in a game."""
