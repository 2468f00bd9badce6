"""`tielu run`: show the best run of a company's trains in a position of a recorded game, with its proof."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from tielu.cli.options import AT_HELP, FILE_HELP, Subparsers, action_count, command_parser, language, time_limit
from tielu.files import load_file
from tielu.i18n import say
from tielu.i18n.values import say_seconds, say_train, say_value
from tielu.routing import Run, best_run
from tielu.views.actions.runs import run_view
from tielu.views.position.models import RouteView, RunView


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "run",
        run,
        "show the best run of a company's trains, with its proof",
        "tielu run game.json --at 120 --company HKR --seconds 5",
    )
    parser.add_argument("file", metavar="FILE", help=FILE_HELP)
    parser.add_argument("--at", type=action_count, metavar="N", help=AT_HELP)
    parser.add_argument(
        "--company",
        type=str.upper,
        metavar="X",
        required=True,
        help="whose trains: a company, or an investor such as A3",
    )
    parser.add_argument(
        "--seconds", type=time_limit, metavar="S", help="how long to search (default: until the best run is proven)"
    )


def run(options: argparse.Namespace) -> int:
    game = load_file(options.file).game(options.at)
    began = time.perf_counter()
    best = best_run(game, options.company, options.seconds)
    seconds = time.perf_counter() - began
    for line in run_lines(run_view(game, options.company, best, language(options)), best, seconds, language(options)):
        print(line)
    return 0


def run_lines(view: RunView, best: Run, seconds: float, lang: str) -> Iterator[str]:
    """Yield the lines of the output: trains, routes, revenue and proof, and the alternatives."""
    if not view.trains:
        yield say("run_no_trains", lang, company=view.railway)
        return
    yield say("run_of", lang, company=view.railway, trains=say_value("trains", view.trains, lang))
    if best.routes:
        yield from _routes(view, lang)
        yield say("run_revenue", lang, amount=best.revenue)
        yield say("run_proven", lang) if best.proven else say("run_unproven", lang, bound=best.bound)
    else:
        yield say("run_no_route", lang) if best.proven else say("run_not_found", lang, bound=best.bound)
    yield say("run_time", lang, seconds=say_seconds(seconds, lang))
    yield from _calls(view, best, lang)


def _routes(view: RunView, lang: str) -> Iterator[str]:
    """Yield a line for each train that runs, and one for those that do not."""
    for route in view.routes:
        train = say_train(route.train, lang)
        yield "  " + say("run_route", lang, train=train, sum=_sum(route, lang), amount=route.income)
    if view.idle:
        yield "  " + say("run_idle", lang, trains=say_value("trains", view.idle, lang))
    if any(stop.value is None for route in view.routes for stop in route.stops):
        yield "  " + say("run_passed", lang)


def _sum(route: RouteView, lang: str) -> str:
    """The stops with their values, then bonuses and charges."""
    stops = [f"({stop.name})" if stop.value is None else f"{stop.name} {stop.value}" for stop in route.stops]
    text = " + ".join(stops)
    for bonus in route.bonuses:
        text += f" {'+' if bonus.amount > 0 else '−'} {say(bonus.key, lang)} {abs(bonus.amount)}"
    return text


def _calls(view: RunView, best: Run, lang: str) -> Iterator[str]:
    """Yield the alternatives with other numbers of calls at the place that pays the treasury."""
    if not any(best.alternatives):
        return
    place = say(view.treasury_place, lang)
    yield say("run_treasury", lang, place=place, amount=best.treasury)
    yield say("run_alternatives", lang, place=place)
    for calls, run in best.alternatives.items():
        routes = say_value("routes", run.routes, lang)
        line = say("run_alternative", lang, calls=calls, amount=run.revenue, treasury=run.treasury, routes=routes)
        yield "  " + line + ("" if run.proven else say("run_at_most", lang, bound=run.bound))
