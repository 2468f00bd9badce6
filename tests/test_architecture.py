"""The shape of the source tree: who imports whom, which words stay out of the core, how long files are."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "tielu"

# A part imports itself and parts of lower layers, nothing else; parts of one layer do not import each other.
# "" is tielu/__init__.py. A title's folder has a part for its rules, and a facet for each part that asks for one.
LAYERS = (
    ("_version", "_compiled", "_mypyc"),
    ("_form", "core"),
    ("routing",),
    ("titles/rules",),
    ("titles",),
    ("", "actions", "errors", "position"),
    ("i18n", "clocks"),
    ("views", "interop"),
    ("titles/view", "titles/rulebook", "titles/platform", "automatic", "bots", "lessons", "store", "files"),
    ("titles/automatic", "titles/bots", "titles/lessons", "terminal", "arena", "verify", "review", "puzzles"),
    ("titles/puzzles", "stats"),
    ("web",),
    ("cli", "env"),
    ("titles/env", "__main__"),
)
RANK = {part: rank for rank, layer in enumerate(LAYERS) for part in layer}
TITLE_NAMES = re.compile("1880|1888")
LONGEST_FILE = 700


def python_files(*parts: str) -> list[Path]:
    return sorted(PACKAGE.joinpath(*parts).rglob("*.py"))


def module_name(path: Path) -> str:
    names = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def imports(source: str, module: str, *, is_package: bool = False) -> Iterator[str]:
    """Yield the dotted name of everything the source imports, at whatever depth it does so."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".")
            steps_up = node.level - is_package
            start = base[: len(base) - steps_up] if node.level else []
            stem = ".".join([*start, *filter(None, [node.module])])
            yield from (stem if alias.name == "*" else f"{stem}.{alias.name}" for alias in node.names)


def part_of(dotted: str) -> str | None:
    """Return the part of tielu that a dotted name lies in, or None for a name outside tielu."""
    names = dotted.split(".")
    if names[0] != "tielu":
        return None
    part = names[1] if len(names) > 1 else ""
    if part == "titles" and len(names) > 3 and f"titles/{names[3]}" in RANK:
        return f"titles/{names[3]}"
    # `from tielu import new_game` names something in tielu/__init__.py, unless it names a part.
    return part if len(names) > 2 or part in RANK else ""


def title_of(dotted: str) -> str | None:
    """Return the title (t1880, ...) that a dotted name lies in, if any."""
    match = re.match(r"tielu\.titles\.(t\w+)", dotted)
    return match[1] if match else None


def complaint(module: str, imported: str) -> str | None:
    """Say what is wrong with this import, or return None."""
    here, there = part_of(f"{module}.*"), part_of(imported)
    if there is None:
        if here == "core" and imported.split(".")[0] not in sys.stdlib_module_names:
            return f"{module} imports {imported}: not in the standard library"
        return None
    if here is None or here not in RANK or there not in RANK:
        return f"{module} imports {imported}: a part without a rank"
    if here != there and RANK[there] >= RANK[here]:
        return f"{module} imports {imported}: against the direction"
    mine, other = title_of(module), title_of(imported)
    if mine and other and mine != other:
        return f"{module} imports {imported}: another title"
    return None


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import tielu.core.bank", {"tielu.core.bank"}),
        ("from tielu.core import bank, market", {"tielu.core.bank", "tielu.core.market"}),
        ("from tielu.core.bank import *", {"tielu.core.bank"}),
        ("from . import rules", {"tielu.titles.t1880.rules"}),
        ("from ..t1888n.trains import x", {"tielu.titles.t1888n.trains.x"}),
        ("def f():\n    import json", {"json"}),
    ],
)
def test_imports_are_found_in_every_spelling(source, expected):
    """Absolute, relative, starred and nested imports all come out as absolute names."""
    assert set(imports(source, "tielu.titles.t1880.trains")) == expected


def test_relative_imports_of_a_package_start_in_it():
    """In an __init__.py one dot is the package itself."""
    assert list(imports("from . import bank", "tielu.core", is_package=True)) == ["tielu.core.bank"]


