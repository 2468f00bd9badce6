"""A mark for the compiler, `mypyc_attr`, with which plain Python may inherit from a compiled class.

mypyc knows the mark by its name in `mypy_extensions`, which need not be installed where games run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_marks: Any) -> Any:
        """The class itself: the mark is for the compiler."""
        return lambda cls: cls
