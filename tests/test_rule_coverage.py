"""Every rule of the catalogues is guarded by at least one test, and nothing cites a rule that does not exist."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "tielu"
# Each title with the package of its engine.
TITLES = {"1880": "t1880", "1888": "t1888n"}
RULE_ID = re.compile(r"18[0-9]+\.[a-z0-9-]+\.[a-z0-9.-]*[a-z0-9]")


def cited_ids(title: str) -> dict[str, list[str]]:
    """The rule ids that tests of a title cite with @rule(...), and the tests that cite each."""
    found: dict[str, list[str]] = {}
    for path in sorted((TESTS / f"rules_{title}").glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
                    for arg in mark.args:
                        assert isinstance(arg, ast.Constant), f"{path.name}: {node.name} cites a rule by expression"
                        found.setdefault(str(arg.value), []).append(f"rules_{title}/{path.name}::{node.name}")
    return found


def catalogue(title: str) -> set[str]:
    path = SOURCE / "titles" / TITLES[title] / "messages" / "rules.en.json"
    return set(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("title", TITLES)
def test_every_rule_has_a_test(title: str) -> None:
    """The list of rules without a test is empty."""
    assert sorted(catalogue(title) - set(cited_ids(title))) == []


@pytest.mark.parametrize("title", TITLES)
def test_cited_rules_exist(title: str) -> None:
    """A test cites only ids of the catalogue."""
    assert sorted(set(cited_ids(title)) - catalogue(title)) == []


@pytest.mark.parametrize("title", TITLES)
def test_refusals_cite_rules_that_exist(title: str) -> None:
    """Every rule id written in the engine of a title is in its catalogue."""
    cited = set()
    for path in sorted((SOURCE / "titles" / TITLES[title]).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE_ID.fullmatch(node.value):
                cited.add(node.value)
    assert cited
    assert sorted(cited - catalogue(title)) == []
