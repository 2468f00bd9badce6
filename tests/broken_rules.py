"""Twenty rules, picked at random, broken one at a time: each break must turn a test red that guards the rule.

`python -m tests.broken_rules` copies the project, breaks one rule in the copy, runs the tests that cite it, and
prints what happened. docs/testing.md keeps the list.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.test_rule_coverage import catalogue, cited_ids

ROOT = Path(__file__).parent.parent
SEED, SAMPLE = 1880, 20
PAUSE_LIMIT = 120


@dataclass(frozen=True)
class Break:
    """A rule and the edit that breaks it: in `file`, `old` becomes `new`."""

    rule: str
    file: str
    old: str
    new: str


BREAKS = (
    Break(
        "1880.auction.order-ascending",
        "auction.py",
        "if bid.private != private:",
        "if False:",
    ),
    Break(
        "1880.director.certificate-swap",
        "companies.py",
        "            count -= state.director_percent[company] // SHARE - 1",
        "            count -= 0",
    ),
    Break(
        "1880.emergency.debt-50-percent",
        "train_purchase.py",
        "state.debt[director] += with_interest(borrowed)",
        "state.debt[director] += borrowed",
    ),
    Break(
        "1880.fi.free-choice",
        "auction.py",
        "        if state.investor_owner[known[0]] != NOBODY:",
        "        if False:",
    ),
    Break(
        "1880.fi.operate-like-companies",
        "track.py",
        "    if cost <= state.treasury[railway]:",
        "    if cost <= state.treasury[railway] or state.is_investor(railway):",
    ),
    Break("1880.p6.bcr-par-100", "auction.py", "BCR_PRICE: Final = 100", "BCR_PRICE: Final = 90"),
    Break(
        "1880.phase.limit-4",
        "components.py",
        'Phase("B1", GREEN, 4, 30, 1)',
        'Phase("B1", GREEN, 3, 30, 1)',
    ),
    Break(
        "1880.privates.revenue-start-of-or",
        "operating_round.py",
        "        pay_privates(state)\n",
        "",
    ),
    Break(
        "1880.route.beijing-to-beijing",
        "../../routing/check.py",
        "            if self.earnings.same_location(place, path.stops[:number]):",
        "            if self.earnings.same_location(place, path.stops[1:number]):",
    ),
    Break(
        "1880.route.station-any-exit",
        "../../routing/model.py",
        "        elif self.arrived_by == edge:",
        "        elif self.arrived_by != (edge + 3) % 6:",
    ),
    Break(
        "1880.score.winner",
        "../../core/game.py",
        "key=lambda player: -worth[player]",
        "key=lambda player: worth[player]",
    ),
    Break("1880.setup.starting-cash-5p", "components.py", "5: 400", "5: 420"),
    Break(
        "1880.sr.resume-after-p7",
        "powers.py",
        "    train_left_bank(state, train, company)",
        "    state.pop()\n    train_left_bank(state, train, company)",
    ),
    Break(
        "1880.track.offboard-only-at-arrow",
        "../../core/track.py",
        "if face.colour in (RED, BLUE, GREY) and",
        "if face.colour in (BLUE, GREY) and",
    ),
    Break(
        "1880.trains.bank-price",
        "train_purchase.py",
        "    if price != TRAINS[train].price and",
        "    if price < 1 and",
    ),
    Break(
        "1880.trains.removal-then-sr",
        "phases.py",
        "    state.push(ComingShareRound())",
        "    if bought:\n        state.push(ComingShareRound())",
    ),
    Break(
        "1880.trains.resume-buying-after-sr.2022",
        "train_purchase.py",
        "            state.marker_moved_this_turn = True\n            remove_trains",
        "            state.marker_moved_this_turn = True\n            state.pop()\n            remove_trains",
    ),
    Break(
        "1880.upgrade.beijing-counts",
        "track.py",
        "    return face_at(state, state.board.hex_index[action.hex]).colour != WHITE",
        "    return state.faces[state.board.hex_index[action.hex]] < state.board.first_printed_face",
    ),
    Break(
        "1880.upgrade.more-slots-possible",
        "tiles.py",
        'Tile("15", GREEN, 8, (city(30, 2),)',
        'Tile("15", GREEN, 8, (city(30),)',
    ),
    Break(
        "1880.upgrade.tile-611.2010",
        "track.py",
        "state.supply[other.face // EDGES] > 0",
        "True",
    ),
)


def sample() -> list[str]:
    """The rules that chance picked."""
    ids = sorted(catalogue("1880"))
    return sorted(random.Random(SEED).sample(ids, SAMPLE))


def red_tests(broken: Break) -> list[str]:
    """The tests citing the rule that fail when it is broken."""
    tests = [f"tests/{name}" for name in cited_ids("1880")[broken.rule]]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("src", "tests", "bench"):
            shutil.copytree(
                ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "golden", "*.so", "*.pyd")
            )
        shutil.copy(ROOT / "pyproject.toml", copy)
        path = copy / "src" / "tielu" / "titles" / "t1880" / broken.file
        text = path.read_text(encoding="utf-8")
        assert text.count(broken.old) == 1, f"{broken.rule}: the text to break stands {text.count(broken.old)} times"
        path.write_text(text.replace(broken.old, broken.new), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-rfE", *tests]
        environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "TIELU_FORM": "plain"}
        try:
            result = subprocess.run(
                command, cwd=copy, env=environment, capture_output=True, text=True, timeout=PAUSE_LIMIT, check=False
            )
        except subprocess.TimeoutExpired:
            return ["(the tests never ended)"]
    lines = [line.split(" - ")[0] for line in result.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return [line.split("::")[-1].split("[")[0] for line in lines]


def main() -> int:
    assert sample() == sorted(broken.rule for broken in BREAKS)
    green = 0
    for broken in BREAKS:
        red = list(dict.fromkeys(red_tests(broken)))
        green += not red
        print(
            f"| `{broken.rule}` | {broken.file.split('/')[-1]} | {', '.join(red) or 'NO TEST WENT RED'} |", flush=True
        )
    print(f"{len(BREAKS) - green} of {len(BREAKS)} breaks turned a test red")
    return 1 if green else 0


if __name__ == "__main__":
    sys.exit(main())
