"""`tielu play`: serve the web table, or play in the terminal."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from tielu import TITLES, Game
from tielu.cli.options import DEFAULT_TITLE, Subparsers, command_parser, language, port_number, user_error
from tielu.errors import InvalidInput
from tielu.files import load_file, save_file
from tielu.i18n import say, say_error
from tielu.terminal import TerminalTable, rendering, set_up_game
from tielu.terminal.setup import split_names

DEFAULT_PORT = 1880


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "play",
        run,
        "serve the table on this machine and open it in the browser, or play in the terminal",
        f"tielu play --port 8080 --share, or tielu play --terminal --title {DEFAULT_TITLE} --save evening.json",
    )
    parser.add_argument("--terminal", action="store_true", help="play in the terminal, everyone at one keyboard")
    parser.add_argument(
        "--port", type=port_number, default=DEFAULT_PORT, help=f"where to serve it (default: {DEFAULT_PORT})"
    )
    reach = parser.add_mutually_exclusive_group()
    reach.add_argument("--share", action="store_true", help="serve it for friends in your network too")
    reach.add_argument(
        "--host", metavar="ADDRESS", help="serve it on this address (default: 127.0.0.1, for this machine only)"
    )
    parser.add_argument(
        "--name", metavar="NAME", action="append", default=[], help="a further name of this server; may be given again"
    )
    parser.add_argument("--no-browser", action="store_true", help="only serve the table, do not open it")
    parser.add_argument(
        "--database", metavar="DATABASE", help="where the games live: a file or a URL (default: a file of your own)"
    )
    parser.add_argument("--title", help=f"terminal: the game to play, {' or '.join(TITLES)} (default: you are asked)")
    parser.add_argument("--edition", metavar="E", help="terminal: 2022, 2010 or 18xx.games (default: you are asked)")
    parser.add_argument("--players", metavar="NAMES", help="terminal: names in seating order, separated by commas")
    parser.add_argument(
        "--save", metavar="FILE", help="terminal: keep the game in FILE; if FILE is there already, its game goes on"
    )


def run(options: argparse.Namespace) -> int:
    return _play_in_terminal(options) if options.terminal else _serve(options)


def _serve(options: argparse.Namespace) -> int:
    lang = language(options)
    try:
        from tielu.store import StoreError
        from tielu.web.server import ALL_INTERFACES, HOST, database_address, serve
    except ImportError:
        return user_error(say("web_not_installed", lang))

    def ready(address: str, others: Sequence[str] | None) -> None:
        print(say("web_serving", lang, address=address), flush=True)
        if others:
            print(say("web_shared", lang, addresses=" ".join(others)), flush=True)
        elif others is not None:
            print(say("web_shared_unknown", lang, port=options.port), flush=True)

    host = ALL_INTERFACES if options.share else options.host or HOST
    try:
        database = database_address(options.database or "")
        free = serve(
            database, options.port, ready, browser=not options.no_browser, host=host, names=tuple(options.name)
        )
    except StoreError as error:
        return user_error(say_error(error, lang))
    return 0 if free else user_error(say("web_not_free", lang, host=host, port=options.port))


def _play_in_terminal(options: argparse.Namespace) -> int:
    lang = language(options)
    console = rendering.make_console()
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # gives `input` line editing and a history, where available
    try:
        game = _game(options, console, lang)
    except EOFError:
        console.print("\n" + say("goodbye", lang))
        return 0
    autosave = Path(options.save) if options.save else None
    if autosave is not None:
        save_file(autosave, game)
    TerminalTable(game, console, _ask, lang, autosave).play()
    return 0


def _ask(prompt: str) -> str:
    sys.stdout.flush()
    return input(prompt)


def _game(options: argparse.Namespace, console: Console, lang: str) -> Game:
    """Load the game in the file of --save, or set up a new one; raises InvalidInput if the file is not ours."""
    if options.save and Path(options.save).exists() and Path(options.save).stat().st_size:
        recorded = load_file(options.save)
        if recorded.foreign:
            raise InvalidInput("file_in_the_way", file=options.save)
        console.print(say("going_on", lang, file=options.save))
        return recorded.game()
    players = split_names(options.players) if options.players is not None else None
    return set_up_game(console, _ask, lang, options.title, options.edition, players)
