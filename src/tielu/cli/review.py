"""`tielu review`: judge the decisions of a recorded game, and print what they have cost."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from tielu import Game
from tielu.arena import cores
from tielu.bots.pool import WorkerPool
from tielu.cli.options import FILE_HELP, Subparsers, command_parser, language, positive_number, time_limit
from tielu.errors import InvalidInput
from tielu.files import load_file
from tielu.i18n import say
from tielu.review import (
    JudgedDecision,
    Review,
    ReviewSettings,
    judge_all,
    plan,
    review_pool,
    settings_for,
    unjudged,
)
from tielu.review.decisions_file import KeptDecisions
from tielu.review.plan import USUAL_SECONDS
from tielu.review.words import say_amount, say_chance, say_judge, say_loss, say_played, say_trust, say_why, say_worths
from tielu.terminal.rendering import QUIET, make_console


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "review",
        run,
        "compare every decision of a recorded game with a strong bot's",
        "tielu review game.json\n         tielu review game.json --player Ann --seconds 1 --out ann.review.jsonl",
    )
    parser.add_argument("file", metavar="FILE", help=FILE_HELP)
    parser.add_argument(
        "--seconds",
        type=time_limit,
        metavar="S",
        default=USUAL_SECONDS,
        help="seconds of processor time to think about a decision (default: %(default)s)",
    )
    parser.add_argument(
        "--player", action="append", metavar="NAME", help="judge this player only; may be given several times"
    )
    parser.add_argument(
        "--out", metavar="FILE", help="keep the judged decisions in FILE; the same command continues there"
    )
    parser.add_argument(
        "--workers", type=positive_number, metavar="N", help="how many processes (default: one per core)"
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(options: argparse.Namespace) -> int:
    lang, game = language(options), load_file(options.file).game()
    settings = settings_for(game.title, options.seconds)
    tasks = plan(game, settings, _seats(game, options.player))
    with KeptDecisions(None if options.out is None else Path(options.out)) as kept, _pool(options.workers) as pool:
        wanted = {task.key for task in tasks}
        judged = [each for each in kept.found if each.key in wanted]
        missing = unjudged(tasks, judged)
        try:
            with _progress() as progress:
                bar = progress.add_task(say("review", lang), total=len(tasks), completed=len(judged))
                for decision in judge_all(game, missing, settings, pool):
                    judged.append(decision)
                    kept.add(decision)
                    progress.advance(bar)
        except KeyboardInterrupt:
            print(say("review_stopped", lang, done=len(judged), count=len(tasks)), file=sys.stderr)
            raise
    review = Review(game, settings, judged)
    if options.json:
        print(json.dumps(_to_json(review, settings), ensure_ascii=False, indent=1))
    else:
        _print(review, lang)
    return 0


def _seats(game: Game, names: Sequence[str] | None) -> list[int] | None:
    """The seats of the players named; raises InvalidInput for a name that nobody has."""
    for name in names or ():
        if name not in game.players:
            raise InvalidInput("review_unknown_player", player=name[:40], known=tuple(game.players))
    return None if names is None else [game.players.index(name) for name in names]


@contextmanager
def _pool(workers: int | None) -> Iterator[WorkerPool]:
    pool = review_pool(workers or cores())
    try:
        yield pool
    finally:
        pool.close()


def _progress() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=Console(stderr=True))


def _to_json(review: Review, settings: ReviewSettings) -> dict[str, Any]:
    seats = range(len(review.game.players))
    return {
        "settings": vars(settings),
        "players": [{"name": review.game.players[seat], **vars(review.total(seat))} for seat in seats],
        "worst": {review.game.players[seat]: [each.index for each in review.worst(seat)] for seat in seats},
        "finds": [each.index for each in review.finds()],
        "swings": [vars(each) for each in review.swings()],
        "decisions": [{**each.to_json(), "explained": review.foreseen_part(each.index)} for each in review.judged],
    }


def _print(review: Review, lang: str) -> None:
    console, players = make_console(), review.game.players
    console.print(say_judge(review, lang), style=QUIET)
    console.print(_totals(review, lang), "")
    for seat, player in enumerate(players):
        worst = [each for each in review.worst(seat) if each.believed > 0]
        if worst:
            console.print(_decisions(review, worst, say("review_worst_of", lang, player=player), lang), "")
    missed = review.missed()
    if missed:
        console.print(say("review_missed", lang), style="bold")
        for decision, chance in missed:
            text = f"{decision.index + 1}  {players[decision.seat]}: {say_chance(review, decision, chance, lang)}"
            console.print(text, soft_wrap=True)
    console.print("", say("review_legend", lang), style=QUIET)


def _table(title: str, columns: Sequence[str], right: Sequence[int]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.show_edge = table.pad_edge = False
    table.padding = (0, 1, 0, 0)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number in right else "left")
    return table


def _totals(review: Review, lang: str) -> Table:
    headings = [say(key, lang) for key in ("review_player", "review_decisions", "review_agreed", "review_loss")]
    table = _table(say("review", lang), headings, (1, 2, 3))
    for seat, player in enumerate(review.game.players):
        total = review.total(seat)
        if total.decisions:
            agreed = f"{total.agreed / total.decisions:.0%}"
            table.add_row(player, str(total.decisions), agreed, say_amount(total.loss, total.error, lang))
    return table


def _decisions(review: Review, decisions: Sequence[JudgedDecision], title: str, lang: str) -> Table:
    headings = ["", *(say(key, lang) for key in ("review_loss", "review_played", "review_instead", "review_trust"))]
    table = _table(title, headings, (0, 1))
    for each in decisions:
        trust = say_trust(review.foreseen_part(each.index), lang)
        instead = "\n".join(filter(None, (say_why(each, lang), say_worths(each, lang))))
        cells = (say_loss(each, lang), say_played(review, each, lang), instead, trust)
        table.add_row(str(each.index + 1), *cells)
    return table