@pytest.mark.parametrize(
    ("module", "imported", "allowed"),
    [
        ("tielu.core.game", "json.dumps", True),
        ("tielu.core.game", "rich.table", False),
        ("tielu.cli", "rich.table", True),
        ("tielu.core.game", "tielu.core.state.State", True),
        ("tielu.core.game", "tielu.routing.search", False),
        ("tielu.core.game", "tielu.new_game", False),
        ("tielu", "tielu.titles.t1880", True),
        ("tielu.interop.writer", "tielu.new_game", True),
        ("tielu.titles.t1880.view.layout", "tielu.views.title", True),
        ("tielu.titles.t1880.view.layout", "tielu.bots", False),
        ("tielu.titles.t1880.rules.stock", "tielu.titles.t1880.view", False),
        ("tielu.titles.t1880.rules.stock", "tielu.i18n", False),
        ("tielu.views.board", "tielu.interop.reader", False),
        ("tielu.views.board", "tielu.i18n", True),
        ("tielu.titles.t1888n.stock", "tielu.titles.t1880.stock", False),
        ("tielu.titles.t1888n.stock", "tielu.titles.t1888n.trains", True),
    ],
)
def test_the_import_rule_itself(module, imported, allowed):
    """The rule that the next test applies to the source tree tells good imports from bad ones."""
    assert (complaint(module, imported) is None) == allowed


def test_imports_go_one_way():
    """No module imports from a part above its own, core needs no package, and no title knows another."""
    complaints = [
        complaint(module_name(path), imported)
        for path in python_files()
        for imported in imports(path.read_text("utf-8"), module_name(path), is_package=path.name == "__init__.py")
    ]
    bad = list(filter(None, complaints))
    assert not bad, "\n".join(bad)


def test_every_part_has_a_rank():
    """A new package or module at the top takes its place in the order above."""
    unranked = {part for path in python_files() if (part := part_of(f"{module_name(path)}.*")) not in RANK}
    assert unranked == set()


def spelled(source: str) -> Iterator[tuple[int, str]]:
    """Yield every name and text in the code of a module, with its line; docstrings and comments are no code."""
    tree = ast.parse(source)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield line, node.value
        for field in ("id", "attr", "name", "asname", "module", "arg"):
            text = getattr(node, field, None)
            if isinstance(text, str):
                yield line, text


def own_names() -> set[str]:
    """The actions and events that only one title has, as classes and as names in JSON."""
    found = set()
    for path in PACKAGE.glob("titles/*/rules/*.py"):
        if path.stem in ("actions", "events"):
            found |= {node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ClassDef)}
    return found | {re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() for name in found}


def test_names_of_titles_are_found_in_every_spelling():
    """In imports, names, attributes and texts, but not in docstrings."""
    source = '"""1880."""\nfrom tielu.titles import t1880 as x\nclass Y1880:\n    """1880"""\n    z = "1880"\n'
    assert [text for _, text in spelled(source) if TITLE_NAMES.search(text)] == ["Y1880", "t1880", "1880"]


def test_no_module_outside_the_titles_knows_one():
    """Nobody else spells a title, or an action or event that only one title has: everybody asks for its facet."""
    own = own_names()
    assert {"ExchangeRocket", "exchange_rocket", "LayFerry", "heng_shan_paid"} <= own
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in python_files()
        if "titles" not in path.relative_to(PACKAGE).parts
        for line, text in spelled(path.read_text("utf-8"))
        if TITLE_NAMES.search(text) or text in own
    ]
    assert found == []


def test_no_file_is_too_long():
    """A file of more than 700 lines is more than one thing."""
    pages = [path for ending in ("css", "html") for path in PACKAGE.rglob(f"*.{ending}")]
    scripts = (ROOT / "frontend" / "src").glob("*.ts")
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in (*python_files(), *pages, *scripts)}
    assert {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > LONGEST_FILE} == {}


def test_architecture_page_names_every_package():
    """docs/architecture.md mentions each package of tielu that exists."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert {name for name in packages if not re.search(rf"\b{name}\b", page)} == set()
