"""`tielu keys`: a new key for notifications by Web Push."""

from __future__ import annotations

import argparse

from tielu.cli.options import Subparsers, command_parser
from tielu.errors import Unavailable


def add_parser(commands: Subparsers) -> None:
    command_parser(
        commands,
        "keys",
        run,
        "print a new key for notifications in browsers, as a line of the server's settings",
        "tielu keys >> tielu.toml",
    )


def run(options: argparse.Namespace) -> int:  # noqa: ARG001  # every command is given its options
    try:
        from tielu.web.calls.push import new_key

        key = new_key()
    except ImportError as error:
        raise Unavailable("serve_not_installed") from error
    print(f'push_key = "{key}"')
    return 0
