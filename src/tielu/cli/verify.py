"""`tielu verify`: replay recorded games and compare every state."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tielu import Game, IllegalAction
from tielu.cli.options import FILE_HELP, Subparsers, command_parser, language
from tielu.errors import TieluError
from tielu.files import RecordedGame, load_file
from tielu.i18n import say_error
from tielu.verify import Mismatch, Verification, verify_game

MISMATCH = 1
USER_ERROR = 2


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "verify",
        run,
        "replay recorded games and compare every state",
        "tielu verify corpus/*.json.gz",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help=FILE_HELP)
    parser.add_argument(
        "--edition", metavar="E", help="replay by the rules of this edition, up to the first difference per game"
    )


def run(options: argparse.Namespace) -> int:
    """Verify the files; exit code 0 if all agree, 1 if a game differs, 2 if a file contains no game."""
    reports, unreadable = [], False
    for file in options.files:
        try:
            reports.append(verify_recorded(load_file(file), options.edition))
        except TieluError as error:
            unreadable = True
            print(f"tielu: {_with_file_name(file, error, language(options))}", file=sys.stderr)
            continue
        for mismatch in reports[-1].mismatches:
            print(_line(reports[-1].game, mismatch))
    actions = sum(report.actions for report in reports)
    mismatches = sum(len(report.mismatches) for report in reports)
    print(f"games={len(reports)} actions={actions} mismatches={mismatches}")
    return USER_ERROR if unreadable else MISMATCH if mismatches else 0


def verify_recorded(recorded: RecordedGame, edition: str | None) -> Verification:
    """Replay a file and compare its states; a game saved by Tielu has none, only actions that must be legal."""
    if recorded.foreign:
        return verify_game(recorded.path.name, recorded.data, edition)
    data = recorded.data if edition is None else {**recorded.data, "edition": edition}
    report = Verification(recorded.path.name)
    try:
        report.actions = len(Game.from_json(data).actions)
    except IllegalAction as error:
        index = error.params["index"]
        report.actions = index + 1
        report.mismatches.append(Mismatch(index, "refused", data["actions"][index], str(error), error.rule))
    return report


def _with_file_name(file: str, error: TieluError, lang: str) -> str:
    text = " ".join(say_error(error, lang).split())
    return text if "file" in error.params else f"{Path(file).name}: {text}"


def _line(game: str, mismatch: Mismatch) -> str:
    """The line of output for a mismatch."""
    rule = f" rule={mismatch.rule}" if mismatch.rule else ""
    return (
        f"{game}: action={mismatch.index} key={mismatch.key} expected={mismatch.expected!r} got={mismatch.got!r}{rule}"
    )
