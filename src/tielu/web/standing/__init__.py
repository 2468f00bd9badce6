"""Standing: profiles of people, the best of each title, and games to learn from."""
