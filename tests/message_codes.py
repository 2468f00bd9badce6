"""Everything the source can say to players, found by reading it: codes of refusals, and keys of the screen."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tielu import TITLES
from tielu.i18n.catalogue import catalogue

PACKAGE = Path(__file__).parents[1] / "src" / "tielu"

# Calls that make a refusal, with the parameters that reach it from elsewhere.
REFUSALS: dict[str, set[str]] = {
    "illegal": set(),
    "InvalidAction": set(),
    "InvalidInput": set(),
    "TooLarge": set(),
    "NotFound": set(),
    "NotAllowed": set(),
    "Unavailable": set(),
    "IllegalAction": set(),
    "BrokenRoute": {"train"},
    "refuse": {"train"},
    "StoreError": set(),
}
# Refusals whose code is not written where they are made: which codes, with which parameters, each file passes
# on. Without any: the file hands on refusals that were made elsewhere.
PASSED_ON: dict[str, dict[str, set[str]]] = {
    "__init__.py": {},
    "core/errors.py": {},
    "core/game.py": {"game_over": set()},
    "i18n/messages.py": {},
    "interop/replay.py": {},
    "routing/check.py": {},
    "routing/model.py": {"stop_left_out": {"train", "hex"}, "no_track": {"train", "hex"}},
    "store/backup.py": {},
    "store/errors.py": {"position_changed": {"seq"}, "somebody_was_quicker": {"expected", "seq"}},
    "titles/t1880/rules/running.py": {},
    "titles/t1880/rules/track.py": {"wrong_tile": {"hex", "tile"}, "wrong_colour": {"hex", "tile"}},
    "web/errors/messages.py": {},
    "web/limits.py": {"too_often": {"seconds"}, "too_often_for_now": {"minutes"}},
}


@dataclass(frozen=True)
class Site:
    """A place in the source that makes a refusal; `code` and `params` are None where they cannot be read off."""

    file: str
    line: int
    code: str | None
    params: frozenset[str] | None


def refusal_sites(source: str, file: str) -> Iterator[Site]:
    """Yield every call that makes a refusal."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
        if name in REFUSALS:
            keywords = [keyword.arg for keyword in node.keywords]
            known = None not in keywords and name != "IllegalAction"
            params = frozenset(filter(None, keywords)) | REFUSALS[name] if known else None
            yield Site(file, node.lineno, _text(node.args[0]), params)


def screen_keys(source: str) -> Iterator[str]:
    """Yield the key of every word or sentence of the screen that is asked for by name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
            key = _text(node.args[0])
            if name in {"say", "_say"} and key is not None:
                yield key


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def is_played(module: str) -> bool:
    """Whether a module belongs to the program: not if it is of a title that is not registered yet."""
    names = module.split(".")
    registered = {title.package.split(".")[2] for title in TITLES.values()}
    return names[0] == "tielu" and (names[1:2] != ["titles"] or len(names) < 3 or names[2] in registered)


def sources(*parts: str) -> Iterator[tuple[str, str]]:
    """Yield file name and text of every module that is played."""
    for path in sorted(PACKAGE.joinpath(*parts).rglob("*.py")):
        file = path.relative_to(PACKAGE)
        if is_played(".".join(["tielu", *file.parts[:-1], ""])):
            yield file.as_posix(), path.read_text("utf-8")


def all_sites() -> list[Site]:
    return [site for file, source in sources() for site in refusal_sites(source, file)]


def params_by_code() -> dict[str, frozenset[str]]:
    """For every code the parameters that are always passed with it; a text of a title's own counts as a code."""
    found = {code: frozenset(params) for codes in PASSED_ON.values() for code, params in codes.items()}
    for site in all_sites():
        if site.code is not None and site.params is not None:
            key = message_key(site.code, site.file)
            found[key] = found.get(key, site.params) & site.params
    return found


def message_key(code: str, file: str) -> str:
    """The code, or `code.title` if the title that the file belongs to says it in words of its own."""
    packages = {title.package.split(".")[2]: name for name, title in TITLES.items()}
    folders = file.split("/")
    title = packages.get(folders[1]) if folders[0] == "titles" and len(folders) > 1 else None
    own = f"{code}.{title}"
    return own if own in catalogue("en")["errors"] else code
