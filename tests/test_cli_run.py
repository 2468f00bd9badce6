"""`tielu run`: the best run of a position, stop by stop, so that every sum can be checked by hand."""

import gzip
import json
import re
from typing import Any

import pytest

from tests.corpus import corpus_path, needs_corpus
from tests.golden_games import FOLDER
from tests.routing.test_offered_run import coast, siberia, south
from tests.routing.test_reference import great_line, mountain
from tests.rules_1880.test_06_privates import taiwan_run
from tests.table import Table
from tests.test_cli import run
from tielu import Game
from tielu.cli.run import run_lines
from tielu.core.actions import RunTrains
from tielu.routing import Run, best_run
from tielu.titles.t1888n.rules.components import COMPANY_INDEX, TRAIN_INDEX
from tielu.views.actions.runs import run_view

GAMES = ("1880-2022-3p-101", "1888-18xx.games-4p-909")


def golden(name: str) -> dict[str, Any]:
    """A whole game that this engine has played."""
    with gzip.open(FOLDER / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)["game"]
    return data


def last_runs(data: dict[str, Any], count: int) -> list[tuple[int, str, int]]:
    """For the last runs of a game the number of actions before it, the railway, and what it earned at most."""
    game, found = Game.from_json({**data, "actions": []}), []
    for number, action in enumerate(Game.from_json(data).actions):
        if isinstance(action, RunTrains) and action.routes:
            found.append((number, str(game.deciding), game.clone()))
        game.apply_trusted(action)
    return [(number, railway, best_run(before, railway).revenue) for number, railway, before in found[-count:]]


def shown(game: Game, railway: str, lang: str = "en") -> list[str]:
    """The lines of the answer, without the time it took."""
    best = best_run(game, railway)
    lines = list(run_lines(run_view(game, railway, best), best, 0.0, lang))
    return [line.strip() for line in lines if not line.startswith("Time: ")]


def add_up(line: str) -> tuple[int, int]:
    """What the numbers of a route's line come to, and what the line says they do."""
    terms, _, total = line.partition(": ")[2].rpartition(" = ¥")
    parts = ["+", *re.split(r" ([+−]) ", terms)]
    amounts = [(sign, term.split()[-1]) for sign, term in zip(parts[::2], parts[1::2], strict=True)]
    added = sum(int(f"{'-' if sign == '−' else ''}{number}") for sign, number in amounts if number.isdigit())
    return added, int(total)


# -- on files --


@pytest.mark.parametrize("name", GAMES)
def test_run_finds_the_best_run_of_a_position(capsys, tmp_path, name):
    """At each position the routes add up to the revenue, which is the best there is, and is said to be."""
    data = golden(name)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data), "utf-8")
    for at, railway, revenue in last_runs(data, 3):
        code, out, err = run(capsys, "run", path, "--at", at, "--company", railway.lower(), "--lang", "en")
        assert (code, err) == (0, "")
        lines = out.splitlines()
        assert lines[0].startswith(f"{railway}: ")
        sums = [add_up(line) for line in lines if " = ¥" in line]
        assert [told for _, told in sums] == [added for added, _ in sums]
        assert sum(told for _, told in sums) == revenue
        assert lines[lines.index(f"Revenue: ¥{revenue}") + 1] == "Proven: no better run exists."
        assert re.search(r"^Time: \d+\.\d{3} s$", out, re.MULTILINE)


@needs_corpus
def test_run_on_a_recorded_position(capsys):
    """A position on record: its best run earns 240, with a call at Heng Shan for 40 more."""
    path = corpus_path("1888", "1888_5p_3.json.gz")
    code, out, _ = run(capsys, "run", path, "--at", 600, "--company", "JZR", "--lang", "en")
    assert code == 0
    for line in ("Revenue: ¥240", "Proven: no better run exists.", "Heng Shan: ¥40 for the treasury"):
        assert line in out.splitlines()


# -- what is said --


