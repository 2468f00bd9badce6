"""Shared options of the commands: parsers, language and numbers."""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable
from typing import TypeAlias

from tielu import TITLES
from tielu.i18n import LANGUAGES, language_of

# The type that argparse uses for subcommands has no public name.
Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
CommandFunction = Callable[[argparse.Namespace], int]

# The title of commands without --title, and of the examples.
DEFAULT_TITLE = next(iter(TITLES))
FILE_HELP = "a game saved by tielu or a file of 18xx.games, plain or gzipped"
DATABASE_HELP = "where the games live (default: a file of your own)"
AT_HELP = "how many actions have been taken (default: all)"


def default_language() -> str:
    """The language of the user's environment."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return language_of(os.environ[name])
    return language_of(None)


def command_parser(
    commands: Subparsers, name: str, run: CommandFunction, summary: str, example: str
) -> argparse.ArgumentParser:
    """Add the parser of a command, with an example in its help."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"example: {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("--lang", choices=LANGUAGES, help="language of texts (default: your system's)")
    return parser


def language(options: argparse.Namespace) -> str:
    """The language of --lang, or of the user's environment."""
    return options.lang or default_language()


def user_error(text: str) -> int:
    """Print why nothing is done; returns the exit code for that."""
    print(f"tielu: {text}", file=sys.stderr)
    return 2


def action_count(text: str) -> int:
    """Parse the number of actions of --at: 0 or more."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of actions (0, 1, 2 …)")
    return int(text)


def port_number(text: str) -> int:
    """Parse the port of --port: 1 to 65535."""
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and 0 < int(text) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port (1 to 65535)")
    return int(text)


def positive_number(text: str) -> int:
    """Parse a number of games, players or processes: 1 or more."""
    if not (text.isascii() and text.isdecimal() and len(text) < 8 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def seed_number(text: str) -> int:
    """Parse the seed of --seed: 0 or more."""
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise argparse.ArgumentTypeError(f"{text!r} is not a seed (0, 1, 2 …)")
    return int(text)


def time_limit(text: str) -> float:
    """Parse the time of --seconds: more than 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not (math.isfinite(seconds) and seconds > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return seconds
