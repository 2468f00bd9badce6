"""`tielu export`: write a game as a file for 18xx.games."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tielu.cli.options import FILE_HELP, Subparsers, command_parser
from tielu.errors import Unavailable
from tielu.files import load_file
from tielu.interop import export_18xx_games


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "export",
        run,
        "write a game as a file for 18xx.games",
        "tielu export evening.json --out evening-18xx.json",
    )
    parser.add_argument("file", metavar="FILE", help=FILE_HELP)
    parser.add_argument("--out", metavar="OUT", help="where to write it (default: standard output)")


def run(options: argparse.Namespace) -> int:
    """Write the file; raises Unavailable if it exists or cannot be written."""
    text = json.dumps(export_18xx_games(load_file(options.file).game()), ensure_ascii=False, indent=1)
    if options.out is None:
        print(text)
        return 0
    try:
        # "x" refuses to overwrite an existing file.
        with Path(options.out).open("x", encoding="utf-8") as out:
            out.write(text + "\n")
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unavailable("file_not_written", file=options.out, reason=reason) from error
    return 0
