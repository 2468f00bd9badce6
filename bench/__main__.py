"""Measures the engine, plain and compiled, and prints its tables: `python -m bench`, or `make bench`.

Each form is measured in a process of its own, on the same games. All figures of one form in a table come from one run,
so that ratios between them mean something. What is measured stands in bench/measure.py, bench/routes.py,
bench/environment.py and bench/web.py.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import Any

# Each line of a table by what was measured: its figures, in the order of the module that measures them.
Figures = dict[str, list[Any]]

FORMS = ("plain", "compiled")
NOTHING = (0, 0.0, 0.0, 0.0)

# Decimals by unit; a rate has one.
DECIMALS = {"ms": 2, "%": 0, "probes": 0, "kB": 1, "MB": 2, "actions": 0, "processes": 1}


def measured(form: str, module: str, *arguments: object) -> Figures:
    """What a module measures of one form of the engine; nothing if that form is not there."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    done = subprocess.run(
        command, env={**os.environ, "TIELU_FORM": form}, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        print(f"the {form} engine could not be measured", file=sys.stderr)
        return {}
    return {what: figures for what, *figures in json.loads(done.stdout)}


def print_table(heading: str, plain: Figures, compiled: Figures) -> None:
    """One figure per line, for both forms and as a ratio: how many times as fast the compiled one is."""
    print(f"{heading:<40}{'plain':>12}{'compiled':>12}{'ratio':>7}  unit")
    for what in plain | compiled:
        (slow, unit), (fast, _) = plain.get(what, (0.0, "")), compiled.get(what, (0.0, ""))
        unit = unit or compiled[what][1]
        times = slow / fast if unit == "ms" and fast else fast / slow if slow and unit not in DECIMALS else 0.0
        ratio = f"{times:.1f}" if times else ""
        decimals = DECIMALS.get(unit, 1)
        print(f"{what:<40}{slow:>12,.{decimals}f}{fast:>12,.{decimals}f}{ratio:>7}  {unit}")


def print_growth(plain: Figures, compiled: Figures) -> None:
    """Milliseconds by size of the question, with the share that was proven in the time allowed."""
    columns = "".join(f"{name:>14}{'max':>11}{'proven':>8}" for name in ("plain p50", "compiled p50"))
    print(f"{'how time grows (ms)':<28}{'maps':>5}{columns}")
    for what in plain | compiled:
        cells = "".join(
            f"{middle:>14,.2f}{most:>11,.2f}{proven:>7.0f}%"
            for _, middle, most, proven in (plain.get(what, NOTHING), compiled.get(what, NOTHING))
        )
        print(f"{what:<28}{(plain | compiled)[what][0]:>5}{cells}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each line of the first table (default 2)")
    parser.add_argument("--games", type=int, default=6, help="games of each kind to measure on (default 6)")
    options = parser.parse_args()
    rates = [measured(form, "bench.measure", options.seconds, options.games) for form in FORMS]
    print_table("what", *rates)
    print()
    print_table("best runs", *[measured(form, "bench.routes", "probes") for form in FORMS])
    print()
    print_table("environment", *[measured(form, "bench.environment", options.seconds) for form in FORMS])
    print()
    print_growth(*[measured(form, "bench.routes", "growth") for form in FORMS])
    print()
    print_table("the web table", *[measured(form, "bench.web") for form in FORMS])


if __name__ == "__main__":
    main()
