"""Every rule of the catalogue is guarded by at least one test, and no test cites a rule that does not exist."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

TESTS = Path(__file__).parent
RULE_ID = re.compile(r"1880\.[a-z0-9]+\.[a-z0-9.-]*[a-z0-9]")
CATALOGUE = TESTS.parent / "src" / "tielu" / "i18n" / "rules" / "1880.en.json"


def cited_ids() -> dict[str, list[str]]:
    """The rule ids that tests cite with @rule(...), and the tests that cite each."""
    found: dict[str, list[str]] = {}
    for path in sorted((TESTS / "rules").glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
                    for arg in mark.args:
                        assert isinstance(arg, ast.Constant), f"{path.name}: {node.name} cites a rule by expression"
                        found.setdefault(str(arg.value), []).append(f"{path.name}::{node.name}")
    return found


def catalogue() -> set[str]:
    return set(json.loads(CATALOGUE.read_text(encoding="utf-8")))


def test_every_rule_has_a_test() -> None:
    """The list of rules without a test is empty."""
    assert sorted(catalogue() - set(cited_ids())) == []


def test_cited_rules_exist() -> None:
    """A test cites only ids of the catalogue."""
    assert sorted(set(cited_ids()) - catalogue()) == []


def test_refusals_cite_rules_that_exist() -> None:
    """Every rule id written in the engine is in the catalogue."""
    cited = set()
    for path in sorted((TESTS.parent / "src" / "tielu" / "titles" / "t1880").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE_ID.fullmatch(node.value):
                cited.add(node.value)
    assert cited
    assert sorted(cited - catalogue()) == []
