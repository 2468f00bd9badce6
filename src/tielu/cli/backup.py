"""`tielu backup`: copy the database of games, also while the table is being served."""

from __future__ import annotations

import argparse
from pathlib import Path

from tielu.cli.options import DATABASE_HELP, Subparsers, command_parser, language, user_error
from tielu.errors import InvalidInput
from tielu.i18n import say


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "backup",
        run,
        "copy the games of the web table to a file, also while it is being served",
        "tielu backup games-monday.sqlite3",
    )
    parser.add_argument("copy", metavar="FILE", help="where the copy goes; it must not exist yet")
    parser.add_argument("--database", metavar="PATH", help=DATABASE_HELP)


def run(options: argparse.Namespace) -> int:
    lang = language(options)
    try:
        from tielu.store.backup import back_up, count_games
        from tielu.web.server import database_address
    except ImportError:
        return user_error(say("web_not_installed", lang))
    database, copy = database_address(options.database or ""), Path(options.copy)
    if not isinstance(database, Path):
        raise InvalidInput("backup_of_server")
    back_up(database, copy)
    print(say("backed_up", lang, games=count_games(copy), store=database.name, file=copy))
    return 0
