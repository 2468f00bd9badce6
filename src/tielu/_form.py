"""Which form of the engine runs: compiled, or plain Python from the same sources.

The compiled form runs where there is one that can be used. `TIELU_FORM=plain` in the environment asks for the sources
instead; with `TIELU_FORM=compiled` it is an error if there is no compiled form.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

from tielu._compiled import is_usable, module_names

_PACKAGE = Path(__file__).parent
_ENGINE = module_names(_PACKAGE)


class _SourceFinder:
    """Finds the modules of the engine in their sources, whatever is compiled beside them."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if path is None or not name.startswith(_ENGINE):
            return None
        return FileFinder(path[0], (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name, target)


def _choose() -> str:
    """Settle the form before any module of the engine is imported; raises ImportError if it cannot be had."""
    wanted = os.environ.get("TIELU_FORM", "")
    if wanted not in ("", "plain", "compiled"):
        raise ImportError(f"TIELU_FORM is plain or compiled, not {wanted!r}")
    if wanted != "plain" and is_usable(_PACKAGE):
        return "compiled"
    if wanted == "compiled":
        raise ImportError("TIELU_FORM=compiled, but the engine is not compiled from these sources; try make compile")
    sys.meta_path.insert(0, _SourceFinder())
    return "plain"


FORM = _choose()
