"""`tielu restore`: bring back a copy of the database, also while the table is being served."""

from __future__ import annotations

import argparse

from tielu.cli.backup import add_files, database_file
from tielu.cli.options import Subparsers, command_parser, language, user_error
from tielu.i18n import say


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "restore",
        run,
        "bring back a copy made by `tielu backup`; what was there before is kept in a file beside it",
        "tielu restore games-monday.sqlite3",
    )
    add_files(parser, "a copy made by `tielu backup`")


def run(options: argparse.Namespace) -> int:
    lang = language(options)
    try:
        from tielu.store.backup import bring_back, count_games
    except ImportError:
        return user_error(say("web_not_installed", lang))
    database = database_file(options)
    kept = bring_back(options.copy, database)
    print(say("brought_back", lang, games=count_games(database), store=database.name, file=options.copy))
    if kept is not None:
        print(say("kept_before", lang, file=kept))
    return 0
