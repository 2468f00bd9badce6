"""Every refusal that the source can utter, found by reading it: its code and the parameters passed along."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "tielu"


@dataclass(frozen=True)
class Site:
    """A place in the source that names a code; `params` is None where they cannot be read off."""

    where: str
    code: str | None
    params: frozenset[str] | None


def refusal_sites(source: str, where: str) -> Iterator[Site]:
    """Yield every call of illegal(), InvalidAction() and IllegalAction() in the source."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        name = node.func.id
        if name not in {"illegal", "InvalidAction", "IllegalAction"} or not node.args:
            continue
        first = node.args[0]
        code = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
        keywords = [keyword.arg for keyword in node.keywords]
        params = None if None in keywords or name == "IllegalAction" else frozenset(filter(None, keywords))
        yield Site(f"{where}:{node.lineno}", code, params)


def all_sites() -> list[Site]:
    return [
        site
        for path in sorted(PACKAGE.rglob("*.py"))
        for site in refusal_sites(path.read_text("utf-8"), str(path.relative_to(PACKAGE)))
    ]


def finished_codes() -> set[str]:
    """The codes that titles name for any action after the end."""
    found = set()
    for path in (PACKAGE / "titles").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AnnAssign)
                else []
            )
            named = any(getattr(target, "id", "") == "finished_code" for target in targets)
            if named and isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant):
                found.add(str(node.value.value))
    return found
