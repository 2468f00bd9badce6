"""`tielu show`: a position of a recorded game, as text."""

from __future__ import annotations

import argparse

from tielu.cli.options import AT_HELP, FILE_HELP, Commands, action_count, command_parser, language
from tielu.files import load_file
from tielu.i18n import say
from tielu.terminal import drawing
from tielu.views.position import position_view


def add_parser(commands: Commands) -> None:
    parser = command_parser(
        commands,
        "show",
        run,
        "show the position after N actions of a recorded game",
        "tielu show game.json --at 120",
    )
    parser.add_argument("file", metavar="FILE", help=FILE_HELP)
    parser.add_argument("--at", type=action_count, metavar="N", help=AT_HELP)


def run(options: argparse.Namespace) -> int:
    lang = language(options)
    game = load_file(options.file).game(options.at)
    view = position_view(game)
    console = drawing.make_console()
    console.print(drawing.position(view, lang))
    if not drawing.shows_privates(view):
        console.print(drawing.privates(view, lang), "")
    console.print(drawing.market(view, lang), "")
    console.print(drawing.board(view, game.state.board, lang), "")
    if game.finished:
        console.print(drawing.standings(game.standings(), lang))
    else:
        key = "decides" if game.deciding == game.actor else "decides_for"
        console.print(say(key, lang, player=game.actor, entity=game.deciding))
    return 0
