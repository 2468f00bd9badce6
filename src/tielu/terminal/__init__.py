"""The table in the terminal: all players at one keyboard, with numbered actions and the command `why`."""

from tielu.terminal.setup import set_up_game
from tielu.terminal.table import TerminalTable

__all__ = ["TerminalTable", "set_up_game"]