def test_ferries_are_named():
    """A ferry is taken off the sum, unless the owner of the company has P2."""
    table = coast(["3", "2"])
    line = "2-train: K15 Shanghai 30 + H14 Qingdao 20"
    assert f"{line} − ferry 10 = ¥40" in shown(table.game, "HKR")
    table.private("P2", "Ann")
    assert f"{line} = ¥50" in shown(table.game, "HKR")


def test_bonuses_are_named():
    """The Trans-Siberian bonus, P3's twenty for Taiwan, and the destination bonus of 1888."""
    assert " + Trans-Siberian bonus 50 = ¥280" in shown(siberia(["10"], "D1").game, "BZU")[1]
    table = Table()
    taiwan_run(table, "3")
    assert "3-train: N16 Taiwan 30 + O15 20 + P14 Guangzhou 20 + P3 for Taiwan 20 = ¥90" in shown(table.game, "HKR")
    north = great_line()
    north.state.trains[COMPANY_INDEX["LYR"]] = (TRAIN_INDEX["6"],)
    assert any(" + destination bonus 20 = ¥220" in line for line in shown(north.game, "LYR"))


def test_stops_that_are_not_counted_stand_in_brackets():
    """An E-train may pass stops without counting them; they are shown all the same, and explained."""
    lines = shown(siberia(["6E"], "D1").game, "BZU")
    assert "+ (C11 Jilin City) + (B12) + (B14) + A15 Vladivostok 40 +" in lines[1]
    assert add_up(lines[1]) == (220, 220)
    assert lines[2] == "In brackets: passed, but not counted."


def test_trains_that_do_not_run_are_named():
    """Those for which no track is left, and all of them where there is no route."""
    lines = shown(south(["2", "2", "2", "2"]).game, "HKR")
    assert "Not running: 2-train" in lines
    table = Table()
    table.company("HKR", trains=["2"])
    assert shown(table.game, "HKR") == ["HKR: 2-train", "None of these trains has a route."]


def test_calls_at_heng_shan_are_told_apart():
    """For each number of trains that call: what they earn, and what comes to the treasury."""
    table = mountain()
    table.state.trains[COMPANY_INDEX["JZR"]] = (TRAIN_INDEX["3"],)
    assert shown(table.game, "JZR")[-4:] == [
        "Heng Shan: ¥40 for the treasury",
        "The best run by number of trains that call at Heng Shan:",
        "0: ¥40, and ¥0 for the treasury: 3-train C9–E7",
        "1: ¥50, and ¥40 for the treasury: 3-train C9–C5–C3",
    ]


def test_a_run_that_is_not_proven_has_a_bound():
    """When the time is over the best run found is shown, with what no run can exceed."""
    table = coast(["2"])
    found = best_run(table.game, "HKR")
    late = Run(found.revenue, found.routes, proven=False, bound=70)
    lines = list(run_lines(run_view(table.game, "HKR", late), late, 1.5, "en"))
    assert lines[-2:] == ["Not proven, the time was over: no run earns more than ¥70.", "Time: 1.500 s"]
    assert list(run_lines(run_view(table.game, "HKR", late), late, 1.5, "de"))[-1] == "Zeit: 1,500 s"
    nothing = Run(0, (), proven=False, bound=70)
    lines = list(run_lines(run_view(table.game, "HKR", nothing), nothing, 1.5, "en"))
    assert lines[1] == "No run was found in time; none earns more than ¥70."


def test_run_speaks_three_languages():
    """Trains, bonuses and the proof have their words."""
    game = siberia(["10"], "D1").game
    assert "Transsibirien-Bonus 50 = ¥280" in shown(game, "BZU", "de")[1]
    assert "シベリア鉄道ボーナス 50 = 280元" in shown(game, "BZU", "ja")[1]
    assert "Bewiesen: Es gibt keine bessere Fahrt." in shown(game, "BZU", "de")
    assert "証明済み：これより良い運行はありません。" in shown(game, "BZU", "ja")
