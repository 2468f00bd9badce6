"""`tielu arena`: play bots against each other and print a table of results."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from tielu import TITLES
from tielu.arena import LOCAL_RAY, ArenaPlan, ArenaReport, Results, Runner, cores, on_cores, on_ray, report
from tielu.arena.plots import wins_picture, worth_picture
from tielu.arena.report import Row, Trouble
from tielu.cli.options import DEFAULT_TITLE, Subparsers, command_parser, language, positive_number, seed_number
from tielu.core.title import plain_name
from tielu.files import save_drawing
from tielu.i18n import say
from tielu.terminal.rendering import QUIET, make_console

FAILED = 1
DEFAULT_FOLDER = "arena"
# The last line of a traceback is cut to this length.
_LONGEST_TROUBLE = 160


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "arena",
        run,
        "let bots play against each other and compare them",
        f"tielu arena --title {DEFAULT_TITLE} --seats clerk,random,random,random --games 40 --seed 1\n"
        f"         tielu arena --title {DEFAULT_TITLE} --seats director:0.5,clerk --players 4 --games 60 --out results",
    )
    parser.add_argument(
        "--title",
        action="append",
        type=plain_name,
        choices=tuple(TITLES),
        help=f"which game; may be given twice (default: {DEFAULT_TITLE})",
    )
    parser.add_argument("--edition", metavar="E", help="the edition to play (default: the newest in print)")
    parser.add_argument(
        "--seats",
        metavar="BOTS",
        default="clerk,random,random,random",
        help="bots by name, with seconds to think after a colon: director:0.5,clerk (default: %(default)s)",
    )
    parser.add_argument(
        "--players", type=positive_number, metavar="N", help="number of players; a shorter list of bots is repeated"
    )
    parser.add_argument(
        "--games", type=positive_number, metavar="N", default=20, help="how many games (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=seed_number, metavar="S", default=1, help="the seed of all chance (default: %(default)s)"
    )
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        help="the folder for the results; the same command continues there (default: a new one in arena/)",
    )
    parser.add_argument(
        "--workers", type=positive_number, metavar="N", help="how many processes (default: one per core)"
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS", help=f"play on the Ray cluster at this address; {LOCAL_RAY} starts one here"
    )
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def run(options: argparse.Namespace) -> int:
    """Play the games; exit code 0 if all were played to the end, 1 if a bot failed."""
    lang, reports = language(options), []
    runner = on_ray(options.ray) if options.ray else on_cores(options.workers or cores())
    # Options that make no sense are refused before the first game is played.
    plans = [
        ArenaPlan.make(title, options.seats, options.games, options.seed, options.edition, options.players or 0)
        for title in dict.fromkeys(options.title or [DEFAULT_TITLE])
    ]
    for plan in plans:
        with Results(_folder(options, plan), plan) as results:
            _play(results, runner, lang)
        reports.append(report(plan, results.records))
        _draw(reports[-1], results.folder, lang)
        if not options.json:
            _print(reports[-1], results.folder, lang)
    if options.json:
        print(json.dumps([each.to_json() for each in reports], ensure_ascii=False, indent=1))
    return FAILED if any(each.troubles for each in reports) else 0


def _folder(options: argparse.Namespace, plan: ArenaPlan) -> Path:
    """The folder of a plan; with several titles each has its own folder in --out."""
    if options.out is None:
        return Path(DEFAULT_FOLDER) / plan.name
    several = len(set(options.title or [])) > 1
    return Path(options.out) / plan.title if several else Path(options.out)


def _play(results: Results, runner: Runner, lang: str) -> None:
    """Play the missing games with a progress bar; each finished game is stored at once."""
    plan, missing = results.plan, list(results.missing())
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    try:
        with Progress(*columns, console=console) as progress:
            name = f"{plan.title} ({plan.edition})"
            task = progress.add_task(name, total=plan.games, completed=plan.games - len(missing))
            if missing:
                for played in runner(missing):
                    results.add(played)
                    progress.advance(task)
    except KeyboardInterrupt:
        print(say("arena_stopped", lang, done=len(results.records), games=plan.games), file=sys.stderr)
        raise


def _draw(found: ArenaReport, folder: Path, lang: str) -> None:
    if found.finished:
        save_drawing(folder / "worth.svg", worth_picture(found, lang).text)
        save_drawing(folder / "wins.svg", wins_picture(found, lang).text)


def _print(found: ArenaReport, folder: Path, lang: str) -> None:
    console = make_console()
    console.print(_table(found, lang))
    console.print(say("arena_legend", lang), style=QUIET)
    troubles = len(found.troubles)
    console.print(say("arena_errors", lang, illegal=found.illegal, exceptions=troubles - found.illegal))
    for trouble in found.troubles:
        console.print(_trouble(trouble, lang), soft_wrap=True)
    console.print(say("arena_kept", lang, folder=str(folder)), soft_wrap=True)


def _table(found: ArenaReport, lang: str) -> Table:
    plan = found.plan
    heading = say("arena_heading", lang, title=plan.title, edition=plan.edition, count=found.finished, seed=plan.seed)
    table = Table(title=heading, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.show_edge = table.pad_edge = False
    table.padding = (0, 1, 0, 0)
    for column in _headings(lang):
        table.add_column(column, justify="right" if table.columns else "left")
    for row in found.rows:
        table.add_row(*_cells(row))
    return table


def _headings(lang: str) -> list[str]:
    return [
        say("arena_bot", lang),
        say("arena_played", lang),
        say("arena_wins", lang),
        say("arena_worth", lang),
        say("arena_rank", lang),
        "Elo",
        "p50/95/max",
        say("arena_late", lang),
    ]


def _cells(row: Row) -> list[str]:
    return [
        row.bot,
        str(row.games),
        f"{row.win_rate:.1%} {100 * row.win_low:.0f}–{row.win_high:.0%}",
        f"{row.worth:.0f}",
        f"{row.rank:.2f}",
        f"{row.elo:.0f} {row.elo_low:.0f}–{row.elo_high:.0f}",
        "/".join(_milliseconds(each) for each in (row.p50, row.p95, row.longest)),
        "–" if row.budget is None else str(row.late),
    ]


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f}" if seconds < 0.01 else f"{seconds * 1000:.0f}"


def _trouble(trouble: Trouble, lang: str) -> str:
    """The game that failed and the last line of its traceback; the results contain all of it."""
    last = trouble.text.strip().splitlines()[-1][:_LONGEST_TROUBLE] if trouble.text.strip() else trouble.kind
    number = trouble.number + 1
    return say("arena_trouble", lang, bot=trouble.bot, game=number, seed=trouble.seed, action=trouble.action, text=last)
