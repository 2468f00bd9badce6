"""`tielu play`: a game at the table in the terminal."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path

from rich.console import Console

from tielu import Game, InvalidAction
from tielu.cli.options import Commands, command_parser, language
from tielu.files import load_file, save_file
from tielu.i18n import say
from tielu.terminal import TerminalTable, drawing, seat_players
from tielu.terminal.seats import split_names

DEFAULT_PORT = 1880


def add_parser(commands: Commands) -> None:
    parser = command_parser(
        commands,
        "play",
        run,
        "play a game, everyone at one keyboard",
        "tielu play --terminal --title 1888 --players Ann,Bo,Cy --edition 2022 --save evening.json",
    )
    parser.add_argument("--terminal", action="store_true", help="play in the terminal (so far the only table)")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="for the web table to come")
    parser.add_argument("--no-browser", action="store_true", help="for the web table to come")
    parser.add_argument("--title", help="the game to play: 1880 or 1888 (default: asked)")
    parser.add_argument("--edition", metavar="E", help="2022, 2010 or 18xx.games (default: asked)")
    parser.add_argument("--players", metavar="NAMES", help="names in seating order, separated by commas")
    parser.add_argument(
        "--save", metavar="FILE", help="keep the game in FILE; if FILE is there already, its game goes on"
    )


def run(options: argparse.Namespace) -> int:
    lang = language(options)
    console = drawing.make_console()
    if not options.terminal:
        console.print(say("terminal_only", lang))
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # lines can be edited and recalled where the system has it
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
    """The game kept in the file of --save, or else a new one."""
    if options.save and Path(options.save).exists() and Path(options.save).stat().st_size:
        recorded = load_file(options.save)
        if recorded.foreign:
            raise InvalidAction("file_in_the_way", file=options.save)
        console.print(say("going_on", lang, file=options.save))
        return recorded.game()
    players = split_names(options.players) if options.players is not None else None
    return seat_players(console, _ask, lang, options.title, options.edition, players)
