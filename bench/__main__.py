"""Measures the engine, plain and compiled, and prints one table: `python -m bench`, or `make bench`.

Each form is measured in a process of its own, on the same games. All figures of one form come from one run, so that
ratios between them mean something. What is measured stands in bench/measure.py.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys

Figures = dict[str, tuple[float, str]]


def measured(form: str, options: argparse.Namespace) -> Figures:
    """Rate and unit of each line for one form of the engine; none if it is not there."""
    command = [sys.executable, "-m", "bench.measure", str(options.seconds), str(options.games)]
    done = subprocess.run(
        command, env={**os.environ, "TIELU_FORM": form}, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        print(f"the {form} engine could not be measured", file=sys.stderr)
        return {}
    return {what: (rate, unit) for what, rate, unit in json.loads(done.stdout)}


def print_table(plain: Figures, compiled: Figures) -> None:
    print(f"{'what':<40}{'plain':>12}{'compiled':>12}{'ratio':>7}  unit")
    for what in plain | compiled:
        (slow, unit), (fast, _) = plain.get(what, (0.0, "")), compiled.get(what, (0.0, ""))
        ratio = f"{fast / slow:.1f}" if slow and fast else ""
        print(f"{what:<40}{slow:>12,.1f}{fast:>12,.1f}{ratio:>7}  {unit}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each line and form (default 2)")
    parser.add_argument("--games", type=int, default=6, help="games of each kind to measure on (default 6)")
    options = parser.parse_args()
    print_table(measured("plain", options), measured("compiled", options))


if __name__ == "__main__":
    main()
