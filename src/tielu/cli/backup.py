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
    add_files(parser, "where the copy goes; it must not exist yet")


def add_files(parser: argparse.ArgumentParser, copy_help: str) -> None:
    """Add the options that `tielu backup` and `tielu restore` share."""
    parser.add_argument("copy", metavar="FILE", type=Path, help=copy_help)
    parser.add_argument("--database", metavar="PATH", help=DATABASE_HELP)


def run(options: argparse.Namespace) -> int:
    lang = language(options)
    try:
        from tielu.store.backup import back_up, count_games
    except ImportError:
        return user_error(say("web_not_installed", lang))
    database = database_file(options)
    back_up(database, options.copy)
    print(say("backed_up", lang, games=count_games(options.copy), store=database.name, file=options.copy))
    return 0


def database_file(options: argparse.Namespace) -> Path:
    """The file of --database, or the user's own; raises InvalidInput for a database server."""
    from tielu.web.server import database_address

    database = database_address(options.database or "")
    if not isinstance(database, Path):
        raise InvalidInput("backup_of_server")
    return database
