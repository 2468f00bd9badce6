"""The `tielu` command: each subcommand is a module of this package."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence

from tielu import FORM, TITLES, __version__
from tielu.cli import (
    arena,
    backup,
    export,
    keys,
    people,
    play,
    restore,
    review,
    rules,
    run,
    serve,
    show,
    stats,
    verify,
    work,
)
from tielu.cli.options import language
from tielu.errors import TieluError
from tielu.i18n import say_error

USER_ERROR = 2
INTERRUPTED = 128 + signal.SIGINT
COMMANDS = (play, serve, work, people, keys, show, run, rules, verify, export, arena, review, stats, backup, restore)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; errors of the user are printed in one line, with exit code 2."""
    _replace_unencodable_text()
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except TieluError as error:
        print(f"tielu: {_one_line(error, options)}", file=sys.stderr)
        return USER_ERROR
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has stopped reading; discard what is still in the buffer.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _one_line(error: TieluError, options: argparse.Namespace) -> str:
    """The message of the error in one line, with the file it is about."""
    text = " ".join(say_error(error, language(options)).split())
    file = getattr(options, "file", None)
    return text if file is None or "file" in error.params else f"{file}: {text}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tielu",
        description=f"Railway games by the rulebook: {', '.join(title.label for title in TITLES.values())}.",
        epilog="example: tielu play --terminal\nEach command has a --help of its own.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tielu {__version__} ({FORM})")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(commands)
    return parser


def _replace_unencodable_text() -> None:
    """Print a question mark for each character that the terminal cannot encode, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
