"""Refusals cite the book that is played, and the texts of the rules say what holds in which edition."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import tielu.titles.t1880
from tests.table import Table
from tielu.core.actions import BuyTrain, LayTile, PlaceStation
from tielu.i18n import LANGUAGES, rule_text

PACKAGE = Path(tielu.titles.t1880.__file__).parent
# Cited only where the row is not chosen, which it is in the first edition.
OF_OTHER_SWITCHES = {"1880.float.slot.2022"}


def not_printed_in_2010() -> set[str]:
    catalogue = json.loads((PACKAGE / "messages" / "rules.en.json").read_text(encoding="utf-8"))
    return {rule_id for rule_id, entry in catalogue.items() if 2010 not in entry["editions"]}


def written(tree: ast.AST, later: set[str]) -> list[str]:
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node.value in later]


def cited_beside_2010(tree: ast.AST, later: set[str]) -> list[str]:
    """The later rules that stand beside one of the first edition in a call of `cites`."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    pairs = [call.args for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "cites"]
    return [found for of_2010, of_2022 in pairs if not written(of_2010, later) for found in written(of_2022, later)]


def test_rules_of_2022_alone_are_cited_beside_one_of_2010() -> None:
    """Wherever the rules or the platform's reader name such a rule, they name one for the first edition too."""
    later, seen = not_printed_in_2010(), 0
    for folder in ("rules", "platform"):
        for path in sorted((PACKAGE / folder).glob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found = [each for each in written(tree, later) if each not in OF_OTHER_SWITCHES]
            assert sorted(found) == sorted(cited_beside_2010(tree, later)), path.name
            seen += len(found)
    assert seen


def test_refusals_in_a_game_of_2010() -> None:
    """The eleventh 2R, a marker in Phase D without the money, and a tile that nobody printed."""
    table = Table(edition="2010", phase="D1")
    table.company("BZU", cash=79, trains=["8"], permits="D")
    table.private("P7", "Ann")
    table.tile("B8", "57", 2)
    table.tile("C9", "57", 2)
    table.turn("BZU")
    table.refused(LayTile("B8", "999", 0), "1880.components.tile-count")
    table.turn("BZU", "station")
    table.refused(PlaceStation("C9", 0), "1880.station.cost-phase-d")
    table.treasury("BZU", 1000)
    table.depot("2R", 0)
    table.turn("BZU", "trains")
    table.refused(BuyTrain("2R", "bank", 250), "1880.components.train-card-count")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_that_differ_between_the_editions_name_them(lang: str) -> None:
    """Where one text serves both editions but they are not played alike, it says what holds in which."""
    for name in ("communist.director-cannot-sell", "p0.one-off-payment", "station.oo-home-reserved"):
        assert re.search("2010|2022", rule_text(f"1880.{name}", lang)), name
    assert "A3" in rule_text("1880.transsib.bonus-50", lang)
    assert not re.search("between|zwischen|の間", rule_text("1880.transsib.bonus-50", lang))
