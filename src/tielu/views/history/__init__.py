"""How a game came to its position: the log, the charts, and the rules behind each event."""
