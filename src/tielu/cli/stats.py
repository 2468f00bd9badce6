"""`tielu stats`: statistics of the games in a folder, as tables, as JSON or as a page with charts."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tielu import TITLES
from tielu.cli.options import DEFAULT_TITLE, Subparsers, command_parser, language, user_error
from tielu.files import save_page
from tielu.i18n import say
from tielu.stats import FolderRead, Tally, facts_of, games_in, table, tally_of
from tielu.stats.document import document
from tielu.stats.facts import GameFacts
from tielu.stats.reading import files_in
from tielu.stats.rows import TABLES
from tielu.stats.tables import StatsTable, tables_of
from tielu.terminal.rendering import QUIET, make_console


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "stats",
        run,
        "statistics of many games: trains, dividends, seats, auctions, length",
        f"tielu stats arena/{DEFAULT_TITLE}\n         tielu stats games --html stats.html",
    )
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        help="a folder with games of the arena, games saved by tielu or files of 18xx.games; folders in it count too",
    )
    parser.add_argument("--json", action="store_true", help="print what was counted as JSON")
    parser.add_argument(
        "--rows", choices=TABLES, metavar="TABLE", help=f"print plain rows as JSON: {', '.join(TABLES)}"
    )
    parser.add_argument("--html", metavar="OUT", help="write a page with charts into this file")


def run(options: argparse.Namespace) -> int:
    """Count the finished games of a folder; exit code 2 if there are none."""
    lang, read, folder = language(options), FolderRead(), Path(options.folder)
    facts = _facts(folder, read, lang)
    if not facts:
        return user_error(say("stats_none", lang, folder=str(folder)))
    tallies = tally_of(facts)
    ordered = [tallies[title] for title in TITLES if title in tallies]
    if options.html is not None:
        save_page(options.html, document(ordered, lang))
    if options.rows is not None:
        print(json.dumps(table(facts, options.rows), ensure_ascii=False, indent=1))
    elif options.json:
        print(json.dumps([figures(each) for each in ordered], ensure_ascii=False, indent=1))
    elif options.html is None:
        _print(ordered, read, lang)
    return 0


def _facts(folder: Path, read: FolderRead, lang: str) -> list[GameFacts]:
    """What is counted of the games, with a progress bar."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    found = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(say("stats_heading", lang), total=len(files_in(folder)))
        for game in games_in(folder, read):
            facts = facts_of(game)
            if facts is not None:
                found.append(facts)
            progress.update(task, completed=read.finished + read.unfinished + len(read.refused))
    return found


def figures(tally: Tally) -> dict[str, object]:
    """A tally as figures: mean, median and range instead of all that was seen."""
    found: dict[str, object] = {"title": tally.title, "games": tally.games}
    for name, samples in vars(tally).items():
        if isinstance(samples, dict):
            found[name] = {
                key: each.figures() if hasattr(each, "figures") else round(each, 2) for key, each in samples.items()
            }
    winner, others = tally.winner_course, tally.other_course
    return {
        **found,
        "winner_course": [round(each / tally.games) for each in winner],
        "other_course": [round(each / tally.games) for each in others],
    }


def _print(tallies: list[Tally], read: FolderRead, lang: str) -> None:
    console = make_console()
    for tally in tallies:
        label = TITLES[tally.title].label
        console.print(f"{label}: {say('stats_games', lang, count=tally.games)}", style="bold")
        for each in tables_of(tally, lang):
            console.print("", _table(each), "", sep="")
    if read.unfinished:
        console.print(say("stats_unfinished", lang, count=read.unfinished), style=QUIET)
    if read.refused:
        console.print(say("stats_refused", lang, count=len(read.refused)), style=QUIET)


def _table(shown: StatsTable) -> Table:
    made = Table(title=shown.heading, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    made.show_edge = made.pad_edge = False
    made.padding = (0, 1, 0, 0)
    for number, column in enumerate(shown.columns):
        made.add_column(column, justify="left" if number == 0 else "right")
    for row in shown.rows:
        made.add_row(*row)
    return made
