"""`tielu restore`: bring back a copy of the database, also while the table is being served."""

from __future__ import annotations

import argparse
from pathlib import Path

from tielu.cli.options import DATABASE_HELP, Subparsers, command_parser, language, user_error
from tielu.errors import InvalidInput
from tielu.i18n import say


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "restore",
        run,
        "bring back a copy made by `tielu backup`; what was there before is kept in a file beside it",
        "tielu restore games-monday.sqlite3",
    )
    parser.add_argument("copy", metavar="FILE", help="a copy made by `tielu backup`")
    parser.add_argument("--database", metavar="PATH", help=DATABASE_HELP)


def run(options: argparse.Namespace) -> int:
    lang = language(options)
    try:
        from tielu.store.backup import bring_back, count_games
        from tielu.web.server import database_address
    except ImportError:
        return user_error(say("web_not_installed", lang))
    database, copy = database_address(options.database or ""), Path(options.copy)
    if not isinstance(database, Path):
        raise InvalidInput("backup_of_server")
    kept = bring_back(copy, database)
    print(say("brought_back", lang, games=count_games(database), store=database.name, file=copy))
    if kept is not None:
        print(say("kept_before", lang, file=kept))
    return 0
