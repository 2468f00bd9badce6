"""What the commands of `training` and `bench.strength` share: wrong input is told in a sentence, with exit code 2."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from tielu.errors import TieluError
from tielu.i18n import say_error


@contextmanager
def input_errors(parser: argparse.ArgumentParser) -> Iterator[None]:
    """Tell what is wrong with files, names and numbers that were given."""
    try:
        yield
    except TieluError as error:
        parser.error(say_error(error, "en"))
    except (ImportError, OSError, ValueError) as error:
        parser.error(str(error))


def without_torch() -> NoReturn:
    """Say what is missing."""
    print("training needs PyTorch: pip install 'tielu[train]'", file=sys.stderr)
    raise SystemExit(2)


def minutes(text: str) -> float:
    """Parse a time of 0 minutes or more."""
    number = float(text)
    if not number >= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of minutes from 0 on")
    return number


def part(text: str) -> float:
    """Parse a part of a whole, from 0 to 1."""
    number = float(text)
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


def weight(text: str) -> float:
    """Parse what something counts: 0 or more."""
    number = float(text)
    if not 0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 on")
    return number


def output_file(text: str) -> Path:
    """Parse the name of a file that can be written, in a folder that is there."""
    path = Path(text)
    if path.is_dir() or not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is not a file in a folder that is there")
    return path
