"""Open games: the lobby, making one, and the page on which its people gather."""
