"""The table in the terminal: everyone at one keyboard, with numbered actions and an answer to "why not?"."""

from tielu.terminal.setup import seat_players
from tielu.terminal.table import TerminalTable

__all__ = ["TerminalTable", "seat_players"]
