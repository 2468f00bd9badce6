"""What-if boards: opened from any position of a game, played, kept, shared and discarded."""
