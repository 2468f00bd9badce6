"""The compiled form of the engine: which sources it is made from, and whether it still is what they say.

In a working tree the build leaves a fingerprint of the sources beside the package; a compiled form that does not fit it
is stale and never used. An installed package has no fingerprint, since nobody edits its sources.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import source_hash
from pathlib import Path

# The folders that are compiled: of a title its rules, and nothing else.
FOLDERS = ("core", "routing", "titles/*/rules")
FINGERPRINT = "_compiled.txt"


def folders(package: Path) -> list[Path]:
    """The folders of the engine, always in the same order."""
    return [folder for pattern in FOLDERS for folder in sorted(package.glob(pattern))]


def sources(package: Path) -> list[Path]:
    """The source files that are compiled, always in the same order."""
    return [path for folder in folders(package) for path in sorted(folder.rglob("*.py"))]


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
