"""What a viewer sees of a game: plain frozen values, ready to be drawn by a terminal or a page."""
