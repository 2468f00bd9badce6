"""Statistics of the server's own games."""
