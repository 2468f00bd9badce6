"""Rules broken one at a time, by mistakes a programmer might make: each must turn a test red that cites the rule.

`python -m tests.broken_rules` copies the project, breaks one rule in the copy, runs the tests that cite it, and
prints what happened; ids of rules as arguments restrict it to these. docs/testing.md keeps the list.

Of the rules twenty are drawn by chance from those of 1880. The others are chosen: all that a revision has repaired,
and some of each part of the game that chance has left out.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.test_rule_coverage import catalogue, cited_ids

ROOT = Path(__file__).parent.parent
SEED, SAMPLE = 1880, 20
TIME_LIMIT = 120


@dataclass(frozen=True)
class Break:
    """A rule and the edit that breaks it: in `file` of src/tielu, `old` becomes `new`."""

    rule: str
    file: str
    old: str
    new: str

    def path_in(self, project: Path) -> Path:
        return project / "src" / "tielu" / self.file


# Drawn by chance from the rules of 1880.
DRAWN = (
    Break(
        "1880.auction.order-ascending",
        "titles/t1880/rules/auction.py",
        "if bid.private != private:",
        "if bid.private not in [each.id for each in PRIVATES[self.private :]]:",
    ),
    Break(
        "1880.director.certificate-swap",
        "titles/t1880/rules/companies.py",
        "count -= state.director_percent[company] // SHARE - 1",
        "count -= 1",
    ),
    Break(
        "1880.emergency.debt-50-percent",
        "titles/t1880/rules/train_purchase.py",
        "state.debt[director] += with_interest(borrowed)",
        "state.debt[director] += borrowed",
    ),
    Break(
        "1880.fi.free-choice",
        "titles/t1880/rules/auction.py",
        "if state.investor_owner[known[0]] != NOBODY:",
        "if state.investor_owner[known[0]] == CLOSED:",
    ),
    Break(
        "1880.fi.operate-like-companies",
        "titles/t1880/rules/track.py",
        "    if face_at(state, index).colour != WHITE:\n        return 0\n    printed",
        "    if face_at(state, index).colour != WHITE or state.is_investor(railway):\n        return 0\n    printed",
    ),
    Break(
        "1880.p6.bcr-par-100",
        "titles/t1880/rules/auction.py",
        "BCR_PRICE: Final = 100",
        "BCR_PRICE: Final = 90",
    ),
    Break(
        "1880.phase.limit-4",
        "titles/t1880/rules/components.py",
        'Phase("B1", GREEN, 4, 1, 30)',
        'Phase("B1", GREEN, 3, 1, 30)',
    ),
    Break(
        "1880.privates.revenue-start-of-or",
        "titles/t1880/rules/operating_round.py",
        "        pay_privates(state)\n",
        "",
    ),
    Break(
        "1880.route.beijing-to-beijing",
        "routing/check.py",
        "if self.earnings.same_location(place, path.stops[:number]):",
        "if self.earnings.same_location(place, path.stops[1:number]):",
    ),
    Break(
        "1880.route.station-any-exit",
        "routing/model.py",
        "elif self.arrived_by == edge:",
        "elif self.arrived_by != (edge + 3) % 6:",
    ),
    Break(
        "1880.score.winner",
        "core/game.py",
        "key=lambda player: -worth[player]",
        "key=lambda player: worth[player]",
    ),
    Break(
        "1880.setup.starting-cash-5p",
        "titles/t1880/rules/components.py",
        "5: 400",
        "5: 420",
    ),
    Break(
        "1880.sr.resume-after-p7",
        "titles/t1880/rules/powers.py",
        "    train_left_bank(state, train, company)",
        "    state.pop()\n    train_left_bank(state, train, company)",
    ),
    Break(
        "1880.track.offboard-only-at-arrow",
        "core/track.py",
        "if face.colour in (RED, BLUE, GREY) and",
        "if face.colour in (BLUE, GREY) and",
    ),
    Break(
        "1880.trains.bank-price",
        "titles/t1880/rules/train_purchase.py",
        "if price != TRAINS[train].price and",
        "if price < TRAINS[train].price and",
    ),
    Break(
        "1880.trains.removal-then-sr",
        "titles/t1880/rules/phases.py",
        "    state.push(ComingShareRound())",
        "    if bought:\n        state.push(ComingShareRound())",
    ),
    Break(
        "1880.trains.resume-buying-after-sr.2022",
        "titles/t1880/rules/train_purchase.py",
        "            remove_trains(state, on_offer(state), self.railway)",
        "            state.pop()\n            remove_trains(state, on_offer(state), self.railway)",
    ),
    Break(
        "1880.upgrade.beijing-counts",
        "titles/t1880/rules/track.py",
        "return face_at(state, state.board.hex_index[action.hex]).colour != WHITE",
        "return state.faces[state.board.hex_index[action.hex]] < state.board.first_printed_face",
    ),
    Break(
        "1880.upgrade.more-slots-possible",
        "titles/t1880/rules/tiles.py",
        'Tile("15", GREEN, 8, (city(30, 2),)',
        'Tile("15", GREEN, 8, (city(30),)',
    ),
    Break(
        "1880.upgrade.tile-611.2010",
        "titles/t1880/rules/track.py",
        "if other.exits == ALL_EXITS and state.supply[other.face // EDGES] > 0:",
        "if other.exits == ALL_EXITS:",
    ),
)

# What revisions of the rules have repaired (docs/revisions.md).
REPAIRED = (
    Break(
        "1880.communist.director-cannot-sell",
        "titles/t1880/rules/train_purchase.py",
        "if not state.rules.takeover_sales_for_trains:",
        "if state.rules.takeover_sales_for_trains:",
    ),
    Break(
        "1880.emergency.may-sell-shares",
        "titles/t1880/rules/train_purchase.py",
        "return self.raised and state.rules.sale_binds_to_train",
        "return state.rules.sale_binds_to_train",
    ),
    Break(
        "1880.p7.exchange-any-time",
        "titles/t1880/rules/operating_round.py",
        "state.replace(TrackStep(self.railway, tiles_allowed(state, self.railway)[0]))",
        "state.replace(TrackStep(self.railway, self.laid + 1))",
    ),
    Break(
        "1880.station.oo-home-reserved",
        "titles/t1880/rules/stations.py",
        "closed = face.cities > 1 or state.rules.oo_home_closed_on_brown",
        "closed = face.cities > 1",
    ),
    Break(
        "1888.auction.then-standard-sr",
        "titles/t1888n/rules/auction.py",
        "return state.left_of(state.face_buyer)",
        "return state.face_buyer",
    ),
    Break(
        "1888.end.bank-break-full-set",
        "titles/t1888n/rules/auction.py",
        "note_broken_bank(state, in_stock_round=False)",
        "pass",
    ),
    Break(
        "1888.emergency.must-sell",
        "titles/t1888n/rules/train_purchase.py",
        "return self.ordered is not None or (sold_first and must_own_train(state, self.railway))",
        "return self.ordered is not None",
    ),
    Break(
        "1888.forbidden-city.exchange",
        "titles/t1888n/rules/trading.py",
        "if state.rules.may_take_share_sold_before:",
        "if not state.rules.may_take_share_sold_before:",
    ),
    Break(
        "1888.sr.priority-next",
        "titles/t1888n/rules/auction.py",
        "last = state.last_buyer if state.rules.auction_priority_by_purchase else self.last_actor",
        "last = self.last_actor",
    ),
    Break(
        "1888.track.first-turn-home-tile",
        "titles/t1888n/rules/operating_round.py",
        "if action.price > state.treasury[self.railway] - kept:",
        "if action.price > state.treasury[self.railway]:",
    ),
    Break(
        "1888.trains.intercompany",
        "titles/t1888n/rules/purchase_offer.py",
        "if price <= declined:",
        "if price < declined:",
    ),
    Break(
        "1888.turn.buy-privates-any-time",
        "titles/t1888n/rules/powers.py",
        "least = max(card.lowest, declined_price(state, card.id) + 1)",
        "least = card.lowest",
    ),
)

# Chosen from other parts of both games.
CHOSEN = (
    Break(
        "1880.bonus.chart-times-ten",
        "titles/t1880/rules/operating_round.py",
        "return bonus_of(self.start_cell) if trains_to_run(state, self.railway) else 0",
        "return bonus_of(state.cell[self.railway]) if trains_to_run(state, self.railway) else 0",
    ),
    Break(
        "1880.end.three-more-turns",
        "titles/t1880/rules/phases.py",
        "LAST_TURNS: Final = 4",
        "LAST_TURNS: Final = 3",
    ),
    Break(
        "1880.float.threshold-by-director",
        "titles/t1880/rules/companies.py",
        "held(state, company, state.director[company]) >= threshold",
        "held(state, company, state.bank_holder) <= 100 - threshold",
    ),
    Break(
        "1880.p2.free-ferries",
        "titles/t1880/rules/running.py",
        "ferry_charge=0 if state.owns_private(owner, P2) else FERRY_CHARGE",
        "ferry_charge=0 if state.private_owner[P2] >= 0 else FERRY_CHARGE",
    ),
    Break(
        "1880.permit.consecutive",
        "titles/t1880/rules/components.py",
        '30: ("AB", "BC", "CD")',
        '30: ("AB", "AC", "AD", "BC", "BD", "CD")',
    ),
    Break(
        "1888.cert.red-zone-exempt",
        "titles/t1888n/rules/companies.py",
        "if not state.founded(company) or in_red_area(state, company):",
        "if not state.founded(company):",
    ),
    Break(
        "1888.emergency.bankruptcy",
        "titles/t1888n/rules/emergency.py",
        "percent = _most_for_sale(state, company, sold)",
        "percent = held(state, sold, state.director[company])",
    ),
    Break(
        "1888.export.end-of-or-set",
        "titles/t1888n/rules/components.py",
        "EXPORTED: Final[tuple[int, ...]] = (T2, T3, T4)",
        "EXPORTED: Final[tuple[int, ...]] = (T2, T3)",
    ),
    Break(
        "1888.float.sixty-percent",
        "titles/t1888n/rules/companies.py",
        "held(state, company, state.ipo) > 100 - FLOAT_PERCENT",
        "held(state, company, state.ipo) >= 100 - FLOAT_PERCENT",
    ),
    Break(
        "1888.hengshan-run.several-trains",
        "titles/t1888n/rules/running.py",
        "amount = HENG_SHAN_MONEY * calls",
        "amount = HENG_SHAN_MONEY",
    ),
    Break(
        "1888.income.maximum",
        "titles/t1888n/rules/running.py",
        "if refusal is not None or state.rules.run_need_not_be_highest:",
        "if refusal is not None or not state.rules.run_need_not_be_highest:",
    ),
    Break(
        "1888.income.pool-to-treasury",
        "titles/t1888n/rules/running.py",
        "amount = income * held(state, company, state.pool_holder) // 100",
        "amount = income * held(state, company, state.ipo) // 100",
    ),
    Break(
        "1888.or.two-after-3-train",
        "titles/t1888n/rules/components.py",
        'Phase("3", GREEN, 4, 1, 2)',
        'Phase("3", GREEN, 4, 1, 1)',
    ),
    Break(
        "1888.sell.pool-max-five",
        "titles/t1888n/rules/trading.py",
        "held(state, company, state.pool_holder) + percent <= POOL_LIMIT",
        "held(state, company, state.pool_holder) <= POOL_LIMIT",
    ),
    Break(
        "1888.station.reserve-home",
        "titles/t1888n/rules/stations.py",
        "if _HOMES[company] == index and not state.stations[company]:",
        "if _HOMES[company] == index and state.floated[company] and not state.stations[company]:",
    ),
    Break(
        "1888.yanda.ferry-tile",
        "titles/t1888n/rules/powers.py",
        "zip((DALIAN, YANTAI), FERRY_TILES, strict=True)",
        "zip((YANTAI, DALIAN), FERRY_TILES, strict=True)",
    ),
)
BREAKS = DRAWN + REPAIRED + CHOSEN


def drawn_rules() -> list[str]:
    """The rules that chance picked."""
    ids = sorted(catalogue("1880"))
    return sorted(random.Random(SEED).sample(ids, SAMPLE))


@cache
def citations(title: str) -> dict[str, list[str]]:
    return cited_ids(title)


def guards(rule: str) -> list[str]:
    """The tests that cite a rule."""
    return [f"tests/{name}" for name in citations(rule.split(".")[0])[rule]]


def times_in_source(broken: Break) -> int:
    """How often the text that a break replaces stands in its file: once, if it is not out of date."""
    return broken.path_in(ROOT).read_text(encoding="utf-8").count(broken.old)


def copy_project(copy: Path) -> None:
    left_out = shutil.ignore_patterns("__pycache__", "golden", "*.so", "*.pyd")
    for name in ("src", "tests", "bench"):
        shutil.copytree(ROOT / name, copy / name, ignore=left_out)
    shutil.copy(ROOT / "pyproject.toml", copy)


def plant(copy: Path, broken: Break) -> None:
    path = broken.path_in(copy)
    path.write_text(path.read_text(encoding="utf-8").replace(broken.old, broken.new), encoding="utf-8")


def red_tests(tests: list[str], broken: Break | None) -> list[str]:
    """Those of the tests that fail in a copy of the project in which a rule is broken, or none."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        copy_project(copy)
        if broken is not None:
            plant(copy, broken)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-rfE", *tests]
        environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "TIELU_FORM": "plain"}
        try:
            result = subprocess.run(
                command, cwd=copy, env=environment, capture_output=True, text=True, timeout=TIME_LIMIT, check=False
            )
        except subprocess.TimeoutExpired:
            return ["(the tests never ended)"]
    assert result.returncode in (0, 1), result.stdout + result.stderr
    lines = [line.split(" - ")[0] for line in result.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return list(dict.fromkeys(line.split("::")[-1].split("[")[0] for line in lines))


def main() -> int:
    """Ends with 1 if a break turned no test red, or a test was red without one."""
    chosen = [broken for broken in BREAKS if not sys.argv[1:] or broken.rule in sys.argv[1:]]
    assert chosen, "none of these rules is broken here"
    assert all(times_in_source(broken) == 1 for broken in chosen), "a break does not fit the source"
    all_tests = sorted({test for broken in chosen for test in guards(broken.rule)})
    assert red_tests(all_tests, None) == [], "tests are red without a break"
    green = 0
    for broken in chosen:
        red = red_tests(guards(broken.rule), broken)
        green += not red
        print(
            f"| `{broken.rule}` | {broken.file.split('/')[-1]} | {', '.join(red) or 'NO TEST WENT RED'} |", flush=True
        )
    print(f"{len(chosen) - green} of {len(chosen)} breaks turned a test red")
    return 1 if green else 0


if __name__ == "__main__":
    sys.exit(main())
