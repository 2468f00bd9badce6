"""The compiled form of the engine: which sources it is made from, and whether it still is what they say.

In a working tree the build leaves a fingerprint of the sources beside the package; a compiled form that does not fit it
is stale and never used. An installed package has no fingerprint, since nobody edits its sources.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import source_hash
from pathlib import Path

# What is compiled, folders and modules: of a title its rules, and how its positions are seen.
PARTS = (
    "core",
    "routing",
    "titles/*/rules",
    "env/amounts.py",
    "env/observation.py",
    "env/page.py",
    "env/space.py",
    "titles/*/env/observation.py",
    "bots/clerk",
    "bots/decision.py",
    "bots/features.py",
    "bots/valuation.py",
    "titles/*/bots",
)
FINGERPRINT = "_compiled.txt"


def parts(package: Path) -> list[Path]:
    """The folders and modules of the engine, always in the same order."""
    return [part for pattern in PARTS for part in sorted(package.glob(pattern))]


def sources(package: Path) -> list[Path]:
    """The source files that are compiled, always in the same order."""
    return [path for part in parts(package) for path in (sorted(part.rglob("*.py")) if part.is_dir() else [part])]


def module_names(package: Path) -> tuple[str, ...]:
    """The names of the engine's packages and modules."""
    return tuple(".".join((package.name, *part.relative_to(package).with_suffix("").parts)) for part in parts(package))


def fingerprint(package: Path) -> str:
    """A hash of what the compiled form depends on: the kind of Python, and the names and contents of the sources."""
    found = [EXTENSION_SUFFIXES[0].encode()]
    for path in sources(package):
        found += [path.relative_to(package).as_posix().encode(), path.read_bytes()]
    return source_hash(b"\0".join(found)).hex()


def is_usable(package: Path) -> bool:
    """Whether there is a compiled form for this kind of Python, made from the sources as they are."""
    if not (package / "core" / f"__init__{EXTENSION_SUFFIXES[0]}").exists():
        return False
    kept = package / FINGERPRINT
    return not kept.exists() or kept.read_text("ascii") == fingerprint(package)
