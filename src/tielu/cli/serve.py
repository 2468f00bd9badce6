"""`tielu serve`: the table as a public server."""

from __future__ import annotations

import argparse
from pathlib import Path

from tielu.cli.options import Subparsers, command_parser, language, port_number, user_error
from tielu.cli.play import DEFAULT_PORT
from tielu.errors import Unavailable
from tielu.i18n import say


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "serve",
        run,
        "serve the table for a club or the public, with a database server and any number of machines",
        "tielu serve --config tielu.toml",
    )
    add_settings(parser)
    parser.add_argument("--host", metavar="ADDRESS", help="the address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=port_number, help=f"the port to listen on (default: {DEFAULT_PORT})")


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the options that `tielu serve` and `tielu work` share."""
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the settings, in TOML; each can also be a variable TIELU_…"
    )
    parser.add_argument("--database", metavar="DATABASE", help="where the games live: a file or a URL")


def run(options: argparse.Namespace) -> int:
    lang = language(options)
    try:
        from tielu.web.operations.logs import log_as_json
        from tielu.web.public import serve_publicly
        from tielu.web.settings import load_settings
    except ImportError as error:
        raise Unavailable("serve_not_installed") from error
    settings = load_settings(options.config, **given(options, "database", "host", "port"))
    log_as_json()
    free = serve_publicly(settings)
    return 0 if free else user_error(say("web_not_free", lang, host=settings.host, port=settings.port))


def given(options: argparse.Namespace, *names: str) -> dict[str, object]:
    """Those of these options that were given on the command line."""
    return {name: value for name in names if (value := getattr(options, name)) is not None}
