"""`tielu show`: show a position of a recorded game, as text or as a drawing."""

from __future__ import annotations

import argparse

from tielu import Game
from tielu.cli.options import AT_HELP, FILE_HELP, Subparsers, action_count, command_parser, language
from tielu.files import load_file, save_drawing
from tielu.i18n import say
from tielu.terminal import rendering
from tielu.views.position.position import position_view
from tielu.views.svg import board_picture, table_picture


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "show",
        run,
        "show the position after N actions of a recorded game",
        "tielu show game.json --at 120\n         tielu show game.json --at 120 --svg map.svg --market",
    )
    parser.add_argument("file", metavar="FILE", help=FILE_HELP)
    parser.add_argument("--at", type=action_count, metavar="N", help=AT_HELP)
    parser.add_argument("--svg", metavar="OUT", help="draw the map into this SVG file instead; - is standard output")
    parser.add_argument("--market", action="store_true", help="with --svg: draw the share price chart below the map")


def run(options: argparse.Namespace) -> int:
    lang = language(options)
    game = load_file(options.file).game(options.at)
    if options.svg is not None:
        _draw(game, options, lang)
        return 0
    view = position_view(game)
    console = rendering.make_console()
    console.print(rendering.position(view, lang))
    if not rendering.shows_privates(view):
        console.print(rendering.privates(view, lang), "")
    console.print(rendering.market(view, lang), "")
    console.print(rendering.board(view, game.state.board, lang), "")
    if game.finished:
        console.print(rendering.standings(game.standings(), lang))
    else:
        key = "decides" if game.deciding == game.actor else "decides_for"
        console.print(say(key, lang, player=game.actor, entity=game.deciding))
    return 0


def _draw(game: Game, options: argparse.Namespace, lang: str) -> None:
    """Write the drawing; on standard output non-ASCII characters become XML references."""
    drawing = (table_picture if options.market else board_picture)(game, lang=lang)
    if options.svg == "-":
        print(drawing.text.encode("ascii", "xmlcharrefreplace").decode("ascii"))
    else:
        save_drawing(options.svg, drawing.text)
